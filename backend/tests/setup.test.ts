// How far a site is set up, from an empty installation on.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBuilding, aFloor, aPerson, aReceiver, aZone } from './site-things.ts'
import { anUpload } from './an-upload.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

const state = async () => (await admin('GET', '/api/setup')).body.data

it('is nothing at first, and counts what comes', async () => {
  const nothing = { receiversHeard: 0, musterPoints: 0, people: 0, badges: 0, badgesCarried: 0, contacts: 0, drills: 0 }
  expect(await state()).toEqual({ organisation: null, buildings: [], floors: [], ...nothing })

  await admin('PUT', '/api/mgmt/settings/general', { organisation: 'Contoso' })
  const building = await aBuilding(admin, { name: 'Main' })
  expect(await state()).toMatchObject({
    organisation: 'Contoso',
    buildings: [{ buildingId: building.id, name: 'Main', floors: 0 }],
  })

  const floor = await aFloor(admin, { buildingId: building.id, name: 'Ground', widthM: 40 })
  const bare = {
    floorId: floor.id,
    name: 'Ground',
    widthM: 40,
    hasPlan: false,
    receivers: 0,
    receiversPlaced: 0,
    zones: 0,
  }
  expect(await state()).toMatchObject({ buildings: [{ floors: 1 }], floors: [bare] })

  const plan = anUpload('plan', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await admin('POST', `/api/floors/${floor.id}/upload`, undefined, plan)
  await aReceiver(admin, { floorId: floor.id, buildingId: building.id })
  await aReceiver(admin, { floorId: floor.id, buildingId: building.id, x: 10, y: 10 })
  await aZone(admin, { floorId: floor.id, isMusterPoint: true })
  await aPerson(admin)
  const full = { ...bare, hasPlan: true, receivers: 2, receiversPlaced: 1, zones: 1 }
  expect(await state()).toMatchObject({ floors: [full], musterPoints: 1, people: 1 })
})

// Two buildings have a ground floor each: wherever a floor is named, its building is, as soon as there are two.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aSeenPerson } from './a-seen-person.ts'
import { aBuilding, aFloor, aZone } from './site-things.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

it('names the building beside the floor on a site of several, everywhere', async () => {
  const { id: buildingId } = await aBuilding(admin, { name: 'Main' })
  const floor = await aFloor(admin, { buildingId, name: 'Ground floor' })
  await aZone(admin, { floorId: floor.id, name: 'Hall' })
  const person = await aSeenPerson(backend.db, admin, { buildingId, floorId: floor.id })
  const body = { scenario: 'fire', mode: 'drill', scope: { buildingIds: [buildingId] } }
  const over = { state: 'resolved', resolution: 'drill_complete', confirmMissing: true }
  const named = async () => {
    const { id } = (await admin('POST', '/api/emergency/trigger', body)).body.data
    const sweep = { floorId: floor.id, zoneId: null, state: 'searched' }
    await admin('POST', `/api/emergency/${id}/sweeps`, sweep)
    const read = async (path: string) => (await admin('GET', path)).body.data
    const names = [
      (await read(`/api/personnel/${person.id}`)).lastSeen.floorName,
      (await read(`/api/emergency/roster?buildingId=${buildingId}`)).people[0].sighting.floorName,
      (await read(`/api/emergency/muster?eventId=${id}`)).people[0].evidence.sighting.floorName,
      (await read(`/api/dashboard/floors/${floor.id}`)).zones[0].floorName,
    ]
    const { timeline } = await read(`/api/emergency/${id}/report`)
    await admin('PUT', `/api/emergency/${id}`, over)
    return [...names, timeline.map(({ text }: { text: string }) => text).join(' ')]
  }
  const alone = await named()
  expect(alone.slice(0, -1)).toEqual(Array(4).fill('Ground floor'))
  await aBuilding(admin, { name: 'Annex' })
  const beside = await named()
  expect(beside.slice(0, -1)).toEqual(Array(4).fill('Ground floor, Main'))
  expect([alone.at(-1), beside.at(-1)]).toEqual([
    expect.not.stringContaining('Ground floor, Main'),
    expect.stringContaining('Ground floor, Main'),
  ])
})

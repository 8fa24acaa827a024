// Counts that look at everybody are shared for a moment. A backend as in production, where the other tests keep nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBadge, aFloor, aPerson, aZone } from './site-things.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend({}, { presenceCacheMs: 600_000 })
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

let seq = 0
async function seen(transmitterId: unknown, place: { floorId: string; buildingId: string; zoneId: string }) {
  const spot = { ...place, x: 1, y: 1, xM: 1, yM: 1, method: 'grid' as const, accuracyM: 2, at: new Date() }
  await backend.db
    .insertInto('positionsCurrent')
    .values({ ...spot, transmitterId: String(transmitterId), confidence: 1, receiverCount: 3, seq: ++seq })
    .execute()
}

const summary = async () => (await admin('GET', '/api/dashboard/summary')).body.data

it('a change through the API is in the next answer; what others do is when the time is over', async () => {
  const floor = await aFloor(admin)
  const zone = await aZone(admin, { floorId: floor.id })
  const place = { floorId: floor.id, buildingId: floor.buildingId, zoneId: zone.id }
  const [ada, bob] = [
    await aPerson(admin, { fullName: 'Ada', phone: '+441632960001' }),
    await aPerson(admin, { fullName: 'Bob' }),
  ]
  const badges = [await aBadge(admin, { entityId: ada.id }), await aBadge(admin, { entityId: bob.id })]
  expect((await summary()).peopleOnSite).toBe(0)
  await seen(badges[0]?.['transmitterId'], place)
  // Kept: positioning is not asked again for every page.
  expect((await summary()).peopleOnSite).toBe(0)
  await admin('PUT', `/api/zones/${zone.id}`, { capacity: 5 })
  expect((await summary()).peopleOnSite).toBe(1)
  await seen(badges[1]?.['transmitterId'], place)
  await admin('PUT', `/api/zones/${zone.id}`, { capacity: 6 })
  expect((await summary()).peopleOnSite).toBe(2)
  const present = await admin('GET', '/api/dashboard/personnel?presence=on_site')
  expect(present.body.data.total).toBe(2)
  await admin('DELETE', `/api/personnel/${bob.id}`)
  expect(await summary()).toMatchObject({ peopleOnSite: 1, peopleTotal: 1 })
})

it('a floor is read once for all who may read the same of it, and anew after a change', async () => {
  const viewer = await backend.as('viewer')
  const floor = await aFloor(admin)
  const zone = await aZone(admin, { floorId: floor.id, name: 'Before' })
  const badge = await aBadge(admin, { entityId: (await aPerson(admin, { fullName: 'Cleo' })).id })
  const path = `/api/context/floor/${floor.id}`
  const read = async (who: Caller) => (await who('GET', path)).body.data
  const first = await read(admin)
  expect(first.positions).toEqual([])
  await seen(badge.transmitterId, { floorId: floor.id, buildingId: floor.buildingId, zoneId: zone.id })
  expect(await read(admin)).toEqual(first)
  await admin('PUT', `/api/zones/${zone.id}`, { name: 'After' })
  const second = await read(admin)
  expect(second.positions).toHaveLength(1)
  expect(second.zones).toMatchObject([{ name: 'After' }])
  // Who may not read positions gets none of what somebody else has just read.
  expect(await read(viewer)).toMatchObject({ positions: [], people: 1 })
  expect(await read(admin)).toEqual(second)
})

// Counts that look at everybody are shared for a moment. A backend as in production, where the other tests keep nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { eventually } from './eventually.ts'
import { aBadge, aFloor, aPerson, aZone } from './site-things.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend({}, { presenceKeptMs: 600_000 })
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
const board = async (id: string): Promise<{ personId: string; phone: string | null; evidence: object | null }[]> =>
  (await admin('GET', `/api/emergency/muster?eventId=${id}`)).body.data.people

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

it('the board shows every decision at once, and a new phone number, without reading the roster again', async () => {
  const floor = await aFloor(admin)
  const zone = await aZone(admin, { floorId: floor.id })
  const people = [await aPerson(admin, { fullName: 'Zoe' }), await aPerson(admin, { fullName: 'Abe' })]
  for (const one of people) {
    const badge = await aBadge(admin, { entityId: one.id })
    await seen(badge['transmitterId'], { floorId: floor.id, buildingId: floor.buildingId, zoneId: zone.id })
  }
  const body = { scenario: 'fire', scope: { buildingIds: [floor.buildingId] } }
  const { id } = (await admin('POST', '/api/emergency/trigger', body)).body.data
  const shown = async () => (await board(id)).map(({ personId }) => personId)
  expect(await shown()).toEqual([people[1]?.id, people[0]?.id])
  for (const status of ['accounted', 'needs_help', 'unknown']) {
    await admin('POST', `/api/emergency/${id}/account`, { personId: people[0]?.id, status })
    expect((await board(id)).at(-1)).toMatchObject({ personId: people[0]?.id, status })
    expect(await shown()).toEqual([people[1]?.id, people[0]?.id])
  }
  await admin('PUT', `/api/personnel/${people[0]?.id}`, { phone: '+441632960002' })
  expect((await board(id)).at(-1)?.phone).toBe('+441632960002')
})

it('two looks and many decisions at the same time end with the last word about everybody', async () => {
  const { buildingId } = await aFloor(admin)
  const ids: string[] = []
  for (let n = 0; n < 12; n += 1) ids.push((await aPerson(admin, { entityType: 'visitor' })).id)
  const body = { scenario: 'fire', scope: { buildingIds: [buildingId] } }
  const { id } = (await admin('POST', '/api/emergency/trigger', body)).body.data
  const looks = Array.from({ length: 20 }, () => board(id))
  await Promise.all([
    ...ids.map((personId) => admin('POST', `/api/emergency/${id}/account`, { personId, status: 'accounted' })),
    ...looks,
  ])
  await eventually('everybody is accounted for', async () => {
    const { counts, people } = (await admin('GET', `/api/emergency/muster?eventId=${id}`)).body.data
    const accounted = people.filter((one: { status: string }) => one.status === 'accounted').length
    expect(accounted).toBe(counts.accounted)
    return accounted === ids.length
  })
})

// Counts that look at everybody are shared for a moment. A backend as in production, where the other tests keep nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { eventually } from './eventually.ts'
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

it('the board that one reader was shown is never shown to another who may see less', async () => {
  const { buildingId } = await aFloor(admin)
  // Odd enough to break a text that is put together by hand.
  const guest = {
    entityType: 'visitor',
    fullName: 'Zoë "Zed" O’Hara \\ 李',
    phone: '+441632960009',
    specialNeeds: 'Uses a wheelchair\n\t,"phone":"none" \\" 🦽',
  }
  const { id: personId } = await aPerson(admin, guest)
  const body = { scenario: 'fire', scope: { buildingIds: [buildingId] } }
  const { id } = (await admin('POST', '/api/emergency/trigger', body)).body.data
  const seenBy = async (caller: Caller) => {
    const { people } = (await caller('GET', `/api/emergency/muster?eventId=${id}`)).body.data
    return people.find((one: { personId: string }) => one.personId === personId)
  }
  const [operator, viewer] = [await backend.as('operator'), await backend.as('viewer')]
  const { phone, specialNeeds, ...open } = guest
  for (const _ of ['first', 'kept']) {
    expect(await seenBy(admin)).toMatchObject(guest)
    const toOperator = await seenBy(operator)
    expect(toOperator).toMatchObject({ ...open, phone })
    expect(toOperator).not.toHaveProperty('specialNeeds')
    const toViewer = await seenBy(viewer)
    expect(toViewer).toMatchObject(open)
    expect(toViewer).not.toHaveProperty('phone')
    expect(toViewer).not.toHaveProperty('specialNeeds')
  }
  const { permissions } = (await admin('GET', '/api/admin/roles')).body.data.find(
    ({ role }: { role: string }) => role === 'viewer',
  )
  await admin('PUT', '/api/admin/roles/viewer', { permissions: [...permissions, 'personnel.health'] })
  const toNurse = await seenBy(viewer)
  expect(toNurse).toMatchObject({ ...open, specialNeeds })
  expect(toNurse).not.toHaveProperty('phone')
  await admin('PUT', '/api/admin/roles/viewer', { permissions })
  expect(await seenBy(viewer)).not.toHaveProperty('specialNeeds')
  await admin('PUT', `/api/emergency/${id}`, { message: 'Use the north stairs' })
  const { event } = (await admin('GET', `/api/emergency/muster?eventId=${id}`)).body.data
  expect(event.message).toBe('Use the north stairs')
})

it('the evidence is that of the badge seen last', async () => {
  const floor = await aFloor(admin)
  const zones = [
    await aZone(admin, { floorId: floor.id, name: 'The "quiet" \\ room' }),
    await aZone(admin, { floorId: floor.id }),
  ]
  const person = await aPerson(admin, { fullName: 'Two Badges' })
  for (const zone of zones) {
    const badge = await aBadge(admin, { entityId: person.id })
    await seen(badge['transmitterId'], { floorId: floor.id, buildingId: floor.buildingId, zoneId: zone.id })
  }
  const trigger = { scenario: 'fire', scope: { buildingIds: [floor.buildingId] } }
  const { id } = (await admin('POST', '/api/emergency/trigger', trigger)).body.data
  const evidence = async () => (await board(id)).find(({ personId }) => personId === person.id)?.evidence
  expect(await evidence()).toMatchObject({ sighting: { zoneId: zones[1]?.id, floorId: floor.id } })
  const first = backend.db
    .updateTable('positionsCurrent')
    .set({ at: new Date(Date.now() + 1000), x: 12.345, accuracyM: 0.5 })
  await first.where('zoneId', '=', zones[0]?.id ?? '').execute()
  await admin('PUT', `/api/zones/${zones[1]?.id}`, { capacity: 7 })
  expect(await evidence()).toMatchObject({
    sighting: { zoneId: zones[0]?.id, zoneName: 'The "quiet" \\ room' },
    position: { x: 12.345, y: 1, xM: 1, yM: 1 },
    accuracyM: 0.5,
    batteryPct: null,
  })
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

// Emergencies across the edge of what an account may see (docs/decisions/0051): its people and nobody else's, and never an answer that was
// read for somebody else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissions } from '@rollcall/contracts/permissions'
import { queuePushes } from '../src/notify/push-queries.ts'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { aSeenPerson } from './a-seen-person.ts'
import { aBuilding, aFloor, aPushSubscription } from './site-things.ts'

let backend: TestBackend
let admin: Caller
let limited: Caller
let account: { id: string; email: string }
let here: { id: string; buildingId: string; person: string }
let there: { id: string; buildingId: string; person: string }
let eventId = ''

async function aPlace() {
  const { id, buildingId } = await aFloor(admin)
  const person = await aSeenPerson(backend.db, admin, { floorId: id, buildingId })
  return { id, buildingId, person: person.id }
}
const change = (body: object) => admin('PUT', `/api/users/${account.id}`, body)
const signIn = async () => backend.withToken(await tokenOf(backend.nobody, account.email))

beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  ;[here, there] = [await aPlace(), await aPlace()]
  await admin('PUT', '/api/admin/roles/safety', { permissions })
  account = await aUser(backend.db, { role: 'safety' })
  await change({ buildingIds: [here.buildingId] })
  limited = await signIn()
  await limited('POST', '/api/push/subscriptions', aPushSubscription())
  const scope = { buildingIds: [here.buildingId, there.buildingId] }
  eventId = (await admin('POST', '/api/emergency/trigger', { scenario: 'fire', mode: 'drill', scope })).body.data.id
})
afterAll(() => backend.stop())

describe('an emergency that goes beyond the own buildings', () => {
  const board = async (caller: Caller) => (await caller('GET', `/api/emergency/muster?eventId=${eventId}`)).body.data
  const idsOf = (data: { people: { personId: string }[] }) => data.people.map(({ personId }) => personId).toSorted()

  it('shows the people of the own buildings, at the same moment as others see all', async () => {
    const both = [here.person, there.person].toSorted()
    const boards = await Promise.all([board(admin), board(limited), board(admin), board(limited)])
    expect(boards.map(idsOf)).toEqual([both, [here.person], both, [here.person]])
    expect(boards.map(({ counts }) => counts.total)).toEqual([2, 1, 2, 1])
    expect(boards[1].event.scope.buildingIds).toEqual([here.buildingId])
    const report = (await limited('GET', `/api/emergency/${eventId}/report`)).body.data
    expect(idsOf(report)).toEqual([here.person])
  })

  it('shows the roster before it rings for each as they may see it, also at the same moment', async () => {
    const roster = async (caller: Caller) => idsOf((await caller('GET', '/api/emergency/roster')).body.data)
    const [all, own] = await Promise.all([roster(admin), roster(limited)])
    expect([all.length, own]).toEqual([2, [here.person]])
  })

  it('lets them account for their own people and for no others, and not end it', async () => {
    const account = (personId: string) =>
      limited('POST', `/api/emergency/${eventId}/account`, { personId, status: 'accounted' })
    expect((await account(here.person)).status).toBe(200)
    expect((await account(there.person)).status).toBe(404)
    const many = { ids: [here.person, there.person], status: 'excused' }
    expect((await limited('POST', `/api/emergency/${eventId}/account-many`, many)).status).toBe(404)
    const end = { state: 'resolved', resolution: 'drill_complete', confirmMissing: true }
    expect((await limited('PUT', `/api/emergency/${eventId}`, end)).status).toBe(403)
    const statuses = (await board(admin)).people.map(({ status }: { status: string }) => status)
    expect(statuses.toSorted()).toEqual(['accounted', 'unknown'])
  })

  it('lets nobody act as another whose tap is written at the same moment', async () => {
    const tap = async (caller: Caller, personId: string, n: number) => {
      const body = { personId, status: 'accounted', note: `Tap ${n}` }
      return (await caller('POST', `/api/emergency/${eventId}/account`, body)).status
    }
    const taps = Array.from({ length: 8 }, (_, n) => [
      tap(admin, here.person, 4 * n),
      tap(limited, there.person, 4 * n + 1),
      tap(limited, here.person, 4 * n + 2),
      tap(admin, there.person, 4 * n + 3),
    ])
    expect(await Promise.all(taps.flat())).toEqual(taps.flatMap(() => [200, 404, 200, 200]))
  })

  it('takes a drill over wherever it is, when it becomes real in the own building', async () => {
    const live = { scenario: 'fire', mode: 'live', scope: { buildingIds: [here.buildingId] } }
    expect((await limited('POST', '/api/emergency/trigger', live)).status).toBe(201)
    expect((await admin('GET', `/api/emergency/${eventId}`)).body.data.resolution).toBe('superseded')
  })
})

describe('a limit', () => {
  const active = { scenario: 'medical', mode: 'live' }
  const pushed = async (id: string) =>
    (await backend.db.selectFrom('pushMessages').select('about').where('emergencyId', '=', id).execute()).length

  it('holds for messages to the phone', async () => {
    const scope = { buildingIds: [there.buildingId] }
    const { id } = (await admin('POST', '/api/emergency/trigger', { ...active, scope })).body.data
    const [mine] = (await limited('GET', '/api/emergency/active')).body.data
    await queuePushes(backend.db)
    expect([await pushed(id), await pushed(mine.id)]).toEqual([0, 1])
  })

  it('of which no building is left shows none, not all', async () => {
    const gone = await aBuilding(admin)
    await change({ buildingIds: [gone.id] })
    const caller = await signIn()
    expect((await caller('GET', '/api/buildings')).body.data.total).toBe(1)
    await admin('DELETE', `/api/buildings/${gone.id}`)
    expect((await caller('GET', '/api/buildings')).body.data.total).toBe(0)
    expect((await caller('GET', '/api/auth/backend-me')).body.data.buildingIds).toEqual([])
  })

  it('ends the sessions when it takes something away, and only then', async () => {
    await change({ buildingIds: [here.buildingId] })
    const caller = await signIn()
    await change({ buildingIds: [here.buildingId, there.buildingId] })
    expect((await caller('GET', '/api/buildings')).body.data.total).toBe(2)
    await change({ buildingIds: [there.buildingId] })
    expect((await caller('GET', '/api/buildings')).status).toBe(401)
  })

  it('is not for administrators, and names only what exists', async () => {
    const asAdmin = await change({ role: 'admin' })
    expect([asAdmin.status, asAdmin.body.error.issues?.[0]?.path]).toEqual([400, 'buildingIds'])
    expect((await change({ buildingIds: [here.id] })).body.error.issues?.[0]?.path).toBe('buildingIds')
    expect((await change({ role: 'admin', buildingIds: null })).status).toBe(200)
  })
})

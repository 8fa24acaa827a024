// Emergencies from the trigger to the end, through the HTTP door.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBadge, aBuilding, aFloor, aPerson, aZone } from './site-things.ts'

let backend: TestBackend
let safety: Caller
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  safety = await backend.as('safety')
})
afterAll(() => backend.stop())

let buildingId: string
let floorId: string
beforeEach(async () => {
  const floor = await aFloor(admin)
  buildingId = floor.buildingId
  floorId = floor.id
})

async function somebodySeen(minutesAgo: number, fields: object = {}): Promise<string> {
  const person = await aPerson(admin, fields)
  const { transmitterId } = await aBadge(admin, { entityId: person.id })
  const spot = {
    floorId,
    buildingId,
    zoneId: null,
    x: 1,
    y: 1,
    xM: 1,
    yM: 1,
    method: 'nearest' as const,
    accuracyM: 3,
    confidence: 0.5,
    receiverCount: 1,
    seq: 1,
  }
  await backend.db
    .insertInto('positionsCurrent')
    .values({ ...spot, transmitterId: String(transmitterId), at: new Date(Date.now() - minutesAgo * 60_000) })
    .execute()
  return person.id
}

const trigger = (fields: object = {}) =>
  safety('POST', '/api/emergency/trigger', { scenario: 'fire', scope: { buildingIds: [buildingId] }, ...fields })

describe('POST /api/emergency/trigger', () => {
  // holds rules 9-6
  it('freezes who was seen in the last fifteen minutes, and takes all muster points of the scope', async () => {
    const point = await aZone(admin, { floorId, isMusterPoint: true })
    const inside = await somebodySeen(2)
    await somebodySeen(16)
    const { status, body } = await trigger()
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      state: 'active',
      mode: 'live',
      musterPoints: [point.id],
      counts: { total: 1, unknown: 1 },
    })
    const muster = await safety('GET', `/api/emergency/muster?eventId=${body.data.id}`)
    expect(muster.body.data.people).toHaveLength(1)
    expect(muster.body.data.people[0]).toMatchObject({
      personId: inside,
      status: 'unknown',
      absence: 'probably_inside',
    })
    await somebodySeen(0)
    expect((await safety('GET', `/api/emergency/muster?eventId=${body.data.id}`)).body.data.people).toHaveLength(1)
    const active = await safety('GET', '/api/emergency/active')
    expect(active.body.data.map((one: { id: string }) => one.id)).toContain(body.data.id)
  })

  // holds rules 9-4
  it('is one emergency when the same key comes twice, also at the same moment', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => trigger({ idempotencyKey: `key-${buildingId}` })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1)
  })

  // holds rules 9-3
  it('is refused while another covers the place, also at the same moment', async () => {
    const replies = await Promise.all([trigger(), trigger()])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 409)?.body.error.code).toBe('active_event_exists')
    const elsewhere = await aBuilding(admin)
    expect((await trigger({ scope: { buildingIds: [elsewhere.id] } })).status).toBe(201)
  })

  it('refuses a building that does not exist and a muster point that is none', async () => {
    const nowhere = await trigger({ scope: { buildingIds: ['8b0bd5ca-9a5c-4ef5-a0a4-000000000000'] } })
    expect(nowhere.status).toBe(400)
    const room = await aZone(admin, { floorId })
    const refused = await trigger({ musterPoints: [room.id] })
    expect(refused.body.error.issues).toMatchObject([{ path: 'musterPoints', code: 'no_muster_point' }])
    const [point] = [
      await aZone(admin, { floorId, isMusterPoint: true }),
      await aZone(admin, { floorId, isMusterPoint: true }),
    ]
    expect((await trigger({ musterPoints: [point.id, point.id] })).body.data.musterPoints).toEqual([point.id])
  })
})

describe('accounting and resolving', () => {
  // holds rules 9-20
  it('counts people, refuses to end with somebody missing, and lets go when it is meant', async () => {
    const [a, b] = [await somebodySeen(1, { phone: '+441632960002' }), await somebodySeen(1)]
    const { id } = (await trigger({ mode: 'drill' })).body.data
    const operator = await backend.as('operator')
    const done = await operator('POST', `/api/emergency/${id}/account`, {
      personId: a,
      status: 'accounted',
      note: 'At the gate',
    })
    expect(done.body.data).toMatchObject({
      status: 'accounted',
      method: 'manual',
      note: 'At the gate',
      by: 'The operator',
      phone: '+441632960002',
    })
    expect(done.body.data).not.toHaveProperty('specialNeeds')
    const late = (status: string, decidedAt: string) =>
      operator('POST', `/api/emergency/${id}/account`, { personId: a, status, decidedAt })
    const refused = await late('needs_help', new Date(Date.parse(done.body.data.at) - 1).toISOString())
    expect([refused.status, refused.body.error.code]).toEqual([409, 'decided_since'])
    expect((await late('needs_help', done.body.data.at)).body.data.status).toBe('needs_help')
    expect((await late('accounted', new Date().toISOString())).body.data.status).toBe('accounted')
    const resolve = (fields: object = {}) =>
      safety('PUT', `/api/emergency/${id}`, { state: 'resolved', resolution: 'drill_complete', ...fields })
    const tooSoon = await resolve()
    expect([tooSoon.status, tooSoon.body.error.code]).toEqual([409, 'people_missing'])
    expect((await operator('PUT', `/api/emergency/${id}`, { message: 'x' })).status).toBe(403)
    const ended = await resolve({ confirmMissing: true })
    expect(ended.body.data).toMatchObject({
      state: 'resolved',
      resolution: 'drill_complete',
      resolvedBy: 'The safety',
      counts: { total: 2, accounted: 1, unknown: 1 },
    })
    expect((await resolve({ confirmMissing: true })).status).toBe(409)
    expect((await safety('POST', `/api/emergency/${id}/account`, { personId: b, status: 'accounted' })).status).toBe(
      409,
    )
    const events = await safety('GET', `/api/emergency/events?eventId=${id}&sort=at`)
    expect(events.body.data.items.map((one: { type: string }) => one.type)).toEqual([
      'triggered',
      'accounted',
      'accounted',
      'accounted',
      'resolved',
    ])
    const happened = (await safety('GET', '/api/activity?type=emergency')).body.data.items
    expect(happened.slice(0, 2).map((one: { text: string }) => one.text)).toEqual([
      expect.stringContaining('Resolved with 1'),
      expect.stringContaining('Drill triggered; 2 people'),
    ])
    expect((await trigger()).status).toBe(201)
  })
})

describe('/api/emergency/contacts', () => {
  it('are kept for those who may see them', async () => {
    const { status, body } = await safety('POST', '/api/emergency/contacts', {
      name: 'Fire brigade',
      phone: '+44 1632 960999',
      channels: ['voice'],
      scenarios: ['fire'],
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ phone: '+441632960999', priority: 10, active: true })
    const other = await safety('GET', '/api/emergency/contacts?scenario=medical')
    expect(other.body.data.items).toEqual([])
    const operator = await backend.as('operator')
    expect((await operator('GET', '/api/emergency/contacts')).status).toBe(403)
    expect((await safety('DELETE', `/api/emergency/contacts/${body.data.id}`)).status).toBe(204)
  })
})

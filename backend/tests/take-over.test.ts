// Triggering over what is active (rules 9), through the HTTP door.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { EmergencyTrigger } from '@rollcall/contracts/domains/emergency'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { triggerEmergency } from '../src/domains/emergency/trigger-emergency.ts'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aRelayStandIn } from './a-relay-stand-in.ts'
import { aBadge, aBuilding, aFloor, aPerson, aZone } from './site-things.ts'

let relay: Awaited<ReturnType<typeof aRelayStandIn>>
let backend: TestBackend
let safety: Caller
let admin: Caller
beforeAll(async () => {
  relay = await aRelayStandIn()
  backend = await aBackend({ REALTIME_PUBLISH_URL: relay.url })
  admin = await backend.as('admin')
  safety = await backend.as('safety')
})
afterAll(async () => {
  await backend?.stop()
  await relay?.stop()
})

let buildingId: string
let floorId: string
beforeEach(async () => {
  const floor = await aFloor(admin)
  buildingId = floor.buildingId
  floorId = floor.id
})

const sinceMinutes = (minutes: number) => new Date(Date.now() - minutes * 60_000)

async function somebodySeen(minutesAgo: number, fields: object = {}): Promise<{ id: string; transmitterId: string }> {
  const person = await aPerson(admin, fields)
  const badge = await aBadge(admin, { entityId: person.id })
  const transmitterId = String(badge.transmitterId)
  const spot = { floorId, buildingId, zoneId: null, x: 1, y: 1, xM: 1, yM: 1, method: 'nearest' as const }
  const quality = { accuracyM: 3, confidence: 0.5, receiverCount: 1, seq: 1 }
  await backend.db
    .insertInto('positionsCurrent')
    .values({ ...spot, ...quality, transmitterId, at: sinceMinutes(minutesAgo) })
    .execute()
  return { id: person.id, transmitterId }
}

const trigger = (fields: object = {}) =>
  safety('POST', '/api/emergency/trigger', { scenario: 'fire', scope: { buildingIds: [buildingId] }, ...fields })
const account = (id: string, personId: string, fields: object = {}) =>
  safety('POST', `/api/emergency/${id}/account`, { personId, status: 'accounted', ...fields })
const rosterOf = (id: string) =>
  backend.db.selectFrom('emergencyRoster').selectAll().where('emergencyId', '=', id).execute()
const toldOn = (channel: string) =>
  relay.publications.filter((one) => one.channel === channel).map(({ data }) => data.data)
const read = async (id: string) => (await safety('GET', `/api/emergency/${id}`)).body.data

describe('a live trigger over a drill', () => {
  // holds rules 9-2
  it('ends the drill, and keeps whoever is on its roster with what was decided', async () => {
    const [found, missing, elsewhere] = [await somebodySeen(1), await somebodySeen(1), await somebodySeen(1)]
    const drill = (await trigger({ mode: 'drill' })).body.data
    await account(drill.id, found.id, { note: 'At the gate', status: 'needs_help' })
    const before = (await rosterOf(drill.id)).find(({ personId }) => personId === found.id)
    const zone = await aZone(admin, { floorId })
    const sweep = { state: 'searched' as const, changedBy: 'Wren', decidedAt: new Date(), note: 'Locked', version: 2 }
    await backend.db
      .insertInto('emergencySweeps')
      .values({ ...sweep, emergencyId: drill.id, floorId, zoneId: String(zone.id) })
      .execute()
    // Not seen any more, as somebody who left the badge behind.
    await backend.db
      .updateTable('positionsCurrent')
      .set({ at: sinceMinutes(40) })
      .where('transmitterId', '=', elsewhere.transmitterId)
      .execute()

    const live = await trigger({ mode: 'live', scenario: 'gas_leak' })
    expect(live.status).toBe(201)
    expect(live.body.data).toMatchObject({
      mode: 'live',
      state: 'active',
      counts: { total: 3, needsHelp: 1, unknown: 2 },
    })
    expect(await read(drill.id)).toMatchObject({
      state: 'resolved',
      resolution: 'superseded',
      supersededBy: live.body.data.id,
      resolvedBy: 'The safety',
    })
    const people = await rosterOf(live.body.data.id)
    const of = (id: string) => people.find(({ personId }) => personId === id)
    expect(before).toMatchObject({
      status: 'needs_help',
      method: 'manual',
      note: 'At the gate',
      changedBy: 'The safety',
    })
    expect(of(found.id)).toEqual({ ...before, emergencyId: live.body.data.id, version: expect.any(Number) as number })
    expect([of(missing.id)?.status, of(elsewhere.id)?.status]).toEqual(['unknown', 'unknown'])
    const carried = await backend.db
      .selectFrom('emergencySweeps')
      .select(['state', 'changedBy', 'zoneId', 'note'])
      .where('emergencyId', '=', live.body.data.id)
      .execute()
    expect(carried).toEqual([{ state: 'searched', changedBy: 'Wren', zoneId: zone.id, note: 'Locked' }])
    const lines = await safety('GET', `/api/emergency/events?eventId=${live.body.data.id}`)
    expect(lines.body.data.items.map((line: { type: string }) => line.type)).toEqual(['triggered', 'accounted'])
    const active = (await safety('GET', '/api/emergency/active')).body.data.map((one: { id: string }) => one.id)
    expect(active).toContain(live.body.data.id)
    expect(active).not.toContain(drill.id)
    // The drill can be changed no more, and is ended once.
    expect((await safety('PUT', `/api/emergency/${drill.id}`, { message: 'x' })).status).toBe(409)
  })

  it('tells pages of both, and contacts once: of nothing that still says drill', async () => {
    const name = `Warden ${randomUUID()}`
    await safety('POST', '/api/emergency/contacts', {
      name,
      email: 'warden@example.org',
      channels: ['email'],
      buildingIds: [buildingId],
    })
    const drill = (await trigger({ mode: 'test' })).body.data
    // As if the mail server had not taken it yet.
    const waiting = { contactName: name, channel: 'email', address: 'warden@example.org', priority: 1 }
    await backend.db
      .insertInto('notificationOutbox')
      .values({ ...waiting, emergencyId: drill.id, subject: '[TEST]', text: 'a test', dueAt: sinceMinutes(-30) })
      .execute()
    const live = (await trigger()).body.data
    const left = await backend.db
      .selectFrom('notificationOutbox')
      .select('state')
      .where('emergencyId', '=', drill.id)
      .where('subject', '=', '[TEST]')
      .execute()
    expect(left).toEqual([{ state: 'out_of_date' }])
    await expect
      .poll(async () => (await safety('GET', `/api/emergency/${live.id}/notifications`)).body.data.items)
      .toHaveLength(1)
    await expect
      .poll(() => toldOn(`event:${drill.id}`))
      .toContainEqual(expect.objectContaining({ eventId: drill.id, state: 'resolved' }))
    expect(toldOn('global:all')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ eventId: live.id, state: 'active' }),
        expect.objectContaining({ eventId: drill.id, state: 'resolved' }),
      ]),
    )
  })

  it('says in the message that it became real', async () => {
    // Nobody sends here: the message stays as it was queued.
    const contact = { name: `Kin ${buildingId}`, channels: ['sms'], phone: '+441632960123', buildingIds: [buildingId] }
    await safety('POST', '/api/emergency/contacts', contact)
    const far = { dueAt: sinceMinutes(-60) }
    await trigger({ mode: 'drill' })
    await sql`CREATE OR REPLACE FUNCTION later() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.due_at := ${sql.lit(far.dueAt.toISOString())}; RETURN NEW; END $$`.execute(backend.db)
    await sql`CREATE TRIGGER later BEFORE INSERT ON notification_outbox FOR EACH ROW EXECUTE FUNCTION later()`.execute(
      backend.db,
    )
    const live = (await trigger()).body.data
    await sql`DROP TRIGGER later ON notification_outbox`.execute(backend.db)
    const queued = await backend.db
      .selectFrom('notificationOutbox')
      .select(['subject', 'text'])
      .where('emergencyId', '=', live.id)
      .execute()
    expect(queued).toHaveLength(1)
    expect(queued[0]?.subject).toMatch(/^NO LONGER A DRILL/)
    expect(queued[0]?.text).toMatch(/^NO LONGER A DRILL/)
  })

  // holds rules 9-2
  it('takes over every drill that its scope covers, and a test as well', async () => {
    const other = await aFloor(admin)
    const [one, two] = [
      (await trigger({ mode: 'drill' })).body.data,
      (await trigger({ mode: 'test', scope: { buildingIds: [other.buildingId] } })).body.data,
    ]
    const live = await trigger({ scope: { buildingIds: [other.buildingId, buildingId] } })
    expect(live.status).toBe(201)
    expect([(await read(one.id)).supersededBy, (await read(two.id)).supersededBy]).toEqual(
      Array(2).fill(live.body.data.id),
    )
    const toldOf = async (id: string) =>
      (await safety('GET', `/api/emergency/events?eventId=${id}&sort=at`)).body.data.items.map(
        ({ type, actor, text }: Record<string, string>) => [type, actor, text],
      )
    const began = 'Emergency triggered; 0 people on the roster.'
    const [[type, actor, text]] = await toldOf(live.body.data.id)
    expect([type, actor]).toEqual(['triggered', 'The safety'])
    const tookOver = ['drill', 'test'].map((word) => `It took over from the ${word}.`)
    expect([`${began} ${tookOver.join(' ')}`, `${began} ${tookOver.toReversed().join(' ')}`]).toContain(text)
    const ends = ['drill', 'test'].map((word) => `The ${word} became real: a live emergency took over.`)
    expect((await toldOf(one.id))[1]).toEqual(['resolved', 'The safety', ends[0]])
    expect((await toldOf(two.id))[1]).toEqual(['resolved', 'The safety', ends[1]])
    const { items } = (await safety('GET', '/api/activity?type=emergency')).body.data
    const texts = items.slice(0, 3).map((line: { text: string }) => line.text)
    expect(texts).toEqual(expect.arrayContaining([...ends, `${text} Scenario: fire.`]))
  })

  it.each(['drill', 'test'])('says that it took over from the %s', async (mode) => {
    await trigger({ mode })
    const { id } = (await trigger()).body.data
    const [line] = (await safety('GET', `/api/emergency/events?eventId=${id}&sort=at`)).body.data.items
    expect(line.text).toContain(`It took over from the ${mode}.`)
  })

  it('lets the personal links of the drill answer the live emergency', async () => {
    const { id: personId } = await somebodySeen(1)
    const drill = (await trigger({ mode: 'drill' })).body.data
    const links = await safety('POST', `/api/emergency/${drill.id}/links`, { personIds: [personId] })
    const live = (await trigger()).body.data
    const path = links.body.data[0].path as string
    expect((await backend.nobody('GET', `/api${path}`)).body.data).toMatchObject({ mode: 'live', status: 'unknown' })
    expect((await backend.nobody('POST', path, { status: 'accounted' })).status).toBe(200)
    expect((await read(live.id)).counts).toMatchObject({ accounted: 1, unknown: 0 })
  })

  it('is won by one of several at the same moment', async () => {
    const drill = (await trigger({ mode: 'drill' })).body.data
    const lives = await Promise.all([trigger(), trigger(), trigger()])
    expect(lives.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const live = lives.find(({ status }) => status === 201)?.body.data
    expect((await read(drill.id)).supersededBy).toBe(live.id)
  })

  it('loses no decision that is made on the board of the drill at that moment, or arrives later', async () => {
    const [a, b] = [await somebodySeen(1), await somebodySeen(1)]
    const drill = (await trigger({ mode: 'drill' })).body.data
    const [early, live] = await Promise.all([account(drill.id, a.id), trigger()])
    const late = await account(drill.id, b.id, { decidedAt: drill.triggeredAt })
    expect([early.status, late.status]).toEqual([200, 200])
    expect((await read(live.body.data.id)).counts).toMatchObject({ accounted: 2, unknown: 0 })
    expect((await read(drill.id)).state).toBe('resolved')
  })

  it('is recorded for both', async () => {
    const drill = (await trigger({ mode: 'drill' })).body.data
    const live = (await trigger()).body.data
    const of = async (id: string) =>
      (await admin('GET', `/api/audit/logs?entityId=${id}`)).body.data.items.map(
        (one: { action: string }) => one.action,
      )
    expect(await of(live.id)).toEqual(['emergency.trigger'])
    expect(await of(drill.id)).toEqual(['emergency.supersede', 'emergency.trigger'])
    const [record] = (await admin('GET', `/api/audit/logs?entityId=${drill.id}`)).body.data.items
    expect(record).toMatchObject({ before: { state: 'active' }, after: { state: 'resolved', supersededBy: live.id } })
    const [begun] = (await admin('GET', `/api/audit/logs?entityId=${live.id}`)).body.data.items
    expect(begun).toMatchObject({ before: null, after: { id: live.id, state: 'active' } })
  })
})

it('tells contacts on the channels that it is given, and on all of theirs when a drill becomes real', async () => {
  const contact = { name: 'Both', email: 'both@example.org', phone: '+441632960124', channels: ['email', 'sms'] }
  await safety('POST', '/api/emergency/contacts', { ...contact, buildingIds: [buildingId] })
  const weather = async () => {
    const body = { scenario: 'fire', mode: 'live', scope: { buildingIds: [buildingId] }, message: '', musterPoints: [] }
    const actor = { id: null, displayName: 'Weather service' }
    const { reply } = await backend.db
      .transaction()
      .execute((tx) => triggerEmergency(tx, EmergencyTrigger.parse(body), actor, ['sms']))
    const { id } = reply.emergency
    const queued = backend.db.selectFrom('notificationOutbox').select('channel').where('emergencyId', '=', id)
    return { id, ended: reply.ended, channels: (await queued.execute()).map(({ channel }) => channel).toSorted() }
  }
  const first = await weather()
  expect(first).toMatchObject({ ended: [], channels: ['sms'] })
  await safety('PUT', `/api/emergency/${first.id}`, { state: 'resolved', resolution: 'all_clear' })
  const drill = (await trigger({ mode: 'drill' })).body.data
  expect(await weather()).toMatchObject({ ended: [{ id: drill.id, state: 'resolved' }], channels: ['email', 'sms'] })
})

describe('what is refused while something is active', () => {
  it.each([
    ['live', 'live'],
    ['live', 'drill'],
    ['drill', 'drill'],
    ['drill', 'test'],
    ['test', 'drill'],
  ])('over a %s a %s', async (standing, mode) => {
    const elsewhere = await aBuilding(admin)
    const first = (await trigger({ mode: standing, scope: { buildingIds: [buildingId, elsewhere.id] } })).body.data
    const { status, body } = await trigger({ mode })
    expect([status, body.error.code]).toEqual([409, 'active_event_exists'])
    expect((await read(first.id)).state).toBe('active')
  })

  it('a live trigger that meets a drill and a live one: nothing is ended', async () => {
    const elsewhere = await aBuilding(admin)
    const drill = (await trigger({ mode: 'drill' })).body.data
    await trigger({ scope: { buildingIds: [elsewhere.id] } })
    expect((await trigger({ scope: { buildingIds: [buildingId, elsewhere.id] } })).status).toBe(409)
    expect((await read(drill.id)).state).toBe('active')
  })

  it('superseding by hand', async () => {
    const drill = (await trigger({ mode: 'drill' })).body.data
    const change = { state: 'resolved', resolution: 'superseded', confirmMissing: true }
    expect((await safety('PUT', `/api/emergency/${drill.id}`, change)).status).toBe(400)
  })
})

describe('personal links of a whole site behind one address', () => {
  it('are opened and answered by everybody; only a token that is used again and again is refused', async () => {
    const people = []
    for (let count = 0; count < 75; count++) people.push((await somebodySeen(1)).id)
    const { id } = (await trigger()).body.data
    const links = await safety('POST', `/api/emergency/${id}/links`, { personIds: people })
    const paths = links.body.data.map((link: { path: string }) => link.path) as string[]
    for (const path of paths) {
      expect((await backend.nobody('GET', `/api${path}`)).status).toBe(200)
      expect((await backend.nobody('POST', path, { status: 'accounted' })).status).toBe(200)
    }
    expect((await read(id)).counts).toMatchObject({ total: 75, accounted: 75 })
    const again = () => backend.nobody('POST', paths[0] ?? '', { status: 'accounted' })
    for (let count = 1; count < 20; count++) expect((await again()).status).toBe(200)
    expect((await again()).status).toBe(429)
    expect((await backend.nobody('POST', paths[1] ?? '', { status: 'accounted' })).status).toBe(200)
  })
})

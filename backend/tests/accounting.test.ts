// Decisions about people and places in an emergency: dated by when they were made, one or many at once, and searched rooms.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AfterActionReport, Muster } from '@rollcall/contracts/domains/muster'
import type { z } from 'zod'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aSeenPerson } from './a-seen-person.ts'
import { aFloor, aPerson, aZone } from './site-things.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

let place: { floorId: string; buildingId: string }
let eventId: string
let triggeredAt: string
let people: string[]
beforeEach(async () => {
  const { id: floorId, buildingId } = await aFloor(admin)
  place = { floorId, buildingId }
  people = []
  for (const fullName of ['Ada', 'Bob', 'Cy'])
    people.push((await aSeenPerson(backend.db, admin, place, { fullName })).id)
  const body = { scenario: 'fire', mode: 'drill', scope: { buildingIds: [buildingId] } }
  const { data } = (await admin('POST', '/api/emergency/trigger', body)).body
  ;[eventId, triggeredAt] = [data.id, data.triggeredAt]
  // As if it had begun ten minutes ago, so that there is a time for decisions to have been made in.
  triggeredAt = new Date(Date.parse(triggeredAt) - 600_000).toISOString()
  const began = { triggeredAt: new Date(triggeredAt) }
  await backend.db.updateTable('emergencies').set(began).where('id', '=', eventId).execute()
})

const minutesIn = (minutes: number) => new Date(Date.parse(triggeredAt) + minutes * 60_000).toISOString()
const board = async (since = 0): Promise<Muster> =>
  (await admin('GET', `/api/emergency/muster?eventId=${eventId}&since=${since}`)).body.data
const account = (personId: string | undefined, status: string, fields: object = {}) =>
  admin('POST', `/api/emergency/${eventId}/account`, { personId, status, ...fields })
const accountMany = (ids: readonly (string | undefined)[], fields: object) =>
  admin('POST', `/api/emergency/${eventId}/account-many`, { ids, ...fields })
const sweep = (fields: object) =>
  admin('POST', `/api/emergency/${eventId}/sweeps`, { floorId: place.floorId, zoneId: null, ...fields })
type Line = { type: string; at: string; arrivedAt: string; text: string; personId: string | null }
const lines = async (type: string): Promise<Line[]> => {
  const { items } = (await admin('GET', `/api/emergency/events?eventId=${eventId}&sort=at&pageSize=200`)).body.data
  return items.filter((one: Line) => one.type === type)
}
const records = async (action: string) =>
  (await admin('GET', `/api/audit/logs?action=${action}&entityId=${eventId}`)).body.data.items

describe('POST /api/emergency/{id}/account', () => {
  // holds rules 9-7
  it('is dated by when it was decided, with its arrival beside it', async () => {
    const { body } = await account(people[0], 'accounted', { decidedAt: minutesIn(2), method: 'scan' })
    expect(body.data).toMatchObject({ status: 'accounted', method: 'scan', decidedAt: minutesIn(2) })
    expect(Date.parse(body.data.at)).toBeGreaterThan(Date.parse(minutesIn(9)))
    const [line] = await lines('accounted')
    expect(line).toMatchObject({ at: minutesIn(2), arrivedAt: body.data.at, text: 'Ada: accounted (badge scanned).' })
  })

  it('never dates before the trigger, nor after now', async () => {
    const early = await account(people[0], 'accounted', { decidedAt: minutesIn(-60) })
    expect(early.body.data.decidedAt).toBe(triggeredAt)
    const late = await account(people[1], 'accounted', { decidedAt: minutesIn(600) })
    expect(late.body.data.decidedAt).toBe(late.body.data.at)
  })

  it('compares decisions by when they were made, not by when they arrived', async () => {
    await account(people[0], 'needs_help', { decidedAt: minutesIn(5) })
    const older = await account(people[0], 'accounted', { decidedAt: minutesIn(4) })
    expect([older.status, older.body.error.code]).toEqual([409, 'decided_since'])
    expect((await account(people[0], 'accounted', { decidedAt: minutesIn(6) })).status).toBe(200)
    expect((await account(people[0], 'unknown', { decidedAt: minutesIn(7) })).body.data).toMatchObject({
      status: 'unknown',
      absence: 'probably_inside',
    })
  })

  it('is one decision when the same is said twice, at the same moment too', async () => {
    const before = await board()
    const recorded = async () => (await admin('GET', '/api/audit/logs?action=muster.account')).body.data.total
    const all = await recorded()
    const replies = await Promise.all(
      [1, 2, 3].map((minute) => account(people[0], 'accounted', { decidedAt: minutesIn(minute) })),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.data.decidedAt)).size).toBe(1)
    expect(await lines('accounted')).toHaveLength(1)
    const was = { personId: people[0], status: 'unknown', note: null }
    expect(await records('muster.account')).toMatchObject([{ before: was }])
    expect(await recorded()).toBe(all + 1)
    expect((await board(before.version)).version).toBe(before.version + 1)
    // Something to add is another word about them.
    expect((await account(people[0], 'accounted', { note: 'At the gate' })).body.data.note).toBe('At the gate')
    expect(await lines('accounted')).toHaveLength(2)
  })

  it('is refused for somebody who is not on the roster', async () => {
    const stranger = await aPerson(admin)
    expect((await account(stranger.id, 'accounted')).status).toBe(404)
  })
})

describe('POST /api/emergency/{id}/account-many', () => {
  it('accounts for all it can in one version, and says of each other why not', async () => {
    const [ada, bob, cy] = people
    const stranger = await aPerson(admin)
    await account(bob, 'needs_help', { decidedAt: minutesIn(5) })
    await account(cy, 'accounted', { decidedAt: minutesIn(1) })
    const { version } = await board()
    const said = { status: 'accounted', method: 'sweep', decidedAt: minutesIn(3) }
    const { status, body } = await accountMany([ada, ada, bob, cy, stranger.id], said)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      updated: 2,
      failed: [
        { id: bob, reason: 'decided_since' },
        { id: stranger.id, reason: 'not_found' },
      ],
    })
    const next = await board(version)
    expect([next.version, next.people.map(({ personId }) => personId)]).toEqual([version + 1, [ada]])
    expect(next.people[0]).toMatchObject({
      status: 'accounted',
      method: 'sweep',
      decidedAt: minutesIn(3),
      absence: null,
    })
    expect(next.counts).toMatchObject({ accounted: 2, needsHelp: 1, unknown: 0 })
    expect((await lines('accounted')).map(({ text }) => text)).toContain('Ada: accounted (found in a search).')
    const [record] = await records('muster.accountMany')
    expect(record).toMatchObject({
      before: { people: [{ personId: ada, status: 'unknown' }] },
      after: { status: 'accounted' },
    })
  })

  it('leaves no trace when nothing changes, and is refused after the end', async () => {
    await accountMany(people, { status: 'off_site' })
    const { version } = await board()
    expect((await accountMany(people, { status: 'off_site' })).body.data).toEqual({ updated: 3, failed: [] })
    expect((await board()).version).toBe(version)
    expect(await records('muster.accountMany')).toHaveLength(1)
    await admin('PUT', `/api/emergency/${eventId}`, { state: 'resolved', resolution: 'drill_complete' })
    expect((await accountMany(people, { status: 'accounted' })).status).toBe(409)
    expect((await sweep({ state: 'searched' })).status).toBe(409)
  })
})

describe('what was decided before the end and arrives after it', () => {
  const end = () =>
    admin('PUT', `/api/emergency/${eventId}`, { state: 'resolved', resolution: 'drill_complete', confirmMissing: true })
  const report = async (): Promise<z.infer<typeof AfterActionReport>> =>
    (await admin('GET', `/api/emergency/${eventId}/report`)).body.data
  const adaIn = ({ people: all }: { people: Muster['people'] }) => all.find(({ personId }) => personId === people[0])

  it('is in the report at the time it was made, with its arrival and the place known at the end', async () => {
    await end()
    const before = await report()
    // Seen somewhere else since: that is no part of the emergency.
    await backend.db.updateTable('positionsCurrent').set({ x: 9, xM: 9, at: new Date() }).execute()
    const late = await account(people[0], 'accounted', { decidedAt: minutesIn(3) })
    expect([late.status, late.body.data.status]).toEqual([200, 'accounted'])
    const after = await report()
    expect(after.counts.accounted).toBe(before.counts.accounted + 1)
    expect(adaIn(after)?.evidence).toEqual(adaIn(before)?.evidence)
    const [line] = await lines('accounted')
    expect(line).toMatchObject({ at: minutesIn(3), personId: people[0] })
    expect(Date.parse(line!.arrivedAt)).toBeGreaterThanOrEqual(Date.parse(after.event.resolvedAt ?? ''))
    expect((await sweep({ state: 'searched', decidedAt: minutesIn(3) })).status).toBe(200)
    const many = await accountMany([people[1]], { status: 'off_site', decidedAt: minutesIn(3) })
    expect(many.body.data).toEqual({ updated: 1, failed: [] })
  })

  it('is refused when it was decided after the end, or arrives a month later', async () => {
    await end()
    const { resolvedAt } = (await report()).event
    const after = new Date(Date.parse(resolvedAt ?? '') + 1).toISOString()
    const codes = async (decidedAt: string) => [
      (await account(people[0], 'accounted', { decidedAt })).body.error.code,
      (await accountMany([people[0]], { status: 'accounted', decidedAt })).body.error.code,
      (await sweep({ state: 'searched', decidedAt })).body.error.code,
    ]
    const over = ['emergency_over', 'emergency_over', 'emergency_over']
    expect(await codes(after)).toEqual(over)
    const ended = async (daysAgo: number) => {
      const earlier = (at: string | null) => new Date(Date.parse(at ?? '') - daysAgo * 24 * 3_600_000)
      const times = { triggeredAt: earlier(triggeredAt), resolvedAt: earlier(resolvedAt) }
      await backend.db.updateTable('emergencies').set(times).where('id', '=', eventId).execute()
      return times.resolvedAt.toISOString()
    }
    expect(await codes(await ended(31))).toEqual(over)
    expect(adaIn(await report())?.status).toBe('unknown')
    expect((await account(people[0], 'accounted', { decidedAt: await ended(29) })).status).toBe(200)
  })
})

it('a word by the address of a drill goes into what it became, also about somebody who came after it began', async () => {
  const late = [await aSeenPerson(backend.db, admin, place), await aSeenPerson(backend.db, admin, place)]
  const live = { scenario: 'fire', mode: 'live', scope: { buildingIds: [place.buildingId] } }
  const { id } = (await admin('POST', '/api/emergency/trigger', live)).body.data
  const accounted = { status: 'accounted', by: 'The admin' }
  for (const one of [people[0], late[0]?.id])
    expect((await account(one, 'accounted')).body.data).toMatchObject(accounted)
  expect((await accountMany([late[1]?.id], { status: 'accounted' })).body.data).toEqual({ updated: 1, failed: [] })
  expect((await admin('GET', `/api/emergency/${id}`)).body.data.counts).toMatchObject({ accounted: 3, unknown: 2 })
})

describe('POST /api/emergency/{id}/sweeps', () => {
  it('is on the board and in the timeline; the newest word stands', async () => {
    const { id: zoneId } = await aZone(admin, { floorId: place.floorId, name: 'Kitchen' })
    const { version } = await board()
    const { body } = await sweep({ zoneId, state: 'searching', decidedAt: minutesIn(2) })
    expect(body.data).toMatchObject({
      zoneId,
      state: 'searching',
      by: 'The admin',
      decidedAt: minutesIn(2),
      note: null,
    })
    await sweep({ zoneId, state: 'searched', decidedAt: minutesIn(4), note: 'Door was locked' })
    const late = await sweep({ zoneId, state: 'open', decidedAt: minutesIn(3) })
    expect([late.status, late.body.error.code]).toEqual([409, 'decided_since'])
    await sweep({ state: 'searched' })
    await sweep({ state: 'searched' })
    const { sweeps, people: changed } = await board(version)
    expect(sweeps).toMatchObject([
      { zoneId, state: 'searched', note: 'Door was locked' },
      { zoneId: null, state: 'searched' },
    ])
    expect(changed).toEqual([])
    const texts = (await lines('searched')).map(({ text }) => text)
    expect(texts).toHaveLength(3)
    expect(texts[1]).toMatch(/^Kitchen, .*: searched, nobody left in it\. Door was locked$/)
    expect(await records('muster.sweep')).toHaveLength(3)
  })

  it('refuses places that are not of this emergency', async () => {
    const elsewhere = await aFloor(admin)
    const zone = await aZone(admin, { floorId: elsewhere.id })
    const other = await sweep({ floorId: elsewhere.id, state: 'searched' })
    expect([other.status, other.body.error.issues?.[0]?.path]).toEqual([400, 'floorId'])
    const mixed = await sweep({ zoneId: zone.id, state: 'searched' })
    expect([mixed.status, mixed.body.error.issues?.[0]?.path]).toEqual([400, 'zoneId'])
  })
})

// holds rules 9-10
it('reports by when things were decided: progress, times, order, and what was searched', async () => {
  await account(people[0], 'accounted', { decidedAt: minutesIn(6) })
  await account(people[1], 'accounted', { decidedAt: minutesIn(2) })
  await sweep({ state: 'searched', decidedAt: minutesIn(4), note: 'Nobody' })
  await account(people[2], 'accounted', { decidedAt: minutesIn(3) })
  await admin('PUT', `/api/emergency/${eventId}`, { state: 'resolved', resolution: 'drill_complete' })
  const report: z.input<typeof AfterActionReport> = (await admin('GET', `/api/emergency/${eventId}/report`)).body.data
  expect(report.progress.map(({ at, accounted }) => [at, accounted])).toEqual([
    [triggeredAt, 0],
    [minutesIn(2), 1],
    [minutesIn(3), 2],
    [minutesIn(6), 3],
  ])
  expect(report.timings).toEqual({ to50: 180, to90: 360, to100: 360 })
  const told = report.timeline.filter(({ type }) => type === 'accounted' || type === 'searched')
  expect(told.map(({ at }) => at)).toEqual([2, 3, 4, 6].map(minutesIn))
  expect(report.sweeps).toMatchObject([{ state: 'searched', note: 'Nobody', decidedAt: minutesIn(4) }])
  const csv = await admin('GET', `/api/emergency/${eventId}/report/csv`)
  expect(csv.text).toContain(`accounted,manual,${minutesIn(2)},${report.people[1]?.at},120,The admin`)
  expect(csv.text).toMatch(/^"?Floor \d+[^\n]*,outside any zone,searched,.*Nobody/m)
})

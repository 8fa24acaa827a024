// What pages ask of the past again and again is counted as it happens: the same answer as from the history itself.
import { sql } from 'kysely'
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensurePartitions } from '../src/database/partition-queries.ts'
import { forgetOldRows } from '../src/database/retention-queries.ts'
import { lookAheadMs, type PastPoint, smoothPast } from '../src/positioning/smooth-past.ts'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aSeenPerson } from './a-seen-person.ts'
import { aFloor } from './site-things.ts'

const minuteMs = 60_000
/** Two whole hours of the past. */
const start = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3 * 3_600_000
const end = start + 2 * 3_600_000

let server: TestBackend
let admin: Caller
let floorId: string
let badges: string[]
beforeAll(async () => {
  server = await aBackend()
  admin = await server.as('admin')
  await ensurePartitions(server.db, Date.now())
  const floor = await aFloor(admin)
  floorId = floor.id
  const people = [1, 2].map(() => aSeenPerson(server.db, admin, { floorId, buildingId: floor.buildingId }))
  badges = (await Promise.all(people)).map(({ transmitterId }) => transmitterId)
  await sql`DELETE FROM position_history`.execute(server.db)
  await sql`DELETE FROM floor_heat`.execute(server.db)
  // Ada rests for two hours at one place, and wanders about in the minute after; a thing that nobody carries lies elsewhere.
  for (let at = start; at < end; at += 30_000) await store(badges[0]!, at, 3.4, 4.9)
  for (let second = 0; second < 30; second++) await store(badges[0]!, end + second * 1000, 10 + second / 3, 4)
  await store(badges[1]!, start + 90 * minuteMs, 3.9, 4.1)
  await store('nobodys', start + 90 * minuteMs, 20, 20)
})
afterAll(async () => server?.stop())

async function store(transmitterId: string, at: number, xM: number, yM: number, accuracyM = 1): Promise<void> {
  const place = { x: xM, y: yM, xM, yM, zoneId: null, method: 'grid' as const, accuracyM }
  await server.db
    .insertInto('positionHistory')
    .values({ transmitterId, floorId, at: new Date(at), ...place })
    .execute()
}

/** When counting began. */
const countedSince = (at: number) =>
  sql`UPDATE applied_migrations SET applied_at = ${new Date(at)} WHERE name = '0029-kept-history'`.execute(server.db)

const ask = async (row: string, from: number, to: number, more = '') => {
  const span = `floorId=${floorId}&from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
  const { status, body } = await admin('GET', `/api/positions/${row}?${span}${more}`)
  expect(status).toBe(200)
  return body.data
}

describe('GET /api/positions/heat', () => {
  it('tells the minutes that people spent in each place, and nothing of things', async () => {
    await countedSince(start - minuteMs)
    const { cellM, cells } = await ask('heat', start, end)
    expect([cellM, cells]).toEqual([1, [[3, 4, 121]]])
  })

  it('counts an hour of which half is asked for by half', async () => {
    const { cells } = await ask('heat', start + 30 * minuteMs, start + 60 * minuteMs)
    expect(cells).toEqual([[3, 4, 30]])
  })

  it('says the same of the time before anything was counted', async () => {
    const counted = await ask('heat', start, end)
    await countedSince(end)
    expect(await ask('heat', start, end)).toEqual(counted)
    await sql`DELETE FROM floor_heat`.execute(server.db)
    expect(await ask('heat', start, end)).toEqual(counted)
  })

  it('puts a walk where it was, not where its marker was shown', async () => {
    const [badge, from] = [badges[1]!, start - 3_600_000]
    // At a metre a second, shown four metres behind.
    const shown = Array.from({ length: 20 }, (_, second): PastPoint => {
      const [xM, yM] = [10 + second, 20.5]
      return { transmitterId: badge, floorId, timestamp: from + second * 1000, accuracyM: 4, x: 0, y: 0, xM, yM }
    })
    for (const { timestamp, xM, yM, accuracyM } of shown) await store(badge, timestamp, xM, yM, accuracyM)
    const ahead = smoothPast(shown.filter(({ timestamp }) => timestamp < from + lookAheadMs))[0]!
    expect(ahead.xM).toBeGreaterThan(11)
    const { rows } = await sql<{ xM: number; yM: number }>`
      SELECT x_m, y_m FROM smoothed_place(${badge}, ${new Date(from)})`.execute(server.db)
    expect(rows[0]!.xM).toBeCloseTo(ahead.xM, 6)
    expect(rows[0]!.yM).toBeCloseTo(20.5, 6)
    await countedSince(from - minuteMs)
    const cell = [Math.floor(ahead.xM), 20, 1]
    // While it waits, and when the next minute was begun.
    expect((await ask('heat', from, from + 3_600_000)).cells).toEqual([cell])
    await store(badge, from + minuteMs, 40.5, 20.5)
    expect((await ask('heat', from, from + 3_600_000)).cells).toEqual(expect.arrayContaining([cell, [40, 20, 1]]))
  })

  it('is 404 for a floor that does not exist', async () => {
    const span = `from=${new Date(start).toISOString()}&to=${new Date(end).toISOString()}`
    const reply = await admin('GET', `/api/positions/heat?floorId=6f2f0f5e-5b0a-4a53-9f0e-2f4a3c1d9b10&${span}`)
    expect(reply.status).toBe(404)
  })
})

describe('GET /api/positions/presence', () => {
  it('tells the most badges at once in each part, from what was counted and before it alike', async () => {
    await countedSince(start - minuteMs)
    const counted = await ask('presence', start, end, '&parts=4')
    expect(counted.transmitters).toEqual([1, 1, 1, 3])
    await countedSince(end)
    expect(await ask('presence', start, end, '&parts=4')).toEqual(counted)
  })
})

describe('what was counted', () => {
  it('counts a badge once a minute, however often it is stored', async () => {
    const { rows } = await sql<{ badges: number }>`
      SELECT badges FROM floor_minutes WHERE floor_id = ${floorId} AND minute = ${new Date(end)}`.execute(server.db)
    expect(rows).toEqual([{ badges: 1 }])
  })

  it('is forgotten with the positions', async () => {
    const { retentionDays } = defaultSettings.general
    await forgetOldRows(server.db, retentionDays, { now: end + retentionDays.positions * 86_400_000 })
    const { rows } = await sql<{ minute: string }>`
      SELECT minute FROM floor_minutes WHERE floor_id = ${floorId} AND minute < now() - interval '10 minutes'`.execute(
      server.db,
    )
    expect(rows.map(({ minute }) => Date.parse(minute))).toEqual([end])
  })
})

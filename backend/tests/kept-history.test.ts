// What pages ask of the past again and again is counted as it happens: the same answer as from the history itself.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensurePartitions } from '../src/database/partition-queries.ts'
import { forgetCounted } from '../src/domains/positions/kept-history-queries.ts'
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

async function store(transmitterId: string, at: number, xM: number, yM: number): Promise<void> {
  const place = { x: xM, y: yM, xM, yM, zoneId: null, method: 'grid' as const, accuracyM: 1 }
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
    await forgetCounted(server.db, new Date(end))
    const { rows } = await sql<{ minute: string }>`
      SELECT minute FROM floor_minutes WHERE floor_id = ${floorId} AND minute < now() - interval '10 minutes'`.execute(
      server.db,
    )
    expect(rows.map(({ minute }) => Date.parse(minute))).toEqual([end])
  })
})

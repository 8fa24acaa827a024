// The days of the position history: made ahead of midnight, dropped after the retention, whatever the clock once said.
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dropPartitionsBefore, ensurePartitions } from '../src/database/partition-queries.ts'
import { keptTables } from '../src/database/kept-tables.ts'
import { daysOf, forgetOldRows, inBatches } from '../src/database/retention-queries.ts'
import { forgetOldEmergencies } from '../src/domains/emergency/emergency-retention.ts'
import { aDatabase } from './a-database.ts'

const dayMs = 86_400_000
const today = Math.floor(Date.now() / dayMs) * dayMs
const { retentionDays } = defaultSettings.general
const floorId = '6f2f0f5e-5b0a-4a53-9f0e-2f4a3c1d9b10'

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

const store = (transmitterId: string, at: number) =>
  database.connection.db
    .insertInto('positionHistory')
    .values({
      transmitterId,
      floorId,
      zoneId: null,
      x: 1,
      y: 1,
      xM: 1,
      yM: 1,
      method: 'grid',
      accuracyM: 1,
      at: new Date(at),
    })
    .execute()

async function stored(): Promise<Record<string, string>> {
  const { rows } = await sql<{ transmitterId: string; part: string }>`
    SELECT transmitter_id, tableoid::regclass::text AS part FROM position_history ORDER BY at`.execute(
    database.connection.db,
  )
  return Object.fromEntries(rows.map(({ transmitterId, part }) => [transmitterId, part]))
}
const dayName = (at: number) => `position_history_${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}`

it('gives each side of midnight its day, days ahead, and forgets whole days once they are over', async () => {
  const { db } = database.connection
  await ensurePartitions(db, today)
  await store('last', today + dayMs - 1)
  await store('first', today + dayMs)
  expect(await stored()).toEqual({ last: dayName(today), first: dayName(today + dayMs) })
  // Three days without housekeeping lose nothing; then it goes on as if nothing had been.
  await store('later', today + 3 * dayMs)
  await ensurePartitions(db, today + 4 * dayMs)
  await ensurePartitions(db, today + 4 * dayMs)
  // The day that the limit falls into is kept whole.
  expect(await dropPartitionsBefore(db, today + dayMs + 3_600_000)).toContain(dayName(today))
  expect(await stored()).toEqual({ first: dayName(today + dayMs), later: dayName(today + 3 * dayMs) })
})

it('forgets what a wrong clock stored outside its day as well', async () => {
  const { db } = database.connection
  const [past, ahead] = [today - 400 * dayMs, today + 200 * dayMs]
  await store('past', past)
  await store('ahead', ahead)
  expect(await stored()).toMatchObject({ past: 'position_history_other', ahead: 'position_history_other' })
  // The day comes, and cannot have a table of its own any more.
  await ensurePartitions(db, ahead)
  await store('that day', ahead + 3_600_000)
  await dropPartitionsBefore(db, today)
  expect(Object.keys(await stored())).toEqual(expect.arrayContaining(['ahead', 'that day']))
  expect(await stored()).not.toHaveProperty('past')
  await dropPartitionsBefore(db, ahead + dayMs)
  const left = await stored()
  for (const gone of ['past', 'ahead', 'that day']) expect(left).not.toHaveProperty(gone)
})

// holds rules 8-30
it('forgets visits that ended or never began, and never an open one', async () => {
  const { db } = database.connection
  const { rows: people } = await sql<{ id: string }>`INSERT INTO people (entity_type, employee_id, full_name)
    SELECT 'visitor', 'V' || n, 'Visitor ' || n FROM generate_series(1, 5) AS n RETURNING id`.execute(db)
  const building = (await sql<{ id: string }>`INSERT INTO buildings (name) VALUES ('Visited') RETURNING id`.execute(db))
    .rows[0]!.id
  const days = (count: number) => new Date(today - count * dayMs)
  const visits = [
    { code: 'ended long ago', arrivedAt: days(100), leftAt: days(99) },
    { code: 'ended', arrivedAt: days(100), leftAt: days(10) },
    { code: 'open', arrivedAt: days(100), leftAt: null },
    { code: 'never began', expectedAt: days(100) },
    { code: 'expected', expectedAt: days(-1) },
  ]
  await db
    .insertInto('visits')
    .values(visits.map((visit, index) => ({ ...visit, personId: people[index]!.id, buildingId: building })))
    .execute()
  await forgetOldRows(db, retentionDays)
  const left = await db.selectFrom('visits').select('code').orderBy('code').execute()
  expect(left.map(({ code }) => code)).toEqual(['ended', 'expected', 'open'])
})

// holds rules 8-30
it('says of every table how long it is kept', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class c WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relnamespace = current_schema()::regnamespace ORDER BY 1`.execute(database.connection.db)
  expect(Object.keys(keptTables).toSorted()).toEqual(rows.map(({ name }) => name))
  const days = { ...retentionDays, audit: 77 }
  const asked = ['audit_log', 'emergency_keys', 'buildings', 'no_such_table']
  expect(asked.map((table) => daysOf(table, days))).toEqual([77, 1, null, null])
})

it('forgets what batteries reported and how assets moved, a batch at a time, and leaves what is newer', async () => {
  const { db } = database.connection
  await sql`INSERT INTO transmitters (transmitter_id) VALUES ('ac233f000001')`.execute(db)
  const asset = (
    await sql<{ id: string }>`INSERT INTO assets (name, category) VALUES ('Pump', 'pump') RETURNING id`.execute(db)
  ).rows[0]!.id
  // More than one batch.
  await sql`INSERT INTO battery_history (transmitter_id, at, battery_pct)
    SELECT 'ac233f000001', now() - make_interval(days => 366) - make_interval(mins => n), 50 FROM generate_series(1, 12000) AS n
    UNION ALL SELECT 'ac233f000001', now() - make_interval(days => 364), 49`.execute(db)
  await sql`INSERT INTO asset_history (asset_id, at, type)
    SELECT ${asset}::uuid, now() - make_interval(days => days), 'moved' FROM unnest(ARRAY[400, 366, 364, 0]) AS days`.execute(
    db,
  )
  const counts = async () => {
    const { rows } = await sql<{ batteries: number; moves: number }>`
      SELECT (SELECT count(*) FROM battery_history)::int AS batteries, (SELECT count(*) FROM asset_history)::int AS moves`.execute(
      db,
    )
    return rows[0]
  }
  await forgetOldRows(db, { ...retentionDays, batteries: 3650, assets: 3650 })
  expect(await counts()).toEqual({ batteries: 12_001, moves: 4 })
  await forgetOldRows(db, retentionDays)
  expect(await counts()).toEqual({ batteries: 1, moves: 2 })
})

it('ends between two batches when the process stops', async () => {
  const stopping = new AbortController()
  let asked = 0
  const forget = async (limit: number) => {
    if (++asked === 2) stopping.abort()
    return limit
  }
  expect(await inBatches(10, stopping.signal, forget)).toBe(20)
})

it('forgets emergencies that ended long ago with all that belongs to them, and says so in the audit log', async () => {
  const { db } = database.connection
  const { rows: made } = await sql<{ id: string; message: string }>`
    INSERT INTO emergencies (scenario, mode, state, resolution, message, triggered_by_name, triggered_at, resolved_at)
    SELECT 'fire', 'drill', CASE WHEN days IS NULL THEN 'active' ELSE 'resolved' END,
      CASE WHEN days IS NOT NULL THEN 'drill_complete' END, name, 'Ada',
      now() - make_interval(days => 4000), now() - make_interval(days => days)
    FROM (VALUES ('old', 3999), ('younger', 3000), ('still on', NULL::int)) AS e (name, days) RETURNING id, message`.execute(
    db,
  )
  for (const { id } of made)
    await sql`INSERT INTO emergency_timeline (emergency_id, type, text) VALUES (${id}, 'note', 'It rang')`.execute(db)
  expect(await forgetOldEmergencies(db, new Date(today - 3650 * dayMs))).toBe(1)
  const left = await db.selectFrom('emergencies').select('message').orderBy('message').execute()
  expect(left.map(({ message }) => message)).toEqual(['still on', 'younger'])
  const { rows: lines } = await sql`SELECT FROM emergency_timeline`.execute(db)
  expect(lines).toHaveLength(2)
  const record = await db.selectFrom('auditLog').selectAll().where('action', '=', 'emergency.retention').execute()
  const old = made.find(({ message }) => message === 'old')!.id
  expect(record).toMatchObject([
    { entityId: old, resource: 'emergencies', before: { scenario: 'fire', mode: 'drill' } },
  ])
})

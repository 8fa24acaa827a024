// The days of the position history: made ahead of midnight, dropped after the retention, whatever the clock once said.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dropPartitionsBefore, ensurePartitions } from '../src/database/partition-queries.ts'
import { forgetOldVisits } from '../src/database/retention-queries.ts'
import { aDatabase } from './a-database.ts'

const dayMs = 86_400_000
const today = Math.floor(Date.now() / dayMs) * dayMs
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
  await forgetOldVisits(db, days(90))
  const left = await db.selectFrom('visits').select('code').orderBy('code').execute()
  expect(left.map(({ code }) => code)).toEqual(['ended', 'expected', 'open'])
})

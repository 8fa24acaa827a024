// Day partitions of the position history: made ahead, dropped after the retention (rules 8: 30 days).
// Called at start and every hour by housekeeping.ts.
import { sql } from 'kysely'
import type { Database } from './schema.ts'

const dayMs = 86_400_000

/** Yesterday (late readings) to three days ahead, so that a night without housekeeping loses nothing. */
export async function ensurePartitions(db: Database, now: number): Promise<void> {
  for (let offset = -1; offset <= 3; offset++) await ensureDay(db, now + offset * dayMs)
}

/** Days as in the names of their partitions: yyyymmdd. */
export async function ensureDays(db: Database, days: readonly string[]): Promise<void> {
  for (const day of days) await ensureDay(db, Date.parse(day.replace(/(....)(..)(..)/, '$1-$2-$3')))
}

export async function dropPartitionsBefore(db: Database, cutoff: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'position_history'::regclass`.execute(db)
  const old = rows.map(({ name }) => name).filter((name) => isDay(name) && name < nameOf(cutoff))
  for (const name of old) await sql`DROP TABLE IF EXISTS ${sql.id(name)}`.execute(db)
  // What a wrong clock left in no day's partition is as old as it says.
  await sql`DELETE FROM position_history_other WHERE at < ${new Date(dayOf(cutoff))}`.execute(db)
  return old
}

async function ensureDay(db: Database, at: number): Promise<void> {
  const from = new Date(dayOf(at)).toISOString()
  const to = new Date(dayOf(at) + dayMs).toISOString()
  try {
    await sql`CREATE TABLE IF NOT EXISTS ${sql.id(nameOf(at))} PARTITION OF position_history
      FOR VALUES FROM (${sql.lit(from)}) TO (${sql.lit(to)})`.execute(db)
  } catch (error) {
    // Rows of that day already lie in the default partition (a clock was ahead): they stay readable there.
    if (!(error instanceof Error && 'code' in error && error.code === '23514')) throw error
  }
}

const dayOf = (at: number) => Math.floor(at / dayMs) * dayMs

function nameOf(at: number): string {
  return `position_history_${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}`
}

function isDay(name: string): boolean {
  return /^position_history_\d{8}$/.test(name)
}

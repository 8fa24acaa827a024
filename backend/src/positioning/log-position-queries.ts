// Up to where the shared log was read, stored with the positions made of it: SQL only. Called by log-reader.ts and position-writer.ts.
import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { type LogPosition, partitions } from '../ingest/log/reading-log.ts'

/** Null: nobody has read, or by another number of partitions. */
export async function readPosition(db: Database): Promise<LogPosition | null> {
  const rows = await db.selectFrom('readingPositions').select(['log', 'upTo']).orderBy('partition').execute()
  const log = rows[0]?.log
  if (rows.length !== partitions || log === undefined || rows.some((row) => row.log !== log)) return null
  return { log, upTo: rows.map(({ upTo }) => upTo) }
}

export async function savePosition(db: Database, { log, upTo }: LogPosition): Promise<void> {
  await sql`
    INSERT INTO reading_positions AS known (partition, log, up_to)
    SELECT number - 1, ${log}, up_to FROM unnest(${upTo}::text[]) WITH ORDINALITY AS e (up_to, number)
    ON CONFLICT (partition) DO UPDATE SET log = excluded.log, up_to = excluded.up_to
    WHERE (known.log, known.up_to) IS DISTINCT FROM (excluded.log, excluded.up_to)`.execute(db)
}

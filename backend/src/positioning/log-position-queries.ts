// Up to where the shared log was read, stored with the positions made of it: SQL only. Called by log-reader.ts and position-writer.ts.
import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { LogPosition } from '../ingest/log/reading-log.ts'
import { partitionCount, type Share } from '../ownership/shares.ts'

/** Null: nobody has read the share, or by another number of partitions. */
export async function readPosition(db: Database, { partitions }: Share): Promise<LogPosition | null> {
  const known = db.selectFrom('readingPositions').select(['partition', 'log', 'upTo'])
  const rows = await known.where('partition', 'in', partitions).execute()
  const log = rows[0]?.log
  if (rows.length !== partitions.length || log === undefined || rows.some((row) => row.log !== log)) return null
  const upTo = Array.from({ length: partitionCount }, () => '0-0')
  for (const row of rows) upTo[row.partition] = row.upTo
  return { log, upTo }
}

export async function savePosition(db: Database, { log, upTo }: LogPosition, { partitions }: Share): Promise<void> {
  await sql`
    INSERT INTO reading_positions AS known (partition, log, up_to)
    SELECT partition, ${log}, up_to
    FROM unnest(${partitions}::int[], ${partitions.map((partition) => upTo[partition]!)}::text[]) AS e (partition, up_to)
    ON CONFLICT (partition) DO UPDATE SET log = excluded.log, up_to = excluded.up_to
    WHERE (known.log, known.up_to) IS DISTINCT FROM (excluded.log, excluded.up_to)`.execute(db)
}

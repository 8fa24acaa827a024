// SQL of how many people were seen in each quarter of an hour of the last day. Counted once a minute from the current positions, so
// that no page ever scans a day of history.
import { sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { seenInQuarter } from '../positions/presence-queries.ts'

/** Called every minute by housekeeping.ts. */
export async function recordOccupancy(db: Database): Promise<void> {
  const { quarter, people } = await seenInQuarter(db)
  await sql`INSERT INTO occupancy_slots AS known (at, people) VALUES (${quarter}, ${people})
    ON CONFLICT (at) DO UPDATE SET people = greatest(known.people, excluded.people)`.execute(db)
}

export type Quarter = { at: string; people: number }

/** Of the last day, or of the time since the first was recorded: before that nobody knows. */
export async function recordedOccupancy(db: Database): Promise<Quarter[]> {
  const { rows } = await sql<Quarter>`
    SELECT slot AS at, coalesce(o.people, 0) AS people
    FROM generate_series(greatest(date_bin('15 minutes', now() - interval '1 day', 'epoch'),
      coalesce((SELECT min(at) FROM occupancy_slots), date_bin('15 minutes', now(), 'epoch'))), now(), interval '15 minutes') AS slot
    LEFT JOIN occupancy_slots o ON o.at = slot
    ORDER BY slot`.execute(db)
  return rows
}

// SQL of how many people were seen in each quarter of an hour of the last day. Counted once a minute from the current positions, so
// that no page ever scans a day of history.
import { sql } from 'kysely'
import type { Dashboard } from '@rollcall/contracts/domains/dashboard'
import type { z } from 'zod'
import type { Database } from '../../database/schema.ts'

const slot = sql`date_bin('15 minutes', now(), 'epoch')`

/** Whoever was seen in this quarter has a position from it, wherever they were before. */
const seenInSlot = sql`(SELECT count(DISTINCT t.entity_id)::int FROM positions_current c
  JOIN transmitters t ON t.transmitter_id = c.transmitter_id
  WHERE c.at >= ${slot} AND t.entity_type IN ('employee', 'visitor', 'contractor'))`

/** Called every minute by housekeeping.ts. */
export async function recordOccupancy(db: Database): Promise<void> {
  await sql`INSERT INTO occupancy_slots AS known (at, people) VALUES (${slot}, ${seenInSlot})
    ON CONFLICT (at) DO UPDATE SET people = greatest(known.people, excluded.people)`.execute(db)
  await sql`DELETE FROM occupancy_slots WHERE at < now() - interval '2 days'`.execute(db)
}

export async function occupancy(db: Database): Promise<z.input<typeof Dashboard>['occupancy']> {
  const { rows } = await sql<{ at: string; people: number }>`
    SELECT slot AS at, greatest(coalesce(o.people, 0), CASE WHEN slot = ${slot} THEN ${seenInSlot} ELSE 0 END) AS people
    FROM generate_series(date_bin('15 minutes', now() - interval '1 day', 'epoch'), now(), interval '15 minutes') AS slot
    LEFT JOIN occupancy_slots o ON o.at = slot
    ORDER BY slot`.execute(db)
  return rows
}

// SQL of the board measurement: who sits where, and people who walk about. Called by board-site.ts and board-bench.ts.
import { sql } from 'kysely'
import type { Database } from '@rollcall/backend/database/schema'

/** Everybody is seen about every ten seconds; of those who are, some have walked and a few are in another zone. */
export async function movePeople(db: Database, second: number): Promise<void> {
  await sql`
    UPDATE positions_current c SET at = now(), seq = c.seq + 1,
      x_m = CASE WHEN c.seq % 3 = 0 THEN least(80, greatest(0, c.x_m + random() * 8 - 4)) ELSE c.x_m END,
      zone_id = CASE WHEN random() < 0.03 THEN (
        SELECT z.id FROM zones z WHERE z.floor_id = c.floor_id AND z.name = 'Zone ' || floor(c.x_m / 4)::int) ELSE c.zone_id END
    FROM transmitters t WHERE t.transmitter_id = c.transmitter_id AND t.entity_type <> 'asset'
      AND abs(hashtext(c.transmitter_id)) % 10 = ${second}::int % 10`.execute(db)
}

/** The operating system's name for the database server, whose processes are all its children. */
export async function databaseFolder(db: Database): Promise<string> {
  const { rows } = await sql<{ dataDirectory: string }>`SHOW data_directory`.execute(db)
  return rows[0]?.dataDirectory ?? ''
}

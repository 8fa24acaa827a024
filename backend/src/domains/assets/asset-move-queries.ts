// SQL that notices where assets are: the first time a tag is in a zone its asset was "seen" there, and later it "moved" (rules 8).
// Called by housekeeping.ts; the stays of zones (positioning) already keep a tag at a door from flickering.
import { sql } from 'kysely'
import type { Database } from '../../database/schema.ts'

export async function recordAssetMoves(db: Database): Promise<void> {
  await sql`
    WITH changed AS (
      SELECT a.id AS asset_id, c.at, known.place AS before, z.name || ', ' || f.name AS place
      FROM positions_current c JOIN transmitters t ON t.transmitter_id = c.transmitter_id AND t.entity_type = 'asset'
      JOIN assets a ON a.id = t.entity_id JOIN zones z ON z.id = c.zone_id JOIN floors f ON f.id = z.floor_id
      LEFT JOIN asset_places known ON known.asset_id = a.id
      WHERE known.place IS DISTINCT FROM z.name || ', ' || f.name
    ), told AS (
      INSERT INTO asset_history (asset_id, at, type, from_value, to_value)
      SELECT asset_id, at, CASE WHEN before IS NULL THEN 'seen' ELSE 'moved' END, before, place FROM changed
    )
    INSERT INTO asset_places (asset_id, place, seen_at) SELECT asset_id, place, at FROM changed
    ON CONFLICT (asset_id) DO UPDATE SET place = excluded.place, seen_at = excluded.seen_at`.execute(db)
}

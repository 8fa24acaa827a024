// SQL of who of the active emergencies stands in one of their muster points (rules 9: auto_zone).
import { sql } from 'kysely'
import type { Database } from '../../database/schema.ts'

export type AtMusterPoint = {
  emergencyId: string
  personId: string
  zoneId: string
  zoneName: string
  /** ISO 8601, of the newest reading. */
  at: string
}

/** People still unknown, by their newest position; a position older than half a minute proves nothing about now. */
export async function atMusterPoints(db: Database): Promise<AtMusterPoint[]> {
  const { rows } = await sql<AtMusterPoint>`
    SELECT DISTINCT ON (r.emergency_id, r.person_id) r.emergency_id, r.person_id, c.zone_id, z.name AS zone_name, c.at
    FROM emergencies e
    JOIN emergency_muster_points m ON m.emergency_id = e.id
    JOIN positions_current c ON c.zone_id = m.zone_id AND c.at > now() - interval '30 seconds'
    JOIN zones z ON z.id = c.zone_id
    JOIN transmitters t ON t.transmitter_id = c.transmitter_id
    JOIN emergency_roster r ON r.emergency_id = e.id AND r.person_id = t.entity_id AND r.status = 'unknown'
    WHERE e.state = 'active'
    ORDER BY r.emergency_id, r.person_id, c.at DESC`.execute(db)
  return rows
}

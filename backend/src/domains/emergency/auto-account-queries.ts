// SQL of who of the active emergencies has been at one of their muster points for ten seconds (rules 9: auto_zone).
import { sql } from 'kysely'
import type { Database } from '../../database/schema.ts'

export type AtMusterPoint = {
  emergencyId: string
  personId: string
  zoneId: string
  zoneName: string
  /** ISO 8601: when the ten seconds were full. */
  settledAt: string
}

/**
 * Whoever sits by the door is heard as if at the point, and gets up when it rings: only who walked since, and came to the point since, is
 * taken at the usual word. Who stood there before must be this sure.
 */
const withoutComing = 0.99

/**
 * People still unknown, by the newest position of any of their badges; one older than half a minute proves nothing about now. Whoever
 * was marked as missing by hand must be seen to come again: the badge that lies there says no more than it did before.
 */
export async function settledAtMusterPoints(db: Database, now: Date): Promise<AtMusterPoint[]> {
  const { rows } = await sql<AtMusterPoint>`
    SELECT DISTINCT ON (r.emergency_id, r.person_id) r.emergency_id, r.person_id, z.id AS zone_id, z.name AS zone_name,
      c.muster_since + interval '10 seconds' AS settled_at
    FROM emergencies e
    JOIN emergency_muster_points m ON m.emergency_id = e.id
    JOIN positions_current c ON c.muster_zone_id = m.zone_id AND c.at - c.muster_since >= interval '10 seconds'
      AND c.at > ${now}::timestamptz - interval '30 seconds'
      AND ((c.moved_at > e.triggered_at AND c.muster_since > e.triggered_at)
        OR c.muster_probability > ${withoutComing})
    JOIN zones z ON z.id = m.zone_id
    JOIN transmitters t ON t.transmitter_id = c.transmitter_id
    JOIN emergency_roster r ON r.emergency_id = e.id AND r.person_id = t.entity_id AND r.status = 'unknown'
      AND (r.decided_at IS NULL OR r.decided_at < c.muster_since)
    WHERE e.state = 'active'
    ORDER BY r.emergency_id, r.person_id, c.at DESC`.execute(db)
  return rows
}

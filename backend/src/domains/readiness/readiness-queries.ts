// SQL of what readiness is made of: counts per building and over the register, each in one statement that looks at every row once.
// Called by read-readiness.ts.
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../database/schema.ts'

/** So many names of what is at fault are told. */
const mostNames = 3
/** Longer than readings are put together for (rules 10): a badge is lost from sight in between. */
const pauseMs = 10_000
/** A clock further off is not believed (rules 10). */
const clockMs = 5000
/** A little of it happens on every network. */
const shareOfReadings = 0.05

type Named = { faulty: number; names: string[] | null }
export type BuildingFacts = {
  buildingId: string
  name: string
  floors: number
  withoutReceivers: Named
  withoutWarden: Named
  receivers: number
  silent: Named
  pausing: Named
  clock: Named
  late: Named
  twice: Named
  musterPoints: number
  contacts: number
  unanswered: number
  lastDrillAt: string | null
}

const named = (isFaulty: RawBuilder<unknown>) => sql`json_build_object('faulty', count(*) FILTER (WHERE ${isFaulty}),
  'names', (array_agg(name ORDER BY lower(name)) FILTER (WHERE ${isFaulty}))[1:${sql.lit(mostNames)}])`

const none = sql`'{"faulty": 0, "names": null}'::json`

/** A drill counts when it was carried through, and so does an emergency that was one. */
export async function buildingFacts(db: Database): Promise<BuildingFacts[]> {
  const { rows } = await sql<BuildingFacts>`
    WITH floor_facts AS (
      SELECT building_id, count(*) AS floors, ${named(sql`NOT heard`)} AS without_receivers, ${named(sql`NOT led`)} AS without_warden
      FROM (
        SELECT f.building_id, f.name, EXISTS (SELECT FROM receivers r WHERE r.floor_id = f.id) AS heard,
          EXISTS (
            SELECT FROM wardens w JOIN warden_people wp ON wp.warden_id = w.id JOIN people p ON p.id = wp.person_id
            WHERE w.building_id = f.building_id AND p.status = 'active' AND w.zone_id IS NULL AND w.department_id IS NULL
              AND coalesce(w.floor_id, f.id) = f.id) AS led
        FROM floors f
      ) AS judged GROUP BY building_id
    ), receiver_facts AS (
      SELECT building_id, count(*) AS receivers, ${named(sql`status = 'offline'`)} AS silent,
        ${named(sql`pause_ms > ${pauseMs}`)} AS pausing, ${named(sql`abs(clock_off_ms) > ${clockMs}`)} AS clock,
        ${named(sql`late_share > ${shareOfReadings}`)} AS late, ${named(sql`twice_share > ${shareOfReadings}`)} AS twice
      FROM receivers WHERE building_id IS NOT NULL GROUP BY building_id
    ), points AS (
      SELECT f.building_id, count(*) AS muster_points FROM zones z JOIN floors f ON f.id = z.floor_id
      WHERE z.is_muster_point GROUP BY f.building_id
    ), told AS (
      SELECT b.id AS building_id, count(*) AS contacts, count(*) FILTER (WHERE c.answered_at IS NULL) AS unanswered
      FROM buildings b JOIN emergency_contacts c ON c.active AND (c.building_ids = '{}' OR b.id = ANY (c.building_ids))
      GROUP BY b.id
    ), drills AS (
      SELECT eb.building_id, max(e.resolved_at) AS last_drill_at
      FROM emergencies e JOIN emergency_buildings eb ON eb.emergency_id = e.id
      WHERE e.state = 'resolved' AND e.mode <> 'test' AND e.resolution IN ('drill_complete', 'all_clear')
      GROUP BY eb.building_id
    )
    SELECT b.id AS building_id, b.name, coalesce(floors, 0) AS floors, coalesce(without_receivers, ${none}) AS without_receivers,
      coalesce(without_warden, ${none}) AS without_warden, coalesce(receivers, 0) AS receivers, coalesce(silent, ${none}) AS silent,
      coalesce(pausing, ${none}) AS pausing, coalesce(clock, ${none}) AS clock, coalesce(late, ${none}) AS late,
      coalesce(twice, ${none}) AS twice, coalesce(muster_points, 0) AS muster_points, coalesce(contacts, 0) AS contacts,
      coalesce(unanswered, 0) AS unanswered, last_drill_at
    FROM buildings b LEFT JOIN floor_facts f ON f.building_id = b.id LEFT JOIN receiver_facts r ON r.building_id = b.id
    LEFT JOIN points m ON m.building_id = b.id LEFT JOIN told c ON c.building_id = b.id LEFT JOIN drills d ON d.building_id = b.id
    WHERE b.active ORDER BY b.display_order, b.id`.execute(db)
  return rows
}

export type RegisterFacts = {
  people: number
  withoutBadge: number
  /** Whose every badge is almost empty. */
  flat: number
  instructions: number
  unconfirmed: number
}

/** Who would be looked for: employees, and of visitors and contractors those who carry a badge or are on a visit. */
export async function registerFacts(db: Database): Promise<RegisterFacts> {
  const { rows } = await sql<RegisterFacts>`
    SELECT people, without_badge, flat, instructions, unconfirmed
    FROM (
      SELECT count(*) AS people, count(*) FILTER (WHERE b.entity_id IS NULL) AS without_badge, count(*) FILTER (WHERE b.flat) AS flat
      FROM people p LEFT JOIN (
        SELECT t.entity_type, t.entity_id, bool_and(coalesce(t.battery_pct <= k.critical, false)) AS flat
        FROM transmitters t CROSS JOIN battery_thresholds k
        WHERE t.status = 'assigned' AND t.entity_id IS NOT NULL AND t.entity_type IN ('employee', 'visitor', 'contractor')
        GROUP BY t.entity_type, t.entity_id
      ) AS b ON b.entity_type = p.entity_type AND b.entity_id = p.id
      WHERE p.status = 'active' AND (p.entity_type = 'employee' OR b.entity_id IS NOT NULL
        OR EXISTS (SELECT FROM visits v WHERE v.person_id = p.id AND v.arrived_at IS NOT NULL AND v.left_at IS NULL))
    ) AS register, (
      SELECT count(*) AS instructions, count(*) FILTER (WHERE confirmed_at IS NULL) AS unconfirmed
      FROM scenario_instructions WHERE scenario <> 'other' OR text <> ''
    ) AS said`.execute(db)
  return rows[0]!
}

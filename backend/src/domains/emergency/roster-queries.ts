// SQL that reads the roster of an emergency: one flat row per person, and the little of the site that tells where they are.
// roster.ts makes people of it. Thousands of rows are read every few seconds in an emergency, so nothing is looked up per row.
import { sql } from 'kysely'
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'
import { photoUrl } from '../personnel/person-queries.ts'

type Spot = {
  seenAt: string
  transmitterId: string
  buildingId: string
  floorId: string
  zoneId: string | null
  x: number
  y: number
  xM: number
  yM: number
  accuracyM: number
  batteryPct: number | null
}
type Nowhere = { [Field in keyof Spot]: null }

export type RosterRow = Required<Omit<MusterPerson, 'absence' | 'evidence'>> & {
  /** Of the decision; of the trigger for somebody who was not seen since. */
  kept: MusterPerson['evidence']
  /** Then the emergency was over, and nothing seen later counts. */
  resolvedAt: string | null
} & (Spot | Nowhere)

/** Of those who are not decided yet, where their newest badge is now. */
const newest = (personId: string | null) => sql`
  SELECT DISTINCT ON (t.entity_id) t.entity_id, t.battery_pct, c.*
  FROM transmitters t JOIN positions_current c ON c.transmitter_id = t.transmitter_id
  WHERE t.entity_type IN ('employee', 'visitor', 'contractor') AND t.entity_id IS NOT NULL
    ${personId === null ? sql`` : sql`AND t.entity_id = ${personId}`}
  ORDER BY t.entity_id, c.at DESC`

/** Without `personId` everybody, by name. */
export async function readRoster(db: Database, emergencyId: string, personId: string | null): Promise<RosterRow[]> {
  const { rows } = await sql<RosterRow>`
    SELECT r.person_id AS "personId", r.entity_type AS "entityType", r.full_name AS "fullName", r.employee_id AS "employeeId",
      r.department_name AS "departmentName", r.status, r.method, r.changed_at AS at, r.changed_by AS by, r.note,
      r.muster_point_id AS "musterPointId", p.phone, p.special_needs AS "specialNeeds",
      ${photoUrl('p')} AS "photoUrl",
      CASE WHEN now.entity_id IS NULL THEN r.evidence END AS kept, e.resolved_at AS "resolvedAt",
      now.at AS "seenAt", now.transmitter_id AS "transmitterId", now.building_id AS "buildingId", now.floor_id AS "floorId", now.zone_id AS "zoneId", now.x, now.y,
      now.x_m AS "xM", now.y_m AS "yM", now.accuracy_m AS "accuracyM", now.battery_pct AS "batteryPct"
    FROM emergency_roster r JOIN emergencies e ON e.id = r.emergency_id LEFT JOIN people p ON p.id = r.person_id
    LEFT JOIN (${newest(personId)}) AS now ON now.entity_id = r.person_id AND r.status = 'unknown' AND e.state = 'active'
    WHERE r.emergency_id = ${emergencyId} ${personId === null ? sql`` : sql`AND r.person_id = ${personId}`}
    ORDER BY r.full_name, r.person_id`.execute(db.withoutPlugins())
  return rows
}

export type ReceiverSpot = { floorId: string; xM: number | null; yM: number | null; online: boolean }
export type Surroundings = {
  floorNames: ReadonlyMap<string, string>
  zones: ReadonlyMap<string, { name: string; leadsOutside: boolean }>
  receivers: ReadonlyMap<string, readonly ReceiverSpot[]>
  scope: ReadonlySet<string>
}

/** Areas that lead outside, by their name or that of their type. */
const exitWords = String.raw`\m(exit|entrance|gate|lobby|reception|foyer|car park|parking)`

export async function readSurroundings(db: Database, emergencyId: string): Promise<Surroundings> {
  const [floors, zones, receivers, scope] = await Promise.all([
    sql<{ id: string; name: string }>`SELECT id, name FROM floors`.execute(db),
    sql<{ id: string; name: string; leadsOutside: boolean }>`
      SELECT z.id, z.name, z.name ~* ${exitWords} OR y.name ~* ${exitWords} AS leads_outside
      FROM zones z JOIN zone_types y ON y.id = z.zone_type_id`.execute(db),
    sql<ReceiverSpot>`
      SELECT f.id AS floor_id, v.x / 100 * f.width_m AS x_m, v.y / 100 * f.height_m AS y_m, v.status = 'online' AS online
      FROM receivers v JOIN floors f ON f.id = v.floor_id`.execute(db),
    sql<{ id: string }>`SELECT building_id AS id FROM emergency_buildings WHERE emergency_id = ${emergencyId}`.execute(
      db,
    ),
  ])
  const byFloor = new Map<string, ReceiverSpot[]>(floors.rows.map(({ id }) => [id, []]))
  for (const receiver of receivers.rows) byFloor.get(receiver.floorId)?.push(receiver)
  return {
    floorNames: new Map(floors.rows.map(({ id, name }) => [id, name])),
    zones: new Map(zones.rows.map(({ id, ...zone }) => [id, zone])),
    receivers: byFloor,
    scope: new Set(scope.rows.map(({ id }) => id)),
  }
}

// SQL that reads where people of a roster are now, and the little of the site that tells what it means. Used by evidence.ts.
import { sql, type RawBuilder } from 'kysely'
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'
import { fullFloorName } from '../floors/floor-name.ts'
import { exitWords } from './exit-words.ts'

export type Evidence = NonNullable<MusterPerson['evidence']>

/** Where a badge was seen last, as positioning believes it. */
export type Sighted = {
  readonly transmitterId: string
  readonly at: string
  readonly buildingId: string
  readonly floorId: string
  readonly zoneId: string | null
  /** Where in none: the likeliest. */
  readonly nearZoneId: string | null
  readonly x: number
  readonly y: number
  readonly xM: number
  readonly yM: number
  readonly accuracyM: number
  readonly insideProbability: number | null
  readonly musterZoneId: string | null
  readonly musterProbability: number | null
  readonly movedAt: string | null
  /** Ids of those that heard it then. */
  readonly receivers: readonly string[]
  readonly batteryPct: number | null
}
type Unseen = { readonly [K in keyof Sighted]: null }

/** Somebody on the roster: what stands there, and where their badge is now. */
export type OnRoster = (Sighted | Unseen) & {
  readonly personId: string
  readonly hasBadge: boolean
  readonly absence: string | null
  readonly evidence: Evidence | null
}

/** Per person the newest sighting, whichever of their badges it was. `which`: whose; everybody's is one pass over all badges. */
function newestSightings(which: RawBuilder<unknown>) {
  return sql`
    SELECT DISTINCT ON (t.entity_id) t.entity_id, t.entity_type, t.transmitter_id, c.at, c.building_id, c.floor_id, c.zone_id, c.near_zone_id, c.x, c.y,
      c.x_m, c.y_m, c.accuracy_m, c.inside_probability, c.muster_zone_id, c.muster_probability, c.moved_at, c.receivers,
      t.battery_pct
    FROM transmitters t JOIN positions_current c ON c.transmitter_id = t.transmitter_id
    WHERE t.entity_type IN ('employee', 'visitor', 'contractor') AND t.entity_id IS NOT NULL AND ${which}
    ORDER BY t.entity_id, c.at DESC`
}

const sighted = sql`seen.transmitter_id AS "transmitterId", seen.at, seen.building_id AS "buildingId", seen.floor_id AS "floorId",
  seen.zone_id AS "zoneId", seen.near_zone_id AS "nearZoneId", seen.x, seen.y, seen.x_m AS "xM", seen.y_m AS "yM", seen.accuracy_m AS "accuracyM",
  seen.inside_probability AS "insideProbability", seen.muster_zone_id AS "musterZoneId",
  seen.muster_probability AS "musterProbability", seen.moved_at AS "movedAt", seen.receivers, seen.battery_pct AS "batteryPct"`

/** Without `personIds` everybody who is still unknown. */
export async function sightingsOfRoster(
  db: Database,
  emergencyId: string,
  personIds?: readonly string[],
): Promise<OnRoster[]> {
  const ofThem = (column: RawBuilder<unknown>) => sql`${column} = ANY (${personIds}::uuid[])`
  const { rows } = await sql<OnRoster>`
    WITH seen AS MATERIALIZED (${newestSightings(personIds ? ofThem(sql`t.entity_id`) : sql`true`)})
    SELECT r.person_id AS "personId", r.absence, r.evidence, seen.transmitter_id IS NOT NULL OR EXISTS (
        SELECT 1 FROM transmitters t WHERE t.entity_id = r.person_id AND t.entity_type = r.entity_type) AS "hasBadge", ${sighted}
    FROM emergency_roster r LEFT JOIN seen ON seen.entity_id = r.person_id AND seen.entity_type = r.entity_type
    WHERE r.emergency_id = ${emergencyId} AND ${personIds ? ofThem(sql`r.person_id`) : sql`r.status = 'unknown'`}`.execute(
    db.withoutPlugins(),
  )
  return rows
}

/** Whom they visit, in which department, and where; null: it is no visit. */
export type Visit = {
  readonly hostName: string | null
  readonly hostDepartmentId: string | null
  readonly buildingId: string | null
}

/** Somebody who belongs on a roster. `presentIn`: the building that puts them on it. */
export type OnSite = (Sighted | Unseen) & {
  readonly personId: string
  readonly presentIn: string
  readonly hasBadge: boolean
  readonly visit: Visit
}

/** Everybody, of whatever type, who was seen in these buildings within 15 minutes, and open visits there (rules 9). Whoever signed out
 * after that sighting has left. */
export async function peopleOnSite(db: Database, buildingIds: readonly string[]): Promise<OnSite[]> {
  const { rows } = await sql<OnSite>`
    WITH seen AS MATERIALIZED (${newestSightings(sql`c.at > now() - interval '15 minutes'`)}),
    visit AS MATERIALIZED (
      SELECT v.person_id, v.building_id, h.full_name AS host_name, h.department_id FROM visits v LEFT JOIN people h ON h.id = v.host_id
      WHERE v.arrived_at IS NOT NULL AND v.left_at IS NULL)
    SELECT p.id AS "personId", coalesce(visit.building_id, seen.building_id) AS "presentIn",
      json_build_object('hostName', visit.host_name, 'hostDepartmentId', visit.department_id,
        'buildingId', visit.building_id) AS visit, seen.transmitter_id IS NOT NULL OR EXISTS (
        SELECT 1 FROM transmitters t WHERE t.entity_id = p.id AND t.entity_type = p.entity_type) AS "hasBadge", ${sighted}
    FROM seen FULL JOIN visit ON visit.person_id = seen.entity_id JOIN people p ON p.id = coalesce(seen.entity_id, visit.person_id)
    WHERE visit.building_id = ANY (${buildingIds}::uuid[]) OR (
      p.status = 'active' AND p.entity_type = seen.entity_type AND seen.building_id = ANY (${buildingIds}::uuid[])
      AND NOT EXISTS (SELECT 1 FROM visits w WHERE w.person_id = p.id AND w.left_at > seen.at))`.execute(
    db.withoutPlugins(),
  )
  return rows
}

export type ReceiverSpot = { floorId: string; xM: number | null; yM: number | null; online: boolean }
export type ZoneShape = {
  id: string
  floorId: string
  name: string
  /** By its name or that of its type. */
  leadsOutside: boolean
  /** Of this emergency. */
  isMusterPoint: boolean
  /** In metres. */
  polygon: readonly { xM: number; yM: number }[]
}
export type SiteFacts = {
  /** The buildings of the emergency. */
  scope: string[]
  floors: { id: string; name: string }[]
  zones: ZoneShape[]
  receivers: ReceiverSpot[]
}

/** Of these floors and of the emergency's muster points, wherever they are. */
export async function readSiteFacts(
  db: Database,
  emergencyId: string,
  floorIds: readonly string[],
): Promise<SiteFacts> {
  const floors = sql`f.id = ANY (${floorIds}::uuid[])`
  const { rows } = await sql<SiteFacts>`
    SELECT
      ARRAY(SELECT building_id FROM emergency_buildings WHERE emergency_id = ${emergencyId})::text[] AS scope,
      (SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', ${fullFloorName('f')})), '[]') FROM floors f WHERE ${floors}) AS floors,
      (SELECT coalesce(json_agg(json_build_object('id', z.id, 'floorId', z.floor_id, 'name', z.name,
          'leadsOutside', z.name ~* ${exitWords} OR y.name ~* ${exitWords}, 'isMusterPoint', m.zone_id IS NOT NULL,
          'polygon', (SELECT json_agg(json_build_object('xM', (corner->>'x')::float8 / 100 * f.width_m,
            'yM', (corner->>'y')::float8 / 100 * f.height_m)) FROM jsonb_array_elements(z.polygon) AS corner))), '[]')
        FROM zones z JOIN floors f ON f.id = z.floor_id JOIN zone_types y ON y.id = z.zone_type_id
        LEFT JOIN emergency_muster_points m ON m.zone_id = z.id AND m.emergency_id = ${emergencyId}
        WHERE ${floors} OR m.zone_id IS NOT NULL) AS zones,
      (SELECT coalesce(json_agg(json_build_object('floorId', f.id, 'xM', v.x / 100 * f.width_m, 'yM', v.y / 100 * f.height_m,
          'online', v.status = 'online')), '[]')
        FROM receivers v JOIN floors f ON f.id = v.floor_id WHERE ${floors}) AS receivers`.execute(db.withoutPlugins())
  return rows[0] as SiteFacts
}

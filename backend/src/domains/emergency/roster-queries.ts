// SQL that reads the roster of an emergency: what was decided about each person, where they are now, and the little of the site that
// tells what that means. roster.ts makes people of it. Thousands of rows are read every few seconds in an emergency, so nothing is
// looked up per row.
import { sql } from 'kysely'
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'
import { photoUrl } from '../personnel/person-queries.ts'

/** What the roster itself holds: frozen at the trigger, changed by decisions. */
export type RosterRow = Omit<MusterPerson, 'photoUrl' | 'phone' | 'specialNeeds'> & { readonly version: number }

type Which = { readonly after?: number; readonly personId?: string }

/** Without `personId` everybody whose row is newer than version `after`. */
export async function readRoster(
  db: Database,
  emergencyId: string,
  { after = 0, personId }: Which,
): Promise<RosterRow[]> {
  const { rows } = await sql<RosterRow>`
    SELECT r.person_id AS "personId", r.entity_type AS "entityType", r.full_name AS "fullName", r.employee_id AS "employeeId",
      r.department_name AS "departmentName", r.status, r.method, r.changed_at AS at, r.changed_by AS by, r.note,
      r.muster_point_id AS "musterPointId", r.absence, r.evidence, r.version
    FROM emergency_roster r
    WHERE r.emergency_id = ${emergencyId} AND r.version > ${after}
      ${personId === undefined ? sql`` : sql`AND r.person_id = ${personId}`}`.execute(db.withoutPlugins())
  return rows
}

export type Spot = {
  personId: string
  transmitterId: string
  at: string
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

/** Where the newest badge of each person is; without `personId` of everybody. */
export async function readSpots(db: Database, personId?: string): Promise<ReadonlyMap<string, Spot>> {
  const { rows } = await sql<Spot>`
    SELECT t.entity_id AS "personId", t.transmitter_id AS "transmitterId", c.at, c.building_id AS "buildingId",
      c.floor_id AS "floorId", c.zone_id AS "zoneId", c.x, c.y, c.x_m AS "xM", c.y_m AS "yM", c.accuracy_m AS "accuracyM",
      t.battery_pct AS "batteryPct"
    FROM transmitters t JOIN positions_current c ON c.transmitter_id = t.transmitter_id
    WHERE t.entity_type IN ('employee', 'visitor', 'contractor')
      AND ${personId === undefined ? sql`t.entity_id IS NOT NULL` : sql`t.entity_id = ${personId}`}`.execute(
    db.withoutPlugins(),
  )
  const newest = new Map<string, Spot>()
  for (const spot of rows) {
    const known = newest.get(spot.personId)
    // Times of one spelling compare as text.
    if (!known || known.at < spot.at) newest.set(spot.personId, spot)
  }
  return newest
}

export type Details = { photoUrl: string | null; phone: string | null; specialNeeds: string | null }

/** What the register knows today; only people of whom it knows any of this. Without `personId` of everybody. */
export async function readDetails(db: Database, personId?: string): Promise<ReadonlyMap<string, Details>> {
  const { rows } = await sql<Details & { personId: string }>`
    SELECT p.id AS "personId", p.phone, p.special_needs AS "specialNeeds", ${photoUrl('p')} AS "photoUrl" FROM people p
    WHERE (p.phone IS NOT NULL OR p.special_needs IS NOT NULL OR p.photo_file IS NOT NULL)
      ${personId === undefined ? sql`` : sql`AND p.id = ${personId}`}`.execute(db.withoutPlugins())
  return new Map(rows.map((row) => [row.personId, row]))
}

export type ReceiverSpot = { floorId: string; xM: number | null; yM: number | null; online: boolean }
export type Surroundings = {
  floorNames: ReadonlyMap<string, string>
  zones: ReadonlyMap<string, { name: string; leadsOutside: boolean }>
  receivers: ReadonlyMap<string, readonly ReceiverSpot[]>
}

/** Areas that lead outside, by their name or that of their type. */
export const exitWords = String.raw`\m(exit|entrance|gate|lobby|reception|foyer|car park|parking)`

export async function readSurroundings(db: Database): Promise<Surroundings> {
  const [floors, zones, receivers] = await Promise.all([
    sql<{ id: string; name: string }>`SELECT id, name FROM floors`.execute(db),
    sql<{ id: string; name: string; leadsOutside: boolean }>`
      SELECT z.id, z.name, z.name ~* ${exitWords} OR y.name ~* ${exitWords} AS leads_outside
      FROM zones z JOIN zone_types y ON y.id = z.zone_type_id`.execute(db),
    sql<ReceiverSpot>`
      SELECT f.id AS floor_id, v.x / 100 * f.width_m AS x_m, v.y / 100 * f.height_m AS y_m, v.status = 'online' AS online
      FROM receivers v JOIN floors f ON f.id = v.floor_id`.execute(db),
  ])
  const byFloor = new Map<string, ReceiverSpot[]>(floors.rows.map(({ id }) => [id, []]))
  for (const receiver of receivers.rows) byFloor.get(receiver.floorId)?.push(receiver)
  return {
    floorNames: new Map(floors.rows.map(({ id, name }) => [id, name])),
    zones: new Map(zones.rows.map(({ id, ...zone }) => [id, zone])),
    receivers: byFloor,
  }
}

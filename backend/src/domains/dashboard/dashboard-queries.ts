// SQL of the dashboard. On site is whoever was seen within five minutes; each person counts once, where their newest badge is.
import { sql } from 'kysely'
import type {
  DashboardBuilding,
  DashboardDepartment,
  DashboardFloor,
  DashboardSummary,
  ZoneOccupancy,
} from '@rollcall/contracts/domains/dashboard'
import type { z } from 'zod'
import type { Database } from '../../database/schema.ts'
import { onSiteAge } from '../positions/position-queries.ts'

/** The newest position of every person on site. */
const present = sql`(
  SELECT DISTINCT ON (t.entity_id) t.entity_id AS person_id, t.entity_type, p.floor_id, p.building_id, p.zone_id
  FROM positions_current p JOIN transmitters t ON t.transmitter_id = p.transmitter_id
  WHERE t.entity_type IN ('employee', 'visitor', 'contractor') AND t.entity_id IS NOT NULL AND p.at > now() - ${onSiteAge}
  ORDER BY t.entity_id, p.at DESC)`

type Numbers = Omit<z.input<typeof DashboardSummary>, 'zones' | 'activeEmergencies' | 'asOf' | 'peopleByType'> & {
  employee: number
  visitor: number
  contractor: number
}

export async function summaryNumbers(db: Database): Promise<Numbers> {
  const { rows } = await sql<Numbers>`
    WITH present AS ${present}, badge AS (
      SELECT count(*) AS total, count(*) FILTER (WHERE p.at > now() - interval '30 seconds') AS active
      FROM transmitters t LEFT JOIN positions_current p ON p.transmitter_id = t.transmitter_id
      WHERE t.status <> 'retired'),
    battery AS (
      SELECT count(*) FILTER (WHERE battery_pct <= b.low AND battery_pct > b.critical) AS low,
        count(*) FILTER (WHERE battery_pct <= b.critical) AS critical
      FROM transmitters, battery_thresholds b WHERE status <> 'retired')
    SELECT
      (SELECT count(*) FROM present) AS people_on_site,
      (SELECT count(*) FROM present WHERE entity_type = 'employee') AS employee,
      (SELECT count(*) FROM present WHERE entity_type = 'visitor') AS visitor,
      (SELECT count(*) FROM present WHERE entity_type = 'contractor') AS contractor,
      (SELECT count(*) FROM people WHERE status = 'active') AS people_total,
      badge.active AS active_badges, badge.total AS badges_total,
      (SELECT count(*) FROM positions_current p JOIN transmitters t ON t.transmitter_id = p.transmitter_id
        WHERE t.entity_type = 'asset' AND p.at > now() - ${onSiteAge}) AS assets_seen,
      (SELECT count(*) FROM assets WHERE status <> 'retired') AS assets_total,
      (SELECT count(*) FROM receivers WHERE status = 'online') AS receivers_online,
      (SELECT count(*) FROM receivers) AS receivers_total,
      battery.low AS low_battery, battery.critical AS critical_battery
    FROM badge, battery`.execute(db)
  return rows[0] as Numbers
}

/** Zones with somebody in them, and those that have a limit or a meaning of their own. */
export async function zoneOccupancy(db: Database, floorId: string | null): Promise<z.input<typeof ZoneOccupancy>[]> {
  const { rows } = await sql<z.input<typeof ZoneOccupancy>>`
    WITH present AS ${present}
    SELECT z.id AS zone_id, z.name, z.floor_id, f.name AS floor_name, count(present.person_id) AS people, z.capacity,
      z.is_restricted, z.is_muster_point
    FROM zones z JOIN floors f ON f.id = z.floor_id LEFT JOIN present ON present.zone_id = z.id
    WHERE ${floorId}::uuid IS NULL OR z.floor_id = ${floorId}::uuid
    GROUP BY z.id, f.id
    ORDER BY people DESC, lower(z.name) LIMIT 500`.execute(db)
  return rows
}

export async function buildingNumbers(db: Database): Promise<z.input<typeof DashboardBuilding>[]> {
  const { rows } = await sql<z.input<typeof DashboardBuilding>>`
    WITH present AS ${present}
    SELECT b.id AS building_id, b.name,
      (SELECT count(*) FROM floors WHERE building_id = b.id) AS floors,
      (SELECT count(*) FROM present WHERE building_id = b.id) AS people,
      (SELECT count(*) FROM receivers WHERE building_id = b.id AND status = 'online') AS receivers_online,
      (SELECT count(*) FROM receivers WHERE building_id = b.id) AS receivers_total,
      EXISTS (SELECT 1 FROM emergency_buildings e WHERE e.building_id = b.id AND e.active) AS emergency_active
    FROM buildings b WHERE b.active ORDER BY b.display_order, b.id`.execute(db)
  return rows
}

export async function floorNumbers(
  db: Database,
  { buildingId = null, floorId = null }: { buildingId?: string | null; floorId?: string | null },
): Promise<z.input<typeof DashboardFloor>[]> {
  const { rows } = await sql<z.input<typeof DashboardFloor>>`
    WITH present AS ${present}
    SELECT f.id AS floor_id, f.name, f.level, f.building_id, b.name AS building_name, f.plan_file IS NOT NULL AS has_plan,
      (SELECT count(*) FROM present WHERE floor_id = f.id) AS people,
      (SELECT count(*) FROM positions_current p JOIN transmitters t ON t.transmitter_id = p.transmitter_id
        WHERE p.floor_id = f.id AND t.entity_type = 'asset' AND p.at > now() - ${onSiteAge}) AS assets,
      (SELECT count(*) FROM receivers WHERE floor_id = f.id AND status = 'online') AS receivers_online,
      (SELECT count(*) FROM receivers WHERE floor_id = f.id) AS receivers_total
    FROM floors f JOIN buildings b ON b.id = f.building_id
    WHERE (${floorId}::uuid IS NOT NULL OR b.active) AND (${buildingId}::uuid IS NULL OR b.id = ${buildingId}::uuid)
      AND (${floorId}::uuid IS NULL OR f.id = ${floorId}::uuid)
    ORDER BY b.display_order, b.id, f.level DESC`.execute(db)
  return rows
}

/** Employees only; those without a department come last. */
export async function departmentNumbers(db: Database): Promise<z.input<typeof DashboardDepartment>[]> {
  const { rows } = await sql<z.input<typeof DashboardDepartment>>`
    WITH present AS ${present}
    SELECT d.id AS department_id, coalesce(d.name, 'No department') AS name,
      count(*) FILTER (WHERE present.person_id IS NOT NULL) AS present, count(*) AS total
    FROM people LEFT JOIN departments d ON d.id = people.department_id LEFT JOIN present ON present.person_id = people.id
    WHERE people.entity_type = 'employee' AND people.status = 'active'
    GROUP BY d.id ORDER BY d.id IS NULL, lower(d.name)`.execute(db)
  return rows
}

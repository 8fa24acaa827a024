// SQL of the dashboard: what there is of everything. Who is on site comes from positions/presence.ts; dashboard-numbers.ts puts
// the two together.
import { sql } from 'kysely'
import type { ZoneOccupancy } from '@rollcall/contracts/domains/dashboard'
import type { z } from 'zod'
import type { Database } from '../../database/schema.ts'
import { fullFloorName } from '../floors/floor-name.ts'

export type ReceiverCount = { buildingId: string | null; floorId: string | null; online: number; total: number }

export async function receiversByFloor(db: Database): Promise<ReceiverCount[]> {
  const { rows } = await sql<ReceiverCount>`
    SELECT building_id, floor_id, count(*) FILTER (WHERE status = 'online') AS online, count(*) AS total
    FROM receivers GROUP BY building_id, floor_id`.execute(db)
  return rows
}

export type ListedZone = Omit<z.input<typeof ZoneOccupancy>, 'people'>

export async function zonesOf(db: Database, floorId: string | null): Promise<ListedZone[]> {
  const { rows } = await sql<ListedZone>`
    SELECT z.id AS zone_id, z.name, z.floor_id, ${fullFloorName('f')} AS floor_name, z.capacity, z.is_restricted, z.is_muster_point
    FROM zones z JOIN floors f ON f.id = z.floor_id
    WHERE ${floorId}::uuid IS NULL OR z.floor_id = ${floorId}::uuid ORDER BY lower(z.name), z.id`.execute(db)
  return rows
}

export type ListedBuilding = { buildingId: string; name: string; floors: number; emergencyActive: boolean }

/** Without the permission to read of emergencies none is told of. */
export async function listedBuildings(db: Database, withEmergencies: boolean): Promise<ListedBuilding[]> {
  const { rows } = await sql<ListedBuilding>`
    SELECT b.id AS building_id, b.name, (SELECT count(*) FROM floors WHERE building_id = b.id) AS floors,
      ${withEmergencies} AND EXISTS (SELECT 1 FROM emergency_buildings e WHERE e.building_id = b.id AND e.active) AS emergency_active
    FROM buildings b WHERE b.active ORDER BY b.display_order, b.id`.execute(db)
  return rows
}

export type ListedFloor = {
  floorId: string
  name: string
  level: number
  buildingId: string
  buildingName: string
  hasPlan: boolean
}
type SiteFilter = { buildingId?: string | null | undefined; floorId?: string | null | undefined }

/** Of active buildings; a floor that is asked for by its id, of any. */
export async function listedFloors(
  db: Database,
  { buildingId = null, floorId = null }: SiteFilter,
): Promise<ListedFloor[]> {
  const { rows } = await sql<ListedFloor>`
    SELECT f.id AS floor_id, f.name, f.level, f.building_id, b.name AS building_name, f.plan_file IS NOT NULL AS has_plan
    FROM floors f JOIN buildings b ON b.id = f.building_id
    WHERE (${floorId}::uuid IS NOT NULL OR b.active) AND (${buildingId}::uuid IS NULL OR b.id = ${buildingId}::uuid)
      AND (${floorId}::uuid IS NULL OR f.id = ${floorId}::uuid)
    ORDER BY b.display_order, b.id, f.level DESC`.execute(db)
  return rows
}

export type DepartmentTotal = { departmentId: string | null; name: string; total: number }

/** Active employees only; a department without any counts too, and those without a department come last. */
export async function departmentTotals(db: Database): Promise<DepartmentTotal[]> {
  const { rows } = await sql<DepartmentTotal>`
    SELECT d.id AS department_id, coalesce(d.name, 'No department') AS name, coalesce(p.total, 0) AS total
    FROM departments d FULL JOIN (SELECT department_id, count(*) AS total FROM people
      WHERE entity_type = 'employee' AND status = 'active' GROUP BY department_id) AS p ON p.department_id = d.id
    ORDER BY d.id IS NULL, lower(d.name)`.execute(db)
  return rows
}

// SQL of who is on site: whoever was seen within five minutes (decisions 8), each person once, where their newest badge is. One
// pass over the current positions answers every count of the dashboard and the snapshots.
import { sql } from 'kysely'
import type { PersonType } from '../../database/tables-people.ts'
import type { Database } from '../../database/schema.ts'
import { onSiteAge } from './position-queries.ts'

/** People in one place; no zone: somewhere else on the floor. */
export type PeopleAtPlace = { buildingId: string; floorId: string; zoneId: string | null; people: number }
export type PeopleOfKind = {
  entityType: PersonType
  departmentId: string | null
  /** Of the register, not of the badge. */
  active: boolean
  people: number
}

type Row = { isPlace: boolean } & PeopleAtPlace & PeopleOfKind

export async function peopleOnSite(db: Database): Promise<{ places: PeopleAtPlace[]; kinds: PeopleOfKind[] }> {
  const { rows } = await sql<Row>`
    SELECT grouping(floor_id) = 0 AS is_place, building_id, floor_id, zone_id, entity_type, department_id, active, count(*) AS people
    FROM (
      SELECT DISTINCT ON (t.entity_id) t.entity_type, c.building_id, c.floor_id, c.zone_id, p.department_id,
        coalesce(p.status = 'active', false) AS active
      FROM positions_current c JOIN transmitters t ON t.transmitter_id = c.transmitter_id
      LEFT JOIN people p ON p.id = t.entity_id
      WHERE t.entity_type IN ('employee', 'visitor', 'contractor') AND t.entity_id IS NOT NULL AND c.at > now() - ${onSiteAge}
      ORDER BY t.entity_id, c.at DESC) AS newest
    GROUP BY GROUPING SETS ((building_id, floor_id, zone_id), (entity_type, department_id, active))`.execute(db)
  return { places: rows.filter(({ isPlace }) => isPlace), kinds: rows.filter(({ isPlace }) => !isPlace) }
}

export function sumOf(counts: readonly { people: number }[]): number {
  return counts.reduce((sum, { people }) => sum + people, 0)
}

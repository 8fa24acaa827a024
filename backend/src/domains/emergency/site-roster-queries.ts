// SQL of the roster as it would be if it rang now: who they are, and what the places are called. Used by site-roster-handlers.ts.
import { sql } from 'kysely'
import type { RosterPerson } from '@rollcall/contracts/domains/site-roster'
import type { Database } from '../../database/schema.ts'
import { fullFloorName } from '../floors/floor-name.ts'

type Who = Pick<RosterPerson, 'personId' | 'entityType' | 'fullName' | 'employeeId' | 'departmentName'> & {
  readonly phone: string | null
  readonly specialNeeds: string | null
}

/** By name. */
export async function whoTheyAre(db: Database, personIds: readonly string[]): Promise<Who[]> {
  return db
    .selectFrom('people as p')
    .leftJoin('departments as d', 'd.id', 'p.departmentId')
    .select(['p.id as personId', 'p.fullName', 'p.employeeId', 'p.phone', 'p.specialNeeds', 'd.name as departmentName'])
    .select(sql<RosterPerson['entityType']>`p.entity_type`.as('entityType'))
    .where('p.id', '=', sql<string>`ANY (${personIds}::uuid[])`)
    .orderBy(sql`lower(p.full_name)`)
    .orderBy('p.id')
    .execute()
}

export async function activeBuildings(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('buildings').select('id').where('active', '=', true).execute()
  return rows.map(({ id }) => id)
}

/** Floors and zones of these buildings, by id. */
export async function placeNames(db: Database, buildingIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    WITH here AS (SELECT f.id, ${fullFloorName('f')} AS name FROM floors f WHERE building_id = ANY (${buildingIds}::uuid[]))
    SELECT id, name FROM here UNION ALL SELECT z.id, z.name FROM zones z JOIN here ON here.id = z.floor_id`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

// SQL of wardens: who answers for what, and what nobody answers for (rules 9).
import { sql } from 'kysely'
import type { MyWardens, Uncovered, Warden, wardens } from '@rollcall/contracts/domains/wardens'
import type { QueryOf } from '@rollcall/contracts/endpoint'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import type { Database } from '../../database/schema.ts'

/** Accounts and people of the register are the same where their address is. */
const sameAddress = sql<boolean>`lower(u.email) = lower(p.email)`

function selectWardens(db: Database) {
  return db
    .selectFrom('wardens as w')
    .innerJoin('buildings as b', 'b.id', 'w.buildingId')
    .leftJoin('zones as z', 'z.id', 'w.zoneId')
    .leftJoin('floors as f', (join) => join.on(sql<boolean>`f.id = coalesce(w.floor_id, z.floor_id)`))
    .leftJoin('departments as d', 'd.id', 'w.departmentId')
    .select(['w.id', 'w.createdAt', 'w.updatedAt', 'w.buildingId', 'w.floorId', 'w.zoneId', 'w.departmentId'])
    .select(['b.name as buildingName', 'f.name as floorName', 'z.name as zoneName', 'd.name as departmentName'])
    .select(
      sql<string[]>`ARRAY(WITH RECURSIVE below AS (
        SELECT w.department_id AS id WHERE w.department_id IS NOT NULL
        UNION SELECT c.id FROM departments c JOIN below ON c.parent_id = below.id) SELECT id FROM below)::text[]`.as(
        'departmentIds',
      ),
    )
    .select(
      sql<Warden['people']>`(SELECT coalesce(jsonb_agg(jsonb_build_object('personId', p.id, 'fullName', p.full_name,
          'canSignIn', EXISTS (SELECT FROM users u WHERE ${sameAddress} AND u.active)) ORDER BY m.rank), '[]')
        FROM warden_people m JOIN people p ON p.id = m.person_id WHERE m.warden_id = w.id)`.as('people'),
    )
}

export function listWardens(db: Database, query: QueryOf<typeof wardens.list>): Promise<Page<Warden>> {
  let found = selectWardens(db)
  const { buildingId, personId, q } = query
  if (buildingId !== undefined) found = found.where('w.buildingId', '=', buildingId)
  if (personId !== undefined)
    found = found.where(
      sql<boolean>`EXISTS (SELECT FROM warden_people m WHERE m.warden_id = w.id AND m.person_id = ${personId})`,
    )
  if (q) {
    const names = sql`(SELECT string_agg(p.full_name, ' ') FROM warden_people m JOIN people p ON p.id = m.person_id
      WHERE m.warden_id = w.id)`
    found = found.where(contains(q, ...['b.name', 'f.name', 'z.name', 'd.name'].map((name) => sql.ref(name)), names))
  }
  // A whole building, then its floors from below with their zones, then departments.
  const area = sql`concat(lower(b.name), ' ', w.department_id IS NOT NULL, ' ', lpad((coalesce(f.level, -500) + 1000)::text, 8, '0'), ' ',
    lower(coalesce(z.name, d.name, '')))`
  return listPage(found, query, {
    fields: { area, createdAt: sql.ref('w.createdAt') },
    fallback: 'area',
    unique: sql.ref('w.id'),
    neverNull: true,
  })
}

export function findWarden(db: Database, id: string): Promise<Warden | undefined> {
  return selectWardens(db).where('w.id', '=', id).executeTakeFirst()
}

/** Of these buildings: all that the board of an emergency must know. */
export function wardensIn(db: Database, buildingIds: readonly string[]): Promise<Warden[]> {
  return selectWardens(db)
    .where('w.buildingId', '=', sql<string>`ANY (${buildingIds}::uuid[])`)
    .orderBy('w.id')
    .execute()
}

/** Who in the register has the address of this account. */
export async function peopleOf(db: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM people p JOIN users u ON ${sameAddress} WHERE u.id = ${userId} ORDER BY p.id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function wardensOf(db: Database, userId: string): Promise<MyWardens> {
  const personIds = await peopleOf(db, userId)
  const mine = await selectWardens(db)
    .where(
      sql<boolean>`EXISTS (SELECT FROM warden_people m WHERE m.warden_id = w.id AND m.person_id = ANY (${personIds}::uuid[]))`,
    )
    .orderBy('b.name')
    .orderBy('w.id')
    .execute()
  const buildings = new Map(mine.map(({ buildingId, buildingName }) => [buildingId, buildingName]))
  return { personIds, wardens: mine, buildings: [...buildings].map(([id, name]) => ({ id, name })) }
}

type Area = Pick<Warden, 'buildingId' | 'floorId' | 'zoneId' | 'departmentId'>

export async function isTaken(db: Database, { buildingId, floorId, zoneId, departmentId }: Area): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM wardens WHERE building_id = ${buildingId} AND floor_id IS NOT DISTINCT FROM ${floorId}
      AND zone_id IS NOT DISTINCT FROM ${zoneId} AND department_id IS NOT DISTINCT FROM ${departmentId}`.execute(db)
  return rows.length > 0
}

/** Whether floor and zone, where they are given, are of the building. */
export async function isInBuilding(db: Database, { buildingId, floorId, zoneId }: Area): Promise<boolean> {
  if (floorId === null && zoneId === null) return true
  const { rows } = await sql`
    SELECT FROM floors f LEFT JOIN zones z ON z.floor_id = f.id
    WHERE f.building_id = ${buildingId} AND (f.id = ${floorId} OR z.id = ${zoneId}) LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Visitors come and go; contractors may have an area of their own. */
export async function mayBeWardens(db: Database, personIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM people WHERE id = ANY (${personIds}::uuid[]) AND entity_type <> 'visitor'`.execute(db)
  return rows.length === personIds.length
}

export async function setPeople(db: Database, wardenId: string, personIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM warden_people WHERE warden_id = ${wardenId}`.execute(db)
  await sql`
    INSERT INTO warden_people (warden_id, person_id, rank)
    SELECT ${wardenId}, id, rank FROM unnest(${personIds}::uuid[]) WITH ORDINALITY AS named (id, rank)`.execute(db)
}

/** What has somebody; a warden whose people have all left the register covers nothing. */
const covered = sql`covered AS (
  SELECT w.* FROM wardens w WHERE EXISTS (SELECT FROM warden_people m WHERE m.warden_id = w.id))`

export async function readUncovered(db: Database): Promise<Uncovered> {
  const { rows: areas } = await sql<Uncovered['areas'][number]>`
    WITH ${covered}, open AS (
      SELECT f.id, f.name, f.level, b.id AS building_id, b.name AS building_name, EXISTS (
          SELECT FROM zones z JOIN covered c ON c.zone_id = z.id WHERE z.floor_id = f.id) AS is_divided
      FROM floors f JOIN buildings b ON b.id = f.building_id
      WHERE b.active AND NOT EXISTS (SELECT FROM covered c WHERE c.floor_id = f.id
        OR (c.building_id = b.id AND c.floor_id IS NULL AND c.zone_id IS NULL AND c.department_id IS NULL)))
    SELECT o.building_id, o.building_name, o.id AS floor_id, o.name AS floor_name, z.id AS zone_id, z.name AS zone_name
    FROM open o LEFT JOIN zones z ON o.is_divided AND z.floor_id = o.id
    WHERE NOT o.is_divided OR (z.id IS NOT NULL AND NOT z.is_muster_point
      AND NOT EXISTS (SELECT FROM covered c WHERE c.zone_id = z.id))
    ORDER BY lower(o.building_name), o.level, lower(z.name)`.execute(db)
  const { rows: departments } = await sql<Uncovered['departments'][number]>`
    WITH RECURSIVE ${covered}, below AS (
      SELECT department_id AS id FROM covered WHERE department_id IS NOT NULL
      UNION SELECT d.id FROM departments d JOIN below ON d.parent_id = below.id)
    SELECT d.id AS department_id, d.name AS department_name, count(*) AS member_count
    FROM departments d JOIN people p ON p.department_id = d.id AND p.status = 'active'
    WHERE d.id NOT IN (SELECT id FROM below)
    GROUP BY d.id, d.name ORDER BY lower(d.name)`.execute(db)
  return { areas, departments }
}

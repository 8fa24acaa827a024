// SQL of the register of people. Personnel are those with entity_type = 'employee'; visitors and contractors are asked for by name.
import { sql } from 'kysely'
import type { Person, PersonExportQuery, PersonQuery } from '@rollcall/contracts/domains/personnel'
import type { z } from 'zod'
import { contains, listPage, sorted, type Page, type Sorting } from '../../database/list-page.ts'
import { changedNow } from '../../database/row-queries.ts'
import type { Database } from '../../database/schema.ts'
import { lastSeenIn, lastSighting } from '../positions/position-queries.ts'

/** Everything known; what the caller may not see is taken out by visible-person.ts. */
export type FullPerson = Required<Person>

function selectPeople(db: Database) {
  return db
    .selectFrom('people as p')
    .leftJoin('departments as d', 'd.id', 'p.departmentId')
    .select([
      'p.id',
      'p.createdAt',
      'p.updatedAt',
      'p.entityType',
      'p.employeeId',
      'p.fullName',
      'p.email',
      'p.jobTitle',
    ])
    .select(['p.departmentId', 'p.status', 'p.musterPointId', 'p.phone', 'p.emergencyContactName'])
    .select(['p.emergencyContactPhone', 'p.specialNeeds', 'd.name as departmentName'])
    .select(photoUrl('p').as('photoUrl'))
    .select(lastSighting(sql.ref('p.entityType'), sql.ref('p.id')).as('lastSeen'))
}

/** Changes with every upload, for caches. */
export function photoUrl(alias: string) {
  return sql<
    string | null
  >`'/api/personnel/' || ${sql.ref(`${alias}.id`)} || '/photo?v=' || substr(${sql.ref(`${alias}.photo_file`)}, 8, 8)`
}

const sorting: Sorting = {
  fields: {
    fullName: sql`lower(p.full_name)`,
    employeeId: sql`lower(p.employee_id)`,
    departmentName: sql`lower(d.name)`,
    jobTitle: sql`lower(p.job_title)`,
    status: sql.ref('p.status'),
    createdAt: sql.ref('p.createdAt'),
    updatedAt: sql.ref('p.updatedAt'),
  },
  fallback: 'fullName',
  unique: sql.ref('p.id'),
}

function matching(db: Database, query: z.output<typeof PersonExportQuery>) {
  let people = selectPeople(db).where('p.entityType', '=', query.entityType)
  if (query.departmentId !== undefined) people = people.where('p.departmentId', '=', query.departmentId)
  if (query.status !== undefined) people = people.where('p.status', '=', query.status)
  if (query.buildingId !== undefined) people = people.where(lastSeenIn(query.buildingId, sql.ref('p.id')))
  if (query.q) {
    const columns = ['p.fullName', 'p.employeeId', 'p.email', 'p.jobTitle']
    const matches = contains(query.q, ...columns.map((column) => sql.ref(column)))
    // As a list of ids instead of a joined name: then every part of the condition has an index.
    const departments = sql`ARRAY(SELECT id FROM departments WHERE ${contains(query.q, sql.ref('name'))})`
    people = people.where(sql<boolean>`(${matches} OR p.department_id = ANY (${departments}))`)
  }
  return people
}

export function listPeople(db: Database, query: z.output<typeof PersonQuery>): Promise<Page<FullPerson>> {
  return listPage(matching(db, query), query, sorting)
}

/** For exports; 100,000 people are more than any site has. An order that is not known is refused here, before anything is read. */
export function allPeople(db: Database, query: z.output<typeof PersonExportQuery>) {
  return sorted(matching(db, query), query.sort ?? sorting.fallback, sorting).limit(100_000)
}

export function findPerson(db: Database, id: string): Promise<FullPerson | undefined> {
  return selectPeople(db).where('p.id', '=', id).executeTakeFirst()
}

/** The badges a person carries follow when the person becomes, say, a contractor. */
export async function retypeCarried(db: Database, id: string, entityType: Person['entityType']): Promise<void> {
  await db
    .updateTable('transmitters')
    .set({ entityType, updatedAt: changedNow() })
    .where('entityId', '=', id)
    .where('entityType', '<>', entityType)
    .execute()
}

export type Photo = { photoFile: string; photoMediaType: string }

export async function findPhoto(db: Database, id: string): Promise<Photo | undefined> {
  const row = await db
    .selectFrom('people')
    .select(['photoFile', 'photoMediaType'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.photoFile && row.photoMediaType
    ? { photoFile: row.photoFile, photoMediaType: row.photoMediaType }
    : undefined
}

export async function isPhotoInUse(db: Database, photoFile: string): Promise<boolean> {
  const row = await db.selectFrom('people').select('id').where('photoFile', '=', photoFile).executeTakeFirst()
  return row !== undefined
}

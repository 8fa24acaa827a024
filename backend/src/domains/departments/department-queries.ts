// SQL of departments.
import { sql } from 'kysely'
import type { Department } from '@rollcall/contracts/domains/departments'
import { contains, listPage, type ListQuery, type Page } from '../../database/list-page.ts'
import type { Database } from '../../database/schema.ts'

function selectDepartments(db: Database) {
  return db
    .selectFrom('departments as d')
    .leftJoin('people as manager', 'manager.id', 'd.managerId')
    .leftJoin('departments as parent', 'parent.id', 'd.parentId')
    .select(['d.id', 'd.createdAt', 'd.updatedAt', 'd.name', 'd.code', 'd.managerId', 'd.parentId'])
    .select(['manager.fullName as managerName', 'parent.name as parentName'])
    .select(sql<number>`(SELECT count(*) FROM people WHERE people.department_id = d.id)`.as('memberCount'))
}

type Query = ListQuery & { q?: string | undefined; parentId?: string | undefined }

export function listDepartments(db: Database, query: Query): Promise<Page<Department>> {
  let departments = selectDepartments(db)
  if (query.parentId !== undefined) departments = departments.where('d.parentId', '=', query.parentId)
  if (query.q)
    departments = departments.where(
      contains(query.q, sql.ref('d.name'), sql.ref('d.code'), sql.ref('manager.fullName')),
    )
  return listPage(departments, query, {
    fields: {
      name: sql`lower(d.name)`,
      code: sql`lower(d.code)`,
      memberCount: sql.ref('memberCount'),
      createdAt: sql.ref('d.createdAt'),
    },
    fallback: 'name',
    unique: sql.ref('d.id'),
  })
}

export function findDepartment(db: Database, id: string): Promise<Department | undefined> {
  return selectDepartments(db).where('d.id', '=', id).executeTakeFirst()
}

/** Whether making `parentId` the parent of `id` would close a circle. */
export async function wouldCircle(db: Database, id: string, parentId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE above AS (
      SELECT id, parent_id FROM departments WHERE id = ${parentId}
      UNION SELECT d.id, d.parent_id FROM departments d JOIN above ON above.parent_id = d.id)
    SELECT id FROM above WHERE id = ${id}`.execute(db)
  return rows.length > 0
}

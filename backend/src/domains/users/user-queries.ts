// SQL of accounts and roles. No function here answers a password hash.
import { sql } from 'kysely'
import { permissions as allPermissions, roleNames, type Permission } from '@rollcall/contracts/permissions'
import type { Role } from '@rollcall/contracts/domains/roles'
import type { User, UserQuery } from '@rollcall/contracts/domains/users'
import type { z } from 'zod'
import { hasFactor } from '../../auth/second-factor-queries.ts'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import { changedNow } from '../../database/row-queries.ts'
import type { Database } from '../../database/schema.ts'
import { inAnHour } from '../auth/auth-queries.ts'

function selectUsers(db: Database) {
  return (
    db
      .selectFrom('users')
      .select(['id', 'createdAt', 'updatedAt', 'email', 'displayName', 'active', 'authSource', 'mustChangePassword'])
      .select(['lastLoginAt', 'temporaryUntil', 'role'])
      .select(
        sql<string[] | null>`CASE WHEN is_limited THEN
        ARRAY(SELECT building_id FROM user_buildings b WHERE b.user_id = users.id) END`.as('buildingIds'),
      )
      .select(hasFactor(sql.ref('users.id')).as('hasSecondFactor'))
      // A lock that has run out is none.
      .select(sql<string | null>`CASE WHEN locked_until > now() THEN locked_until END`.as('lockedUntil'))
  )
}

export function listUsers(db: Database, query: z.output<typeof UserQuery>): Promise<Page<User>> {
  let users = selectUsers(db)
  if (query.role !== undefined) users = users.where('role', '=', query.role)
  if (query.active !== undefined) users = users.where('active', '=', query.active)
  if (query.q) users = users.where(contains(query.q, sql.ref('email'), sql.ref('displayName')))
  return listPage(users, query, {
    fields: {
      displayName: sql`lower(display_name)`,
      email: sql`lower(email)`,
      role: sql.ref('role'),
      lastLoginAt: sql.ref('lastLoginAt'),
      createdAt: sql.ref('createdAt'),
    },
    fallback: 'displayName',
    unique: sql.ref('id'),
  })
}

export function findUser(db: Database, id: string): Promise<User | undefined> {
  return selectUsers(db).where('id', '=', id).executeTakeFirst()
}

export function findUserByEmail(db: Database, email: string): Promise<User | undefined> {
  return selectUsers(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

type NewUser = {
  email: string
  displayName: string
  role: string
  active: boolean
  authSource: 'local' | 'oidc'
  passwordHash: string | null
  mustChangePassword: boolean
}

export async function insertUser(db: Database, user: NewUser): Promise<string> {
  const temporaryUntil = user.mustChangePassword ? inAnHour : null
  const { id } = await db
    .insertInto('users')
    .values({ ...user, temporaryUntil })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Null: all of them. Answers false when one of them does not exist. */
export async function setBuildings(
  tx: Database,
  userId: string,
  buildingIds: readonly string[] | null,
): Promise<boolean> {
  const wanted = [...new Set(buildingIds ?? [])]
  await tx.deleteFrom('userBuildings').where('userId', '=', userId).execute()
  const { numAffectedRows } = await sql`INSERT INTO user_buildings (user_id, building_id)
    SELECT ${userId}, id FROM buildings WHERE id = ANY (${wanted}::uuid[])`.execute(tx)
  return Number(numAffectedRows) === wanted.length
}

export async function unlockUser(db: Database, id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ failedLogins: 0, lockedUntil: null, updatedAt: changedNow() })
    .where('id', '=', id)
    .execute()
}

/** Locks the account and all administrators, in one order: two edits take turns, and two administrators cannot remove each other. */
export async function lockUser(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE id = ${id} OR (role = 'admin' AND active) ORDER BY id FOR NO KEY UPDATE`.execute(db)
  return rows.some((row) => row.id === id)
}

/** Ends every session of the account (rules 5). */
export const nextTokenVersion = sql<number>`token_version + 1`

export async function raiseTokenVersion(tx: Database, id: string): Promise<void> {
  await tx.updateTable('users').set({ tokenVersion: nextTokenVersion }).where('id', '=', id).execute()
}

export async function activeAdmins(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('active', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

export async function usersOfRole(db: Database, role: string): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('role', '=', role).execute()
  return rows.map(({ id }) => id)
}

/** Two administrators who edit one role take turns. */
export async function lockRole(tx: Database, role: string): Promise<void> {
  await tx.selectFrom('roles').select('name').where('name', '=', role).forUpdate().execute()
}

export async function listRoles(db: Database): Promise<Role[]> {
  const stored = await db.selectFrom('roles').select(['name', 'updatedAt', 'requiresSecondFactor']).execute()
  const granted = await db.selectFrom('rolePermissions').select(['role', 'permission']).execute()
  const counts = await db
    .selectFrom('users')
    .select(['role', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('role')
    .execute()
  const isOwn = (role: string) => !(roleNames as readonly string[]).includes(role)
  const own = stored.map(({ name }) => name).filter(isOwn)
  const names = [...roleNames, ...own.toSorted((a, b) => a.localeCompare(b))]
  return names.map((role) => {
    const kept = stored.find(({ name }) => name === role)
    const held = new Set(granted.filter((row) => row.role === role).map((row) => row.permission))
    return {
      role,
      permissions: allPermissions.filter((permission) => role === 'admin' || held.has(permission)),
      editable: role !== 'admin',
      own: isOwn(role),
      userCount: counts.find((row) => row.role === role)?.count ?? 0,
      requiresSecondFactor: kept?.requiresSecondFactor ?? false,
      updatedAt: kept?.updatedAt ?? new Date(0).toISOString(),
    }
  })
}

export async function setRole(db: Database, role: string, columns: { requiresSecondFactor: boolean }): Promise<void> {
  await db
    .updateTable('roles')
    .set({ ...columns, updatedAt: changedNow() })
    .where('name', '=', role)
    .execute()
}

export async function setPermissions(db: Database, role: string, permissions: readonly Permission[]): Promise<void> {
  await db.deleteFrom('rolePermissions').where('role', '=', role).execute()
  const rows = [...new Set(permissions)].map((permission) => ({ role, permission }))
  if (rows.length > 0) await db.insertInto('rolePermissions').values(rows).execute()
}

export async function insertRole(tx: Database, name: string): Promise<void> {
  await tx.insertInto('roles').values({ name, displayName: name }).execute()
}

/** Accounts that have it stand in its way (a foreign key), also one that is given it at the same moment. */
export async function deleteRole(tx: Database, name: string): Promise<void> {
  await tx.deleteFrom('roles').where('name', '=', name).execute()
}

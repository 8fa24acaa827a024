// SQL of who is asking; runs at most once per account and few seconds.
import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** With what the role grants, in one statement: it stands before every first request of a page. */
export function readUser(db: Database, userId: string) {
  return db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.email',
      'u.displayName',
      'u.role',
      'u.mustChangePassword',
      'u.tokenVersion',
      'u.active',
      'u.isLimited',
    ])
    .select(sql<string[]>`ARRAY(SELECT permission FROM role_permissions g WHERE g.role = u.role)`.as('granted'))
    .select(sql<string[]>`ARRAY(SELECT building_id FROM user_buildings b WHERE b.user_id = u.id)`.as('buildingIds'))
    .where('u.id', '=', userId)
    .executeTakeFirst()
}

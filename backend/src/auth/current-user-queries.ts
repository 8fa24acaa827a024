// SQL of who is asking; runs at most once per account and few seconds.
import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { hasFactor, requiredOfAll } from './second-factor-queries.ts'

/** With what the role grants, in one statement: it stands before every first request of a page. */
export function readUser(db: Database, userId: string) {
  return (
    db
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
      // Who signs in at the identity provider is asked for it there.
      .select(
        sql<boolean>`u.password_hash IS NOT NULL
        AND NOT ${hasFactor(sql.ref('u.id'))}
        AND (EXISTS (SELECT FROM roles r WHERE r.name = u.role AND r.requires_second_factor)
          OR ${requiredOfAll})`.as('mustAddSecondFactor'),
      )
      .where('u.id', '=', userId)
      .executeTakeFirst()
  )
}

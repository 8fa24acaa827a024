// SQL of who is asking; runs at most once per account and few seconds.
import type { Database } from '../database/schema.ts'

export function readUser(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'displayName', 'role', 'mustChangePassword', 'tokenVersion', 'active'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

export async function readPermissions(db: Database, role: string): Promise<ReadonlySet<string>> {
  const granted = await db.selectFrom('rolePermissions').select('permission').where('role', '=', role).execute()
  return new Set(granted.map(({ permission }) => permission))
}

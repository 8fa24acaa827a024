// SQL of passwords. Raising the token version ends every other session of the account (rules 5).
import { sql } from 'kysely'
import { changedNow } from '../../database/row-queries.ts'
import type { Database } from '../../database/schema.ts'

/** A temporary password works once, and for an hour (rules 8); the sign-in that uses it sets this back. */
export const inAnHour = sql<string>`now() + interval '1 hour'`

export async function passwordHashOf(db: Database, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst()
  return row?.passwordHash ?? null
}

export async function setPassword(
  db: Database,
  userId: string,
  passwordHash: string,
  { mustChange }: { mustChange: boolean },
): Promise<void> {
  await sql`
    UPDATE users SET password_hash = ${passwordHash}, must_change_password = ${mustChange},
      temporary_until = ${mustChange ? inAnHour : null}, failed_logins = 0,
      locked_until = NULL, token_version = token_version + 1, updated_at = ${changedNow()}
    WHERE id = ${userId}`.execute(db)
}

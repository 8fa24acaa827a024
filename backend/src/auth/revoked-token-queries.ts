// SQL of tokens that were signed out before their time.
import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'

export type Revoked = { readonly tokenHash: string; readonly expiresAt: Date }

export async function insertRevoked(db: Database, revoked: Revoked): Promise<void> {
  await db
    .insertInto('revokedTokens')
    .values(revoked)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Hashes of those that would still be good. */
export async function readRevoked(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{
    tokenHash: string
  }>`SELECT token_hash FROM revoked_tokens WHERE expires_at > now()`.execute(db)
  return new Set(rows.map(({ tokenHash }) => tokenHash))
}

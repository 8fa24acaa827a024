// SQL of passkeys: those of an account, and challenges that were answered.
import { sql } from 'kysely'
import type { Passkey } from '@rollcall/contracts/domains/second-factor'
import type { Database } from '../database/schema.ts'

/** Of one account. */
const mostPasskeys = 20

export type StoredPasskey = {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
}

export async function findPasskey(db: Database, credentialId: string): Promise<StoredPasskey | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .select(['id', 'userId', 'name', 'credentialId', 'publicKey', 'counter'])
    .where('credentialId', '=', credentialId)
    .executeTakeFirst()
  return row && { ...row, counter: Number(row.counter) }
}

export async function credentialsOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('passkeys').select('credentialId').where('userId', '=', userId).execute()
  return rows.map(({ credentialId }) => credentialId)
}

export function listPasskeys(db: Database, userId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** False: somebody has it already, or the account has as many as it may. Two at once wait for each other at the account's row. */
export async function insertPasskey(tx: Database, passkey: Omit<StoredPasskey, 'id'>): Promise<boolean> {
  const { userId, name, credentialId, publicKey, counter } = passkey
  await sql`SELECT FROM users WHERE id = ${userId} FOR UPDATE`.execute(tx)
  const { numAffectedRows } = await sql`
    INSERT INTO passkeys (user_id, name, credential_id, public_key, counter)
    SELECT ${userId}, ${name}, ${credentialId}, ${publicKey}, ${counter}
    WHERE (SELECT count(*) FROM passkeys WHERE user_id = ${userId}) < ${mostPasskeys}
    ON CONFLICT (credential_id) DO NOTHING`.execute(tx)
  return numAffectedRows === 1n
}

/** False: a later answer was counted meanwhile, or the passkey was removed. Those that do not count stay at zero. */
export async function countUse(tx: Database, id: string, counter: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE passkeys SET counter = ${counter}, last_used_at = now()
    WHERE id = ${id} AND (counter < ${counter} OR (counter = 0 AND ${counter}::bigint = 0))`.execute(tx)
  return numAffectedRows === 1n
}

/** False: it was answered before. */
export async function spendChallenge(tx: Database, challengeHash: string, expiresAt: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO used_challenges (challenge_hash, expires_at) VALUES (${challengeHash}, ${expiresAt})
    ON CONFLICT DO NOTHING`.execute(tx)
  return numAffectedRows === 1n
}

/** Answers its name; undefined: the account has no such passkey. */
export async function deletePasskey(tx: Database, userId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

// SQL of second factors: the secret of the app, its newest used code, and recovery codes as hashes; passkeys count as well.
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Of whom a role does not ask for one already. */
export const requiredOfAll = sql<boolean>`EXISTS (SELECT FROM settings s WHERE s.name = 'security' AND s.value @> '{"secondFactorForAll": true}')`

/** An app that is in use. */
export const hasApp = (userId: RawBuilder<unknown>) =>
  sql<boolean>`EXISTS (SELECT FROM second_factors f WHERE f.user_id = ${userId} AND f.confirmed_at IS NOT NULL)`
export const hasPasskeys = (userId: RawBuilder<unknown>) =>
  sql<boolean>`EXISTS (SELECT FROM passkeys k WHERE k.user_id = ${userId})`
export const hasFactor = (userId: RawBuilder<unknown>) => sql<boolean>`(${hasApp(userId)} OR ${hasPasskeys(userId)})`

export type StoredFactor = { readonly secretSealed: Buffer; readonly confirmedAt: string | null }

export function findFactor(db: Database, userId: string): Promise<StoredFactor | undefined> {
  return db
    .selectFrom('secondFactors')
    .select(['secretSealed', 'confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/** Takes the place of one that was begun and never confirmed. False: there is one in use. */
export async function beginFactor(tx: Database, userId: string, secretSealed: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO second_factors AS f (user_id, secret_sealed) VALUES (${userId}, ${secretSealed})
    ON CONFLICT (user_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, last_step = NULL, created_at = now()
    WHERE f.confirmed_at IS NULL`.execute(tx)
  return numAffectedRows === 1n
}

/** False: it is in use already. */
export async function confirmFactor(tx: Database, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE second_factors SET confirmed_at = now() WHERE user_id = ${userId} AND confirmed_at IS NULL`.execute(tx)
  return numAffectedRows === 1n
}

/** False: this code, or a later one, was used before. */
export async function spendStep(db: Database, userId: string, step: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE second_factors SET last_step = ${step}
    WHERE user_id = ${userId} AND (last_step IS NULL OR last_step < ${step})`.execute(db)
  return numAffectedRows === 1n
}

export async function spendRecoveryCode(db: Database, userId: string, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** In the place of those before. */
export async function setRecoveryCodes(tx: Database, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await tx
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ userId, codeHash })))
    .execute()
}

/** The app, passkeys and recovery codes. False: there were none. */
export async function removeFactor(tx: Database, userId: string): Promise<boolean> {
  const passkeys = await tx.deleteFrom('passkeys').where('userId', '=', userId).executeTakeFirst()
  const hadApp = await removeApp(tx, userId)
  return hadApp || passkeys.numDeletedRows > 0n
}

/** False: there was none. */
export async function removeApp(tx: Database, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('secondFactors').where('userId', '=', userId).executeTakeFirst()
  await removeNeedlessCodes(tx, userId)
  return numDeletedRows > 0n
}

/** Recovery codes go with the last factor. */
export async function removeNeedlessCodes(tx: Database, userId: string): Promise<void> {
  const whose = sql.ref('recovery_codes.user_id')
  await sql`DELETE FROM recovery_codes WHERE user_id = ${userId} AND NOT ${hasFactor(whose)}`.execute(tx)
}

export async function hasRecoveryCodes(tx: Database, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM recovery_codes WHERE user_id = ${userId} LIMIT 1`.execute(tx)
  return rows.length > 0
}

export async function readFactorState(db: Database, userId: string) {
  const { rows } = await sql<{
    since: string | null
    recoveryCodesLeft: number
    available: boolean
    required: boolean
  }>`
    SELECT f.confirmed_at AS since, u.password_hash IS NOT NULL AS available,
      (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = u.id) AS recovery_codes_left,
      r.requires_second_factor
        OR ${requiredOfAll} AS required
    FROM users u JOIN roles r ON r.name = u.role LEFT JOIN second_factors f ON f.user_id = u.id
    WHERE u.id = ${userId}`.execute(db)
  return rows[0]
}

/** `anew`: null where it is sealed as it should be. */
export async function sealFactorsAnew(db: Database, anew: (sealed: Buffer) => Buffer | null): Promise<void> {
  for (const { userId, secretSealed } of await db
    .selectFrom('secondFactors')
    .select(['userId', 'secretSealed'])
    .execute()) {
    const sealed = anew(secretSealed)
    if (sealed === null) continue
    // Somebody may be setting it up anew meanwhile.
    await db
      .updateTable('secondFactors')
      .set({ secretSealed: sealed })
      .where('userId', '=', userId)
      .where('secretSealed', '=', secretSealed)
      .execute()
  }
}

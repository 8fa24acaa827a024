// SQL of the identity-provider exchange: spent assertions and the account behind an address.
import { sql } from 'kysely'
import type { RoleName } from '@rollcall/contracts/permissions'
import { changedNow } from '../database/row-queries.ts'
import type { DatabaseTransaction } from '../database/schema.ts'

export async function spendNonce(tx: DatabaseTransaction, nonce: string): Promise<boolean> {
  // Assertions live a minute; older nonces can no longer be replayed.
  await sql`DELETE FROM exchange_nonces WHERE seen_at < now() - interval '10 minutes'`.execute(tx)
  const inserted = await tx
    .insertInto('exchangeNonces')
    .values({ nonce })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Finds the account; with a mapped group an unknown person gets one and a known one of the provider follows the mapping. */
export async function accountOf(
  tx: DatabaseTransaction,
  claim: { email: string; name: string },
  mapped: RoleName | null,
) {
  const account = await tx
    .selectFrom('users')
    .select(['id', 'email', 'role', 'active', 'authSource'])
    .where(sql`lower(email)`, '=', claim.email.toLowerCase())
    .executeTakeFirst()
  if (account && !account.active) return undefined
  if (account) {
    if (mapped && account.authSource === 'oidc' && account.role !== mapped) await setRole(tx, account.id, mapped)
    await sql`UPDATE users SET last_login_at = now() WHERE id = ${account.id}`.execute(tx)
    return account
  }
  if (!mapped) return undefined
  const displayName =
    claim.name
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 120) || claim.email
  return tx
    .insertInto('users')
    .values({
      email: claim.email.toLowerCase(),
      displayName,
      role: mapped,
      authSource: 'oidc',
      mustChangePassword: false,
    })
    .returning(['id', 'email', 'role'])
    .executeTakeFirstOrThrow()
}

async function setRole(tx: DatabaseTransaction, userId: string, role: RoleName): Promise<void> {
  await sql`UPDATE users SET role = ${role}, token_version = token_version + 1, updated_at = ${changedNow()} WHERE id = ${userId}`.execute(
    tx,
  )
}

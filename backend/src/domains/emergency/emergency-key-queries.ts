// SQL of idempotency keys: which emergency a key stands for, and what was asked for with it (rules 9). Used by emergency-key.ts.
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database/schema.ts'

/** Until the transaction ends nobody else triggers with this key. */
export async function lockKey(tx: DatabaseTransaction, key: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('emergency key ' || ${key}::text, 0))`.execute(tx)
}

type UsedKey = { emergencyId: string; requestHash: string; state: 'active' | 'resolved' }

/** Undefined when it was never used, or more than a day ago. */
export function findKey(db: Database, key: string): Promise<UsedKey | undefined> {
  return db
    .selectFrom('emergencyKeys as k')
    .innerJoin('emergencies as e', 'e.id', 'k.emergencyId')
    .select(['k.emergencyId', 'k.requestHash', 'e.state'])
    .where('k.key', '=', key)
    .where(sql<boolean>`k.used_at > now() - interval '24 hours'`)
    .executeTakeFirst()
}

/** In place of a forgotten use, if there is one. */
export async function insertKey(db: Database, key: string, requestHash: string, emergencyId: string): Promise<void> {
  const use = { requestHash, emergencyId, usedAt: sql<string>`now()` }
  await db
    .insertInto('emergencyKeys')
    .values({ key, ...use })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(use))
    .execute()
}

// SQL of browsers that are told by push notification; each belongs to the account that was signed in there last.
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database/schema.ts'

type Subscribing = {
  readonly userId: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** The same browser again keeps its row, and a browser in which somebody else has signed in is theirs. */
export async function putSubscription(tx: DatabaseTransaction, row: Subscribing): Promise<string> {
  const { userId, p256dh, auth } = row
  const { id } = await tx
    .insertInto('pushSubscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ userId, p256dh, auth, updatedAt: sql`now()` }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findSubscription(db: Database, id: string, userId: string) {
  const row = await db
    .selectFrom('pushSubscriptions')
    .select(['id', 'createdAt', 'updatedAt', 'endpoint'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!row) return undefined
  // The whole address would let others send to it.
  const { endpoint, ...rest } = row
  return { ...rest, service: new URL(endpoint).host }
}

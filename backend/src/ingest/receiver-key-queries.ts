// SQL of receivers' own ingest keys, of which only the digest is kept.
import { changedNow } from '../database/row-queries.ts'
import type { Database } from '../database/schema.ts'

/** Receiver ids by the digest of their key. */
export async function receiversByKeyHash(db: Database): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('receivers')
    .select(['receiverId', 'ingestKeyHash'])
    .where('ingestKeyHash', 'is not', null)
    .$narrowType<{ ingestKeyHash: string }>()
    .execute()
  return new Map(rows.map(({ receiverId, ingestKeyHash }) => [ingestKeyHash, receiverId]))
}

/** Null takes the key back. Answers the time of it. */
export async function setReceiverKey(db: Database, id: string, ingestKeyHash: string | null): Promise<string> {
  const now = new Date()
  const keyIssuedAt = ingestKeyHash === null ? null : now
  await db
    .updateTable('receivers')
    .set({ ingestKeyHash, keyIssuedAt, updatedAt: changedNow() })
    .where('id', '=', id)
    .execute()
  return now.toISOString()
}

// SQL of open sessions: which there are, and ending one. A raised token version has ended those before it (rules 5).
import { sql } from 'kysely'
import type { OpenSession } from '@rollcall/contracts/domains/auth'
import type { Database, DatabaseTransaction } from '../database/schema.ts'
import { insertRevoked } from './revoked-token-queries.ts'

export type NewSession = {
  readonly id: string
  readonly userId: string
  readonly tokenHash: string
  readonly tokenVersion: number
  readonly expiresAt: Date
  readonly address: string
  readonly userAgent: string
}

/** More of one account are not listed. */
const mostListed = 100

export async function insertSession(db: Database, session: NewSession): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

/** Newest first. `current`: the hash of the token that asks. */
export async function listSessions(db: Database, userId: string, current: string | null): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) =>
      join.onRef('u.id', '=', 's.userId').onRef('u.tokenVersion', '=', 's.tokenVersion'),
    )
    .select(['s.id', 's.startedAt', 's.expiresAt', 's.address', 's.userAgent', 's.tokenHash'])
    .where('s.userId', '=', userId)
    .where('s.expiresAt', '>', sql<string>`now()`)
    .orderBy('s.startedAt', 'desc')
    .limit(mostListed)
    .execute()
  return rows.map(({ tokenHash, ...session }) => ({ ...session, isCurrent: tokenHash === current }))
}

/** False: there is none any more. */
export async function endSession(tx: DatabaseTransaction, userId: string, id: string): Promise<boolean> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning(['tokenHash', 'expiresAt'])
    .executeTakeFirst()
  if (ended) await insertRevoked(tx, { ...ended, expiresAt: new Date(ended.expiresAt) })
  return ended !== undefined
}

export async function forgetSession(tx: DatabaseTransaction, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute()
}

// SQL of forgotten passwords: asked for by address, whether somebody has it or not; a link works once and for half an hour.
import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Of one address; more change nothing. */
const mostPerHour = 3

export type PasswordRequest = {
  readonly id: string
  readonly address: string
  readonly at: string
  readonly tries: number
}

/** The same work for every address. What is asked too often is left out without a word. */
export async function askForLink(tx: Database, email: string): Promise<void> {
  const address = email.toLowerCase()
  await sql`
    INSERT INTO password_requests (address) SELECT ${address}
    WHERE (SELECT count(*) FROM password_requests WHERE address = ${address} AND at > now() - interval '1 hour')
      < ${mostPerHour}`.execute(tx)
}

/** For this backend alone, and due again in a minute should it not finish. */
export async function takeRequestsDue(db: Database, most: number): Promise<PasswordRequest[]> {
  const { rows } = await sql<PasswordRequest>`
    UPDATE password_requests SET tries = tries + 1, due_at = now() + interval '1 minute'
    WHERE id IN (SELECT id FROM password_requests WHERE due_at <= now() ORDER BY due_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id, address, at, tries`.execute(db)
  return rows
}

/** `pauseMs`: until the next try; null: it was dealt with. */
export async function finishRequest(db: Database, id: string, pauseMs: number | null): Promise<void> {
  await sql`UPDATE password_requests SET due_at = now() + make_interval(secs => ${pauseMs}::float8 / 1000)
    WHERE id = ${id}`.execute(db)
}

export type Forgetful = { id: string; email: string; displayName: string; role: string }

/** Whose password is kept here, and who may sign in. */
export async function forgetfulBy(db: Database, address: string): Promise<Forgetful | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'displayName', 'role'])
    .where(sql`lower(email)`, '=', address)
    .where('active', '=', true)
    .where('passwordHash', 'is not', null)
    .executeTakeFirst()
}

export async function insertPasswordLink(tx: Database, userId: string, tokenHash: string): Promise<void> {
  await tx
    .insertInto('passwordLinks')
    .values({ userId, tokenHash, expiresAt: sql<string>`now() + interval '30 minutes'` })
    .execute()
}

/** Whom a link lets choose a new password; undefined: it was used, is too old, or never was. */
export async function whoseLink(db: Database, tokenHash: string): Promise<Forgetful | undefined> {
  return db
    .selectFrom('passwordLinks as l')
    .innerJoin('users as u', 'u.id', 'l.userId')
    .select(['u.id', 'u.email', 'u.displayName', 'u.role'])
    .where('l.tokenHash', '=', tokenHash)
    .where('l.expiresAt', '>', sql<string>`now()`)
    .where('u.active', '=', true)
    .where('u.passwordHash', 'is not', null)
    .executeTakeFirst()
}

/** Uses up this link, and every other of the account. False: somebody else did at the same moment. */
export async function spendPasswordLink(tx: Database, userId: string, tokenHash: string): Promise<boolean> {
  const { rows } = await sql<{ tokenHash: string }>`
    DELETE FROM password_links WHERE user_id = ${userId} AND expires_at > now() RETURNING token_hash`.execute(tx)
  return rows.some((row) => row.tokenHash === tokenHash)
}

// Signing in with a password (spec 4.3, decisions 5 and 8): five failures lock an account for 15 minutes, an unknown address looks
// and takes exactly like a wrong password. Called by the auth handlers.
import { sql } from 'kysely'
import type { Session } from '@rollcall/contracts/domains/auth'
import { writeAudit } from '../audit/write-audit.ts'
import type { AuditEntry } from '../audit/audit-entry.ts'
import type { Database } from '../database/schema.ts'
import { refuse } from '../http/refusal.ts'
import { loadUser, type UserLookup } from './current-user.ts'
import type { Passwords } from './passwords.ts'
import type { SessionIssuer } from './session-issuer.ts'

export const maxFailures = 5
export const lockMinutes = 15

export type Origin = { readonly ip: string; readonly method: string; readonly requestId: string }
export type SignIn = (credentials: { email: string; password: string }, origin: Origin) => Promise<Session>

type Needs = { db: Database; passwords: Passwords; lookup: UserLookup; issue: SessionIssuer }
type Account = { id: string; email: string; role: string; passwordHash: string | null; locked: boolean }

export function createSignIn({ db, passwords, lookup, issue }: Needs): SignIn {
  const strangers = createStrangers()
  return async ({ email, password }, origin) => {
    const account = await findAccount(db, email)
    const matches = await passwords.matches(password, account?.passwordHash ?? null)
    if (!account) {
      await recordDenied(db, origin, null)
      refuse(strangers.fail(email) ? 'account_locked' : 'invalid_credentials')
    }
    if (account.locked) {
      await recordDenied(db, origin, account)
      refuse('account_locked')
    }
    if (!matches) {
      await recordFailure(db, origin, account)
      refuse('invalid_credentials')
    }
    // Several guesses at once: a right one that arrives after the lock is refused as well.
    if (!(await recordSuccess(db, origin, account))) refuse('account_locked')
    lookup.forget(account.id)
    const user = await loadUser(db, account.id)
    return user ? issue(user) : refuse('invalid_credentials')
  }
}

/** Inactive accounts and those of the identity provider have no password here, so they are strangers too. */
async function findAccount(db: Database, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'role', 'passwordHash', sql<boolean>`coalesce(locked_until > now(), false)`.as('locked')])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('active', '=', true)
    .where('passwordHash', 'is not', null)
    .executeTakeFirst()
}

async function recordFailure(db: Database, origin: Origin, account: Account): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      UPDATE users SET
        failed_logins = CASE WHEN locked_until <= now() THEN 1 ELSE failed_logins + 1 END,
        locked_until = CASE WHEN locked_until <= now() THEN NULL
          WHEN failed_logins + 1 >= ${maxFailures} THEN now() + make_interval(mins => ${lockMinutes}) ELSE locked_until END
      WHERE id = ${account.id}`.execute(tx)
    await writeAudit(tx, auditOrigin(origin, account), [deniedEntry(account)])
  })
}

async function recordDenied(db: Database, origin: Origin, account: Account | null): Promise<void> {
  await db.transaction().execute((tx) => writeAudit(tx, auditOrigin(origin, account), [deniedEntry(account)]))
}

async function recordSuccess(db: Database, origin: Origin, account: Account): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      UPDATE users SET failed_logins = 0, locked_until = NULL, last_login_at = now()
      WHERE id = ${account.id} AND (locked_until IS NULL OR locked_until <= now()) RETURNING id`.execute(tx)
    if (rows.length === 0) return false
    const entry: AuditEntry = { action: 'auth.login', resource: 'users', entityId: account.id }
    await writeAudit(tx, auditOrigin(origin, account), [entry])
    return true
  })
}

function deniedEntry(account: Account | null): AuditEntry {
  return { action: 'auth.login', resource: 'users', entityId: account?.id ?? null, result: 'denied' }
}

function auditOrigin(origin: Origin, account: Account | null) {
  return { ...origin, actorId: account?.id ?? null, actorEmail: account?.email ?? null, actorRole: account?.role ?? null }
}

/** Addresses without an account lock in the same way, so that a lock does not tell that an account exists. */
function createStrangers() {
  const failures = new Map<string, { count: number; until: number }>()
  return {
    /** True once the address counts as locked. */
    fail(email: string): boolean {
      const now = Date.now()
      const known = failures.get(email.toLowerCase())
      const entry = known && known.until > now ? known : { count: 0, until: now + lockMinutes * 60_000 }
      if (failures.size > 10_000) failures.clear()
      failures.set(email.toLowerCase(), { ...entry, count: entry.count + 1 })
      return entry.count >= maxFailures
    },
  }
}

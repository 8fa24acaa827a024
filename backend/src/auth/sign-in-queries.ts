// SQL of signing in: the account, its failures and its lock. Each outcome is written with its audit record (rules 5 and 8).
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { auth } from '@rollcall/contracts/domains/auth'
import { auditNames } from '@rollcall/contracts/endpoint'
import type { AuditEntry } from '../audit/audit-entry.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { Database } from '../database/schema.ts'
import { hasApp, hasPasskeys } from './second-factor-queries.ts'

const signingIn = auditNames('auth', 'login', auth.login)

const maxFailures = 5
const lockMinutes = 15

export type Origin = {
  readonly ip: string
  readonly method: string
  readonly requestId: string
  readonly userAgent: string
}
type AuditedOrigin = Omit<Origin, 'userAgent'>
export type Account = {
  id: string
  email: string
  role: string
  passwordHash: string | null
  locked: boolean
  /** A temporary password that was used, or is more than an hour old. */
  isOver: boolean
  hasApp: boolean
  hasPasskeys: boolean
}
type Whose = Pick<Account, 'id' | 'email' | 'role'>

export async function findAccount(db: Database, email: string): Promise<Account | undefined> {
  return selectAccounts(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

export async function findAccountById(db: Database, userId: string): Promise<Account | undefined> {
  return selectAccounts(db).where('id', '=', userId).executeTakeFirst()
}

/** Inactive accounts and those of the identity provider have no password here, so they are strangers too. */
function selectAccounts(db: Database) {
  const its = sql.ref('users.id')
  return db
    .selectFrom('users')
    .select(['id', 'email', 'role', 'passwordHash', sql<boolean>`coalesce(locked_until > now(), false)`.as('locked')])
    .select(sql<boolean>`coalesce(temporary_until <= now(), false)`.as('isOver'))
    .select([hasApp(its).as('hasApp'), hasPasskeys(its).as('hasPasskeys')])
    .where('active', '=', true)
    .where('passwordHash', 'is not', null)
}

export async function isLocked(db: Database, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM users WHERE id = ${userId} AND locked_until > now()`.execute(db)
  return rows.length > 0
}

/** Of a password or a second factor: five lock the account. */
export async function recordFailure(db: Database, origin: AuditedOrigin, account: Whose): Promise<void> {
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

/** The password was right, and a second factor is asked for: whoever stops here leaves a trace. */
export async function recordFirstFactor(db: Database, origin: AuditedOrigin, account: Whose): Promise<void> {
  const entry = { ...signingIn, action: 'auth.firstFactor', entityId: account.id }
  await db.transaction().execute((tx) => writeAudit(tx, auditOrigin(origin, account), [entry]))
}

export async function recordDenied(db: Database, origin: Origin, account: Whose | null): Promise<void> {
  await db.transaction().execute((tx) => writeAudit(tx, auditOrigin(origin, account), [deniedEntry(account)]))
}

/** Counts a failure with an address that nobody has; true once it counts as locked, as an account would. */
export async function recordUnknown(db: Database, email: string): Promise<boolean> {
  const hash = createHash('sha256').update(email.toLowerCase()).digest()
  const { rows } = await sql<{ failures: number }>`
    INSERT INTO unknown_sign_ins AS known (address_hash, failures, until_at)
    VALUES (${hash}, 1, now() + make_interval(mins => ${lockMinutes}))
    ON CONFLICT (address_hash) DO UPDATE SET
      failures = CASE WHEN known.until_at <= now() THEN 1 ELSE known.failures + 1 END,
      until_at = CASE WHEN known.until_at <= now() THEN excluded.until_at ELSE known.until_at END
    RETURNING failures`.execute(db)
  return (rows[0]?.failures ?? 0) > maxFailures
}

/** False: it was locked meanwhile, or its temporary password is used or too old. The clock that goes on within a statement makes one of
 * two sign-ins at the same moment the second. `passkey`: its name, where one was used. */
export async function recordSuccess(
  db: Database,
  origin: Origin,
  account: Account,
  passkey: string | null,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      UPDATE users SET failed_logins = 0, locked_until = NULL, last_login_at = now(),
        temporary_until = CASE WHEN temporary_until IS NOT NULL THEN clock_timestamp() END
      WHERE id = ${account.id} AND (locked_until IS NULL OR locked_until <= now())
        AND (temporary_until IS NULL OR temporary_until > clock_timestamp()) RETURNING id`.execute(tx)
    if (rows.length === 0) return false
    const entry: AuditEntry = { ...signingIn, entityId: account.id, ...(passkey !== null && { after: { passkey } }) }
    await writeAudit(tx, auditOrigin(origin, account), [entry])
    return true
  })
}

function deniedEntry(account: Whose | null): AuditEntry {
  return { ...signingIn, entityId: account?.id ?? null, result: 'denied' }
}

function auditOrigin({ ip, method, requestId }: AuditedOrigin, account: Whose | null) {
  return {
    ip,
    method,
    requestId,
    actorId: account?.id ?? null,
    actorEmail: account?.email ?? null,
    actorRole: account?.role ?? null,
  }
}

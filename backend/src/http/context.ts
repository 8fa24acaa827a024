// What a handler knows beside its parsed input: who asks, and the two ways to the database – read, or change with its record.
import type { Permission } from '@rollcall/contracts/permissions'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditActor, AuditEntry, ChangeRecord } from '../audit/audit-entry.ts'
import type { CurrentUser } from '../auth/current-user.ts'
import type { Database, DatabaseTransaction } from '../database/schema.ts'

/** A change and the record of it; both are committed or neither. */
export type Changed<T> = { readonly reply: T; readonly record: ChangeRecord | readonly ChangeRecord[] }

export type Context = {
  /** Throws on a public row: there is nobody to ask about. */
  readonly user: CurrentUser
  /** The header as it came; only signing out looks at it. */
  readonly authorization: string | undefined
  readonly requestId: string
  readonly ip: string
  readonly method: string
  /** What the browser calls itself; empty where it says nothing. */
  readonly userAgent: string
  readonly log: FastifyBaseLogger
  /** For reading. Urgent rows have connections of their own, here and for changes. */
  readonly db: Database
  /** What this account may see: `db`, unless the row is one that checks by itself (contracts: `forLimited`). */
  readonly own: Database
  /** The only buildings that this account may see; null: all. */
  readonly buildingIds: readonly string[] | null
  /** The same was asked for before, and this is its answer: 200, whatever the row says. */
  answeredBefore(): void
  may(permission: Permission): boolean
  /** Refuses with 412 when the caller says what they read (If-Match) and it is no longer that (rules 8). */
  refuseIfChanged(stored: { readonly updatedAt: string }): void
  /** What the record of its change says by itself, for one that is made together with those of others. */
  readonly audited: Pick<AuditEntry, 'action' | 'resource' | 'origin'>
  /** One transaction with its audit record; tried once more when PostgreSQL resolves a deadlock against it. `actor`: who it was, on a
   * row that is open to everyone. */
  change<T>(work: (tx: DatabaseTransaction) => Promise<Changed<T>>, actor?: AuditActor): Promise<T>
}

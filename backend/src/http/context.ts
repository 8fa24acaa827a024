// What a handler knows beside its parsed input: who asks, and the two ways to the database – read, or change with its record.
import type { Permission } from '@rollcall/contracts/permissions'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditEntry } from '../audit/audit-entry.ts'
import type { CurrentUser } from '../auth/current-user.ts'
import type { Database, DatabaseTransaction } from '../database/schema.ts'

/** A change and the record of it; both are committed or neither. */
export type Changed<T> = { readonly reply: T; readonly record: AuditEntry | readonly AuditEntry[] }

export type Context = {
  /** Throws on a public row: there is nobody to ask about. */
  readonly user: CurrentUser
  /** The header as it came; only signing out looks at it. */
  readonly authorization: string | undefined
  readonly requestId: string
  readonly ip: string
  readonly method: string
  readonly log: FastifyBaseLogger
  /** For reading. */
  readonly db: Database
  may(permission: Permission): boolean
  /** One transaction with its audit record; tried once more when PostgreSQL resolves a deadlock against it. */
  change<T>(work: (tx: DatabaseTransaction) => Promise<Changed<T>>): Promise<T>
}

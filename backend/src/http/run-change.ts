// A change in one transaction with its audit record as the last statement (rules 8). The only way a handler writes.
import { writeAudit } from '../audit/write-audit.ts'
import type { Topic } from '@rollcall/contracts/topics'
import type { AuditOrigin } from '../audit/audit-entry.ts'
import { isDeadlock } from '../database/database-refusal.ts'
import type { Database, DatabaseTransaction } from '../database/schema.ts'
import type { Changed } from './context.ts'

/** What a change is called in the audit log, and what others must read again after it. */
export type ChangeKind = { readonly action: string; readonly resource: string; readonly changes: readonly Topic[] }

export async function runChange<T>(
  db: Database,
  origin: AuditOrigin,
  { action, resource }: ChangeKind,
  work: (tx: DatabaseTransaction) => Promise<Changed<T>>,
): Promise<T> {
  const attempt = () =>
    db.transaction().execute(async (tx) => {
      const { reply, record } = await work(tx)
      const records = isList(record) ? record : [record]
      const entries = records.map((entry) => ({ action, resource, ...entry }))
      await writeAudit(tx, origin, entries)
      return reply
    })
  try {
    return await attempt()
  } catch (error) {
    if (isDeadlock(error)) return attempt()
    throw error
  }
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value)
}

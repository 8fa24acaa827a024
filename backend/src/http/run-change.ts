// A change in one transaction, announced to every backend on the database, with its audit record as the last statement (rules 8).
// The only way a handler writes.
import { writeAudit } from '../audit/write-audit.ts'
import type { Topic } from '@rollcall/contracts/topics'
import type { AuditOrigin, ChangeRecord } from '../audit/audit-entry.ts'
import { announceChange } from '../changes/change-queries.ts'
import { auditTurn } from '../database/audit-turns.ts'
import type { Database, DatabaseTransaction } from '../database/schema.ts'
import type { Changed } from './context.ts'
import { isDeadlock } from './database-refusal.ts'

/** What a change is called in the audit log, and what others must read again after it. */
export type ChangeKind = {
  readonly action: string
  readonly resource: string
  readonly changes: readonly Topic[]
  /** The backend that acts upon it by itself, without being told. */
  readonly from?: string
}

export async function runChange<T>(
  db: Database,
  origin: AuditOrigin,
  kind: ChangeKind,
  work: (tx: DatabaseTransaction) => Promise<Changed<T>>,
): Promise<T> {
  const { action, resource } = kind
  const attempt = async () => {
    let leave = () => {}
    const transaction = db.transaction().execute(async (tx) => {
      const { reply, record } = await work(tx)
      const entries = (isList(record) ? record : [record]).map((entry) => ({ action, resource, ...entry }))
      await announce(tx, kind, entries)
      if (entries.length > 0) leave = await auditTurn(tx)
      await writeAudit(tx, origin, entries)
      return reply
    })
    return transaction.finally(() => leave())
  }
  try {
    return await attempt()
  } catch (error) {
    if (isDeadlock(error)) return attempt()
    throw error
  }
}

/** Without a record nothing was changed. */
async function announce(tx: DatabaseTransaction, kind: ChangeKind, records: readonly ChangeRecord[]): Promise<void> {
  const { action: row, changes: topics, from = null } = kind
  if (topics.length === 0 || records.length === 0) return
  const entityId = records.length === 1 ? (records[0]?.entityId ?? null) : null
  await announceChange(tx, { topics: [...topics], row, entityId, from })
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value)
}

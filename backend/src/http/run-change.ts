// A change in one transaction with its audit record as the last statement (rules 8). The only way a handler writes.
import { writeAudit } from '../audit/write-audit.ts'
import type { AuditOrigin } from '../audit/audit-entry.ts'
import { isDeadlock } from '../database/database-refusal.ts'
import type { Database, DatabaseTransaction } from '../database/schema.ts'
import type { Changed } from './context.ts'

export async function runChange<T>(
  db: Database,
  origin: AuditOrigin,
  work: (tx: DatabaseTransaction) => Promise<Changed<T>>,
): Promise<T> {
  const attempt = () =>
    db.transaction().execute(async (tx) => {
      const { reply, record } = await work(tx)
      await writeAudit(tx, origin, isList(record) ? record : [record])
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

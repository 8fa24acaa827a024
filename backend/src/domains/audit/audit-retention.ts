// Forgets audit records older than the retention (rules 8: 365 days) without breaking the chain: what is kept still verifies from
// the hash of the last row removed, and the removal is itself a record. Called by housekeeping.ts.
import { inBatches } from '../../database/retention-queries.ts'
import type { Database } from '../../database/schema.ts'
import { runChange, type ChangeKind } from '../../http/run-change.ts'
import { systemOrigin } from '../../audit/audit-entry.ts'
import { removeRowsBefore } from '../../audit/audit-queries.ts'

const retention: ChangeKind = { action: 'audit.retention', resource: 'audit_log', changes: [] }

/** Whoever changes something meanwhile waits for one batch at most. */
const perBatch = 5000

export async function forgetOldAudit(
  db: Database,
  cutoff: Date,
  { limit = perBatch, stopping }: { limit?: number; stopping?: AbortSignal } = {},
): Promise<number> {
  return inBatches(limit, stopping, () =>
    runChange(db, systemOrigin, retention, async (tx) => {
      const removed = await removeRowsBefore(tx, cutoff, limit)
      const after = { removed, before: cutoff.toISOString() }
      return { reply: removed, record: removed === 0 ? [] : [{ after }] }
    }),
  )
}

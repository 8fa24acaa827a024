// Forgets emergencies that ended longer ago than the retention, with roster, timeline and messages, and says so in the audit log. Called
// by housekeeping.ts.
import { systemOrigin } from '../../audit/audit-entry.ts'
import { inBatches } from '../../database/retention-queries.ts'
import type { Database } from '../../database/schema.ts'
import { runChange, type ChangeKind } from '../../http/run-change.ts'
import { removeEmergenciesBefore } from './emergency-queries.ts'

const retention: ChangeKind = { action: 'emergency.retention', resource: 'emergencies', changes: [] }
/** Each takes a roster of thousands with it. */
const perBatch = 5

export async function forgetOldEmergencies(db: Database, before: Date, stopping?: AbortSignal): Promise<number> {
  return inBatches(perBatch, stopping, (limit) =>
    runChange(db, systemOrigin, retention, async (tx) => {
      const gone = await removeEmergenciesBefore(tx, before, limit)
      return { reply: gone.length, record: gone.map(({ id, ...what }) => ({ entityId: id, before: what })) }
    }),
  )
}

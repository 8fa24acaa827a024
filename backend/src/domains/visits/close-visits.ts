// Visits that nobody ended are closed when the day is over at their building, and their badges taken back (rules 8). Called by
// housekeeping.ts.
import { systemOrigin } from '../../audit/audit-entry.ts'
import type { Database } from '../../database/schema.ts'
import { runChange, type ChangeKind } from '../../http/run-change.ts'
import { signOut } from './sign-in.ts'
import { leftOpen } from './visit-queries.ts'

const closing: ChangeKind = { action: 'visits.close', resource: 'visits', changes: ['people', 'transmitters'] }

export async function closeVisits(db: Database): Promise<void> {
  for (const { id, dayEndedAt } of await leftOpen(db)) {
    await runChange(db, systemOrigin, closing, async (tx) => {
      const note = 'Nobody signed out: closed at the end of the day.'
      const { record } = await signOut(tx, id, { at: dayEndedAt, note })
      return { reply: null, record }
    })
  }
}

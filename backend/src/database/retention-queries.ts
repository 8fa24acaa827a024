// SQL that forgets what is older than kept-tables.ts says: a few thousand rows at a time, so that nobody waits long for a lock and a first
// run over years of rows ends when the process is told to. Called by housekeeping.ts.
import { sql } from 'kysely'
import type { GeneralSettings } from '@rollcall/contracts/domains/settings'
import { keptTables } from './kept-tables.ts'
import type { Database } from './schema.ts'

const dayMs = 86_400_000
/** Rows of one statement. */
const perBatch = 5000

export type RetentionDays = GeneralSettings['retentionDays']

export function daysOf(table: string, settings: RetentionDays): number | null {
  const { days } = keptTables[table] ?? {}
  if (days === undefined) return null
  return typeof days === 'number' ? days : settings[days]
}

/** Every table whose old rows a condition names. */
export async function forgetOldRows(
  db: Database,
  settings: RetentionDays,
  { now = Date.now(), stopping }: { now?: number; stopping?: AbortSignal } = {},
): Promise<void> {
  for (const [table, { old }] of Object.entries(keptTables)) {
    const days = daysOf(table, settings)
    if (!old || days === null) continue
    const condition = old(new Date(now - days * dayMs))
    await inBatches(perBatch, stopping, async (limit) => {
      const { numAffectedRows } = await sql`DELETE FROM ${sql.id(table)} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${sql.id(table)} WHERE ${condition} LIMIT ${limit}))`.execute(db)
      return Number(numAffectedRows ?? 0)
    })
  }
}

/** Until there is nothing left, or the process stops; the next turn goes on from there. Answers how many went. */
export async function inBatches(
  limit: number,
  stopping: AbortSignal | undefined,
  forget: (limit: number) => Promise<number>,
): Promise<number> {
  let all = 0
  for (;;) {
    const gone = await forget(limit)
    all += gone
    if (gone < limit || stopping?.aborted) return all
  }
}

// Many rows in one transaction, each answered by itself: a refused row does not undo the others (rules 8: `bulk` answers per row).
import { problems, type Issue } from '@rollcall/contracts/problems'
import { databaseRefusal } from '../http/database-refusal.ts'
import { inSavepoint } from '../database/savepoint-queries.ts'
import type { DatabaseTransaction } from '../database/schema.ts'
import { Refusal } from '../http/refusal.ts'

type Refused = {
  readonly index: number
  readonly ok: false
  readonly code: string
  readonly path: string | null
  readonly message: string
  readonly note: Issue | null
}

export async function eachRow<T, R extends object>(
  tx: DatabaseTransaction,
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<(({ readonly index: number; readonly ok: true } & R) | Refused)[]> {
  const rows: (({ readonly index: number; readonly ok: true } & R) | Refused)[] = []
  for (const [index, item] of items.entries()) {
    try {
      rows.push({ index, ok: true, ...(await inSavepoint(tx, () => work(item, index))) })
    } catch (error) {
      rows.push({ index, ok: false, ...refusedFor(error) })
    }
  }
  return rows
}

/** Why one was refused; what is no refusal is thrown again. */
function refusedFor(error: unknown): Omit<Refused, 'index' | 'ok'> {
  const refusal = error instanceof Refusal ? error : error instanceof Error ? databaseRefusal(error) : null
  if (!refusal || problems[refusal.code].status >= 500) throw error
  const issue = refusal.issues?.[0]
  const path = issue === undefined || issue.path === '' ? null : issue.path
  return { code: refusal.code, path, message: issue?.message ?? problems[refusal.code].message, note: issue ?? null }
}

// Creating many at once, answered row by row: a refused row does not undo the others (rules 8: `bulk` answers per row).
import { problems } from '@rollcall/contracts/problems'
import type { BulkResult } from '@rollcall/contracts/list'
import type { z } from 'zod'
import type { ChangeRecord } from '../audit/audit-entry.ts'
import { databaseRefusal } from '../http/database-refusal.ts'
import { inSavepoint } from '../database/savepoint-queries.ts'
import type { DatabaseTransaction } from '../database/schema.ts'
import type { Context } from '../http/context.ts'
import { Refusal } from '../http/refusal.ts'

type Created = { readonly id: string; readonly record: ChangeRecord }
type Row = z.input<typeof BulkResult>['rows'][number]

export function bulkCreate<T>(
  context: Context,
  items: readonly T[],
  create: (tx: DatabaseTransaction, item: T) => Promise<Created>,
): Promise<z.input<typeof BulkResult>> {
  return context.change(async (tx) => {
    const rows: Row[] = []
    const record: ChangeRecord[] = []
    for (const [index, item] of items.entries()) {
      try {
        const created = await inSavepoint(tx, () => create(tx, item))
        rows.push({ index, ok: true, id: created.id })
        record.push(created.record)
      } catch (error) {
        const refusal = error instanceof Refusal ? error : error instanceof Error ? databaseRefusal(error) : null
        if (!refusal || problems[refusal.code].status >= 500) throw error
        rows.push({ index, ok: false, code: refusal.code, message: messageOf(refusal) })
      }
    }
    return { reply: { created: record.length, failed: rows.length - record.length, rows }, record }
  })
}

function messageOf(refusal: Refusal): string {
  const issue = refusal.issues?.[0]
  return issue ? `${issue.path}: ${issue.message}` : problems[refusal.code].message
}

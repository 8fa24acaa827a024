// Creating many at once, answered row by row: a refused row does not undo the others (decisions 8: `bulk` answers per row).
import { problems } from '@rollcall/contracts/problems'
import type { BulkResult } from '@rollcall/contracts/list'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { AuditEntry } from '../audit/audit-entry.ts'
import { databaseRefusal } from '../database/database-refusal.ts'
import type { DatabaseTransaction } from '../database/schema.ts'
import type { Context } from '../http/context.ts'
import { Refusal } from '../http/refusal.ts'

type Created = { readonly id: string; readonly record: AuditEntry }
type Row = z.input<typeof BulkResult>['rows'][number]

export function bulkCreate<T>(
  context: Context,
  items: readonly T[],
  create: (tx: DatabaseTransaction, item: T) => Promise<Created>,
): Promise<z.input<typeof BulkResult>> {
  return context.change(async (tx) => {
    const rows: Row[] = []
    const record: AuditEntry[] = []
    for (const [index, item] of items.entries()) {
      // A savepoint per row, because PostgreSQL gives up the whole transaction after an error.
      await sql`SAVEPOINT bulk_row`.execute(tx)
      try {
        const created = await create(tx, item)
        rows.push({ index, ok: true, id: created.id })
        record.push(created.record)
      } catch (error) {
        const refusal = error instanceof Refusal ? error : error instanceof Error ? databaseRefusal(error) : null
        if (!refusal || problems[refusal.code].status >= 500) throw error
        await sql`ROLLBACK TO SAVEPOINT bulk_row`.execute(tx)
        rows.push({ index, ok: false, code: refusal.code, message: messageOf(refusal) })
      }
      await sql`RELEASE SAVEPOINT bulk_row`.execute(tx)
    }
    return { reply: { created: record.length, failed: rows.length - record.length, rows }, record }
  })
}

function messageOf(refusal: Refusal): string {
  const issue = refusal.issues?.[0]
  return issue ? `${issue.path}: ${issue.message}` : problems[refusal.code].message
}

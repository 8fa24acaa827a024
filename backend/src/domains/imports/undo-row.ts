// One row of an import taken back: removed again, or given back what it was. What somebody changed or used since stays, and says why.
import type { ImportKind } from '@rollcall/contracts/domains/imports'
import type { ChangeRecord } from '../../audit/audit-entry.ts'
import { department } from '../departments/department-handlers.ts'
import type { Work } from '../resource.ts'
import type { Importable } from './import-list.ts'
import { lastActor, type StoredImportRow } from './import-queries.ts'

type Undone = { readonly record: ChangeRecord | null; /** Why it stays. */ readonly kept: string | null }
type Item = { readonly id: string; readonly updatedAt: string }

export async function undoRow(
  work: Work,
  kinds: Readonly<Record<ImportKind, Importable>>,
  row: StoredImportRow,
): Promise<Undone> {
  const { tx, context } = work
  if (row.tableName === 'departments') return undoDepartment(work, row)
  const kind = kinds[row.tableName]
  const item = await kind.resource.find(tx, row.entityId, context)
  // Gone already: for what an import added, that is all that undoing would do.
  if (!item) return { record: null, kept: row.before === null ? null : 'was deleted since' }
  const kept = (await changedSince(work, row, item)) ?? (row.before === null ? await kind.usedSince?.(tx, item) : null)
  if (kept) return { record: null, kept }
  const { domain, kind: resource } = kind
  if (row.before === null) {
    const record = await kind.resource.removeOne(work, row.entityId)
    return { record: { ...record, action: `${domain}.remove`, resource }, kept: null }
  }
  const { record } = await kind.resource.changeOne(work, row.entityId, row.before as never)
  return { record: { ...record, action: `${domain}.change`, resource }, kept: null }
}

/** By its version, and by what stands in other tables, such as the tag on an asset. */
async function changedSince({ tx }: Work, row: StoredImportRow, item: Item): Promise<string | null> {
  const now = item as unknown as Readonly<Record<string, unknown>>
  const isSame = Object.entries(row.after).every(([key, value]) => (now[key] ?? null) === value)
  if (isSame && item.updatedAt === row.version) return null
  const actor = await lastActor(tx, row.tableName, row.entityId)
  return actor === null ? 'was changed since' : `was changed since, by ${actor}`
}

async function undoDepartment(work: Work, row: StoredImportRow): Promise<Undone> {
  const item = await department.find(work.tx, row.entityId, work.context)
  if (!item) return { record: null, kept: null }
  if (item.memberCount > 0) return { record: null, kept: 'has people by now' }
  const kept = await changedSince(work, row, item)
  if (kept) return { record: null, kept }
  const record = await department.removeOne(work, row.entityId)
  return { record: { ...record, action: 'departments.remove', resource: 'departments' }, kept: null }
}

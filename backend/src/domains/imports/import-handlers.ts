// Lists that were imported in the last day, and undoing one (rules 8). What would harm somebody else's work stays, and is named.
import type { ImportKind, imports } from '@rollcall/contracts/domains/imports'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Permission } from '@rollcall/contracts/permissions'
import type { ChangeRecord } from '../../audit/audit-entry.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse } from '../../http/refusal.ts'
import { assetImport } from '../assets/asset-handlers.ts'
import { eachRow } from '../bulk-rows.ts'
import { personImport } from '../personnel/person-import.ts'
import { receiverImport } from '../receivers/receiver-handlers.ts'
import { transmitterImport } from '../transmitters/transmitter-handlers.ts'
import type { Importable } from './import-list.ts'
import {
  countToUndo,
  endUndo,
  listImports,
  lockImport,
  noteUndone,
  rowsToUndo,
  type StoredImport,
} from './import-queries.ts'
import { undoRow } from './undo-row.ts'

/** As long as what they were before is kept (kept-tables.ts). */
const undoMs = 24 * 3_600_000
/** In one transaction. */
const atOnce = 500

const kinds: Readonly<Record<ImportKind, Importable>> = {
  people: personImport(false),
  receivers: receiverImport,
  transmitters: transmitterImport,
  assets: assetImport,
}

export const importHandlers: Handlers<typeof imports, Context> = {
  async list({ query: { kind }, context }) {
    if (!context.may(createOf(kind))) refuse('forbidden')
    const stored = await listImports(context.db, kind, new Date(Date.now() - undoMs))
    return stored.map(({ actorId, ...one }) => ({
      ...one,
      undoUntil: undoUntil(one).toISOString(),
      mayUndo: one.undoneAt === null && mayUndo({ ...one, actorId }, context),
    }))
  },
  undo: ({ params: { id }, context }) =>
    context.change(async (tx) => {
      const stored = found(await lockImport(tx, id))
      if (!mayUndo(stored, context)) refuse('forbidden')
      if (stored.undoneAt !== null || undoUntil(stored) < new Date()) refuse('conflict')
      const rows = await rowsToUndo(tx, id, atOnce)
      const records: ChangeRecord[] = []
      const answers = await eachRow(tx, rows, async (row) => {
        const { record, kept } = await undoRow({ tx, context }, kinds, row)
        if (record) records.push(record)
        return { kept }
      })
      const kept = answers.flatMap((answer) => {
        const why = answer.ok ? answer.kept : answer.message
        const row = rows[answer.index]
        return why === null || row === undefined ? [] : [{ row, why }]
      })
      const keptNumbers = new Set(kept.map(({ row }) => row.number))
      const undone = rows.map(({ number }) => number).filter((number) => !keptNumbers.has(number))
      await noteUndone(tx, id, 'undone', undone)
      await noteUndone(tx, id, 'kept', [...keptNumbers])
      const left = await countToUndo(tx, id)
      if (left === 0) await endUndo(tx, id)
      const refused = kept.map(({ row, why }) => ({ name: row.name, reason: why }))
      const own = { entityId: id, after: { kind: stored.kind, undone: undone.length, kept: kept.length, left } }
      return { reply: { undone: undone.length, refused, left }, record: [...records, own] }
    }),
}

const undoUntil = ({ at }: Pick<StoredImport, 'at'>) => new Date(new Date(at).getTime() + undoMs)
const createOf = (kind: ImportKind) => `${kinds[kind].domain}.create` as Permission

/** One's own as long as one may import; somebody else's takes the right to delete and to change. */
function mayUndo({ kind, actorId }: Pick<StoredImport, 'kind' | 'actorId'>, { user, may }: Context): boolean {
  const { mayChange, mayRemove } = kinds[kind]
  return actorId === user.id ? may(createOf(kind)) : may(mayChange) && may(mayRemove)
}

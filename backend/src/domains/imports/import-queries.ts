// SQL of lists that were imported, and of what their rows were before.
import { sql } from 'kysely'
import type { Import, ImportKind } from '@rollcall/contracts/domains/imports'
import type { Database, DatabaseTransaction, Tables } from '../../database/schema.ts'

type ImportedTable = Tables['importRows']['tableName']

export type NewImportRow = {
  readonly tableName: ImportedTable
  readonly entityId: string
  readonly name: string
  /** Null: there was nothing. */
  readonly before: object | null
  readonly after: object
  readonly version: string
}

/** Which of these numbers there are, whatever their case: ids by their place in the list. */
export async function findNumbers(
  db: Database,
  table: ImportKind,
  column: string,
  numbers: readonly string[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ place: number; id: string }>`
    SELECT n.place::integer AS place, t.id FROM unnest(${[...numbers]}::text[]) WITH ORDINALITY AS n (number, place)
    JOIN ${sql.table(table)} t ON lower(t.${sql.ref(column)}) = lower(n.number)`.execute(db)
  return new Map(rows.map(({ place, id }) => [place - 1, id]))
}

type OpenImport = Pick<Import, 'id' | 'kind' | 'created' | 'changed'> & {
  readonly fileName: string | undefined
  readonly actorId: string
  readonly actorName: string
}

/** The first part of a list opens it, the others add to it. False: it is another list, or somebody else's. */
export async function openImport(tx: DatabaseTransaction, one: OpenImport): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO imports (id, kind, file_name, actor_id, actor_name, created, changed)
    VALUES (${one.id}, ${one.kind}, ${one.fileName ?? null}, ${one.actorId}, ${one.actorName}, ${one.created}, ${one.changed})
    ON CONFLICT (id) DO UPDATE SET created = imports.created + excluded.created, changed = imports.changed + excluded.changed
    WHERE imports.actor_id = excluded.actor_id AND imports.kind = excluded.kind AND imports.undone_at IS NULL`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0) === 1
}

export async function addImportRows(
  tx: DatabaseTransaction,
  importId: string,
  rows: readonly NewImportRow[],
): Promise<void> {
  await tx
    .insertInto('importRows')
    .values(
      rows.map(({ before, after, ...row }) => {
        return { ...row, importId, before: before && JSON.stringify(before), after: JSON.stringify(after) }
      }),
    )
    .execute()
}

export type StoredImport = Omit<Import, 'undoUntil' | 'mayUndo'> & { readonly actorId: string }

const importColumns = [
  'id',
  'kind',
  'fileName',
  'at',
  'actorId',
  'actorName as by',
  'created',
  'changed',
  'undoneAt',
] as const

/** The newest first. */
export function listImports(db: Database, kind: ImportKind, since: Date): Promise<StoredImport[]> {
  return db
    .selectFrom('imports')
    .select(importColumns)
    .where('kind', '=', kind)
    .where('at', '>', since.toISOString())
    .orderBy('at', 'desc')
    .limit(20)
    .execute()
}

/** Locked until the transaction ends: two who undo the same list take turns. */
export function lockImport(tx: DatabaseTransaction, id: string): Promise<StoredImport | undefined> {
  return tx.selectFrom('imports').select(importColumns).where('id', '=', id).forUpdate().executeTakeFirst()
}

export type StoredImportRow = NewImportRow & { readonly number: number }

/** What is still to be undone, the last first. */
export async function rowsToUndo(tx: DatabaseTransaction, importId: string, limit: number): Promise<StoredImportRow[]> {
  const rows = await tx
    .selectFrom('importRows')
    .select(['number', 'tableName', 'entityId', 'name', 'before', 'after', 'version'])
    .where('importId', '=', importId)
    .where('state', '=', 'done')
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, before: row.before as object | null, after: row.after as object }))
}

export async function noteUndone(
  tx: DatabaseTransaction,
  importId: string,
  state: 'undone' | 'kept',
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return
  await tx
    .updateTable('importRows')
    .set({ state })
    .where('importId', '=', importId)
    .where('number', 'in', numbers)
    .execute()
}

export async function countToUndo(tx: DatabaseTransaction, importId: string): Promise<number> {
  const { left } = await tx
    .selectFrom('importRows')
    .select(sql<number>`count(*)::integer`.as('left'))
    .where('importId', '=', importId)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow()
  return left
}

export async function endUndo(tx: DatabaseTransaction, id: string): Promise<void> {
  await tx.updateTable('imports').set({ undoneAt: new Date() }).where('id', '=', id).execute()
}

/** Who changed one of them last. */
export async function lastActor(db: Database, resource: string, entityId: string): Promise<string | null> {
  const row = await db
    .selectFrom('auditLog')
    .select('actorEmail')
    .where('resource', '=', resource)
    .where('entityId', '=', entityId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.actorEmail ?? null
}

export async function departmentNamed(db: Database, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM departments WHERE lower(name) = lower(${name})`.execute(db)
  return rows[0]?.id
}

/** What a person is needed for by now, in words; null: nothing. */
export async function personIsNeeded(db: Database, id: string): Promise<string | null> {
  const { rows } = await sql<{ why: string | null }>`SELECT CASE
    WHEN EXISTS (SELECT FROM transmitters WHERE entity_id = ${id}) THEN 'carries a badge by now'
    WHEN EXISTS (SELECT FROM visits WHERE person_id = ${id} OR host_id = ${id}) THEN 'has a visit by now'
    WHEN EXISTS (SELECT FROM warden_people WHERE person_id = ${id}) THEN 'is a warden by now'
    WHEN EXISTS (SELECT FROM assets WHERE assigned_to = ${id}) THEN 'holds an asset by now'
    WHEN EXISTS (SELECT FROM departments WHERE manager_id = ${id}) THEN 'leads a department by now'
    WHEN EXISTS (SELECT FROM emergency_roster WHERE person_id = ${id}) THEN 'was in an emergency since'
    END AS why`.execute(db)
  return rows[0]?.why ?? null
}

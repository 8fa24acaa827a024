// SQL of one row of any table of stored resources. Used by domains/resource.ts and by handlers that change one in another way.
import { sql, type InsertObject, type UpdateObject } from 'kysely'
import type { Database, DatabaseTransaction, Tables } from './schema.ts'

/** Tables whose rows have an id and know when they last changed. */
export type StoredTable = {
  [T in keyof Tables]: Tables[T] extends { id: unknown; updatedAt: unknown } ? T : never
}[keyof Tables]

export type NewRow<T extends StoredTable> = InsertObject<Tables, T>
/** What is undefined stays as it is. */
export type RowChange<T extends StoredTable> = UpdateObject<Tables, T, T>

/** Until the transaction ends nobody else changes this row: two edits of one thing take turns, so that each record says what was
 * really there before (rules 8). An alarm may refer to it all the same, and does not wait. False: there is no such row (any more). */
export async function lockRow(tx: DatabaseTransaction, table: StoredTable, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx)
  return rows.length > 0
}

// Kysely cannot follow a table that is a type parameter; the types above say what belongs to which table.

export async function insertRow<T extends StoredTable>(db: Database, table: T, row: NewRow<T>): Promise<string> {
  const values = row as NewRow<StoredTable>
  const { id } = await db.insertInto<StoredTable>(table).values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** When a row was changed is also its version (http/entity-tag.ts): never the same twice, whatever the clock does, and though it is told
 * in milliseconds. `column`: with its table, where the statement knows two of that name. */
export const changedNow = (column = 'updatedAt') =>
  sql<Date>`greatest(clock_timestamp(), ${sql.ref(column)} + interval '1 millisecond')`

export async function updateRow<T extends StoredTable>(
  db: Database,
  table: T,
  id: string,
  change: RowChange<T>,
): Promise<void> {
  const set = { ...change, updatedAt: changedNow() } as RowChange<'zones'>
  await db
    .updateTable(table as 'zones')
    .set(set)
    .where('id', '=', id)
    .execute()
}

export async function deleteRow(db: Database, table: StoredTable, id: string): Promise<void> {
  await db
    .deleteFrom(table as 'zones')
    .where('id', '=', id)
    .execute()
}

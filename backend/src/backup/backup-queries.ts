// SQL of backup and restore: which tables there are, and their rows as PostgreSQL itself writes them. Called by write-backup.ts and restore-backup.ts with a client of their own, whose statements may take their time.
import type { Client } from 'pg'

export type TableShape = { readonly name: string; readonly columns: readonly string[] }

/** Bookkeeping of the database itself, which the migrations of a restore write. */
const bookkeeping = 'applied_migrations'

/** Every table with what it stores; what is computed from it is computed again. */
export async function tableShapes(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    SELECT c.relname::text AS name,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname <> '${bookkeeping}' ORDER BY c.relname`)
  return rows
}

/** The days that have a partition of their own. */
export async function historyDays(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>(`
    SELECT right(c.relname, 8) AS day FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'position_history'::regclass AND c.relname ~ '^position_history_[0-9]{8}$' ORDER BY 1`)
  return rows.map(({ day }) => day)
}

export async function migrationNames(client: Client): Promise<string[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('${bookkeeping}') IS NOT NULL AS there`,
  )
  if (!found[0]?.there) return []
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${bookkeeping} ORDER BY name`)
  return rows.map(({ name }) => name)
}

export const copyOut = ({ name, columns }: TableShape) =>
  `COPY (SELECT ${quotedList(columns)} FROM ${quoted(name)}) TO STDOUT`
export const copyIn = ({ name, columns }: TableShape) => `COPY ${quoted(name)} (${quotedList(columns)}) FROM STDIN`

/** Whoever has an account here has something to lose. */
export async function hasAccounts(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ any: boolean }>(`SELECT EXISTS (SELECT FROM users) AS any`)
  return rows[0]?.any ?? false
}

/**
 * What the migrations put there goes: the backup has it. What a trigger would add is in the backup, too. Tables refer to each other in
 * circles (departments have managers, people have departments), so that references are taken away and checked in the end.
 */
export async function emptyForRestore(client: Client, tables: readonly TableShape[]): Promise<readonly Reference[]> {
  const { rows: references } = await client.query<Reference>(`
    SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`)
  for (const { table, name } of references) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`)
  await client.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  return references
}
type Reference = { readonly table: string; readonly name: string; readonly definition: string }

/** References hold and triggers work again, and numbers go on after the highest that was given out. */
export async function finishRestore(
  client: Client,
  tables: readonly TableShape[],
  references: readonly Reference[],
): Promise<void> {
  for (const { table, name, definition } of references)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`)
  const { rows } = await client.query<{ tableName: string; columnName: string }>(`
    SELECT c.relname AS "tableName", a.attname AS "columnName" FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped AND pg_get_serial_sequence(quote_ident(c.relname), a.attname) IS NOT NULL`)
  for (const { tableName, columnName } of rows)
    await client.query(`SELECT setval(pg_get_serial_sequence('${quoted(tableName)}', '${columnName}'),
      coalesce(max(${quoted(columnName)}), 0) + 1, false) FROM ${quoted(tableName)}`)
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const quotedList = (names: readonly string[]) => names.map(quoted).join(', ')

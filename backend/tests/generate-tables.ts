// Writes the TypeScript of every table and view from a migrated database: src/database/tables.generated.ts, compared by
// tables.test.ts. A list of words in a CHECK becomes a union; what the database cannot say of a column is in column-types.ts.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '../src/database/schema.ts'

type Column = {
  table: string
  column: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  /** GENERATED ALWAYS, or of a view. */
  isReadOnly: boolean
  /** The definition of a CHECK of this column alone, if there is one. */
  check: string | null
}

const columnTypes = new URL('../src/database/column-types.ts', import.meta.url)

export async function generateTables(db: Database): Promise<string> {
  const described = new Set(
    [...readFileSync(columnTypes, 'utf8').matchAll(/^ {2}'(\w+\.\w+)': /gm)].map(([, key]) => key!),
  )
  const columns = await readColumns(db)
  const tables = new Set(columns.map(({ table }) => table))
  const members = [...tables].map((name) => {
    const own = columns.filter(({ table }) => table === name)
    const lines = own.map((column) => `    ${camel(column.column)}: ${typeOf(column, described)}`)
    return [`  ${camel(name)}: {`, ...lines, '  }'].join('\n')
  })
  return `${opening}\n\nexport type Tables = {\n${members.join('\n')}\n}\n`
}

const opening = `// Every table and view as the migrations make them. Generated; \`npx vitest run --project backend tests/tables.test.ts -u\` writes it anew.
import type { Generated } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type {
  DefaultTimestamp,
  Json,
  NullableJson,
  NullableTimestamp,
  Optional,
  ReadOnly,
  Timestamp,
} from './columns.ts'`

async function readColumns(db: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    SELECT t.relname AS table, c.attname AS column, format_type(c.atttypid, NULL) AS type, NOT c.attnotnull AS is_nullable,
      c.atthasdef OR c.attidentity <> '' AS has_default, t.relkind = 'v' OR c.attidentity = 'a' AS is_read_only,
      (SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
        WHERE k.conrelid = t.oid AND k.contype = 'c' AND k.conkey = ARRAY[c.attnum] ORDER BY k.conname LIMIT 1) AS check
    FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
    WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p', 'v') AND NOT t.relispartition
    ORDER BY t.relname, c.attnum`.execute(db)
  return rows
}

const plain: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  boolean: 'boolean',
  integer: 'number',
  // connect.ts reads it as a number.
  bigint: 'number',
  'double precision': 'number',
  bytea: 'Buffer',
  'text[]': 'string[]',
  'double precision[]': 'number[]',
  'uuid[]': 'string[]',
  jsonb: 'unknown',
  'timestamp with time zone': 'string',
}

function typeOf(column: Column, described: ReadonlySet<string>): string {
  const key = `${column.table}.${column.column}`
  const type = described.has(key) ? `ColumnTypes['${key}']` : (wordsOf(column.check) ?? plain[column.type])
  if (type === undefined) throw new Error(`${key} is of the type ${column.type}, which has no TypeScript yet.`)
  // A view does not say what is never null; column-types.ts does.
  if (column.isReadOnly) return `ReadOnly<${type}${column.isNullable && !described.has(key) ? ' | null' : ''}>`
  if (column.type === 'timestamp with time zone')
    return column.isNullable ? 'NullableTimestamp' : column.hasDefault ? 'DefaultTimestamp' : 'Timestamp'
  if (column.type === 'jsonb') return column.isNullable ? `NullableJson<${type}>` : `Json<${type}>`
  if (column.isNullable) return `Optional<${type}>`
  return column.hasDefault ? `Generated<${type}>` : type
}

/** `CHECK ((mode = ANY (ARRAY['live'::text, 'drill'::text])))` as a union. */
function wordsOf(check: string | null): string | null {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(check ?? '')?.[1]
  const words = list && [...list.matchAll(/'([^']+)'::text/g)].map(([, word]) => `'${word}'`)
  return words ? words.join(' | ') : null
}

/** As the CamelCasePlugin of Kysely does. */
const camel = (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

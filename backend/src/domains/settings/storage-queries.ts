// SQL of how large each table is, with its partitions and indexes; how long it is kept is in kept-tables.ts.
import { sql } from 'kysely'
import type { StorageReport } from '@rollcall/contracts/domains/settings'
import { keptTables } from '../../database/kept-tables.ts'
import { daysOf, type RetentionDays } from '../../database/retention-queries.ts'
import type { Database } from '../../database/schema.ts'

/** Numbers of rows are those of the last time that the database counted, and what was written since. */
export async function storageReport(db: Database, settings: RetentionDays): Promise<StorageReport> {
  const { rows } = await sql<{ table: string; rows: number; bytes: number }>`
    SELECT coalesce(parent.relname, c.relname) AS table, sum(coalesce(s.n_live_tup, 0))::float8 AS rows,
      sum(pg_total_relation_size(c.oid))::float8 AS bytes
    FROM pg_class c
    LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class parent ON parent.oid = i.inhparent
    LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace
    GROUP BY 1 ORDER BY bytes DESC, 1`.execute(db)
  const { rows: whole } = await sql<{ bytes: number }>`
    SELECT pg_database_size(current_database())::float8 AS bytes`.execute(db)
  const tables = rows.map((row) => {
    const { holds = '', days } = keptTables[row.table] ?? {}
    const setting = typeof days === 'string' ? days : null
    return { ...row, holds, keptDays: daysOf(row.table, settings), setting }
  })
  return { databaseBytes: whole[0]?.bytes ?? 0, tables }
}

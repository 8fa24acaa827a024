// SQL that fills the tables that grow, in a database as an older version left it, and what others do with them meanwhile: one row written
// and taken back, one read. Called by migrations-bench.ts.
import { sql } from 'kysely'
import type { Database } from '@rollcall/backend/database/schema'

/** Columns that every version since the first has. `share`: of the rows asked for; short-lived tables never have as many. */
export const largeTables = {
  position_history: {
    share: 1,
    columns: 'at, transmitter_id, floor_id, x, y, x_m, y_m, method, accuracy_m',
    row: `now() - interval '23 hours' * (n::float8 / total), '0a' || lpad(to_hex(n % 2000), 10, '0'), md5((n % 5)::text)::uuid,
      50, 50, 40, 25, 'grid', 2.5`,
  },
  battery_history: {
    share: 1,
    columns: 'transmitter_id, at, battery_pct, battery_mv',
    row: `'0a' || lpad(to_hex(n % 2000), 10, '0'), now() - interval '1 minute' * n, 100 - n % 100, 3000`,
  },
  asset_history: {
    share: 0.1,
    columns: 'asset_id, at, type, from_value, to_value',
    row: `md5((n % 500)::text)::uuid, now() - interval '1 minute' * n, 'moved', 'Room 1', 'Room 2'`,
  },
  activity: {
    share: 0.1,
    columns: 'at, type, transmitter_id, text',
    row: `now() - interval '2 days' * (n::float8 / total), 'zone', '0a' || lpad(to_hex(n % 2000), 10, '0'), 'Entered room ' || n % 977`,
  },
  audit_log: {
    share: 0.1,
    columns: 'seq, id, at, action, resource, result, previous_hash, hash',
    row: `n + 1, gen_random_uuid(), now() - interval '1 minute' * (total - n), 'zones.change', 'zones', 'success', md5((n - 1)::text), md5(n::text)`,
  },
  emergency_roster: {
    share: 0.1,
    columns: 'emergency_id, person_id, entity_type, employee_id, full_name, status',
    row: `md5((n / 2000)::text)::uuid, md5(n::text)::uuid, 'employee', 'E' || n, 'Person ' || n, 'accounted'`,
  },
} as const
export type LargeTable = keyof typeof largeTables

/** Without looking at references: what they would lead to is not made, and nothing here asks for it. */
export async function fillTable(db: Database, table: LargeTable, rows: number): Promise<void> {
  const { columns, row } = largeTables[table]
  await db.connection().execute(async (session) => {
    await sql`SET session_replication_role = replica`.execute(session)
    await sql
      .raw(`INSERT INTO ${table} (${columns}) SELECT ${row}
      FROM (SELECT n, ${rows} AS total FROM generate_series(0, ${rows - 1}) AS n) AS numbered`)
      .execute(session)
    await sql.raw(`ANALYZE ${table}`).execute(session)
    await sql`RESET session_replication_role`.execute(session)
  })
}

/** One row written, and taken back; throws when a lock was waited for longer than `mostMs`. */
export async function writeAndTakeBack(session: Database, table: LargeTable, mostMs: number): Promise<void> {
  const { columns, row } = largeTables[table]
  await sql
    .raw(`BEGIN; SET LOCAL lock_timeout = ${mostMs}; SET LOCAL session_replication_role = replica`)
    .execute(session)
  try {
    await sql
      .raw(`INSERT INTO ${table} (${columns}) SELECT ${row} FROM (VALUES (2000000000, 2000000000)) AS one (n, total)`)
      .execute(session)
    await sql.raw(`SELECT 1 FROM ${table} LIMIT 1`).execute(session)
  } finally {
    await sql.raw('ROLLBACK').execute(session)
  }
}

export async function sizeOf(db: Database, table: LargeTable): Promise<number> {
  const { rows } = await sql<{
    bytes: number
  }>`SELECT sum(pg_total_relation_size(c.oid))::float8 AS bytes FROM pg_class c
    WHERE c.relname = ${table} OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = ${table}::regclass)`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}

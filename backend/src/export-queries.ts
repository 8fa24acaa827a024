// SQL of the complete export: every table an operator may want elsewhere, row by row as JSON, from one moment. What opens doors is
// left out: hashes of passwords and tokens, keys of phones and receivers. Called by admin-export.ts.
import { sql } from 'kysely'
import type { Database } from './database/schema.ts'

/** In the order in which they could be read in again. */
export const exportedTables = [
  'roles',
  'role_permissions',
  'users',
  'settings',
  'battery_thresholds',
  'weather_settings',
  'buildings',
  'floors',
  'floor_calibrations',
  'floor_walls',
  'zone_types',
  'zones',
  'receivers',
  'departments',
  'people',
  'assets',
  'asset_history',
  'transmitters',
  'transmitter_carriers',
  'battery_history',
  'positions_current',
  'emergency_contacts',
  'emergencies',
  'emergency_buildings',
  'emergency_muster_points',
  'emergency_roster',
  'emergency_timeline',
  'emergency_notifications',
  'activity',
  'alerts',
  'audit_log',
] as const
/** Millions of rows; only when asked for. */
export const historyTable = 'position_history'

export type Exported = (typeof exportedTables)[number] | typeof historyTable

const secretColumns = ['password_hash', 'ingest_key_hash']
const perFetch = 1000

/** Every line of one table. The transaction must be the caller's, so that all tables are of one moment. */
export async function* linesOf(tx: Database, table: Exported): AsyncGenerator<string> {
  await sql`DECLARE exported CURSOR FOR SELECT to_jsonb(t) - ${sql.lit(`{${secretColumns.join(',')}}`)}::text[] AS line
    FROM ${sql.table(table)} AS t`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ line: object }>`FETCH ${sql.lit(perFetch)} FROM exported`.execute(tx)
    for (const { line } of rows) yield `${JSON.stringify(line)}\n`
    if (rows.length < perFetch) break
  }
  await sql`CLOSE exported`.execute(tx)
}

export async function readOneMoment(tx: Database): Promise<void> {
  await sql`SET LOCAL statement_timeout = 0`.execute(tx)
}

// What the operator's command asks of the database server: its version and clock, and whether a backend is at work; and whether
// its log is kept. Called by admin-upgrade.ts and expose-metrics.ts.
import { sql } from 'kysely'
import type { Database } from './schema.ts'

/** `now` in milliseconds. */
export async function serverState(db: Database): Promise<{ version: string; now: number } | undefined> {
  const { rows } = await sql<{ version: string; now: number }>`
    SELECT current_setting('server_version') AS version, extract(epoch FROM now())::float8 * 1000 AS now`.execute(db)
  return rows[0]
}

/** A running backend keeps connections for alarms, which nobody else opens. */
export async function isInUse(db: Database): Promise<boolean> {
  const { rows } = await sql<{ inUse: boolean }>`SELECT EXISTS (SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'rollcall-backend-urgent') AS in_use`.execute(db)
  return rows[0]?.inUse ?? false
}

/** Whether PostgreSQL keeps its log piece by piece, as it was told to; null: it was not. */
export async function readArchiveState(db: Database): Promise<{ failing: boolean; archivedAt: number } | null> {
  const { rows } = await sql<{ mode: string; failing: boolean; archivedAt: number }>`
    SELECT current_setting('archive_mode') AS mode,
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS failing,
      coalesce(extract(epoch FROM last_archived_time), 0)::float8 AS archived_at FROM pg_stat_archiver`.execute(db)
  const [state] = rows
  return state && state.mode !== 'off' ? { failing: state.failing, archivedAt: state.archivedAt } : null
}

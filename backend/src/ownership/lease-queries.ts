// The table of leases: SQL only. Its clock is the database's, so that the machines' own clocks do not matter. Called by lease.ts.
import { sql } from 'kysely'
import { announceChange } from '../changes/change-queries.ts'
import type { Database, DatabaseTransaction } from '../database/schema.ts'

export type LeaseRow = { owner: string | null; epoch: number; address: string | null }

export type Candidate = {
  /** Whether it can read the log of readings: who cannot keeps the lease only until somebody comes who can. */
  able: boolean
  /** Where others reach it. */
  address: string | null
}

/**
 * Renews the lease, or takes it when nobody has it, when its owner's session is gone, when it ran out, or when it runs longer than any
 * lease: then the database's clock was set back. Who can read the log takes it from an owner who cannot. Does not wait for whoever is writing under it; the next attempt comes soon. Answers
 * whose it is now.
 */
export async function holdLease(
  db: Database,
  name: string,
  owner: string,
  leaseMs: number,
  { able, address }: Candidate = { able: true, address: null },
): Promise<LeaseRow> {
  const length = sql`make_interval(secs => ${leaseMs / 1000})`
  const { rows } = await sql<LeaseRow>`
    WITH free AS (
      SELECT name FROM leases WHERE name = ${name} AND (owner IS NULL OR owner = ${owner}::uuid
        OR (NOT able AND ${able}) OR until < clock_timestamp() OR until > clock_timestamp() + 2 * ${length}
        OR NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = session AND a.backend_start = session_start))
      FOR NO KEY UPDATE SKIP LOCKED
    ), held AS (
      UPDATE leases l SET owner = ${owner}::uuid, until = clock_timestamp() + ${length},
        able = ${able}, address = ${address}, session = me.pid, session_start = me.backend_start,
        epoch = CASE WHEN l.owner = ${owner}::uuid THEN l.epoch ELSE l.epoch + 1 END
      FROM free, pg_stat_activity me WHERE l.name = free.name AND me.pid = pg_backend_pid() RETURNING l.owner, l.epoch, l.address
    )
    SELECT owner, epoch, address FROM held
    UNION ALL SELECT owner, epoch, address FROM leases WHERE name = ${name} AND NOT EXISTS (SELECT FROM held)`.execute(
    db,
  )
  return rows[0] ?? { owner: null, epoch: 0, address: null }
}

/** Nobody has it then, and the other backends are told. */
export async function releaseLease(db: Database, name: string, owner: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numAffectedRows } =
      await sql`UPDATE leases SET owner = NULL, until = NULL WHERE name = ${name} AND owner = ${owner}::uuid`.execute(
        tx,
      )
    if (numAffectedRows) await announceChange(tx, { topics: ['ownership'], row: 'leases', entityId: null, from: null })
  })
}

/** Whether the lease is still of this epoch; if so nobody takes it before the transaction has ended. */
export async function isEpochCurrent(tx: DatabaseTransaction, name: string, epoch: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM leases WHERE name = ${name} AND epoch = ${epoch} FOR SHARE`.execute(tx)
  return rows.length > 0
}

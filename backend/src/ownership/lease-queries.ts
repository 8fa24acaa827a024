// The table of leases: SQL only. A backend is there as long as its own row is renewed; a share is its owner's as long as that one is there.
// The clock is the database's, so that the machines' own clocks do not matter. Called by lease.ts.
import { type RawBuilder, sql } from 'kysely'
import { announceChange } from '../changes/change-queries.ts'
import type { Database, DatabaseTransaction } from '../database/schema.ts'
import { shareCount } from './shares.ts'

export interface Candidate {
  id: string
  /** It shares with others; else it takes all or nothing. */
  shares: boolean
  /** Whether it can read the log of readings: who cannot keeps what it has only until somebody comes who can. */
  able: boolean
  /** For how long it has been able without a break, milliseconds: when the log was away from everybody, the first who finds it again does not
   * take everything from those who do a moment later. */
  ableMs: number
  /** Where others reach it. */
  address: string | null
}

export interface Held {
  /** Epochs of the shares that are the candidate's, by their number. */
  mine: ReadonlyMap<number, number>
  /** How many of them it may keep. */
  most: number
  /** The other backends that are there. */
  others: readonly { address: string | null }[]
}

/** Rows of backends that are there: those that share, and those that do not. */
const rowOf = ({ id, shares }: Pick<Candidate, 'id' | 'shares'>) => `${shares ? 'alive' : 'alone'}:${id}`
const isPresence = (row: string) => sql`${sql.ref(`${row}.name`)} ~ '^(alive|alone):'`
const lengthOf = (leaseMs: number) => sql`make_interval(secs => ${leaseMs / 1000})`

/** Its lease runs, and no longer than any lease does: then the database's clock was set back; and the session over which it was renewed is
 * there, which ends with its process. Who shares keeps its lease without one where sessions ended for everybody, for else the first who
 * comes back takes everything: as long as the session of who asks is younger than a lease, and for the length of another after a start of
 * the database. */
function isThere(row: string, leaseMs: number): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  const started = sql`pg_postmaster_start_time()`
  const isSharing = sql`${column('name')} LIKE 'alive:%'`
  return sql`(${column('until')} BETWEEN clock_timestamp() AND clock_timestamp() + 2 * ${lengthOf(leaseMs)}
    AND EXISTS (SELECT FROM pg_stat_activity a
      WHERE a.pid = ${column('session')} AND a.backend_start = ${column('session_start')}
      OR ${isSharing} AND a.pid = pg_backend_pid() AND a.backend_start > clock_timestamp() - ${lengthOf(leaseMs)})
    OR ${isSharing} AND ${column('session_start')} < ${started}
    AND ${column('until')} BETWEEN ${started} - ${lengthOf(leaseMs)} AND ${started} + ${lengthOf(leaseMs)}
    AND clock_timestamp() BETWEEN ${started} AND ${started} + ${lengthOf(leaseMs)})`
}

/**
 * Says that the candidate is there, and takes what is free of the shares that are its part: those that nobody has or whose owner is gone,
 * and for who has been able to read the log for as long as a lease those of an owner who is not. Waits for nobody who is writing; the next attempt comes soon.
 */
export async function holdShares(db: Database, candidate: Candidate, leaseMs: number): Promise<Held> {
  await renew(db, candidate, leaseMs)
  const part = sql<{ most: number }>`
    SELECT coalesce(max(${shareCount} / count + (rank <= ${shareCount} % count)::int), 0)::int AS most FROM (
      SELECT owner, row_number() OVER (ORDER BY owner) AS rank, count(*) OVER () AS count FROM leases b
      WHERE b.name LIKE 'alive:%' AND ${isThere('b', leaseMs)} AND (b.able OR NOT EXISTS (
        SELECT FROM leases o WHERE o.name LIKE 'alive:%' AND o.able AND ${isThere('o', leaseMs)}))
    ) AS counted WHERE owner = ${candidate.id}::uuid`
  const { most } = candidate.shares ? (await part.execute(db)).rows[0]! : { most: shareCount }
  await take(db, candidate, most, leaseMs)
  const { rows } = await sql<{ name: string; owner: string; epoch: number; address: string | null }>`
    SELECT name, owner, epoch, address FROM leases l
    WHERE name LIKE 'share:%' AND owner = ${candidate.id}::uuid
      OR ${isPresence('l')} AND owner <> ${candidate.id}::uuid AND ${isThere('l', leaseMs)} ORDER BY name`.execute(db)
  return {
    mine: new Map(rows.flatMap(({ name, owner, epoch }) => (owner === candidate.id ? [[numberOf(name), epoch]] : []))),
    most,
    others: rows.filter(({ owner }) => owner !== candidate.id).map(({ address }) => ({ address })),
  }
}

async function renew(db: Database, candidate: Candidate, leaseMs: number): Promise<void> {
  const { id, able, address } = candidate
  await sql`
    INSERT INTO leases (name, owner, until, able, address, session, session_start)
    SELECT ${rowOf(candidate)}, ${id}::uuid, clock_timestamp() + ${lengthOf(leaseMs)}, ${able}, ${address}, me.pid, me.backend_start
    FROM pg_stat_activity me WHERE me.pid = pg_backend_pid()
    ON CONFLICT (name) DO UPDATE SET until = excluded.until, able = excluded.able, address = excluded.address,
      session = excluded.session, session_start = excluded.session_start`.execute(db)
  await sql`
    DELETE FROM leases WHERE name IN (
      SELECT name FROM leases l WHERE ${isPresence('l')} AND NOT ${isThere('l', leaseMs)} FOR UPDATE SKIP LOCKED)`.execute(
    db,
  )
}

/** Up to `most`, with a later epoch each; who shares with nobody takes all of them or none. */
async function take(
  db: Database,
  { id, shares, able, ableMs }: Candidate,
  most: number,
  leaseMs: number,
): Promise<void> {
  const owner = sql`SELECT FROM leases o WHERE ${isPresence('o')} AND o.owner = s.owner AND ${isThere('o', leaseMs)}`
  const free = sql`(s.owner IS NULL OR NOT EXISTS (${owner}) OR (${able && ableMs >= leaseMs}::boolean AND NOT EXISTS (${owner} AND o.able)))`
  await sql`
    WITH free AS MATERIALIZED (
      SELECT s.name FROM leases s WHERE s.name LIKE 'share:%' AND s.owner IS DISTINCT FROM ${id}::uuid AND ${free} ORDER BY s.name
      LIMIT greatest(0, ${most}::int - (SELECT count(*) FROM leases WHERE name LIKE 'share:%' AND owner = ${id}::uuid))
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE leases l SET owner = ${id}::uuid, epoch = l.epoch + 1 FROM free WHERE l.name = free.name
      AND (${shares}::boolean OR (SELECT count(*) FROM free) = ${shareCount})`.execute(db)
}

/** Nobody has these shares then, and the other backends are told. */
export async function releaseShares(db: Database, id: string, numbers: readonly number[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`UPDATE leases SET owner = NULL
      WHERE owner = ${id}::uuid AND name = ANY (${numbers.map(nameOf)}::text[])`.execute(tx)
    if (numAffectedRows) await announceChange(tx, { topics: ['ownership'], row: 'leases', entityId: null, from: null })
  })
}

/** The backend is gone: its shares are free, and it is counted no more. */
export async function leaveShares(db: Database, id: string): Promise<void> {
  await sql`DELETE FROM leases WHERE name IN (${rowOf({ id, shares: true })}, ${rowOf({ id, shares: false })})`.execute(
    db,
  )
  await releaseShares(
    db,
    id,
    Array.from({ length: shareCount }, (_, number) => number),
  )
}

/** Whether these shares are all still of this owner, the first of them in this epoch; if so nobody takes one before the transaction has
 * ended. */
export async function areSharesOf(
  tx: DatabaseTransaction,
  owner: string,
  [first, ...others]: readonly number[],
  epoch: number,
): Promise<boolean> {
  if (first === undefined) return false
  const { rows } = await sql`SELECT FROM leases WHERE owner = ${owner}::uuid
    AND ((name = ${nameOf(first)} AND epoch = ${epoch}) OR name = ANY (${others.map(nameOf)}::text[]))
    ORDER BY name FOR SHARE`.execute(tx)
  return rows.length === others.length + 1
}

const nameOf = (number: number) => `share:${number}`
const numberOf = (name: string) => Number(name.slice('share:'.length))

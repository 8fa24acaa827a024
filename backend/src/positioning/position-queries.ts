// Positions in the database: SQL only, each a single statement for the whole batch. Rows whose transmitter, floor or zone was deleted
// meanwhile are left out instead of failing the batch. Called by position-writer.ts.
import { type RawBuilder, sql } from 'kysely'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import type { BatteryReport } from '../ingest/dynamb-adapter.ts'
import type { ActivityRecord } from './batch.ts'
import type { Strength } from './learnt-strength.ts'
import type { Presence } from './presence.ts'
import type { HeardReceiver } from './receiver-health.ts'
import type { StoredStay } from './stays.ts'
import type { Database } from '../database/schema.ts'

/** A position with what an emergency asks of it; absent: not known. */
export type StoredPosition = PositionEntry &
  Partial<Presence> & {
    /** Epoch milliseconds. */
    movedAt?: number | null
    musterSince?: number | null
    /** Ids of the receivers that hear it: evidence in an emergency (rules 9). */
    receivers?: readonly string[]
    /** Of the badge, when something new was learnt. */
    strength?: Strength | null
    /** What the activity log has said of it. */
    stay?: StoredStay | null
    /** What the history keeps, where it is not what is shown; it is smoothed when it is read, and not twice. */
    past?: PositionEntry | null
  }

const timeOrNull = (at: number | null | undefined) => (at ? new Date(at).toISOString() : null)
const time = (entry: PositionEntry) => new Date(entry.timestamp).toISOString()

/** As JSON: arrays take the database client six times as long to write, half a second for every ten of two thousand badges. */
const currentRow = (entry: StoredPosition) => ({
  transmitter_id: entry.transmitterId,
  floor_id: entry.floorId,
  zone_id: entry.zoneId,
  x: entry.position.x,
  y: entry.position.y,
  x_m: entry.position.xM,
  y_m: entry.position.yM,
  method: entry.positionMethod,
  accuracy_m: entry.accuracyM,
  confidence: entry.confidence,
  receiver_count: entry.receiverCount,
  at: time(entry),
  seq: entry.seq,
  inside: entry.insideProbability,
  muster_zone_id: entry.musterZoneId,
  muster: entry.musterProbability,
  moved_at: timeOrNull(entry.movedAt),
  muster_since: timeOrNull(entry.musterSince),
  zone_probability: entry.zoneProbability,
  near_zone_id: entry.nearZoneId,
  zone_since: timeOrNull(entry.stay?.zoneSince),
  noted_zone_id: entry.stay?.notedZoneId,
  noted_since: timeOrNull(entry.stay?.notedSince),
  dwell_noted: entry.stay?.dwellNoted ?? false,
  receivers: entry.receivers ?? [],
})

/** The snapshot; an older position never replaces a newer one. */
export async function upsertCurrent(db: Database, entries: readonly StoredPosition[]): Promise<void> {
  await sql`
    INSERT INTO positions_current AS current (transmitter_id, floor_id, building_id, zone_id, x, y, x_m, y_m, method,
      accuracy_m, confidence, receiver_count, at, seq, inside_probability, muster_zone_id, muster_probability, moved_at,
      muster_since, zone_probability, near_zone_id, zone_since, noted_zone_id, noted_since, dwell_noted,
      receivers)
    SELECT e.transmitter_id, f.id, f.building_id, z.id, e.x, e.y, e.x_m, e.y_m, e.method, e.accuracy_m, e.confidence,
      e.receiver_count, e.at, e.seq, e.inside, m.id, e.muster,
      e.moved_at, e.muster_since, e.zone_probability, n.id, e.zone_since, s.id, e.noted_since, e.dwell_noted, e.receivers
    FROM json_to_recordset(${JSON.stringify(entries.map(currentRow))}::json) AS e (transmitter_id text, floor_id uuid, zone_id uuid,
      x float8, y float8, x_m float8, y_m float8, method text, accuracy_m float8, confidence float8, receiver_count int,
      at timestamptz, seq bigint, inside float8, muster_zone_id uuid, muster float8, moved_at timestamptz,
      muster_since timestamptz, zone_probability float8, near_zone_id uuid,
      zone_since timestamptz, noted_zone_id uuid, noted_since timestamptz, dwell_noted boolean, receivers text[])
    JOIN transmitters t ON t.transmitter_id = e.transmitter_id
    JOIN floors f ON f.id = e.floor_id
    LEFT JOIN zones z ON z.id = e.zone_id
    LEFT JOIN zones m ON m.id = e.muster_zone_id
    LEFT JOIN zones n ON n.id = e.near_zone_id
    LEFT JOIN zones s ON s.id = e.noted_zone_id
    ON CONFLICT (transmitter_id) DO UPDATE SET floor_id = excluded.floor_id, building_id = excluded.building_id,
      zone_id = excluded.zone_id, x = excluded.x, y = excluded.y, x_m = excluded.x_m, y_m = excluded.y_m,
      method = excluded.method, accuracy_m = excluded.accuracy_m, confidence = excluded.confidence,
      receiver_count = excluded.receiver_count, at = excluded.at, seq = excluded.seq,
      inside_probability = excluded.inside_probability, muster_zone_id = excluded.muster_zone_id,
      muster_probability = excluded.muster_probability, moved_at = coalesce(excluded.moved_at, current.moved_at),
      muster_since = excluded.muster_since, zone_probability = excluded.zone_probability, near_zone_id = excluded.near_zone_id,
      zone_since = excluded.zone_since, noted_zone_id = excluded.noted_zone_id, noted_since = excluded.noted_since,
      dwell_noted = excluded.dwell_noted, receivers = excluded.receivers
    WHERE excluded.seq > current.seq`.execute(db)
}

export async function appendHistory(db: Database, entries: readonly PositionEntry[]): Promise<void> {
  await sql`
    INSERT INTO position_history (at, transmitter_id, floor_id, zone_id, x, y, x_m, y_m, method, accuracy_m)
    SELECT * FROM unnest(
      ${entries.map(time)}::timestamptz[], ${entries.map((entry) => entry.transmitterId)}::text[],
      ${entries.map((entry) => entry.floorId)}::uuid[], ${entries.map((entry) => entry.zoneId)}::uuid[],
      ${entries.map((entry) => entry.position.x)}::float8[], ${entries.map((entry) => entry.position.y)}::float8[],
      ${entries.map((entry) => entry.position.xM)}::float8[], ${entries.map((entry) => entry.position.yM)}::float8[],
      ${entries.map((entry) => entry.positionMethod)}::text[], ${entries.map((entry) => entry.accuracyM)}::float8[]
    )`.execute(db)
}

export async function appendActivity(db: Database, records: readonly ActivityRecord[]): Promise<void> {
  await db
    .insertInto('activity')
    .values(records.map((record) => ({ ...record, said: JSON.stringify(record.said), at: new Date(record.at) })))
    .execute()
}

/** Written by a clock that was set back since: it counts for nothing. */
const isAhead = (column: RawBuilder<unknown>) => sql`${column} > now() + interval '1 minute'`

/** last_seen_at follows the position; updated_at does not move, for nobody edited the transmitter. */
export async function touchTransmitters(db: Database, entries: readonly PositionEntry[]): Promise<void> {
  await sql`
    UPDATE transmitters t SET last_seen_at = e.at
    FROM unnest(${entries.map((entry) => entry.transmitterId)}::text[], ${entries.map(time)}::timestamptz[]) AS e (id, at)
    WHERE t.transmitter_id = e.id AND (t.last_seen_at IS NULL OR t.last_seen_at < e.at OR ${isAhead(sql.ref('t.last_seen_at'))})`.execute(
    db,
  )
}

export interface StrengthReport extends Strength {
  transmitterId: string
  /** Epoch milliseconds. */
  at: number
}

/** Nobody edited the transmitter: updated_at does not move. */
export async function saveStrengths(db: Database, reports: readonly StrengthReport[]): Promise<void> {
  await sql`
    UPDATE transmitters t SET strength_db = e.db, strength_sure_db = e.sure, strength_at = e.at
    FROM unnest(${reports.map((report) => report.transmitterId)}::text[], ${reports.map((report) => report.db)}::float8[],
      ${reports.map((report) => report.sureDb)}::float8[],
      ${reports.map((report) => new Date(report.at).toISOString())}::timestamptz[]) AS e (id, db, sure, at)
    WHERE t.transmitter_id = e.id`.execute(db)
}

/** A gateway that has just started may think that it is 1970: more than 24 days do not fit the column, and say no more. */
const wholeMs = (ms: number) => Math.round(Math.max(-2_147_483_647, Math.min(2_147_483_647, ms)))

/** Registered receivers get their last_seen_at; unregistered ones go where discover finds them. */
export async function touchReceivers(db: Database, heard: readonly HeardReceiver[]): Promise<void> {
  await sql`
    WITH e AS (
      SELECT * FROM unnest(
        ${heard.map((receiver) => receiver.receiverId)}::text[],
        ${heard.map((receiver) => new Date(receiver.seenAt).toISOString())}::timestamptz[],
        ${heard.map((receiver) => wholeMs(receiver.skewMs))}::int[],
        ${heard.map((receiver) => receiver.readings)}::bigint[],
        ${heard.map((receiver) => receiver.badges)}::int[],
        ${heard.map((receiver) => wholeMs(receiver.pauseMs))}::int[],
        ${heard.map((receiver) => wholeMs(receiver.clockOffMs))}::int[],
        ${heard.map((receiver) => receiver.lateShare)}::float8[],
        ${heard.map((receiver) => receiver.twiceShare)}::float8[]
      ) AS u (id, at, skew, readings, badges, pause, clock_off, late, twice)
    ), registered AS (
      UPDATE receivers r SET last_seen_at = e.at, clock_skew_ms = e.skew, pause_ms = e.pause, clock_off_ms = e.clock_off,
        late_share = e.late, twice_share = e.twice
      FROM e WHERE r.receiver_id = e.id RETURNING r.receiver_id
    )
    INSERT INTO heard_receivers AS h (receiver_id, first_seen_at, last_seen_at, readings, transmitters_heard)
    SELECT e.id, e.at, e.at, e.readings, e.badges FROM e
    WHERE NOT EXISTS (SELECT 1 FROM receivers r WHERE r.receiver_id = e.id)
    ON CONFLICT (receiver_id) DO UPDATE SET last_seen_at = excluded.last_seen_at, readings = h.readings + excluded.readings,
      transmitters_heard = excluded.transmitters_heard`.execute(db)
}

/** The newest report wins; the history keeps changes, and one line an hour when nothing changes. */
export async function saveBatteries(db: Database, reports: readonly BatteryReport[]): Promise<void> {
  await sql`
    WITH e AS (
      SELECT u.* FROM unnest(
        ${reports.map((report) => report.transmitterId)}::text[], ${reports.map((report) => report.pct)}::float8[],
        ${reports.map((report) => report.mv)}::int[],
        ${reports.map((report) => new Date(report.at).toISOString())}::timestamptz[]) AS u (id, pct, mv, at)
      JOIN transmitters t ON t.transmitter_id = u.id AND (t.battery_at IS NULL OR t.battery_at < u.at OR ${isAhead(sql.ref('t.battery_at'))})
    ), kept AS (
      INSERT INTO battery_history (transmitter_id, at, battery_pct, battery_mv)
      SELECT e.id, e.at, e.pct, e.mv FROM e JOIN transmitters t ON t.transmitter_id = e.id
      WHERE t.battery_at IS NULL OR t.battery_pct IS DISTINCT FROM e.pct OR e.at - t.battery_at >= interval '1 hour'
      ON CONFLICT DO NOTHING
    )
    UPDATE transmitters t SET battery_pct = coalesce(e.pct, t.battery_pct), battery_mv = coalesce(e.mv, t.battery_mv),
      battery_at = e.at
    FROM e WHERE t.transmitter_id = e.id`.execute(db)
}

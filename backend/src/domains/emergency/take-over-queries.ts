// SQL of a live emergency that takes over from drills and tests: they end, and what was decided in them is carried over (rules 9).
// Used by take-over.ts.
import { sql } from 'kysely'
import { changedNow } from '../../database/row-queries.ts'
import type { Database, DatabaseTransaction } from '../../database/schema.ts'

/** Until the transaction ends nobody else triggers for these buildings; in one order, so that two never wait for each other. */
export async function lockPlaces(tx: DatabaseTransaction, buildingIds: readonly string[]): Promise<void> {
  const ids = [...new Set(buildingIds)].toSorted()
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('emergency at ' || id, 0)) FROM unnest(${ids}::text[]) AS id`.execute(
    tx,
  )
}

/** What is active in any of these buildings, each held until the transaction ends: no decision is made there meanwhile. */
export async function lockActiveIn(
  tx: DatabaseTransaction,
  buildingIds: readonly string[],
): Promise<{ id: string; mode: string }[]> {
  return tx
    .selectFrom('emergencies as e')
    .select(['e.id', 'e.mode'])
    .where('e.state', '=', 'active')
    .where('e.id', 'in', (places) =>
      places
        .selectFrom('emergencyBuildings')
        .select('emergencyId')
        .where('active', '=', true)
        .where('buildingId', 'in', [...buildingIds]),
    )
    .orderBy('e.id')
    .forNoKeyUpdate()
    .execute()
}

type Actor = { id: string | null; displayName: string }

export async function supersede(db: Database, ids: readonly string[], by: string, actor: Actor): Promise<void> {
  await sql`
    UPDATE emergencies SET state = 'resolved', resolution = 'superseded', superseded_by = ${by}, resolved_at = now(),
      resolved_by = ${actor.id}, resolved_by_name = ${actor.displayName}, updated_at = ${changedNow()}, roster_version = roster_version + 1
    WHERE id = ANY (${ids}::uuid[])`.execute(db)
  await sql`UPDATE emergency_buildings SET active = false WHERE emergency_id = ANY (${ids}::uuid[])`.execute(db)
}

/**
 * Everybody of these rosters is on the live one, also who was last seen long ago; what was decided about them stands, the newest word
 * where two rosters have one. Of people who are still missing the live roster knows the newest evidence already; on whose list they
 * are was settled when the drill began, before they walked out.
 */
export async function carryRosters(db: Database, from: readonly string[], to: string): Promise<void> {
  await sql`
    INSERT INTO emergency_roster AS r
      (emergency_id, person_id, entity_type, employee_id, full_name, department_name, transmitter_id, muster_point_id, evidence,
       absence, status, method, changed_by, changed_at, decided_at, note, host_name, department_id, building_id, floor_id, zone_id)
    SELECT DISTINCT ON (person_id) ${to}::uuid, person_id, entity_type, employee_id, full_name, department_name, transmitter_id,
      muster_point_id, evidence, absence, status, method, changed_by, changed_at, decided_at, note, host_name, department_id,
      building_id, floor_id, zone_id
    FROM emergency_roster WHERE emergency_id = ANY (${from}::uuid[])
    ORDER BY person_id, status = 'unknown', coalesce(decided_at, changed_at) DESC NULLS LAST
    ON CONFLICT (emergency_id, person_id) DO UPDATE SET status = excluded.status, method = excluded.method,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at, decided_at = excluded.decided_at, note = excluded.note,
      muster_point_id = excluded.muster_point_id,
      evidence = CASE WHEN excluded.status = 'unknown' THEN r.evidence ELSE excluded.evidence END,
      absence = CASE WHEN excluded.status = 'unknown' THEN r.absence ELSE excluded.absence END,
      department_id = excluded.department_id, building_id = excluded.building_id, floor_id = excluded.floor_id,
      zone_id = excluded.zone_id`.execute(db)
}

/** One line per decision that was carried over, dated by when it was made. */
export async function carryTimeline(db: Database, to: string): Promise<void> {
  await sql`
    INSERT INTO emergency_timeline (emergency_id, at, type, person_id, person_name, actor, text, said, status)
    SELECT emergency_id, coalesce(decided_at, changed_at, now()), 'accounted', person_id, full_name, changed_by,
      full_name || ': ' || replace(status, '_', ' ') || ' (before it became real).', jsonb_build_object('code', 'decided_how', 'values', jsonb_build_object('name', full_name,
        'status', jsonb_build_object('code', 'status_' || status), 'how', jsonb_build_object('code', 'how_carried'))), status
    FROM emergency_roster WHERE emergency_id = ${to} AND status <> 'unknown'
    ORDER BY coalesce(decided_at, changed_at)`.execute(db)
}

export async function carrySweeps(db: Database, from: readonly string[], to: string): Promise<void> {
  await sql`
    INSERT INTO emergency_sweeps (emergency_id, floor_id, zone_id, state, changed_by, decided_at, changed_at, note, version)
    SELECT DISTINCT ON (floor_id, zone_id) ${to}::uuid, floor_id, zone_id, state, changed_by, decided_at, changed_at, note, 1
    FROM emergency_sweeps WHERE emergency_id = ANY (${from}::uuid[])
    ORDER BY floor_id, zone_id, decided_at DESC`.execute(db)
}

/** Whoever was on it is on it; contacts are told anew and answer anew. */
export async function carryAnswers(db: Database, from: readonly string[], to: string): Promise<void> {
  await sql`
    INSERT INTO emergency_answers (emergency_id, kind, answerer_id, name, role, answer, at)
    SELECT DISTINCT ON (answerer_id) ${to}::uuid, kind, answerer_id, name, role, answer, at
    FROM emergency_answers WHERE emergency_id = ANY (${from}::uuid[]) AND kind = 'warden'
    ORDER BY answerer_id, at DESC`.execute(db)
}

// SQL that writes the roster of an emergency: frozen at the trigger, changed by decisions and by what is seen (rules 9). Everything
// written carries a new version of the roster. It is read in roster-queries.ts.
import { sql } from 'kysely'
import type { MusterMethod, MusterStatus } from '@rollcall/contracts/domains/muster'
import type { z } from 'zod'
import type { Database } from '../../database/schema.ts'
import type { Visit } from './evidence-queries.ts'
import { evidenceAtTrigger, type Known } from './evidence.ts'

/** Who was seen in these buildings, the emergency's, within 15 minutes, and open visits there, with what is known about each at this
 * moment. Answers how many. */
export async function freezeRoster(db: Database, emergencyId: string, buildingIds: readonly string[]): Promise<number> {
  const people = await evidenceAtTrigger(db, emergencyId, buildingIds)
  const { numAffectedRows } = await sql`
    INSERT INTO emergency_roster (emergency_id, person_id, entity_type, employee_id, full_name, department_name, transmitter_id,
      muster_point_id, absence, evidence, host_name, department_id, building_id, floor_id, zone_id)
    SELECT ${emergencyId}, p.id, p.entity_type, p.employee_id, p.full_name, d.name, k.transmitter_id, p.muster_point_id,
      k.absence, k.evidence, k.visit ->> 'hostName', coalesce(p.department_id, (k.visit ->> 'hostDepartmentId')::uuid),
      coalesce(k.evidence #>> '{sighting,buildingId}', k.visit ->> 'buildingId')::uuid,
      (k.evidence #>> '{sighting,floorId}')::uuid, (k.evidence #>> '{sighting,zoneId}')::uuid
    FROM ${rowsOf(people)} JOIN people p ON p.id = k.person_id LEFT JOIN departments d ON d.id = p.department_id`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** As one text: thousands of people are read from it many times as fast as from arrays. */
function rowsOf(known: readonly (Known & { readonly visit?: Visit })[]) {
  const rows = known.map(({ personId, transmitterId, absence, evidence, visit }) => {
    return { person_id: personId, transmitter_id: transmitterId, absence, evidence, visit }
  })
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS k (person_id uuid, transmitter_id text, absence text, evidence jsonb, visit jsonb)`
}

/** Says no more than the join does, but a roster that was frozen a moment ago has no statistics: without it each of its rows would be
 * compared with each of ours. */
function isOneOf(known: readonly Known[]) {
  return sql`r.person_id = ANY (${known.map(({ personId }) => personId)}::uuid[])`
}

/** What is known of people who are still unknown; whoever was decided meanwhile stays as they were. */
export async function writeEvidence(db: Database, emergencyId: string, known: readonly Known[]): Promise<void> {
  const version = await nextVersion(db, emergencyId)
  await sql`
    UPDATE emergency_roster r SET evidence = k.evidence, absence = k.absence, version = ${version} FROM ${rowsOf(known)}
    WHERE r.emergency_id = ${emergencyId} AND ${isOneOf(known)} AND r.person_id = k.person_id AND r.status = 'unknown'`.execute(
    db,
  )
}

/** Without statistics each row of a new roster would be compared with each badge. Whoever cleans the table up at this moment has them. */
export async function analyseRoster(db: Database): Promise<void> {
  await sql`ANALYZE (SKIP_LOCKED) emergency_roster`.execute(db)
}

/** Holds the emergency until the transaction ends, so that versions become visible in their order. */
export async function nextVersion(db: Database, emergencyId: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    UPDATE emergencies SET roster_version = roster_version + 1 WHERE id = ${emergencyId}
    RETURNING roster_version AS version`.execute(db)
  return rows[0]?.version ?? 0
}

export type Decision = {
  readonly status: MusterStatus
  readonly by: string
  readonly note: string | null
  /** Absent: now. */
  readonly decidedAt?: string | undefined
  readonly method: z.infer<typeof MusterMethod>
  /** Where the person was found; absent: as planned. */
  readonly musterPointId?: string
}

export type RosterStatus = {
  personId: string
  fullName: string
  status: MusterStatus
  note: string | null
  decidedAt: string | null
  /** Of the emergency. */
  triggeredAt: string
}

export function statusesOf(db: Database, emergencyId: string, personIds: readonly string[]): Promise<RosterStatus[]> {
  return db
    .selectFrom('emergencyRoster as r')
    .innerJoin('emergencies as e', 'e.id', 'r.emergencyId')
    .select(['r.personId', 'r.fullName', 'r.status', 'r.note', 'r.decidedAt', 'e.triggeredAt'])
    .where('r.emergencyId', '=', emergencyId)
    .where('r.personId', '=', sql<string>`ANY (${personIds}::uuid[])`)
    .execute()
}

export type DecidedPerson = Known &
  Decision & {
    readonly decidedAt: string
    readonly fullName: string
    /** For the timeline. */
    readonly text: string
    /** JSON. */
    readonly said: string
  }

/** With a line of the timeline each, in one statement, because whoever else decides waits for it. The caller holds the emergency.
 * `arrivedAt`: when we heard of it; after the end, evidence stays that of the end. */
export async function writeDecisions(
  db: Database,
  emergencyId: string,
  decided: readonly DecidedPerson[],
  arrivedAt: string,
): Promise<void> {
  await sql`
    WITH raised AS (
      UPDATE emergencies SET roster_version = roster_version + 1 WHERE id = ${emergencyId}
      RETURNING roster_version AS version, state = 'resolved' AS over
    ), d AS (
      SELECT * FROM unnest(${decided.map(({ personId }) => personId)}::uuid[], ${decided.map(({ status }) => status)}::text[],
        ${decided.map(({ method }) => method)}::text[], ${decided.map(({ by }) => by)}::text[],
        ${decided.map(({ decidedAt }) => decidedAt)}::timestamptz[], ${decided.map(({ note }) => note)}::text[],
        ${decided.map(({ musterPointId = null }) => musterPointId)}::uuid[], ${decided.map(({ fullName }) => fullName)}::text[],
        ${decided.map(({ text }) => text)}::text[], ${decided.map(({ said }) => said)}::jsonb[])
        AS d (person_id, status, method, by, decided_at, note, muster_point_id, full_name, text, said)
    ), written AS (
      UPDATE emergency_roster r SET status = d.status, method = d.method, changed_by = d.by, changed_at = ${arrivedAt},
        decided_at = d.decided_at, note = d.note, muster_point_id = coalesce(d.muster_point_id, r.muster_point_id),
        absence = CASE WHEN d.status <> 'unknown' THEN NULL WHEN raised.over THEN r.absence ELSE k.absence END,
        evidence = CASE WHEN raised.over THEN r.evidence ELSE k.evidence END, version = raised.version
      FROM raised, ${rowsOf(decided)} JOIN d USING (person_id)
      WHERE r.emergency_id = ${emergencyId} AND ${isOneOf(decided)} AND r.person_id = k.person_id
    )
    INSERT INTO emergency_timeline (emergency_id, type, person_id, person_name, actor, text, said, status, at, arrived_at)
    SELECT ${emergencyId}, 'accounted', person_id, full_name, by, text, said, status, decided_at, ${arrivedAt} FROM d`.execute(
    db,
  )
}

// SQL of the roster of an emergency: frozen at the trigger, changed person by person (decisions 9).
import { sql } from 'kysely'
import type { MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'
import { photoUrl } from '../personnel/person-queries.ts'
import { absenceOf } from './absence.ts'

/** Who was seen in the scope within 15 minutes, and every registered visitor; with what is known about each at this moment. */
export async function freezeRoster(db: Database, emergencyId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO emergency_roster
      (emergency_id, person_id, entity_type, employee_id, full_name, department_name, transmitter_id, muster_point_id, evidence)
    SELECT ${emergencyId}, p.id, p.entity_type, p.employee_id, p.full_name, d.name, seen.transmitter_id, p.muster_point_id, seen.evidence
    FROM people p LEFT JOIN departments d ON d.id = p.department_id
    LEFT JOIN LATERAL (${evidenceOf()}) AS seen ON true
    WHERE p.status = 'active' AND (p.entity_type = 'visitor' OR (seen.at > now() - interval '15 minutes' AND seen.building_id IN (
      SELECT building_id FROM emergency_buildings WHERE emergency_id = ${emergencyId})))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Newest sighting of the person `p` of the surrounding query. */
function evidenceOf() {
  return sql`
    SELECT t.transmitter_id, c.at, c.building_id, jsonb_build_object(
      'sighting', jsonb_build_object('at', to_char(c.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'buildingId', c.building_id, 'floorId', c.floor_id, 'floorName', f.name, 'zoneId', c.zone_id, 'zoneName', z.name),
      'position', jsonb_build_object('x', c.x, 'y', c.y, 'xM', c.x_m, 'yM', c.y_m), 'accuracyM', c.accuracy_m,
      'receivers', '[]'::jsonb, 'batteryPct', t.battery_pct) AS evidence
    FROM transmitters t JOIN positions_current c ON c.transmitter_id = t.transmitter_id
    JOIN floors f ON f.id = c.floor_id LEFT JOIN zones z ON z.id = c.zone_id
    WHERE t.entity_id = p.id AND t.entity_type = p.entity_type ORDER BY c.at DESC LIMIT 1`
}

/** Areas that lead outside: seen there last and silent since, somebody has most likely left. */
const exitWords = String.raw`\m(exit|entrance|gate|lobby|reception|foyer|car park|parking)`

type Row = Required<Omit<MusterPerson, 'absence'>> & {
  inScope: boolean | null
  atExit: boolean | null
  receiversAlive: boolean | null
}

/** A decided person shows the evidence of that decision; an unknown one what is known now. */
function selectRoster(db: Database, emergencyId: string) {
  const evidence = sql<MusterPerson['evidence']>`CASE WHEN r.status = 'unknown' THEN coalesce(now.evidence, r.evidence)
    ELSE r.evidence END`
  const seen = (field: string) => sql`(coalesce(now.evidence, r.evidence) -> 'sighting' ->> ${sql.lit(field)})::uuid`
  const position = (axis: string) =>
    sql`(coalesce(now.evidence, r.evidence) -> 'position' ->> ${sql.lit(axis)})::float8`
  return db
    .selectFrom('emergencyRoster as r')
    .leftJoin('people as p', 'p.id', 'r.personId')
    .leftJoinLateral(sql<{ evidence: unknown }>`(${evidenceOf()})`.as('now'), (join) => join.onTrue())
    .select(['r.personId', 'r.fullName', 'r.employeeId', 'r.departmentName', 'r.status', 'r.method', 'r.note'])
    .select(['r.musterPointId', 'r.changedAt as at', 'r.changedBy as by', 'p.phone', 'p.specialNeeds'])
    .select([
      photoUrl('p').as('photoUrl'),
      sql<MusterPerson['entityType']>`r.entity_type`.as('entityType'),
      evidence.as('evidence'),
      sql<boolean | null>`EXISTS (SELECT 1 FROM emergency_buildings b
        WHERE b.emergency_id = r.emergency_id AND b.building_id = ${seen('buildingId')})`.as('inScope'),
      sql<boolean | null>`(SELECT z.name ~* ${exitWords} OR y.name ~* ${exitWords} FROM zones z
        JOIN zone_types y ON y.id = z.zone_type_id WHERE z.id = ${seen('zoneId')})`.as('atExit'),
      sql<boolean | null>`CASE WHEN r.status = 'unknown' THEN (SELECT bool_or(near.status = 'online') FROM (
        SELECT v.status FROM receivers v JOIN floors f ON f.id = v.floor_id WHERE f.id = ${seen('floorId')}
        ORDER BY (v.x / 100 * f.width_m - ${position('xM')}) ^ 2 + (v.y / 100 * f.height_m - ${position('yM')}) ^ 2 NULLS LAST
        LIMIT 3) AS near) END`.as('receiversAlive'),
    ])
    .where('r.emergencyId', '=', emergencyId)
}

export async function rosterOf(db: Database, emergencyId: string): Promise<MusterPerson[]> {
  const rows = await selectRoster(db, emergencyId).orderBy('r.fullName').orderBy('r.personId').execute()
  return rows.map(withAbsence)
}

export async function personOnRoster(
  db: Database,
  emergencyId: string,
  personId: string,
): Promise<MusterPerson | undefined> {
  const row = await selectRoster(db, emergencyId).where('r.personId', '=', personId).executeTakeFirst()
  return row && withAbsence(row)
}

export type Decision = {
  status: MusterStatus
  by: string
  note: string | null
  method: 'manual' | 'link' | 'auto_zone'
  /** Where the person was found; absent: as planned. */
  musterPointId?: string
}

/** Which receivers hear a transmitter now. */
export type HeardBy = (transmitterId: string) => readonly string[]

export async function accountFor(
  db: Database,
  emergencyId: string,
  personId: string,
  decision: Decision,
  heardBy: HeardBy,
): Promise<void> {
  const { status, by, note, method, musterPointId = null } = decision
  const { rows } = await sql<{ transmitterId: string }>`
    SELECT seen.transmitter_id FROM people p, LATERAL (${evidenceOf()}) AS seen WHERE p.id = ${personId}`.execute(db)
  const receivers = JSON.stringify(rows[0] ? heardBy(rows[0].transmitterId) : [])
  await sql`
    UPDATE emergency_roster r SET status = ${status}, method = ${method}, changed_by = ${by}, changed_at = now(), note = ${note},
      muster_point_id = coalesce(${musterPointId}, r.muster_point_id),
      evidence = coalesce((SELECT jsonb_set(evidence, '{receivers}', ${receivers}::jsonb)
        FROM people p, LATERAL (${evidenceOf()}) AS seen WHERE p.id = r.person_id), r.evidence)
    WHERE r.emergency_id = ${emergencyId} AND r.person_id = ${personId}`.execute(db)
}

function withAbsence({ inScope, atExit, receiversAlive, ...person }: Row): MusterPerson {
  if (person.status !== 'unknown') return { ...person, absence: null }
  const { sighting, batteryPct = null } = person.evidence ?? {}
  const trace = {
    seenAt: sighting ? Date.parse(sighting.at) : null,
    inScope: inScope ?? false,
    atExit: atExit ?? false,
    batteryPct,
    receiversAlive,
  }
  return { ...person, absence: absenceOf(trace, Date.now()) }
}

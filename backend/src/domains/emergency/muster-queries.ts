// SQL of the roster of an emergency: frozen at the trigger, changed person by person (decisions 9).
import { sql } from 'kysely'
import type { MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'
import { photoUrl } from '../personnel/person-queries.ts'

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

type Row = Required<Omit<MusterPerson, 'absence'>> & { floorAlive: boolean | null }

/** A decided person shows the evidence of that decision; an unknown one what is known now. */
function selectRoster(db: Database, emergencyId: string) {
  return db
    .selectFrom('emergencyRoster as r')
    .leftJoin('people as p', 'p.id', 'r.personId')
    .leftJoinLateral(sql<{ evidence: unknown }>`(${evidenceOf()})`.as('now'), (join) => join.onTrue())
    .select([
      'r.personId',
      'r.fullName',
      'r.employeeId',
      'r.departmentName',
      'r.status',
      'r.method',
      'r.note',
      'r.musterPointId',
    ])
    .select(['r.changedAt as at', 'r.changedBy as by', 'p.phone', 'p.specialNeeds', photoUrl('p').as('photoUrl')])
    .select([
      sql<MusterPerson['entityType']>`r.entity_type`.as('entityType'),
      sql<
        MusterPerson['evidence']
      >`CASE WHEN r.status = 'unknown' THEN coalesce(now.evidence, r.evidence) ELSE r.evidence END`.as('evidence'),
      sql<boolean | null>`(SELECT bool_or(receivers.status = 'online') FROM receivers
        WHERE receivers.floor_id = (coalesce(now.evidence, r.evidence) -> 'sighting' ->> 'floorId')::uuid)`.as(
        'floorAlive',
      ),
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

type Decision = { status: MusterStatus; by: string; note: string | null }

export async function accountFor(
  db: Database,
  emergencyId: string,
  personId: string,
  decision: Decision,
): Promise<void> {
  const { status, by, note } = decision
  await sql`
    UPDATE emergency_roster r SET status = ${status}, method = 'manual', changed_by = ${by}, changed_at = now(), note = ${note},
      evidence = coalesce((SELECT evidence FROM people p, LATERAL (${evidenceOf()}) AS seen WHERE p.id = r.person_id), r.evidence)
    WHERE r.emergency_id = ${emergencyId} AND r.person_id = ${personId}`.execute(db)
}

const recentMs = 5 * 60_000

/** Why somebody of unknown status is not seen, as far as can be told. */
function withAbsence({ floorAlive, ...person }: Row): MusterPerson {
  if (person.status !== 'unknown') return { ...person, absence: null }
  const seenAt = person.evidence?.sighting.at
  if (seenAt !== undefined && Date.now() - Date.parse(seenAt) <= recentMs)
    return { ...person, absence: 'probably_inside' }
  return { ...person, absence: seenAt !== undefined && floorAlive === false ? 'receivers_down' : 'badge_silent' }
}

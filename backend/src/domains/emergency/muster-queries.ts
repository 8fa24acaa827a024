// SQL that writes the roster of an emergency: frozen at the trigger, changed person by person (rules 9). It is read in
// roster-queries.ts.
import { sql } from 'kysely'
import type { MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'

/** Who was seen in the scope within 15 minutes, and every registered visitor; with what is known about each at this moment. */
export async function freezeRoster(
  db: Database,
  emergencyId: string,
  receiversHearing: ReceiversHearing,
): Promise<number> {
  const { rows } = await sql<Carried>`
    INSERT INTO emergency_roster
      (emergency_id, person_id, entity_type, employee_id, full_name, department_name, transmitter_id, muster_point_id, evidence)
    SELECT ${emergencyId}, p.id, p.entity_type, p.employee_id, p.full_name, d.name, seen.transmitter_id, p.muster_point_id, seen.evidence
    FROM people p LEFT JOIN departments d ON d.id = p.department_id
    LEFT JOIN LATERAL (${evidenceOf()}) AS seen ON true
    WHERE p.status = 'active' AND (p.entity_type = 'visitor' OR (seen.at > now() - interval '15 minutes' AND seen.building_id IN (
      SELECT building_id FROM emergency_buildings WHERE emergency_id = ${emergencyId})))
    RETURNING person_id, transmitter_id`.execute(db)
  await noteReceivers(db, emergencyId, rows, receiversHearing)
  return rows.length
}

/** `evidence`: JSON. */
type Outcome = Pick<MusterPerson, 'personId' | 'absence'> & { readonly evidence: string | null }

/** What is known of these people when the emergency ends. */
export async function keepOutcomes(db: Database, emergencyId: string, outcomes: readonly Outcome[]): Promise<void> {
  const version = await nextVersion(db, emergencyId)
  await sql`
    UPDATE emergency_roster r SET evidence = o.evidence::jsonb, absence = o.absence, version = ${version}
    FROM unnest(${outcomes.map(({ personId }) => personId)}::uuid[], ${outcomes.map(({ absence }) => absence)}::text[],
      ${outcomes.map(({ evidence }) => evidence)}::text[]) AS o (person_id, absence, evidence)
    WHERE r.emergency_id = ${emergencyId} AND r.person_id = o.person_id`.execute(db)
}

/** Holds the emergency until the transaction ends, so that versions become visible in their order (roster-memory.ts). */
export async function nextVersion(db: Database, emergencyId: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    UPDATE emergencies SET roster_version = roster_version + 1 WHERE id = ${emergencyId}
    RETURNING roster_version AS version`.execute(db)
  return rows[0]?.version ?? 0
}

type Carried = { personId: string; transmitterId: string | null }

async function noteReceivers(
  db: Database,
  emergencyId: string,
  people: readonly Carried[],
  receiversHearing: ReceiversHearing,
): Promise<void> {
  const heard = people.flatMap(({ personId, transmitterId }) => {
    const receivers = transmitterId === null ? [] : receiversHearing(transmitterId)
    return receivers.length === 0 ? [] : [{ personId, receivers: JSON.stringify(receivers) }]
  })
  if (heard.length === 0) return
  await sql`
    UPDATE emergency_roster r SET evidence = jsonb_set(r.evidence, '{receivers}', h.receivers::jsonb)
    FROM unnest(${heard.map(({ personId }) => personId)}::uuid[], ${heard.map(({ receivers }) => receivers)}::text[])
      AS h (person_id, receivers)
    WHERE r.emergency_id = ${emergencyId} AND r.person_id = h.person_id`.execute(db)
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

export type Decision = {
  status: MusterStatus
  by: string
  note: string | null
  /** Absent: now. */
  decidedAt?: string | undefined
  method: 'manual' | 'link' | 'auto_zone'
  /** Where the person was found; absent: as planned. */
  musterPointId?: string
}

/** Which receivers hear a transmitter now. */
export type ReceiversHearing = (transmitterId: string) => readonly string[]

type RosterStatus = { fullName: string; status: MusterStatus; note: string | null; changedAt: string | null }

export function statusOf(db: Database, emergencyId: string, personId: string): Promise<RosterStatus | undefined> {
  return db
    .selectFrom('emergencyRoster')
    .select(['fullName', 'status', 'note', 'changedAt'])
    .where('emergencyId', '=', emergencyId)
    .where('personId', '=', personId)
    .executeTakeFirst()
}

export async function accountFor(
  db: Database,
  emergencyId: string,
  personId: string,
  decision: Decision,
  receiversHearing: ReceiversHearing,
): Promise<void> {
  const { status, by, note, method, musterPointId = null } = decision
  const { rows } = await sql<{ transmitterId: string }>`
    SELECT seen.transmitter_id FROM people p, LATERAL (${evidenceOf()}) AS seen WHERE p.id = ${personId}`.execute(db)
  const receivers = JSON.stringify(rows[0] ? receiversHearing(rows[0].transmitterId) : [])
  const version = await nextVersion(db, emergencyId)
  await sql`
    UPDATE emergency_roster r SET status = ${status}, method = ${method}, changed_by = ${by}, changed_at = now(), note = ${note},
      version = ${version},
      muster_point_id = coalesce(${musterPointId}, r.muster_point_id),
      evidence = coalesce((SELECT jsonb_set(evidence, '{receivers}', ${receivers}::jsonb)
        FROM people p, LATERAL (${evidenceOf()}) AS seen WHERE p.id = r.person_id), r.evidence)
    WHERE r.emergency_id = ${emergencyId} AND r.person_id = ${personId}`.execute(db)
}

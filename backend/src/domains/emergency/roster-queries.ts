// SQL that reads the muster board: the emergency, its counts, people and sweeps that changed after a version (rules 9). One statement,
// so that version, counts and people are those of one moment. It is written in muster-queries.ts and sweep-queries.ts.
import { sql, type RawBuilder } from 'kysely'
import type { BoardPart } from '@rollcall/contracts/domains/board-part'
import type { Muster, MusterPerson } from '@rollcall/contracts/domains/muster'
import { JsonText } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Database } from '../../database/schema.ts'
import { undelivered } from '../../notify/message-queries.ts'
import { photoUrl } from '../personnel/person-queries.ts'
import { selectEmergencies, toEmergency } from './emergency-queries.ts'

/** What the caller may see (rules 11). Places are for those who hold positions.read; others see the class of evidence. */
export type Shown = {
  readonly phone: boolean
  readonly specialNeeds: boolean
  readonly places: boolean
  readonly answers: boolean
}

/** Without `eventId` of the newest active emergency. `since` 0, or newer than there is: everything. Of thousands of people the text
 * that the database wrote is the answer. */
export async function readBoard(
  db: Database,
  { eventId, since, atMost }: z.output<typeof BoardPart>,
  shown: Shown,
): Promise<JsonText<Muster> | undefined> {
  const isFirst = atMost !== undefined
  const from = isFirst ? sql<number>`0` : sql<number>`CASE WHEN ${since} > e.roster_version THEN 0 ELSE ${since} END`
  const which = isFirst ? sql`r.status = 'unknown'` : sql`r.version > ${from}`
  const emergencies = selectEmergencies(db)
  const chosen =
    eventId === undefined ? emergencies.where('e.state', '=', 'active') : emergencies.where('e.id', '=', eventId)
  const row = await chosen
    .select([isFirst ? sql<number>`0`.as('version') : 'e.rosterVersion as version', from.as('since')])
    .select(undelivered.as('undelivered'))
    .select(sql<string>`${peopleOf(which, shown, atMost)}::text`.as('people'))
    .select(
      sql<
        Muster['sweeps']
      >`(SELECT coalesce(json_agg(json_build_object('floorId', s.floor_id, 'zoneId', s.zone_id, 'state', s.state,
        'by', s.changed_by, 'decidedAt', ${isoTime('s.decided_at')}, 'at', ${isoTime('s.changed_at')}, 'note', s.note)
        ORDER BY s.decided_at), '[]') FROM emergency_sweeps s WHERE s.emergency_id = e.id AND s.version > ${from})`.as(
        'sweeps',
      ),
    )
    .select(answersOf(sql`a.version > ${from} AND ${shown.answers}`).as('answers'))
    .orderBy('e.triggeredAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { version, since: relativeTo, people, sweeps, answers, undelivered: notArrived, ...emergency } = row
  const event = toEmergency(emergency)
  const others = {
    asOf: Date.now(),
    event,
    counts: event.counts,
    version,
    since: relativeTo,
    sweeps,
    answers,
    undelivered: notArrived,
  }
  return new JsonText(`${JSON.stringify(others).slice(0, -1)},"people":${people}}`)
}

/** One person as the board shows them, as the transaction sees it. */
export async function readPerson(
  db: Database,
  emergencyId: string,
  personId: string,
  shown: Shown,
): Promise<MusterPerson | undefined> {
  const { rows } = await sql<{ people: MusterPerson[] }>`
    SELECT ${peopleOf(sql`r.person_id = ${personId}`, shown)} AS people FROM emergencies e WHERE e.id = ${emergencyId}`.execute(
    db,
  )
  return rows[0]?.people[0]
}

/** What was answered last comes last. */
export function answersOf(which: RawBuilder<unknown>) {
  return sql<
    Muster['answers']
  >`(SELECT coalesce(json_agg(json_build_object('kind', a.kind, 'id', a.answerer_id, 'name', a.name,
      'role', a.role, 'answer', a.answer, 'at', ${isoTime('a.at')}) ORDER BY a.at, a.name), '[]')
    FROM emergency_answers a WHERE a.emergency_id = e.id AND ${which})`
}

/** By name. What the register knows is of today. Rows of a sorted query become JSON in half the time that building and sorting one
 * object each takes. */
function peopleOf(which: RawBuilder<unknown>, { phone, specialNeeds, places }: Shown, atMost: number | null = null) {
  return sql<MusterPerson[]>`(SELECT coalesce(json_agg(one), '[]') FROM (
    SELECT r.person_id AS "personId", r.entity_type AS "entityType", r.full_name AS "fullName", r.employee_id AS "employeeId",
      r.transmitter_id AS "transmitterId", r.department_name AS "departmentName", r.department_id AS "departmentId", r.host_name AS "hostName", ${photoUrl('p')} AS "photoUrl",
      ${phone ? sql`p.phone,` : sql``} ${specialNeeds ? sql`p.special_needs AS "specialNeeds",` : sql``}
      r.status, r.method, ${isoTime('r.decided_at')} AS "decidedAt", ${isoTime('r.changed_at')} AS at, r.changed_by AS by, r.note,
      r.muster_point_id AS "musterPointId", r.absence, ${places ? seen : sql`NULL::jsonb AS evidence, NULL::jsonb AS "atTrigger"`}
    FROM emergency_roster r LEFT JOIN people p ON p.id = r.person_id WHERE r.emergency_id = e.id AND ${which}
    ORDER BY r.full_name, r.person_id LIMIT ${atMost}) AS one)`
}

const seen = sql`r.evidence, CASE WHEN r.building_id IS NOT NULL THEN
  json_build_object('buildingId', r.building_id, 'floorId', r.floor_id, 'zoneId', r.zone_id) END AS "atTrigger"`

function isoTime(column: string) {
  return sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

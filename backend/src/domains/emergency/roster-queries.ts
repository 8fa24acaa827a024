// SQL that reads the roster of an emergency: what was decided about each person. Where they are is in whereabouts-queries.ts; roster.ts
// makes people of both.
import { sql } from 'kysely'
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'

/** What the roster itself holds: frozen at the trigger, changed by decisions. Evidence is JSON, and mostly passed on as it is. */
export type RosterRow = Omit<MusterPerson, 'photoUrl' | 'phone' | 'specialNeeds' | 'evidence'> & {
  readonly evidence: string | null
  readonly version: number
}

type Which = { readonly after?: number; readonly personId?: string }

/** Without `personId` everybody whose row is newer than version `after`. */
export async function readRoster(
  db: Database,
  emergencyId: string,
  { after = 0, personId }: Which,
): Promise<RosterRow[]> {
  const { rows } = await sql<RosterRow>`
    SELECT r.person_id AS "personId", r.entity_type AS "entityType", r.full_name AS "fullName", r.employee_id AS "employeeId",
      r.department_name AS "departmentName", r.status, r.method, r.changed_at AS at, r.changed_by AS by, r.note,
      r.muster_point_id AS "musterPointId", r.absence, r.evidence::text AS evidence, r.version
    FROM emergency_roster r
    WHERE r.emergency_id = ${emergencyId} AND r.version > ${after}
      ${personId === undefined ? sql`` : sql`AND r.person_id = ${personId}`}`.execute(db.withoutPlugins())
  return rows
}

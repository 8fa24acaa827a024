// SQL of what was noted of an emergency afterwards, and of the drills it is compared with.
import { sql } from 'kysely'
import type { EmergencyReview } from '@rollcall/contracts/domains/reviews'
import { changedNow } from '../../database/row-queries.ts'
import type { Database } from '../../database/schema.ts'
import type { StatusChange } from './muster-progress.ts'

/** Empty, and as old as the emergency, until somebody writes one. */
export function findReview(db: Database, emergencyId: string): Promise<EmergencyReview | undefined> {
  return db
    .selectFrom('emergencies as e')
    .leftJoin('emergencyReviews as r', 'r.id', 'e.id')
    .select(['e.id', 'r.changedBy'])
    .select([
      sql<string>`coalesce(r.created_at, e.created_at)`.as('createdAt'),
      sql<string>`coalesce(r.updated_at, e.created_at)`.as('updatedAt'),
      sql<string>`coalesce(r.notes, '')`.as('notes'),
      sql<string>`coalesce(r.lessons, '')`.as('lessons'),
    ])
    .where('e.id', '=', emergencyId)
    .executeTakeFirst()
}

type Written = { readonly notes: string; readonly lessons: string; readonly changedBy: string }

export async function writeReview(db: Database, id: string, written: Written): Promise<void> {
  const now = sql<Date>`clock_timestamp()`
  const updatedAt = changedNow('emergencyReviews.updatedAt')
  await db
    .insertInto('emergencyReviews')
    .values({ id, ...written, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...written, updatedAt }))
    .execute()
}

export type DrillBefore = {
  readonly id: string
  readonly scenario: string
  readonly triggeredAt: string
  readonly total: number
}

/** Drills that came to their end before this emergency, in one of its buildings; the latest first. */
export async function drillsBefore(db: Database, emergencyId: string, most: number): Promise<DrillBefore[]> {
  const { rows } = await sql<DrillBefore>`
    SELECT e.id, e.scenario, e.triggered_at,
      coalesce((SELECT sum(people) FROM emergency_counts c WHERE c.emergency_id = e.id), 0)::int AS total
    FROM emergencies e JOIN emergencies this ON this.id = ${emergencyId}
    WHERE e.mode = 'drill' AND e.state = 'resolved' AND e.resolution <> 'superseded' AND e.triggered_at < this.triggered_at
      AND EXISTS (SELECT 1 FROM emergency_buildings b JOIN emergency_buildings t ON t.building_id = b.building_id
        WHERE b.emergency_id = e.id AND t.emergency_id = this.id)
    ORDER BY e.triggered_at DESC, e.id LIMIT ${most}`.execute(db)
  return rows
}

/** In the order in which it was decided. */
export async function statusChangesOf(
  db: Database,
  emergencyIds: readonly string[],
): Promise<(StatusChange & { emergencyId: string })[]> {
  if (emergencyIds.length === 0) return []
  return db
    .selectFrom('emergencyTimeline')
    .select(['emergencyId', 'at', 'personId', 'status'])
    .where('emergencyId', 'in', [...emergencyIds])
    .where('personId', 'is not', null)
    .orderBy('at')
    .orderBy('seq')
    .execute()
}

// SQL of planned drills. Whether one was held follows from the drills there were: the first one of that building from the beginning of
// the planned day, by the clock of the building, until the day of the next planned one.
import { sql } from 'kysely'
import type { drills, PlannedDrill } from '@rollcall/contracts/domains/drills'
import type { QueryOf } from '@rollcall/contracts/endpoint'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import type { Database } from '../../database/schema.ts'

const dayOf = (moment: string) => sql`(${sql.raw(moment)} AT TIME ZONE b.timezone)::date`
const held = sql<{ id: string | null; triggeredAt: string | null }>`(
  SELECT e.id, e.triggered_at FROM emergencies e JOIN emergency_buildings s ON s.emergency_id = e.id
  WHERE s.building_id = p.building_id AND e.mode = 'drill' AND ${dayOf('e.triggered_at')} >= ${dayOf('p.planned_at')}
    AND NOT EXISTS (SELECT 1 FROM planned_drills n WHERE n.building_id = p.building_id
      AND ${dayOf('n.planned_at')} > ${dayOf('p.planned_at')} AND ${dayOf('e.triggered_at')} >= ${dayOf('n.planned_at')})
  ORDER BY e.triggered_at LIMIT 1)`
const state = sql<
  PlannedDrill['state']
>`CASE WHEN held.id IS NOT NULL THEN 'held' WHEN p.planned_at > now() THEN 'planned'
  WHEN ${dayOf('now()')} = ${dayOf('p.planned_at')} THEN 'due' ELSE 'missed' END`
/** Nothing more to do about a missed one once the building had a drill. */
const isOpen = sql<boolean>`(held.id IS NULL AND NOT EXISTS (
  SELECT 1 FROM emergencies e JOIN emergency_buildings s ON s.emergency_id = e.id
  WHERE s.building_id = p.building_id AND e.mode = 'drill' AND ${dayOf('e.triggered_at')} >= ${dayOf('p.planned_at')}
    AND p.planned_at <= now()))`

function selectDrills(db: Database) {
  return db
    .selectFrom('plannedDrills as p')
    .innerJoin('buildings as b', 'b.id', 'p.buildingId')
    .leftJoinLateral(held.as('held'), (join) => join.onTrue())
    .select(['p.id', 'p.createdAt', 'p.updatedAt', 'p.buildingId', 'p.plannedAt', 'p.contactIds', 'p.remindHours'])
    .select(['p.note', 'p.remindedAt', 'b.name as buildingName', 'b.timezone'])
    .select(['held.id as emergencyId', 'held.triggeredAt as heldAt'])
    .select([sql<PlannedDrill['scenario']>`p.scenario`.as('scenario'), state.as('state')])
}

export function listDrills(db: Database, query: QueryOf<typeof drills.list>): Promise<Page<PlannedDrill>> {
  let planned = selectDrills(db)
  if (query.state !== undefined) planned = planned.where(state, '=', query.state)
  if (query.buildingId !== undefined) planned = planned.where('p.buildingId', '=', query.buildingId)
  if (query.open !== undefined) planned = planned.where(isOpen, '=', query.open)
  if (query.q) planned = planned.where(contains(query.q, sql.ref('b.name'), sql.ref('p.scenario'), sql.ref('p.note')))
  return listPage(planned, query, {
    fields: { plannedAt: sql.ref('p.plannedAt'), buildingName: sql`lower(b.name)`, scenario: sql.ref('p.scenario') },
    fallback: '-plannedAt',
    unique: sql.ref('p.id'),
  })
}

export function findDrill(db: Database, id: string): Promise<PlannedDrill | undefined> {
  return selectDrills(db).where('p.id', '=', id).executeTakeFirst()
}

/** Those whose reminder is due, held until the transaction ends: nobody else sends it meanwhile. */
export async function lockDueReminders(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM planned_drills WHERE reminded_at IS NULL AND remind_hours > 0 AND planned_at > now()
      AND planned_at <= now() + make_interval(hours => remind_hours)
    ORDER BY planned_at FOR UPDATE SKIP LOCKED`.execute(db)
  return rows.map(({ id }) => id)
}

export async function markReminded(db: Database, id: string): Promise<void> {
  await db.updateTable('plannedDrills').set({ remindedAt: new Date() }).where('id', '=', id).execute()
}

export async function knownContacts(db: Database, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await db
    .selectFrom('emergencyContacts')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return rows.length
}

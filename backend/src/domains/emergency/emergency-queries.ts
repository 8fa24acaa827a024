// SQL of emergencies as lists and pages show them, with the counts of their roster (rules 9).
import { sql } from 'kysely'
import type { Emergency, emergency, EmergencyTrigger } from '@rollcall/contracts/domains/emergency'
import type { QueryOf } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import { changedNow } from '../../database/row-queries.ts'
import type { Database } from '../../database/schema.ts'

type Counts = {
  total: number
  unknown: number
  accounted: number
  needsHelp: number
  offSite: number
  excused: number
}

/** The roster of the emergency `e` of the surrounding query, counted; the database keeps the counts with every change. */
export const rosterCounts = sql<Counts>`(
  SELECT coalesce(sum(people), 0) AS total, coalesce(sum(people) FILTER (WHERE status = 'unknown'), 0) AS unknown,
    coalesce(sum(people) FILTER (WHERE status = 'accounted'), 0) AS accounted,
    coalesce(sum(people) FILTER (WHERE status = 'needs_help'), 0) AS needs_help,
    coalesce(sum(people) FILTER (WHERE status = 'off_site'), 0) AS off_site,
    coalesce(sum(people) FILTER (WHERE status = 'excused'), 0) AS excused
  FROM emergency_counts WHERE emergency_id = e.id)`

function selectFacts(db: Database) {
  return db
    .selectFrom('emergencies as e')
    .select(['e.id', 'e.createdAt', 'e.updatedAt', 'e.scenario', 'e.mode', 'e.message', 'e.state', 'e.resolution'])
    .select(['e.triggeredAt', 'e.triggeredByName', 'e.resolvedAt', 'e.resolvedByName', 'e.supersededBy'])
    .select(
      sql<string[]>`ARRAY(SELECT building_id FROM emergency_buildings b WHERE b.emergency_id = e.id)`.as('buildingIds'),
    )
    .select(
      sql<string[]>`ARRAY(SELECT zone_id FROM emergency_muster_points m WHERE m.emergency_id = e.id)`.as(
        'musterPoints',
      ),
    )
}

export function selectEmergencies(db: Database) {
  return selectFacts(db)
    .innerJoinLateral(rosterCounts.as('n'), (join) => join.onTrue())
    .select(['n.total', 'n.unknown', 'n.accounted', 'n.needsHelp', 'n.offSite', 'n.excused'])
}

type FactsRow = Awaited<ReturnType<ReturnType<typeof selectFacts>['execute']>>[number]
type EmergencyRow = Awaited<ReturnType<ReturnType<typeof selectEmergencies>['execute']>>[number]

type EmergencyFacts = Omit<Emergency, 'counts'>

function toFacts({ buildingIds, triggeredByName, resolvedByName, ...rest }: FactsRow): EmergencyFacts {
  return {
    ...rest,
    scenario: rest.scenario as Emergency['scenario'],
    scope: { buildingIds },
    triggeredBy: triggeredByName,
    resolvedBy: resolvedByName,
  }
}

export function toEmergency(row: EmergencyRow): Emergency {
  const { total, unknown, accounted, needsHelp, offSite, excused, ...facts } = row
  return { ...toFacts(facts), counts: { total, unknown, accounted, needsHelp, offSite, excused } }
}

/** What pages are told of a change; nothing of it is worth a look at the roster. */
export function announcementOf(db: Database, id: string) {
  return db
    .selectFrom('emergencies')
    .select(['id as eventId', 'state', 'updatedAt as at', 'rosterVersion as version', 'announcedVersion as announced'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Of which pages have not heard the newest version. */
export async function unannouncedIds(db: Database): Promise<string[]> {
  const behind = sql<boolean>`announced_version < roster_version`
  const rows = await db.selectFrom('emergencies').select('id').where(behind).execute()
  return rows.map(({ id }) => id)
}

export async function recordAnnounced(db: Database, id: string, version: number): Promise<void> {
  await sql`UPDATE emergencies SET announced_version = ${version}
    WHERE id = ${id} AND announced_version < ${version}`.execute(db)
}

export async function activeIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('emergencies').select('id').where('state', '=', 'active').execute()
  return rows.map(({ id }) => id)
}

export async function activeEmergencies(db: Database): Promise<Emergency[]> {
  const rows = await selectEmergencies(db).where('e.state', '=', 'active').orderBy('e.triggeredAt', 'desc').execute()
  return rows.map(toEmergency)
}

export async function listEmergencies(db: Database, query: QueryOf<typeof emergency.list>): Promise<Page<Emergency>> {
  // First which, then everything about those of the page: the past is not read for it.
  let found = db.selectFrom('emergencies as e').select('e.id')
  if (query.state !== undefined) found = found.where('e.state', '=', query.state)
  if (query.mode !== undefined) found = found.where('e.mode', '=', query.mode)
  if (query.scenario !== undefined) found = found.where('e.scenario', '=', query.scenario)
  if (query.buildingId !== undefined) {
    const covers = sql<boolean>`EXISTS (SELECT 1 FROM emergency_buildings b
      WHERE b.emergency_id = e.id AND b.building_id = ${query.buildingId})`
    found = found.where(covers)
  }
  if (query.q)
    found = found.where(contains(query.q, sql.ref('e.message'), sql.ref('e.scenario'), sql.ref('e.triggeredByName')))
  const page = await listPage(found, query, {
    fields: { triggeredAt: sql.ref('e.triggeredAt'), scenario: sql.ref('e.scenario'), state: sql.ref('e.state') },
    fallback: '-triggeredAt',
    unique: sql.ref('e.id'),
    neverNull: true,
  })
  const ids = page.items.map(({ id }) => id)
  const rows = await selectEmergencies(db)
    .where('e.id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute()
  const items = rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map(toEmergency)
  return { ...page, items }
}

export async function findEmergency(db: Database, id: string): Promise<Emergency | undefined> {
  const row = await selectEmergencies(db).where('e.id', '=', id).executeTakeFirst()
  return row && toEmergency(row)
}

/** Until the transaction ends nobody else changes this emergency or its roster. */
export function lockEmergency(db: Database, id: string) {
  return db
    .selectFrom('emergencies')
    .select(['id', 'state', 'triggeredAt', 'resolvedAt', 'supersededBy'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type Trigger = z.output<typeof EmergencyTrigger>
type Actor = { id: string | null; displayName: string }

export async function insertEmergency(db: Database, trigger: Trigger, actor: Actor): Promise<string> {
  const { scenario, mode, message } = trigger
  const { id } = await db
    .insertInto('emergencies')
    .values({ scenario, mode, message, triggeredBy: actor.id, triggeredByName: actor.displayName })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The index on active buildings refuses a second emergency for the same place. */
export async function insertScope(db: Database, emergencyId: string, buildingIds: readonly string[]): Promise<void> {
  await db
    .insertInto('emergencyBuildings')
    .values([...new Set(buildingIds)].map((buildingId) => ({ emergencyId, buildingId })))
    .execute()
}

/** Muster points among the given zones; with none given, all of the buildings. */
export async function musterPointsOf(
  db: Database,
  zoneIds: readonly string[],
  buildingIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('zones as z')
    .innerJoin('floors as f', 'f.id', 'z.floorId')
    .select('z.id')
    .where('z.isMusterPoint', '=', true)
    .$if(zoneIds.length > 0, (query) => query.where('z.id', 'in', [...zoneIds]))
    .$if(zoneIds.length === 0, (query) => query.where('f.buildingId', 'in', [...buildingIds]))
    .execute()
  return rows.map(({ id }) => id)
}

export async function setMusterPoints(db: Database, emergencyId: string, zoneIds: readonly string[]): Promise<void> {
  await db.deleteFrom('emergencyMusterPoints').where('emergencyId', '=', emergencyId).execute()
  const rows = zoneIds.map((zoneId) => ({ emergencyId, zoneId }))
  if (rows.length > 0) await db.insertInto('emergencyMusterPoints').values(rows).execute()
  await db.updateTable('emergencies').set({ updatedAt: changedNow() }).where('id', '=', emergencyId).execute()
}

export async function setMessage(db: Database, id: string, message: string): Promise<void> {
  await db.updateTable('emergencies').set({ message, updatedAt: changedNow() }).where('id', '=', id).execute()
}

export async function resolveEmergency(
  db: Database,
  id: string,
  resolution: 'all_clear' | 'false_alarm' | 'drill_complete',
  actor: Actor,
): Promise<void> {
  const now = new Date()
  await db
    .updateTable('emergencies')
    .set({
      state: 'resolved',
      resolution,
      resolvedAt: now,
      resolvedBy: actor.id,
      resolvedByName: actor.displayName,
      updatedAt: changedNow(),
    })
    .where('id', '=', id)
    .execute()
  await db.updateTable('emergencyBuildings').set({ active: false }).where('emergencyId', '=', id).execute()
}

/** The buildings of an emergency by name, with the clock of each. */
export function placesOf(db: Database, emergencyId: string): Promise<{ name: string; timezone: string }[]> {
  return db
    .selectFrom('emergencyBuildings as e')
    .innerJoin('buildings as b', 'b.id', 'e.buildingId')
    .select(['b.name', 'b.timezone'])
    .where('e.emergencyId', '=', emergencyId)
    .orderBy('b.name')
    .execute()
}

/** Those that ended, the oldest first, with everything that belongs to them. Answers what they were. */
export async function removeEmergenciesBefore(tx: Database, before: Date, limit: number) {
  const { rows } = await sql<{ id: string; scenario: string; mode: string; triggeredAt: string; resolvedAt: string }>`
    DELETE FROM emergencies WHERE id IN (SELECT id FROM emergencies WHERE state = 'resolved' AND resolved_at < ${before}
      ORDER BY resolved_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, scenario, mode, triggered_at, resolved_at`.execute(tx)
  return rows
}

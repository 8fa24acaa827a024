// SQL of visits. Whoever arrived and has not left is in the building (rules 8).
import { sql } from 'kysely'
import type { Visit, visits } from '@rollcall/contracts/domains/visits'
import type { QueryOf } from '@rollcall/contracts/endpoint'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import type { Database, DatabaseTransaction } from '../../database/schema.ts'
import { takenBack } from '../transmitters/transmitter-queries.ts'

const state = sql<
  Visit['state']
>`CASE WHEN v.arrived_at IS NULL THEN 'expected' WHEN v.left_at IS NULL THEN 'open' ELSE 'ended' END`
const at = sql`coalesce(v.arrived_at, v.expected_at, v.created_at)`

function selectVisits(db: Database) {
  return db
    .selectFrom('visits as v')
    .innerJoin('people as p', 'p.id', 'v.personId')
    .innerJoin('buildings as b', 'b.id', 'v.buildingId')
    .leftJoin('people as h', 'h.id', 'v.hostId')
    .leftJoin('transmitters as t', 't.transmitterId', 'v.badge')
    .select(['v.id', 'v.createdAt', 'v.updatedAt', 'v.personId', 'v.buildingId', 'v.hostId', 'v.company', 'v.purpose'])
    .select(['v.expectedAt', 'v.arrivedAt', 'v.leftAt', 'v.badge', 'v.note', 'v.code', 't.name as badgeName'])
    .select(['p.fullName as personName', 'b.name as buildingName', 'h.fullName as hostName', state.as('state')])
    .select(sql<Visit['entityType']>`p.entity_type`.as('entityType'))
}

export function listVisits(db: Database, query: QueryOf<typeof visits.list>): Promise<Page<Visit>> {
  let found = selectVisits(db)
  if (query.state !== undefined) found = found.where(state, '=', query.state)
  if (query.buildingId !== undefined) found = found.where('v.buildingId', '=', query.buildingId)
  if (query.personId !== undefined) found = found.where('v.personId', '=', query.personId)
  if (query.hostId !== undefined) found = found.where('v.hostId', '=', query.hostId)
  if (query.q) {
    const columns = ['p.fullName', 'h.fullName', 'v.company', 'v.purpose']
    found = found.where(contains(query.q, ...columns.map((column) => sql.ref(column))))
  }
  const fields = {
    at,
    personName: sql`lower(p.full_name)`,
    hostName: sql`lower(h.full_name)`,
    company: sql`lower(v.company)`,
    expectedAt: sql.ref('v.expectedAt'),
    arrivedAt: sql.ref('v.arrivedAt'),
    leftAt: sql.ref('v.leftAt'),
  }
  return listPage(found, query, { fields, fallback: '-at', unique: sql.ref('v.id') })
}

export function findVisit(db: Database, id: string): Promise<Visit | undefined> {
  return selectVisits(db).where('v.id', '=', id).executeTakeFirst()
}

export async function visitOfCode(db: Database, code: string): Promise<string | undefined> {
  const row = await db.selectFrom('visits').select('id').where('code', '=', code).executeTakeFirst()
  return row?.id
}

/** Where this person is signed in at the moment; held until the transaction ends. */
export async function lockOpenVisit(tx: DatabaseTransaction, personId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('visits')
    .select('id')
    .where('personId', '=', personId)
    .where('arrivedAt', 'is not', null)
    .where('leftAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.id
}

/** The open visit in this building whose visitor carries this badge. */
export async function openVisitWithBadge(
  db: Database,
  buildingId: string,
  badges: readonly string[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('visits')
    .select('id')
    .where('buildingId', '=', buildingId)
    .where('arrivedAt', 'is not', null)
    .where('leftAt', 'is', null)
    .where('badge', '=', sql<string>`ANY (${badges}::text[])`)
    .executeTakeFirst()
  return row?.id
}

/** Open visits whose day is over at their building, with the moment when it ended. */
export async function leftOpen(db: Database): Promise<{ id: string; dayEndedAt: string }[]> {
  const { rows } = await sql<{ id: string; dayEndedAt: string }>`
    SELECT v.id, e.at AS "dayEndedAt" FROM visits v JOIN buildings b ON b.id = v.building_id
    CROSS JOIN LATERAL (
      SELECT (date_trunc('day', v.arrived_at AT TIME ZONE b.timezone) + interval '1 day') AT TIME ZONE b.timezone AS at) e
    WHERE v.arrived_at IS NOT NULL AND v.left_at IS NULL AND e.at <= now()`.execute(db.withoutPlugins())
  return rows
}

type Badge = { id: string; transmitterId: string; name: string | null; entityId: string | null; status: string }

/** A badge by its radio id, or by what is written on it where only one says so; held until the transaction ends. */
export async function lockBadge(
  tx: DatabaseTransaction,
  radioIds: readonly string[],
  written: string,
): Promise<Badge | undefined> {
  const found = await tx
    .selectFrom('transmitters')
    .select(['id', 'transmitterId', 'name', 'entityId', 'status'])
    .where(
      radioIds.length > 0
        ? sql<boolean>`transmitter_id = ANY (${radioIds}::text[])`
        : sql<boolean>`lower(name) = lower(${written})`,
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return found.length === 1 ? found[0] : undefined
}

/** Of somebody who is no longer here; a badge that somebody else got meanwhile stays there. */
export async function takeBadgeBack(tx: DatabaseTransaction, badge: string, personId: string): Promise<void> {
  await tx
    .updateTable('transmitters')
    .set(takenBack())
    .where('transmitterId', '=', badge)
    .where('entityId', '=', personId)
    .execute()
}

// SQL of alerts as people read them, acknowledge them, put them off and assign them.
import { sql } from 'kysely'
import { AlertKind, type Alert, type alerts, type AlertState } from '@rollcall/contracts/domains/alerts'
import type { QueryOf } from '@rollcall/contracts/endpoint'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import type { Database } from '../../database/schema.ts'
import { fullFloorName } from '../floors/floor-name.ts'
import type { ToldAlert } from './watch-queries.ts'

const state = sql<AlertState>`CASE WHEN a.cleared_at IS NOT NULL THEN 'cleared' WHEN a.acknowledged_at IS NOT NULL THEN 'acknowledged'
  WHEN a.snoozed_until > now() THEN 'snoozed' ELSE 'open' END`

/** The gravest first. */
const gravity = sql`array_position(${AlertKind.options}::text[], a.kind)`

export function listAlerts(
  db: Database,
  kinds: readonly AlertKind[],
  userId: string,
  query: QueryOf<typeof alerts.list>,
): Promise<Page<Alert>> {
  let found = db
    .selectFrom('alerts as a')
    .leftJoin('receivers as r', 'r.id', 'a.receiverId')
    .leftJoin('carriers as c', 'c.transmitterId', 'a.transmitterId')
    .leftJoin('floors as f', 'f.id', 'a.floorId')
    .leftJoin('zones as z', 'z.id', 'a.zoneId')
    .select([
      'a.id',
      'a.kind',
      state.as('state'),
      'a.text',
      'a.said',
      'a.raisedAt',
      'a.acknowledgedAt',
      'a.acknowledgedBy',
    ])
    .select([
      'a.snoozedUntil',
      'a.snoozedBy',
      'a.assignedTo',
      'a.assignedBy',
      'a.clearedAt',
      'r.id as receiverId',
      'c.transmitterId',
      'c.entityType',
      'c.entityId',
      'a.emergencyId',
    ])
    .select(sql<string | null>`CASE WHEN a.assigned_to IS NOT NULL THEN a.assigned_name END`.as('assignedName'))
    .select((eb) => eb.fn.coalesce('c.name', 'r.name').as('name'))
    .select(['f.id as floorId', 'z.id as zoneId', 'z.name as zoneName'])
    .select(fullFloorName('f').$castTo<string | null>().as('floorName'))
    .where(sql<boolean>`a.kind = ANY (${kinds}::text[])`)
  if (query.kind !== undefined) found = found.where('a.kind', '=', query.kind)
  if (query.state !== undefined) found = found.where(state, '=', query.state)
  if (query.assignedTo === 'me') found = found.where('a.assignedTo', '=', userId)
  if (query.assignedTo === 'nobody') found = found.where('a.assignedTo', 'is', null)
  if (query.q) {
    const columns = ['a.text', 'c.name', 'r.name', 'f.name', 'z.name'].map((column) => sql.ref(column))
    found = found.where(contains(query.q, ...columns))
  }
  return listPage(found, query, {
    fields: { raisedAt: sql.ref('a.raisedAt'), kind: gravity, state },
    fallback: '-raisedAt',
    unique: sql.ref('a.id'),
    neverNull: true,
  })
}

/** Answers the ids that changed: of two at the same moment one is the first. */
export async function acknowledge(
  db: Database,
  ids: readonly string[],
  kinds: readonly AlertKind[],
  by: string,
): Promise<{ id: string; kind: AlertKind; text: string }[]> {
  return db
    .updateTable('alerts')
    .set({ acknowledgedAt: sql`now()`, acknowledgedBy: by })
    .where(sql<boolean>`id = ANY (${ids}::uuid[]) AND kind = ANY (${kinds}::text[])`)
    .where('clearedAt', 'is', null)
    .where('acknowledgedAt', 'is', null)
    .returning(['id', 'kind', 'text'])
    .execute()
}

/** Answers those that changed. Whoever is called by an emergency cannot put it off; null: open again. */
export function snooze(
  db: Database,
  ids: readonly string[],
  kinds: readonly AlertKind[],
  by: string,
  until: string | null,
): Promise<{ id: string; kind: AlertKind; text: string; snoozedUntil: string | null }[]> {
  return db
    .updateTable('alerts')
    .set({ snoozedUntil: until, snoozedBy: until && by })
    .where(sql<boolean>`id = ANY (${ids}::uuid[]) AND kind = ANY (${kinds}::text[])`)
    .where('kind', '<>', 'emergency')
    .where('clearedAt', 'is', null)
    .where('acknowledgedAt', 'is', null)
    .returning(['id', 'kind', 'text', 'snoozedUntil'])
    .execute()
}

/** Those of them that are not over, as far as this connection shows them. */
export function presentAlerts(db: Database, ids: readonly string[], kinds: readonly AlertKind[]): Promise<ToldAlert[]> {
  return db
    .selectFrom('alerts')
    .select(['id', sql<AlertKind>`kind`.as('kind'), 'text', 'said'])
    .where(sql<boolean>`id = ANY (${ids}::uuid[]) AND kind = ANY (${kinds}::text[])`)
    .where('clearedAt', 'is', null)
    .execute()
}

/** Answers those that changed: not over meanwhile, and not theirs already. Null: nobody's. */
export function assign(
  tx: Database,
  ids: readonly string[],
  to: { readonly id: string; readonly displayName: string } | null,
  by: string,
): Promise<(ToldAlert & { assignedName: string | null })[]> {
  return tx
    .updateTable('alerts')
    .set({ assignedTo: to?.id ?? null, assignedName: to?.displayName ?? null, assignedBy: to && by })
    .where(sql<boolean>`id = ANY (${ids}::uuid[]) AND assigned_to IS DISTINCT FROM ${to?.id ?? null}::uuid`)
    .where('clearedAt', 'is', null)
    .returning(['id', 'kind', 'text', 'said', 'assignedName'])
    .execute()
}

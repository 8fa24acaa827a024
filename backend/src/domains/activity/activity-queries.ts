// SQL of what happened in the last 24 hours.
import { sql, type RawBuilder } from 'kysely'
import type { activity, ActivityEntry } from '@rollcall/contracts/domains/activity'
import type { QueryOf } from '@rollcall/contracts/endpoint'
import type { Said } from '@rollcall/contracts/sentences'
import { storedSentence } from '../../database/stored-sentence.ts'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import type { Database } from '../../database/schema.ts'

/** In the transaction of what happened. Positioning writes its own, by the hundred. */
export async function addActivity(db: Database, entry: { type: 'emergency' | 'weather'; said: Said }): Promise<void> {
  await db
    .insertInto('activity')
    .values({ type: entry.type, ...storedSentence(entry.said) })
    .execute()
}

const lastDay = sql<boolean>`a.at > now() - interval '24 hours'`

export async function countActivity(db: Database): Promise<number> {
  const counted = await db
    .selectFrom('activity as a')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(lastDay)
    .executeTakeFirstOrThrow()
  return counted.total
}

type Query = QueryOf<typeof activity.list>

/** `total`: how many there are without any filter. */
export function listActivity(db: Database, query: Query, total: () => Promise<number>): Promise<Page<ActivityEntry>> {
  let entries = db
    .selectFrom('activity as a')
    .leftJoin('carriers as c', 'c.transmitterId', 'a.transmitterId')
    .leftJoin('receivers as r', 'r.receiverId', 'a.receiverId')
    .leftJoin('zones as z', 'z.id', 'a.zoneId')
    .select([
      sql<string>`a.id::text`.as('id'),
      'a.at',
      'a.type',
      'a.text',
      'a.said',
      'a.transmitterId',
      'a.receiverId',
      'a.floorId',
      'a.zoneId',
    ])
    .select(['c.entityType', 'c.entityId', 'c.name', 'r.name as receiverName', 'z.name as zoneName'])
    .where(lastDay)
  if (query.receiverId !== undefined) entries = entries.where('a.receiverId', '=', query.receiverId.toLowerCase())
  if (query.type !== undefined) entries = entries.where('a.type', '=', query.type)
  if (query.entityType !== undefined) entries = entries.where('c.entityType', '=', query.entityType)
  if (query.floorId !== undefined) entries = entries.where('a.floorId', '=', query.floorId)
  if (query.from !== undefined) entries = entries.where('a.at', '>=', query.from)
  if (query.to !== undefined) entries = entries.where('a.at', '<', query.to)
  if (query.q) {
    // Each of these has an index of its own; a name in another table is looked up there first.
    const named = (ids: RawBuilder<unknown>, table: string, name: string) =>
      sql<boolean>`ANY (ARRAY(SELECT ${ids} FROM ${sql.table(table)} WHERE ${contains(query.q ?? '', sql.ref(name))}))`
    const own = contains(query.q, sql.ref('a.text'), sql.ref('a.transmitterId'))
    entries = entries.where(
      sql<boolean>`(${own} OR a.transmitter_id = ${named(sql.ref('transmitterId'), 'carriers', 'name')}
        OR a.receiver_id = ${named(sql.ref('receiverId'), 'receivers', 'name')} OR a.zone_id = ${named(sql.ref('id'), 'zones', 'name')})`,
    )
  }
  const { page: _page, pageSize: _pageSize, sort: _sort, ...filters } = query
  const isWhole = Object.values(filters).every((filter) => filter === undefined || filter === '')
  const sorting = {
    fields: { at: sql.ref('a.at'), type: sql.ref('a.type') },
    fallback: '-at',
    unique: sql.ref('a.id'),
    neverNull: true,
  }
  return listPage(entries, query, sorting, isWhole ? total() : undefined)
}

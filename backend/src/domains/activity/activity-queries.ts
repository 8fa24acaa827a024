// SQL of what happened in the last 24 hours.
import { sql } from 'kysely'
import type { activity, ActivityEntry } from '@rollcall/contracts/domains/activity'
import type { QueryOf } from '@rollcall/contracts/endpoint'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import type { Database } from '../../database/schema.ts'

export function listActivity(db: Database, query: QueryOf<typeof activity.list>): Promise<Page<ActivityEntry>> {
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
      'a.transmitterId',
      'a.receiverId',
      'a.floorId',
      'a.zoneId',
    ])
    .select(['c.entityType', 'c.entityId', 'c.name', 'r.name as receiverName', 'z.name as zoneName'])
    .where('a.at', '>', sql<string>`now() - interval '24 hours'`)
  if (query.receiverId !== undefined) entries = entries.where('a.receiverId', '=', query.receiverId.toLowerCase())
  if (query.type !== undefined) entries = entries.where('a.type', '=', query.type)
  if (query.entityType !== undefined) entries = entries.where('c.entityType', '=', query.entityType)
  if (query.floorId !== undefined) entries = entries.where('a.floorId', '=', query.floorId)
  if (query.from !== undefined) entries = entries.where('a.at', '>=', query.from)
  if (query.to !== undefined) entries = entries.where('a.at', '<', query.to)
  if (query.q) {
    const columns = ['a.text', 'a.transmitterId', 'c.name', 'r.name', 'z.name']
    entries = entries.where(contains(query.q, ...columns.map((column) => sql.ref(column))))
  }
  return listPage(entries, query, {
    fields: { at: sql.ref('a.at'), type: sql.ref('a.type') },
    fallback: '-at',
    unique: sql.ref('a.id'),
    neverNull: true,
  })
}

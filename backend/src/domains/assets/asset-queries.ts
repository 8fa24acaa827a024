// SQL of assets. The tag fixed to an asset is the transmitter whose entity it is.
import { sql } from 'kysely'
import type { Asset, AssetHistoryEntry, AssetQuery } from '@rollcall/contracts/domains/assets'
import type { z } from 'zod'
import { contains, listPage, type ListQuery, type Page } from '../../database/list-page.ts'
import type { Database } from '../../database/schema.ts'
import { lastSeenIn, lastSighting } from '../positions/position-queries.ts'

/** Seen in another zone than its own, or far from any. Near a zone, it may be in it: nobody can say that it is elsewhere. */
const isMisplaced = sql<boolean>`(a.home_zone_id IS NOT NULL AND coalesce((
  SELECT CASE WHEN spot.zone_id IS NULL THEN spot.near_zone_id IS NULL ELSE spot.zone_id <> a.home_zone_id END
  FROM positions_current spot WHERE spot.transmitter_id = tag.transmitter_id), false))`

/** Without the permission to see positions the last sighting is absent, not null. */
export function selectAssets(db: Database, withPlace: boolean) {
  return db
    .selectFrom('assets as a')
    .leftJoin('transmitters as tag', (join) =>
      join.onRef('tag.entityId', '=', 'a.id').on('tag.entityType', '=', sql`'asset'`),
    )
    .leftJoin('people as holder', 'holder.id', 'a.assignedTo')
    .leftJoin('zones as home', 'home.id', 'a.homeZoneId')
    .select([
      'a.id',
      'a.createdAt',
      'a.updatedAt',
      'a.name',
      'a.category',
      'a.serialNumber',
      'a.assignedTo',
      'a.status',
    ])
    .select(['a.homeZoneId', 'tag.transmitterId', 'holder.fullName as assignedToName', 'home.name as homeZoneName'])
    .$if(withPlace, (query) => query.select(lastSighting(sql`'asset'`, sql.ref('a.id')).as('lastSeen')))
}

export function listAssets(db: Database, query: z.output<typeof AssetQuery>, withPlace: boolean): Promise<Page<Asset>> {
  let assets = selectAssets(db, withPlace)
  if (query.category !== undefined) assets = assets.where(sql`lower(a.category)`, '=', query.category.toLowerCase())
  if (query.status !== undefined) assets = assets.where('a.status', '=', query.status)
  if (query.assignedTo !== undefined) assets = assets.where('a.assignedTo', '=', query.assignedTo)
  if (query.misplaced !== undefined) assets = assets.where(isMisplaced, '=', query.misplaced)
  if (query.buildingId !== undefined) assets = assets.where(lastSeenIn(query.buildingId, sql.ref('a.id')))
  if (query.q) {
    const columns = ['a.name', 'a.category', 'a.serialNumber', 'tag.transmitterId', 'holder.fullName']
    assets = assets.where(contains(query.q, ...columns.map((column) => sql.ref(column))))
  }
  return listPage(assets, query, {
    fields: {
      name: sql`lower(a.name)`,
      category: sql`lower(a.category)`,
      status: sql.ref('a.status'),
      createdAt: sql.ref('a.createdAt'),
      updatedAt: sql.ref('a.updatedAt'),
    },
    fallback: 'name',
    unique: sql.ref('a.id'),
  })
}

/** Assets whose tag was last seen on this floor. */
export function assetsOnFloor(db: Database, floorId: string, withPlace: boolean): Promise<Asset[]> {
  return selectAssets(db, withPlace)
    .innerJoin('positionsCurrent as p', 'p.transmitterId', 'tag.transmitterId')
    .where('p.floorId', '=', floorId)
    .orderBy('a.name')
    .execute()
}

export function findAsset(db: Database, id: string, withPlace: boolean): Promise<Asset | undefined> {
  return selectAssets(db, withPlace).where('a.id', '=', id).executeTakeFirst()
}

type HistoryRow = { type: z.input<typeof AssetHistoryEntry>['type']; fromValue: string | null; toValue: string | null }

export async function addHistory(
  db: Database,
  assetId: string,
  actor: string | null,
  rows: HistoryRow[],
): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('assetHistory')
      .values(rows.map((row) => ({ ...row, assetId, actor })))
      .execute()
}

type Tag = { transmitterId: string; entityType: string; entityId: string | null }

/** A tag was fixed, moved or thrown away: told by the asset it left and by the one it came to. */
export async function addTagHistory(db: Database, actor: string, before: Tag | null, after: Tag | null): Promise<void> {
  const assetOf = (tag: Tag | null) => (tag?.entityType === 'asset' ? tag.entityId : null)
  const [left, came] = [assetOf(before), assetOf(after)]
  if (left === came && before?.transmitterId === after?.transmitterId) return
  const none = 'transmitterId: none'
  if (before && left !== null)
    await addHistory(db, left, actor, [
      { type: 'edited', fromValue: `transmitterId: ${before.transmitterId}`, toValue: none },
    ])
  if (after && came !== null)
    await addHistory(db, came, actor, [
      { type: 'edited', fromValue: none, toValue: `transmitterId: ${after.transmitterId}` },
    ])
}

type HistoryQuery = ListQuery & {
  type?: HistoryRow['type'] | undefined
  from?: string | undefined
  to?: string | undefined
  q?: string | undefined
}

/** Without the permission to see positions nothing is told of where it was. */
export function listHistory(
  db: Database,
  assetId: string,
  query: HistoryQuery,
  withPlaces: boolean,
): Promise<Page<z.input<typeof AssetHistoryEntry>>> {
  let history = db
    .selectFrom('assetHistory as h')
    .select(['h.at', 'h.type', 'h.fromValue as from', 'h.toValue as to', 'h.actor'])
    .where('h.assetId', '=', assetId)
  if (!withPlaces) history = history.where('h.type', 'not in', ['moved', 'seen'])
  if (query.type !== undefined) history = history.where('h.type', '=', query.type)
  if (query.from !== undefined) history = history.where('h.at', '>=', query.from)
  if (query.to !== undefined) history = history.where('h.at', '<', query.to)
  if (query.q)
    history = history.where(contains(query.q, sql.ref('h.fromValue'), sql.ref('h.toValue'), sql.ref('h.actor')))
  // By its number, which grows with the time and has an index per asset.
  const id = sql.ref('h.id')
  const sorting = { fields: { at: id }, fallback: '-at', unique: id, neverNull: true } as const
  return listPage(history, query, sorting)
}

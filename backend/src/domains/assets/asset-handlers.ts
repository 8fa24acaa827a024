// Assets, their tags and their history (spec 4.2 Assets, rules 8).
import { AssetCreate, type Asset, type AssetChange, type assets } from '@rollcall/contracts/domains/assets'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import { updateRow } from '../../database/row-queries.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse, refuseField } from '../../http/refusal.ts'
import { importList, type Importable } from '../imports/import-list.ts'
import { refuseWithoutPlaces } from '../positions/refuse-without-places.ts'
import { resource, type Work } from '../resource.ts'
import { lockByRadioId, releaseCarried } from '../transmitters/transmitter-queries.ts'
import { addHistory, findAsset, listAssets, listHistory } from './asset-queries.ts'

const asset = resource({
  table: 'assets',
  find: (db, id, context) => findAsset(db, id, context.may('positions.read')),
  insert: (body: z.output<typeof AssetCreate>) => withoutTag(body),
  update: (body: z.output<typeof AssetChange>) => withoutTag(body),
  async writeRelated(id, { transmitterId }, before, work) {
    if (transmitterId === undefined || transmitterId === (before?.transmitterId ?? null)) return
    if (!work.context.may('transmitters.assign')) refuse('forbidden')
    if (before) await releaseCarried(work.tx, id)
    if (transmitterId !== null) await fixTag(work, id, transmitterId)
  },
  async removing({ id }, { tx }) {
    await releaseCarried(tx, id)
  },
  async written(before, after, { tx, context }) {
    if (after) await addHistory(tx, after.id, context.user.displayName, differences(before, after))
  },
})

export const assetImport: Importable<Asset> = {
  kind: 'assets',
  domain: 'assets',
  number: { field: 'serialNumber', column: 'serial_number' },
  schema: AssetCreate,
  mayChange: 'assets.update',
  mayRemove: 'assets.delete',
  nameOf: ({ name }) => name,
  resource: asset,
}

export const assetHandlers: Handlers<typeof assets, Context> = {
  async list({ query, context }) {
    refuseWithoutPlaces(context, query.misplaced, query.buildingId)
    return listAssets(context.db, query, context.may('positions.read'))
  },
  read: asset.read,
  create: asset.create,
  import: ({ body: { assets: rows, ...options }, context }) => importList(context, assetImport, rows, options),
  change: asset.change,
  remove: asset.remove,
  async history({ params, query, context }) {
    found(await findAsset(context.db, params.id, false))
    return listHistory(context.db, params.id, query, context.may('positions.read'))
  },
}

function withoutTag<T extends { transmitterId?: string | null | undefined }>(body: T): Omit<T, 'transmitterId'> {
  const { transmitterId: _tag, ...columns } = body
  return columns
}

/** A tag that somebody or something else carries must be taken from there first. */
async function fixTag({ tx }: Work, assetId: string, transmitterId: string): Promise<void> {
  const tag = await lockByRadioId(tx, transmitterId)
  if (!tag) refuseField('transmitterId', 'no_such_transmitter')
  if (tag.entityId !== null) refuse('conflict')
  await updateRow(tx, 'transmitters', tag.id, { entityType: 'asset', entityId: assetId, status: 'assigned' })
}

type HistoryRow = { type: 'status' | 'assigned' | 'edited'; fromValue: string | null; toValue: string | null }

function differences(before: Asset | null, after: Asset): HistoryRow[] {
  if (!before) return [{ type: 'status', fromValue: null, toValue: after.status }]
  const rows: HistoryRow[] = []
  if (before.status !== after.status) rows.push({ type: 'status', fromValue: before.status, toValue: after.status })
  if (before.assignedTo !== after.assignedTo) {
    rows.push({ type: 'assigned', fromValue: before.assignedToName, toValue: after.assignedToName })
  }
  for (const field of ['name', 'category', 'serialNumber', 'transmitterId', 'homeZoneName'] as const) {
    if (before[field] === after[field]) continue
    rows.push({
      type: 'edited',
      fromValue: `${field}: ${before[field] ?? 'none'}`,
      toValue: `${field}: ${after[field] ?? 'none'}`,
    })
  }
  return rows
}

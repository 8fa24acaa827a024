// Assets, their tags and their history (spec 4.2 Assets, rules 8).
import type { Asset, AssetChange, assets } from '@rollcall/contracts/domains/assets'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import { lockRow } from '../../database/lock-row-queries.ts'
import type { DatabaseTransaction } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse, refuseField } from '../../http/refusal.ts'
import { lockByRadioId, releaseCarried, updateTransmitter } from '../transmitters/transmitter-queries.ts'
import {
  addHistory,
  deleteAsset,
  findAsset,
  insertAsset,
  listAssets,
  listHistory,
  updateAsset,
} from './asset-queries.ts'

export const assetHandlers: Handlers<typeof assets, Context> = {
  list: ({ query, context }) => listAssets(context.db, query, context.may('positions.read')),
  read: async ({ params, context }) => found(await findAsset(context.db, params.id, context.may('positions.read'))),
  async history({ params, query, context }) {
    found(await findAsset(context.db, params.id, false))
    return listHistory(context.db, params.id, query, context.may('positions.read'))
  },
  create: ({ body, context }) =>
    context.change(async (tx) => {
      const { transmitterId, ...asset } = body
      const id = await insertAsset(tx, asset)
      if (transmitterId !== null) await fixTag(tx, context, id, transmitterId)
      await addHistory(tx, id, context.user.displayName, [{ type: 'status', fromValue: null, toValue: body.status }])
      const after = found(await findAsset(tx, id, context.may('positions.read')))
      return { reply: after, record: { entityId: id, after } }
    }),
  change: ({ params: { id }, body, context }) =>
    context.change(async (tx) => {
      await lockRow(tx, 'assets', id)
      const before = found(await findAsset(tx, id, false))
      await applyChange(tx, context, id, before, body)
      const after = found(await findAsset(tx, id, context.may('positions.read')))
      await addHistory(tx, id, context.user.displayName, differences(before, after))
      return { reply: after, record: { entityId: id, before, after } }
    }),
  remove: ({ params: { id }, context }) =>
    context.change(async (tx) => {
      const before = found(await findAsset(tx, id, false))
      await releaseCarried(tx, id)
      await deleteAsset(tx, id)
      return { reply: null, record: { entityId: id, before } }
    }),
}

async function applyChange(
  tx: DatabaseTransaction,
  context: Context,
  id: string,
  before: Asset,
  body: z.output<typeof AssetChange>,
): Promise<void> {
  const { transmitterId, ...columns } = body
  await updateAsset(tx, id, columns)
  if (transmitterId === undefined || transmitterId === before.transmitterId) return
  if (!context.may('transmitters.assign')) refuse('forbidden')
  await releaseCarried(tx, id)
  if (transmitterId !== null) await fixTag(tx, context, id, transmitterId)
}

/** A tag that somebody or something else carries must be taken from there first. */
async function fixTag(
  tx: DatabaseTransaction,
  context: Context,
  assetId: string,
  transmitterId: string,
): Promise<void> {
  if (!context.may('transmitters.assign')) refuse('forbidden')
  const tag = await lockByRadioId(tx, transmitterId)
  if (!tag) refuseField('transmitterId', 'There is no such transmitter')
  if (tag.entityId !== null) refuse('conflict')
  await updateTransmitter(tx, tag.id, { entityType: 'asset', entityId: assetId, status: 'assigned' })
}

function differences(before: Asset, after: Asset) {
  const rows: { type: 'status' | 'assigned' | 'edited'; fromValue: string | null; toValue: string | null }[] = []
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

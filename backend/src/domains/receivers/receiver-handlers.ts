// Receivers and their status (spec 4.2 Receivers and Gateways).
import { randomBytes } from 'node:crypto'
import type { gateways } from '@rollcall/contracts/domains/gateways'
import type { receivers } from '@rollcall/contracts/domains/receivers'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { lockRow } from '../../database/lock-row-queries.ts'
import type { Database } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuseField } from '../../http/refusal.ts'
import { keyHashOf } from '../../ingest/ingest-key.ts'
import { setReceiverKey } from '../../ingest/receiver-key-queries.ts'
import { bulkCreate } from '../bulk-create.ts'
import {
  buildingOfFloor,
  countByStatus,
  deleteReceiver,
  discoveredReceivers,
  findReceiver,
  insertReceiver,
  listReceivers,
  reevaluateStatus,
  updateReceiver,
} from './receiver-queries.ts'

export const receiverHandlers: Handlers<typeof receivers, Context> = {
  list: ({ query, context }) => listReceivers(context.db, query),
  read: async ({ params, context }) => found(await findReceiver(context.db, params.id)),
  discover: ({ context }) => discoveredReceivers(context.db),
  create: ({ body, context }) =>
    context.change(async (tx) => {
      const after = found(await findReceiver(tx, await insertReceiver(tx, await inItsBuilding(tx, body))))
      return { reply: after, record: { entityId: after.id, after } }
    }),
  bulk: ({ body, context }) =>
    bulkCreate(context, body.receivers, async (tx, receiver) => {
      const after = found(await findReceiver(tx, await insertReceiver(tx, await inItsBuilding(tx, receiver))))
      return { id: after.id, record: { entityId: after.id, after } }
    }),
  change: ({ params, body, context }) =>
    context.change(async (tx) => {
      await lockRow(tx, 'receivers', params.id)
      const before = found(await findReceiver(tx, params.id))
      await updateReceiver(tx, params.id, await inItsBuilding(tx, body))
      const after = found(await findReceiver(tx, params.id))
      return { reply: after, record: { entityId: params.id, before, after } }
    }),
  issueKey: ({ params, context }) =>
    context.change(async (tx) => {
      found(await findReceiver(tx, params.id))
      const key = randomBytes(32).toString('hex')
      const keyIssuedAt = await setReceiverKey(tx, params.id, keyHashOf(key))
      const record = { entityId: params.id, after: { keyIssuedAt } }
      return { reply: { key, keyIssuedAt }, record }
    }),
  removeKey: ({ params, context }) =>
    context.change(async (tx) => {
      const { keyIssuedAt } = found(await findReceiver(tx, params.id))
      await setReceiverKey(tx, params.id, null)
      const record = { entityId: params.id, before: { keyIssuedAt } }
      return { reply: null, record }
    }),
  remove: ({ params, context }) =>
    context.change(async (tx) => {
      const before = found(await findReceiver(tx, params.id))
      await deleteReceiver(tx, params.id)
      return { reply: null, record: { entityId: params.id, before } }
    }),
}

export const gatewayHandlers: Handlers<typeof gateways, Context> = {
  syncStatus: ({ context }) =>
    context.change(async (tx) => {
      const changed = await reevaluateStatus(tx)
      const reply = { ...(await countByStatus(tx)), changed }
      return { reply, record: { after: { changed } } }
    }),
}

/** A floor decides the building; saying another one is a mistake. */
async function inItsBuilding<T extends { floorId?: string | null | undefined; buildingId?: string | null | undefined }>(
  tx: Database,
  receiver: T,
): Promise<T> {
  if (!receiver.floorId) return receiver
  const buildingId = await buildingOfFloor(tx, receiver.floorId)
  if (buildingId === undefined) refuseField('floorId', 'There is no such floor')
  if (receiver.buildingId && receiver.buildingId !== buildingId)
    refuseField('buildingId', 'The floor is in another building')
  return { ...receiver, buildingId }
}

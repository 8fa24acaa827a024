// Receivers and their status (spec 4.2 Receivers and Gateways).
import { randomBytes } from 'node:crypto'
import type { gateways } from '@rollcall/contracts/domains/gateways'
import {
  ReceiverCreate,
  type Receiver,
  type ReceiverChange,
  type receivers,
} from '@rollcall/contracts/domains/receivers'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import { lockRow } from '../../database/row-queries.ts'
import type { Database } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse, refuseField } from '../../http/refusal.ts'
import { keyHashOf } from '../../ingest/ingest-key.ts'
import { setReceiverKey } from '../../ingest/receiver-key-queries.ts'
import { importList, type Importable } from '../imports/import-list.ts'
import { resource, type Work } from '../resource.ts'
import type { ReceiverDoor } from './receiver-connection.ts'
import {
  buildingOfFloor,
  countByStatus,
  discoveredReceivers,
  findReceiver,
  deleteHeardReceiver,
  listReceivers,
  reevaluateStatus,
} from './receiver-queries.ts'

const receiver = resource({
  table: 'receivers',
  find: findReceiver,
  async insert(body: z.output<typeof ReceiverCreate>, { tx }: Work) {
    await deleteHeardReceiver(tx, body.receiverId)
    return inItsBuilding(tx, body)
  },
  update: (body: z.output<typeof ReceiverChange>, { tx }: Work) => inItsBuilding(tx, body),
})

export const receiverImport: Importable<Receiver> = {
  kind: 'receivers',
  domain: 'receivers',
  number: { field: 'receiverId', column: 'receiver_id' },
  schema: ReceiverCreate,
  mayChange: 'receivers.update',
  mayRemove: 'receivers.delete',
  nameOf: ({ name }) => name,
  resource: receiver,
  /** On another floor it has lost its place on the plan, unless the list brings one. */
  prepare: (row, before) =>
    before && row['floorId'] !== undefined && row['floorId'] !== before.floorId ? { x: null, y: null, ...row } : row,
}

export const receiverHandlers = ({ connection, sharedKey }: ReceiverDoor): Handlers<typeof receivers, Context> => ({
  list: ({ query, context }) => listReceivers(context.db, query),
  read: receiver.read,
  discover: ({ context }) => discoveredReceivers(context.db),
  create: receiver.create,
  bulk: ({ body: { receivers: rows, ...options }, context }) => importList(context, receiverImport, rows, options),
  change: receiver.change,
  issueKey: ({ params: { id }, context }) =>
    context.change(async (tx) => {
      await lockRow(tx, 'receivers', id)
      context.refuseIfChanged(found(await findReceiver(tx, id)))
      const key = randomBytes(32).toString('hex')
      const keyIssuedAt = await setReceiverKey(tx, id, keyHashOf(key))
      return { reply: { key, keyIssuedAt }, record: { entityId: id, after: { keyIssuedAt } } }
    }),
  removeKey: ({ params: { id }, context }) =>
    context.change(async (tx) => {
      await lockRow(tx, 'receivers', id)
      const before = found(await findReceiver(tx, id))
      context.refuseIfChanged(before)
      const { keyIssuedAt } = before
      if (keyIssuedAt === null) refuse('not_found')
      await setReceiverKey(tx, id, null)
      return { reply: null, record: { entityId: id, before: { keyIssuedAt } } }
    }),
  remove: receiver.remove,
  connection: async () => connection,
  showSharedKey: ({ context }) =>
    context.change(async () => {
      const key = sharedKey ?? refuse('not_found')
      return { reply: { key }, record: { after: { shown: true } } }
    }),
})

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
  if (buildingId === undefined) refuseField('floorId', 'no_such_floor')
  if (receiver.buildingId && receiver.buildingId !== buildingId) refuseField('buildingId', 'floor_elsewhere')
  return { ...receiver, buildingId }
}

// Badges, and how to hand out badges: transmitters in the API and the database, beacons in management (spec 4.2 Transmitters and
// Management; rules 8).
import type { beacons } from '@rollcall/contracts/domains/beacons'
import type { EntityType } from '@rollcall/contracts/domains/positions'
import type {
  Transmitter,
  TransmitterChange,
  TransmitterCreate,
  transmitters,
} from '@rollcall/contracts/domains/transmitters'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { DatabaseTransaction } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse, refuseField } from '../../http/refusal.ts'
import { addTagHistory } from '../assets/asset-queries.ts'
import { bulkCreate } from '../bulk-create.ts'
import {
  carrierExists,
  deleteTransmitter,
  findTransmitter,
  insertTransmitter,
  listTransmitters,
  lockByRadioId,
  lockTransmitter,
  releaseCarried,
  updateTransmitter,
} from './transmitter-queries.ts'

const change = (id: string, body: z.output<typeof TransmitterChange>, context: Context) =>
  context.change(async (tx) => {
    await lockTransmitter(tx, id)
    const before = found(await findTransmitter(tx, id))
    const entityType = body.entityType ?? before.entityType
    const entityId = body.entityId === undefined ? before.entityId : body.entityId
    const isMoved = entityId !== before.entityId || entityType !== before.entityType
    // Taking it from its carrier is an assignment, too.
    if (isMoved && before.entityId !== null && !context.may('transmitters.assign')) refuse('forbidden')
    if (isMoved) await refuseUnlessAssignable(tx, context, entityType, entityId)
    await updateTransmitter(tx, id, { ...body, status: statusAfter(before, entityId, body.status) })
    const after = found(await findTransmitter(tx, id))
    await addTagHistory(tx, context.user.displayName, before, after)
    return { reply: after, record: { entityId: id, before, after } }
  })

/** What PUT and PATCH and the two names of the table share. */
const both = {
  read: async ({ params, context }: { params: { id: string }; context: Context }) =>
    found(await findTransmitter(context.db, params.id)),
  create: ({ body, context }: { body: z.output<typeof TransmitterCreate>; context: Context }) =>
    context.change(async (tx) => {
      const after = await create(tx, context, body)
      return { reply: after, record: { entityId: after.id, after } }
    }),
  remove: ({ params, context }: { params: { id: string }; context: Context }) =>
    context.change(async (tx) => {
      const before = found(await findTransmitter(tx, params.id))
      await deleteTransmitter(tx, params.id)
      await addTagHistory(tx, context.user.displayName, before, null)
      return { reply: null, record: { entityId: params.id, before } }
    }),
}

export const transmitterHandlers: Handlers<typeof transmitters, Context> = {
  ...both,
  list: ({ query, context }) => listTransmitters(context.db, query, { unassigned: false }),
  unassigned: ({ query, context }) => listTransmitters(context.db, query, { unassigned: true }),
  bulk: ({ body, context }) =>
    bulkCreate(context, body.transmitters, async (tx, transmitter) => {
      const after = await create(tx, context, transmitter)
      return { id: after.id, record: { entityId: after.id, after } }
    }),
  change: ({ params, body, context }) => change(params.id, body, context),
  patch: ({ params, body, context }) => change(params.id, body, context),
  assign: ({ body, context }) =>
    context.change(async (tx) => {
      const { transmitterId, entityType, entityId, force } = body
      const { id, entityId: holder } = found(await lockByRadioId(tx, transmitterId))
      const before = found(await findTransmitter(tx, id))
      if (entityId !== null) await refuseUnlessAssignable(tx, context, entityType, entityId)
      if (entityId !== null && holder !== null && holder !== entityId && !force) refuse('conflict')
      // An asset has one tag; forcing a new one takes the old one off.
      const released =
        entityType === 'asset' && entityId !== null && force ? await releaseCarried(tx, entityId, id) : []
      for (const old of released)
        await addTagHistory(tx, context.user.displayName, { transmitterId: old, entityType, entityId }, null)
      await updateTransmitter(tx, id, { entityType, entityId, status: statusAfter(before, entityId, undefined) })
      const after = found(await findTransmitter(tx, id))
      await addTagHistory(tx, context.user.displayName, before, after)
      return { reply: after, record: { entityId: id, before, after } }
    }),
}

export const beaconHandlers: Handlers<typeof beacons, Context> = {
  ...both,
  list: transmitterHandlers.list,
  change: ({ params, body, context }) => change(params.id, body, context),
}

async function create(
  tx: DatabaseTransaction,
  context: Context,
  body: z.output<typeof TransmitterCreate>,
): Promise<Transmitter> {
  const { status, ...transmitter } = body
  if (body.entityId !== null) await refuseUnlessAssignable(tx, context, body.entityType, body.entityId)
  const initial = body.entityId === null ? (status ?? 'in_stock') : 'assigned'
  const after = found(await findTransmitter(tx, await insertTransmitter(tx, { ...transmitter, status: initial })))
  await addTagHistory(tx, context.user.displayName, null, after)
  return after
}

async function refuseUnlessAssignable(
  tx: DatabaseTransaction,
  context: Context,
  entityType: EntityType,
  entityId: string | null,
): Promise<void> {
  if (entityId === null) return
  if (!context.may('transmitters.assign')) refuse('forbidden')
  if (!(await carrierExists(tx, entityType, entityId))) refuseField('entityId', 'There is no such person or asset')
}

/** `assigned` follows from who carries it; lost and retired are said by hand. */
function statusAfter(
  before: Transmitter,
  entityId: string | null,
  said: Exclude<Transmitter['status'], 'assigned'> | undefined,
): Transmitter['status'] {
  if (said === 'lost' || said === 'retired') return said
  if (entityId !== null) return entityId === before.entityId && said === undefined ? before.status : 'assigned'
  return said ?? (before.status === 'assigned' ? 'in_stock' : before.status)
}

// Badges, and how to hand out badges: transmitters in the API and the database, beacons in management (spec 4.2 Transmitters and
// Management; rules 8).
import type { beacons } from '@rollcall/contracts/domains/beacons'
import type { EntityType } from '@rollcall/contracts/domains/positions'
import {
  TransmitterCreate,
  type Transmitter,
  type TransmitterChange,
  type TransmitterQuery,
  type transmitters,
} from '@rollcall/contracts/domains/transmitters'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import { updateRow } from '../../database/row-queries.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse, refuseField } from '../../http/refusal.ts'
import { addTagHistory } from '../assets/asset-queries.ts'
import { importList, type Importable } from '../imports/import-list.ts'
import { refuseWithoutPlaces } from '../positions/refuse-without-places.ts'
import { resource, type Work } from '../resource.ts'
import {
  carrierExists,
  findTransmitter,
  listTransmitters,
  lockByRadioId,
  releaseCarried,
} from './transmitter-queries.ts'

const transmitter = resource({
  table: 'transmitters',
  find: findTransmitter,
  async insert({ status, ...body }: z.output<typeof TransmitterCreate>, work: Work) {
    await refuseUnlessAssignable(work, body.entityType, body.entityId)
    return { ...body, status: body.entityId === null ? (status ?? ('in_stock' as const)) : ('assigned' as const) }
  },
  async update(body: z.output<typeof TransmitterChange>, work: Work, before: Transmitter) {
    const entityType = body.entityType ?? before.entityType
    const entityId = body.entityId === undefined ? before.entityId : body.entityId
    const isMoved = entityId !== before.entityId || entityType !== before.entityType
    // Taking it from its carrier is an assignment, too.
    if (isMoved && before.entityId !== null && !work.context.may('transmitters.assign')) refuse('forbidden')
    if (isMoved) await refuseUnlessAssignable(work, entityType, entityId)
    return { ...body, status: statusAfter(before, entityId, body.status) }
  },
  written: (before, after, { tx, context }) => addTagHistory(tx, context.user.displayName, before, after),
})
const { read, create, change, remove } = transmitter

export const transmitterImport: Importable<Transmitter> = {
  kind: 'transmitters',
  domain: 'transmitters',
  number: { field: 'transmitterId', column: 'transmitter_id' },
  schema: TransmitterCreate,
  mayChange: 'transmitters.update',
  mayRemove: 'transmitters.delete',
  nameOf: ({ name, transmitterId }) => name ?? transmitterId,
  resource: transmitter,
}

const listFor = async (context: Context, query: z.output<typeof TransmitterQuery>, of: { unassigned: boolean }) => {
  refuseWithoutPlaces(context, query.buildingId)
  return listTransmitters(context.db, query, of)
}

export const transmitterHandlers: Handlers<typeof transmitters, Context> = {
  list: ({ query, context }) => listFor(context, query, { unassigned: false }),
  unassigned: ({ query, context }) => listFor(context, query, { unassigned: true }),
  read,
  create,
  bulk: ({ body: { transmitters: rows, ...options }, context }) =>
    importList(context, transmitterImport, rows, options),
  change,
  patch: change,
  remove,
  assign: ({ body, context }) =>
    context.change(async (tx) => {
      const { transmitterId, entityType, entityId, force } = body
      const { id, entityId: holder } = found(await lockByRadioId(tx, transmitterId))
      const before = found(await findTransmitter(tx, id))
      context.refuseIfChanged(before)
      if (entityId !== null) await refuseUnlessAssignable({ tx, context }, entityType, entityId)
      if (entityId !== null && holder !== null && holder !== entityId && !force) refuse('conflict')
      // An asset has one tag; forcing a new one takes the old one off.
      const released =
        entityType === 'asset' && entityId !== null && force ? await releaseCarried(tx, entityId, id) : []
      for (const old of released)
        await addTagHistory(tx, context.user.displayName, { transmitterId: old, entityType, entityId }, null)
      await updateRow(tx, 'transmitters', id, {
        entityType,
        entityId,
        status: statusAfter(before, entityId, undefined),
      })
      const after = found(await findTransmitter(tx, id))
      await addTagHistory(tx, context.user.displayName, before, after)
      return { reply: after, record: { entityId: id, before, after } }
    }),
}

export const beaconHandlers: Handlers<typeof beacons, Context> = {
  list: transmitterHandlers.list,
  read,
  create,
  change,
  remove,
}

async function refuseUnlessAssignable(
  { tx, context }: Work,
  entityType: EntityType,
  entityId: string | null,
): Promise<void> {
  if (entityId === null) return
  if (!context.may('transmitters.assign')) refuse('forbidden')
  if (!(await carrierExists(tx, entityType, entityId))) refuseField('entityId', 'no_such_carrier')
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

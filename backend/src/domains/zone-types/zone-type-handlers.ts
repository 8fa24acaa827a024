// Zone types (spec 4.2 Management). One that zones use cannot be deleted: the foreign key answers 409.
import type { zoneTypes } from '@rollcall/contracts/domains/zone-types'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { lockRow } from '../../database/lock-row-queries.ts'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { deleteZoneType, findZoneType, insertZoneType, listZoneTypes, updateZoneType } from './zone-type-queries.ts'

export const zoneTypeHandlers: Handlers<typeof zoneTypes, Context> = {
  list: ({ query, context }) => listZoneTypes(context.db, query),
  read: async ({ params, context }) => found(await findZoneType(context.db, params.id)),
  create: ({ body, context }) =>
    context.change(async (tx) => {
      const after = found(await findZoneType(tx, await insertZoneType(tx, body)))
      return { reply: after, record: { entityId: after.id, after } }
    }),
  change: ({ params, body, context }) =>
    context.change(async (tx) => {
      await lockRow(tx, 'zone_types', params.id)
      const before = found(await findZoneType(tx, params.id))
      await updateZoneType(tx, params.id, body)
      const after = found(await findZoneType(tx, params.id))
      return { reply: after, record: { entityId: params.id, before, after } }
    }),
  remove: ({ params, context }) =>
    context.change(async (tx) => {
      const before = found(await findZoneType(tx, params.id))
      await deleteZoneType(tx, params.id)
      return { reply: null, record: { entityId: params.id, before } }
    }),
}

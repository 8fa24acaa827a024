// Zones (spec 4.2 Zones).
import type { zones } from '@rollcall/contracts/domains/zones'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { lockRow } from '../../database/lock-row-queries.ts'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { deleteZone, emergencyZones, findZone, insertZone, listZones, updateZone } from './zone-queries.ts'

export const zoneHandlers: Handlers<typeof zones, Context> = {
  list: ({ query, context }) => listZones(context.db, query),
  emergency: ({ context }) => emergencyZones(context.db),
  read: async ({ params, context }) => found(await findZone(context.db, params.id)),
  create: ({ body, context }) =>
    context.change(async (tx) => {
      const after = found(await findZone(tx, await insertZone(tx, body)))
      return { reply: after, record: { entityId: after.id, after } }
    }),
  change: ({ params, body, context }) =>
    context.change(async (tx) => {
      await lockRow(tx, 'zones', params.id)
      const before = found(await findZone(tx, params.id))
      await updateZone(tx, params.id, body)
      const after = found(await findZone(tx, params.id))
      return { reply: after, record: { entityId: params.id, before, after } }
    }),
  remove: ({ params, context }) =>
    context.change(async (tx) => {
      const before = found(await findZone(tx, params.id))
      await deleteZone(tx, params.id)
      return { reply: null, record: { entityId: params.id, before } }
    }),
}

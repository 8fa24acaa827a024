// Zones (spec 4.2 Zones).
import type { ZoneChange, ZoneCreate, zones } from '@rollcall/contracts/domains/zones'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { resource } from '../resource.ts'
import { emergencyZones, findZone, listZones } from './zone-queries.ts'

const { read, create, change, remove } = resource({
  table: 'zones',
  find: findZone,
  insert: ({ polygon, ...zone }: z.output<typeof ZoneCreate>) => ({ ...zone, polygon: JSON.stringify(polygon) }),
  update: ({ polygon, ...change }: z.output<typeof ZoneChange>) => ({
    ...change,
    polygon: polygon && JSON.stringify(polygon),
  }),
})

export const zoneHandlers: Handlers<typeof zones, Context> = {
  list: ({ query, context }) => listZones(context.db, query),
  emergency: ({ context }) => emergencyZones(context.db),
  read,
  create,
  change,
  remove,
}

// Zone types (spec 4.2 Management). One that zones use cannot be deleted: the foreign key answers 409.
import type { zoneTypes } from '@rollcall/contracts/domains/zone-types'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import { resource } from '../resource.ts'
import { findZoneType, listZoneTypes } from './zone-type-queries.ts'

const { read, create, change, remove } = resource({ table: 'zoneTypes', find: findZoneType })

export const zoneTypeHandlers: Handlers<typeof zoneTypes, Context> = {
  list: ({ query, context }) => listZoneTypes(context.db, query),
  read,
  create,
  change,
  remove,
}

// Buildings with their floors and the health of their receivers (spec 4.2 Buildings, rules 8).
import { z } from 'zod'
import { get, post, put, remove } from '../endpoint.ts'
import { changeOf, Latitude, Longitude, text, Time, Timezone } from '../fields.ts'
import { listQuery, pageOf, QueryFlag, Stored } from '../list.ts'
import { Floor } from './floors.ts'

const buildingFields = {
  name: text(120).describe('As people call it.'),
  code: text(32).nullable().describe('A short form.'),
  address: text(300).nullable().describe('Where it stands, in words.'),
  latitude: Latitude.nullable().describe('Where it stands, degrees; the weather needs it.'),
  longitude: Longitude.nullable().describe('Where it stands, degrees; the weather needs it.'),
  timezone: Timezone.describe('Its time zone.'),
  displayOrder: z.number().int().min(0).max(100_000).describe('Its place in lists, from 0.'),
  active: z.boolean().describe('Shown only while true.'),
}

export const Building = Stored.extend(buildingFields)
export type Building = z.infer<typeof Building>
export const BuildingWithFloors = Building.extend({ floors: z.array(Floor) })

/** Without `displayOrder` the building comes last; without `timezone` it takes the organisation's. */
export const BuildingCreate = z.strictObject({
  ...buildingFields,
  code: buildingFields.code.default(null),
  address: buildingFields.address.default(null),
  latitude: buildingFields.latitude.default(null),
  longitude: buildingFields.longitude.default(null),
  timezone: buildingFields.timezone.optional(),
  displayOrder: buildingFields.displayOrder.optional(),
  active: buildingFields.active.default(true),
})
export const BuildingChange = changeOf(buildingFields)
export const BuildingQuery = listQuery({ active: QueryFlag.optional() })
const buildingIds = z
  .array(z.uuid())
  .max(500)
  .refine((ids) => new Set(ids).size === ids.length, 'each_building_once')
/** `was`: all buildings in the order that the caller saw; refused when it is no longer that, like If-Match of one stored thing. */
export const BuildingOrder = z.strictObject({ order: buildingIds.min(1), was: buildingIds.optional() })

/** Receivers of one building: how many are heard, and those that are not. */
export const GatewayHealth = z.object({
  buildingId: z.uuid(),
  name: z.string(),
  total: z.number().int(),
  online: z.number().int(),
  offline: z.number().int(),
  silent: z.array(
    z.object({
      id: z.uuid(),
      receiverId: z.string(),
      name: z.string(),
      floorId: z.uuid().nullable(),
      lastSeenAt: Time.nullable(),
    }),
  ),
})

export const buildings = {
  list: get('/api/buildings', {
    access: 'buildings.read',
    query: BuildingQuery,
    reply: pageOf(Building),
    says: 'List buildings',
  }),
  create: post('/api/buildings', BuildingCreate, {
    access: 'buildings.create',
    reply: Building,
    status: 201,
    changes: 'site',
    forLimited: 'refused',
    says: 'Create a building',
  }),
  reorder: put('/api/buildings/order', BuildingOrder, {
    access: 'buildings.update',
    reply: z.array(Building),
    changes: 'site',
    forLimited: 'refused',
    says: 'Set the order in which buildings are shown',
  }),
  gatewayHealth: get('/api/buildings/gateway-health', {
    access: 'receivers.read',
    reply: z.array(GatewayHealth),
    says: 'Tell how the receivers of each building are doing',
  }),
  read: get('/api/buildings/{id}', {
    access: 'buildings.read',
    reply: BuildingWithFloors,
    says: 'Read a building with its floors',
  }),
  change: put('/api/buildings/{id}', BuildingChange, {
    access: 'buildings.update',
    reply: Building,
    changes: 'site',
    says: 'Change a building',
  }),
  remove: remove('/api/buildings/{id}', {
    access: 'buildings.delete',
    reply: null,
    changes: ['site', 'receivers'],
    says: 'Delete a building',
  }),
}

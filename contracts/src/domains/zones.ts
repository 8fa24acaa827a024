// Zones: polygons on a floor (spec 4.2 Zones, rules 8).
import { z } from 'zod'
import { get, post, put, remove } from '../endpoint.ts'
import { changeOf, text } from '../fields.ts'
import { listQuery, pageOf, QueryFlag, Stored } from '../list.ts'

/** Percent of the floor image. */
export const PlanPoint = z.object({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) })
export type PlanPoint = z.infer<typeof PlanPoint>

const zoneFields = {
  floorId: z.uuid().describe('The floor it lies on.'),
  name: text(120).describe('Shown on the floor plan and in lists.'),
  zoneTypeId: z.uuid().describe('Its zone type, which gives the colour.'),
  polygon: z.array(PlanPoint).min(3).max(200).describe('Its corners in order, percent of the floor image.'),
  isEmergency: z.boolean().describe('Matters in an emergency, such as a shelter.'),
  isMusterPoint: z.boolean().describe('People gather here in an emergency; whoever stays is accounted for.'),
  isRestricted: z.boolean().describe('Not everybody may enter; alerts tell of those who do.'),
  capacity: z
    .number()
    .int()
    .min(1)
    .max(100_000)
    .nullable()
    .describe('People who may be in it at once; null: no limit.'),
}

export const Zone = Stored.extend({
  ...zoneFields,
  zoneTypeName: z.string().describe('Name of its zone type.'),
  colour: z.string().describe('Colour of its zone type.'),
})
export type Zone = z.infer<typeof Zone>

export const ZoneCreate = z.strictObject({
  ...zoneFields,
  isEmergency: zoneFields.isEmergency.default(false),
  isMusterPoint: zoneFields.isMusterPoint.default(false),
  isRestricted: zoneFields.isRestricted.default(false),
  capacity: zoneFields.capacity.default(null),
})
export const ZoneChange = changeOf(zoneFields)
export const ZoneQuery = listQuery({
  floorId: z.uuid().optional(),
  buildingId: z.uuid().optional(),
  isMusterPoint: QueryFlag.optional(),
})

export const zones = {
  list: get('/api/zones', {
    access: 'zones.read',
    query: ZoneQuery,
    byBuilding: true,
    reply: pageOf(Zone),
    says: 'List zones',
  }),
  create: post('/api/zones', ZoneCreate, {
    access: 'zones.create',
    reply: Zone,
    status: 201,
    changes: 'site',
    says: 'Create a zone',
  }),
  emergency: get('/api/zones/emergency', {
    access: 'zones.read',
    reply: z.array(Zone),
    says: 'List emergency zones and muster points',
  }),
  read: get('/api/zones/{id}', { access: 'zones.read', reply: Zone, says: 'Read a zone' }),
  change: put('/api/zones/{id}', ZoneChange, {
    access: 'zones.update',
    reply: Zone,
    changes: 'site',
    says: 'Change a zone',
  }),
  remove: remove('/api/zones/{id}', { access: 'zones.delete', reply: null, changes: 'site', says: 'Delete a zone' }),
}

// Zone types: the kinds of room and their colours (spec 4.2 Management, rules 8). They go with the permissions of zones.
import { z } from 'zod'
import { get, post, put, remove } from '../endpoint.ts'
import { changeOf, Colour, text } from '../fields.ts'
import { listQuery, pageOf, Stored } from '../list.ts'

const zoneTypeFields = {
  name: text(80).describe('What kind of zone it is, such as Office.'),
  colour: Colour.describe('Colour of its zones on the floor plan.'),
}

export const ZoneType = Stored.extend({
  ...zoneTypeFields,
  zoneCount: z.number().int().describe('Zones of this type.'),
})
export type ZoneType = z.infer<typeof ZoneType>
export const ZoneTypeCreate = z.strictObject(zoneTypeFields)
export const ZoneTypeChange = changeOf(zoneTypeFields)

const audit = { resource: 'zone_types' }
export const zoneTypes = {
  list: get('/api/mgmt/zone-types', {
    access: 'zones.read',
    query: listQuery({}),
    reply: pageOf(ZoneType),
    says: 'List zone types',
  }),
  create: post('/api/mgmt/zone-types', ZoneTypeCreate, {
    access: 'zones.create',
    reply: ZoneType,
    status: 201,
    changes: 'site',
    audit,
    forLimited: 'refused',
    says: 'Create a zone type',
  }),
  read: get('/api/mgmt/zone-types/{id}', { access: 'zones.read', reply: ZoneType, says: 'Read a zone type' }),
  change: put('/api/mgmt/zone-types/{id}', ZoneTypeChange, {
    access: 'zones.update',
    reply: ZoneType,
    changes: 'site',
    audit,
    forLimited: 'refused',
    says: 'Change a zone type',
  }),
  remove: remove('/api/mgmt/zone-types/{id}', {
    access: 'zones.delete',
    reply: null,
    changes: 'site',
    audit,
    forLimited: 'refused',
    says: 'Delete a zone type that no zone uses',
  }),
}

// Things that are tracked, and what happened to them (spec 4.2 Assets, rules 8).
import { z } from 'zod'
import { get, post, put, remove } from '../endpoint.ts'
import { changeOf, text, Time, TransmitterId } from '../fields.ts'
import { bulkOptions, BulkResult, listQuery, maxBulkRows, pageOf, QueryFlag, Stored } from '../list.ts'
import { Sighting } from './positions.ts'

export const AssetStatus = z.enum(['available', 'in_use', 'maintenance', 'lost', 'retired'])

const assetFields = {
  name: text(120).describe('What it is called.'),
  category: text(80).describe('What sort of asset it is, such as Trolley.'),
  serialNumber: text(120).nullable().describe('The maker’s or the owner’s number.'),
  transmitterId: TransmitterId.nullable().describe('Radio id of the tag fixed to it; null: none.'),
  assignedTo: z.uuid().nullable().describe('The person who has it, by id in the register.'),
  status: AssetStatus.describe('What may be done with it.'),
  homeZoneId: z.uuid().nullable().describe('The zone it belongs in.'),
}

export const Asset = Stored.extend({
  ...assetFields,
  assignedToName: z.string().nullable().describe('Full name of the person who has it.'),
  homeZoneName: z.string().nullable().describe('Name of that zone.'),
  lastSeen: Sighting.nullable()
    .optional()
    .describe('Where its tag was last seen; absent for callers without positions.read.'),
})
export type Asset = z.infer<typeof Asset>
export const AssetCreate = z.strictObject({
  ...assetFields,
  serialNumber: assetFields.serialNumber.default(null),
  transmitterId: assetFields.transmitterId.default(null),
  assignedTo: assetFields.assignedTo.default(null),
  status: assetFields.status.default('available'),
  homeZoneId: assetFields.homeZoneId.default(null),
})
export const AssetChange = changeOf(assetFields)
/** Found by serialNumber, which an import therefore needs: without it a second one would double everything. */
const ImportedAsset = z
  .strictObject({ ...assetFields, serialNumber: text(120).describe('The maker’s or the owner’s number.') })
  .partial()
  .required({ serialNumber: true })
export const AssetImport = z.strictObject({
  assets: z.array(ImportedAsset).min(1).max(maxBulkRows),
  ...bulkOptions,
})
export const AssetQuery = listQuery({
  category: text(80).optional(),
  status: AssetStatus.optional(),
  assignedTo: z.uuid().optional(),
  misplaced: QueryFlag.optional().describe(
    'Last seen elsewhere than in the zone they belong in; needs positions.read.',
  ),
  /** Last seen in this building. */
  buildingId: z.uuid().optional(),
})

const HistoryType = z.enum(['moved', 'assigned', 'status', 'edited', 'seen'])
export const AssetHistoryEntry = z.object({
  at: Time,
  type: HistoryType,
  /** In words: a zone, a person, a status. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Display name; null for what the system noticed by itself. */
  actor: z.string().nullable(),
})

export const assets = {
  list: get('/api/assets', { access: 'assets.read', query: AssetQuery, reply: pageOf(Asset), says: 'List assets' }),
  create: post('/api/assets', AssetCreate, {
    access: 'assets.create',
    reply: Asset,
    status: 201,
    changes: ['assets', 'transmitters'],
    says: 'Create an asset',
  }),
  import: post('/api/assets/import', AssetImport, {
    access: 'assets.create',
    reply: BulkResult,
    changes: ['assets', 'transmitters'],
    audit: { action: 'assets.create' },
    says: 'Add or change many assets by their serial number; answers row by row',
  }),
  read: get('/api/assets/{id}', { access: 'assets.read', reply: Asset, says: 'Read an asset' }),
  change: put('/api/assets/{id}', AssetChange, {
    access: 'assets.update',
    reply: Asset,
    changes: ['assets', 'transmitters'],
    says: 'Change an asset',
  }),
  remove: remove('/api/assets/{id}', {
    access: 'assets.delete',
    reply: null,
    changes: ['assets', 'transmitters'],
    says: 'Delete an asset',
  }),
  history: get('/api/assets/{id}/history', {
    access: 'assets.read',
    query: listQuery({ type: HistoryType.optional(), from: Time.optional(), to: Time.optional() }),
    reply: pageOf(AssetHistoryEntry),
    says: 'Read the history of an asset',
  }),
}

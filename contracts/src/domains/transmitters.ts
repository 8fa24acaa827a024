// Transmitters: badges, tags and phones (spec 4.2 Transmitters, 2.6; rules 8). PUT and PATCH are one operation.
// Giving `entityId` assigns the transmitter, which needs transmitters.assign as well.
import { z } from 'zod'
import { get, patch, post, put, remove } from '../endpoint.ts'
import { withEntityTypeAlias } from '../entity-type-alias.ts'
import { changeOf, text, Time, TransmitterId } from '../fields.ts'
import { bulkOptions, BulkResult, listQuery, maxBulkRows, pageOf, Stored } from '../list.ts'
import { EntityType } from './positions.ts'

/** Offered to choose from; any other word is a custom type. */
export const transmitterTypes = [
  'iBeacon',
  'Eddystone',
  'Kontakt',
  'Minew',
  'Estimote',
  'MikroTik',
  'phone',
  'other',
] as const
export const TransmitterStatus = z.enum(['in_stock', 'assigned', 'lost', 'retired'])

const transmitterFields = {
  transmitterId: TransmitterId.describe('Its radio id: a MAC address or a UUID, in hex digits.'),
  name: text(120).nullable().describe('What is written on it.'),
  type: text(40).describe('What it is; any word, or one of the usual ones.'),
  entityType: EntityType.describe('What carries it.'),
  entityId: z.uuid().nullable().describe('The person or asset that carries it; null when nobody does.'),
  txPower1m: z
    .number()
    .min(-120)
    .max(20)
    .nullable()
    .describe('dBm at 1 m, as far as known: how strong it is, is learnt; null: the site’s reference power.'),
}
/** `assigned` is not set by hand: it follows from entityId. */
const SettableStatus = TransmitterStatus.exclude(['assigned'])

/** Learnt while it is worn; written when it changes, not with every position. */
export const learntStrength = {
  strengthDb: z
    .number()
    .nullable()
    .describe('How much stronger than usual it is heard, dB; below 0 weaker; null: not learnt yet.'),
  strengthSureDb: z.number().nullable().describe('Standard deviation of that, dB.'),
  strengthAt: Time.nullable().describe('When that was learnt.'),
}

export const Transmitter = Stored.extend({
  ...transmitterFields,
  entityName: z.string().nullable().describe('Name of the person or asset that carries it.'),
  status: TransmitterStatus.describe('In stock, assigned, lost or retired.'),
  batteryPct: z.number().nullable().describe('Charge, percent.'),
  batteryMv: z.number().nullable().describe('Voltage, millivolts.'),
  batteryAt: Time.nullable().describe('When the battery was last reported.'),
  lastSeenAt: Time.nullable().describe('When it was last heard.'),
  ...learntStrength,
})
export type Transmitter = z.infer<typeof Transmitter>

const NewTransmitter = z.strictObject({
  ...transmitterFields,
  name: transmitterFields.name.default(null),
  type: transmitterFields.type.default('other'),
  entityId: transmitterFields.entityId.default(null),
  txPower1m: transmitterFields.txPower1m.default(null),
  status: SettableStatus.optional(),
})
export const TransmitterCreate = withEntityTypeAlias(NewTransmitter)
export const TransmitterChange = withEntityTypeAlias(changeOf({ ...transmitterFields, status: SettableStatus }))
/** Found by transmitterId: one that is there gets the fields that are given. */
const ImportedTransmitter = z
  .strictObject({ ...transmitterFields, status: SettableStatus })
  .partial()
  .required({ transmitterId: true })
export const TransmitterBulk = z.strictObject({
  transmitters: z.array(withEntityTypeAlias(ImportedTransmitter)).min(1).max(maxBulkRows),
  ...bulkOptions,
})
/** `entityId: null` takes it back. A transmitter that somebody else carries is refused (409) unless forced. */
export const TransmitterAssignment = withEntityTypeAlias(
  z.strictObject({
    transmitterId: TransmitterId,
    entityType: EntityType,
    entityId: z.uuid().nullable(),
    force: z.boolean().default(false),
  }),
)
export const TransmitterQuery = withEntityTypeAlias(
  listQuery({
    entityType: EntityType.optional(),
    entityId: z.uuid().optional(),
    status: TransmitterStatus.optional(),
    type: text(40).optional(),
    /** Last heard in this building. */
    buildingId: z.uuid().optional(),
  }),
)

export const transmitters = {
  list: get('/api/transmitters', {
    access: 'transmitters.read',
    query: TransmitterQuery,
    reply: pageOf(Transmitter),
    says: 'List badges',
  }),
  create: post('/api/transmitters', TransmitterCreate, {
    access: 'transmitters.create',
    reply: Transmitter,
    status: 201,
    changes: 'transmitters',
    says: 'Register a badge',
  }),
  assign: post('/api/transmitters/assign', TransmitterAssignment, {
    access: 'transmitters.assign',
    reply: Transmitter,
    changes: 'transmitters',
    says: 'Hand out a badge to a person or asset, or take it back',
  }),
  bulk: post('/api/transmitters/bulk', TransmitterBulk, {
    access: 'transmitters.create',
    reply: BulkResult,
    changes: 'transmitters',
    audit: { action: 'transmitters.create' },
    says: 'Register or change many badges by their radio id; answers row by row',
  }),
  unassigned: get('/api/transmitters/unassigned', {
    access: 'transmitters.read',
    query: listQuery({ type: text(40).optional() }),
    reply: pageOf(Transmitter),
    says: 'List badges that nobody carries',
  }),
  read: get('/api/transmitters/{id}', {
    access: 'transmitters.read',
    reply: Transmitter,
    says: 'Read a badge',
  }),
  change: put('/api/transmitters/{id}', TransmitterChange, {
    access: 'transmitters.update',
    reply: Transmitter,
    changes: 'transmitters',
    says: 'Change a badge',
  }),
  patch: patch('/api/transmitters/{id}', TransmitterChange, {
    access: 'transmitters.update',
    reply: Transmitter,
    changes: 'transmitters',
    audit: { action: 'transmitters.change' },
    says: 'Change a badge (same as PUT)',
  }),
  remove: remove('/api/transmitters/{id}', {
    access: 'transmitters.delete',
    reply: null,
    changes: 'transmitters',
    says: 'Delete a badge',
  }),
}

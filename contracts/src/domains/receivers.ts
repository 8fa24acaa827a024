// Receivers, also called gateways: the fixed radios that hear badges (spec 4.2 Receivers, rules 8).
import { z } from 'zod'
import { get, post, put, remove } from '../endpoint.ts'
import { changeOf, MacAddress, Percent, text, Time } from '../fields.ts'
import { bulkOptions, BulkResult, listQuery, maxBulkRows, Nothing, pageOf, Stored } from '../list.ts'

export const ReceiverStatus = z.enum(['online', 'offline'])

const receiverFields = {
  receiverId: MacAddress.describe('Its radio id: a MAC address, twelve hex digits.'),
  name: text(120).describe('Where it hangs, in words.'),
  kind: text(40).nullable().describe('What it is, in the owner’s words, such as ceiling or Minew G1.'),
  buildingId: z.uuid().nullable().describe('The building it hangs in; follows from the floor.'),
  floorId: z.uuid().nullable().describe('The floor it hangs on; null until it is placed.'),
  x: Percent.nullable().describe('To the right on the floor image, percent; null until it is placed.'),
  y: Percent.nullable().describe('Down on the floor image, percent; null until it is placed.'),
  zM: z.number().min(-5).max(100).nullable().describe('Height above the floor, metres.'),
  rssiOffsetDb: z.number().min(-40).max(40).describe('Added to what it hears, dB.'),
}

export const Receiver = Stored.extend({
  ...receiverFields,
  xM: z.number().nullable().describe('The same as x in metres.'),
  yM: z.number().nullable().describe('The same as y in metres.'),
  status: ReceiverStatus.describe('Whether it was heard in the last 90 seconds.'),
  lastSeenAt: Time.nullable().describe('When it last sent anything.'),
  clockSkewMs: z.number().nullable().describe('Its clock minus ours at the last batch, milliseconds.'),
  keyIssuedAt: Time.nullable().describe('When it got an ingest key of its own; null: it uses the shared one.'),
})
export type Receiver = z.infer<typeof Receiver>

export const ReceiverCreate = z
  .strictObject({
    ...receiverFields,
    kind: receiverFields.kind.default(null),
    buildingId: receiverFields.buildingId.default(null),
    floorId: receiverFields.floorId.default(null),
    x: receiverFields.x.default(null),
    y: receiverFields.y.default(null),
    zM: receiverFields.zM.default(null),
    rssiOffsetDb: receiverFields.rssiOffsetDb.default(0),
  })
  .refine(hasBothOrNeither, 'x_and_y')
export const ReceiverChange = changeOf(receiverFields).refine(hasBothOrNeither, 'x_and_y')
/** Found by receiverId: one that is there gets the fields that are given. */
const ImportedReceiver = z
  .strictObject(receiverFields)
  .partial()
  .required({ receiverId: true })
  .refine(hasBothOrNeither, 'x_and_y')
export const ReceiverBulk = z.strictObject({
  receivers: z.array(ImportedReceiver).min(1).max(maxBulkRows),
  ...bulkOptions,
})
export const ReceiverQuery = listQuery({
  buildingId: z.uuid().optional(),
  floorId: z.uuid().optional(),
  status: ReceiverStatus.optional(),
})

/** Returned this once; only its digest is kept. Good for what this receiver heard and for nothing else. */
export const ReceiverKey = z.object({ key: z.string(), keyIssuedAt: Time })

/** Heard, but not registered. */
export const DiscoveredReceiver = z.object({
  receiverId: z.string(),
  firstSeenAt: Time,
  lastSeenAt: Time,
  readings: z.number().int(),
  transmittersHeard: z.number().int(),
})

/** Where receivers hand in what they heard. Keys are not in it. */
export const ReceiverConnection = z.object({
  addresses: z.array(z.string()).describe('Followed by /raddec, /minew or /dynamb; the first is the usual one.'),
  thisMachineOnly: z.boolean().describe('No address can be reached from another machine yet.'),
  formats: z.array(z.string()).describe('What is understood, as the last part of the address.'),
  mqtt: z
    .object({ broker: z.string(), topics: z.array(z.object({ topic: z.string(), format: z.string() })) })
    .nullable()
    .describe('The broker that is listened to, and which format on which topics; null: none.'),
})
export type ReceiverConnection = z.infer<typeof ReceiverConnection>

export const receivers = {
  list: get('/api/receivers', {
    access: 'receivers.read',
    query: ReceiverQuery,
    reply: pageOf(Receiver),
    says: 'List receivers',
  }),
  create: post('/api/receivers', ReceiverCreate, {
    access: 'receivers.create',
    reply: Receiver,
    status: 201,
    changes: 'receivers',
    says: 'Register a receiver',
  }),
  bulk: post('/api/receivers/bulk', ReceiverBulk, {
    access: 'receivers.create',
    reply: BulkResult,
    changes: 'receivers',
    audit: { action: 'receivers.create' },
    says: 'Register or change many receivers by their radio id; answers row by row',
  }),
  discover: get('/api/receivers/discover', {
    access: 'receivers.create',
    reply: z.array(DiscoveredReceiver),
    forLimited: 'refused',
    says: 'List receivers that are heard but not registered',
  }),
  connection: get('/api/receivers/connection', {
    access: 'receivers.create',
    reply: ReceiverConnection,
    says: 'Read where receivers hand in what they heard, for the page "Connect receivers"',
  }),
  showSharedKey: post('/api/receivers/shared-key', Nothing, {
    access: 'receivers.create',
    reply: z.object({ key: z.string() }),
    changes: [],
    forLimited: 'refused',
    says: 'Show the key that all receivers share; the audit log says who saw it',
  }),
  read: get('/api/receivers/{id}', { access: 'receivers.read', reply: Receiver, says: 'Read a receiver' }),
  change: put('/api/receivers/{id}', ReceiverChange, {
    access: 'receivers.update',
    reply: Receiver,
    changes: 'receivers',
    says: 'Change a receiver',
  }),
  issueKey: post('/api/receivers/{id}/key', Nothing, {
    access: 'receivers.update',
    reply: ReceiverKey,
    status: 201,
    changes: 'receivers',
    says: 'Give a receiver an ingest key of its own; an earlier one ends',
  }),
  removeKey: remove('/api/receivers/{id}/key', {
    access: 'receivers.update',
    reply: null,
    changes: 'receivers',
    says: "Take a receiver's own ingest key back",
  }),
  remove: remove('/api/receivers/{id}', {
    access: 'receivers.delete',
    reply: null,
    changes: 'receivers',
    says: 'Delete a receiver',
  }),
}

function hasBothOrNeither(position: { x?: number | null; y?: number | null }): boolean {
  return (position.x ?? null) === null ? (position.y ?? null) === null : (position.y ?? null) !== null
}

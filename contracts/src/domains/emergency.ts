// Emergencies: trigger, change, resolve, and what followed (spec 4.2 Emergency, rules 9). Who is missing is in muster.ts,
// whom to tell in contacts.ts.
import { z } from 'zod'
import { get, post, put } from '../endpoint.ts'
import { prose, text, Time } from '../fields.ts'
import { listQuery, pageOf, Stored } from '../list.ts'
import { StoredSaid } from '../sentences.ts'

export const Scenario = z.enum([
  'fire',
  'medical',
  'severe_weather',
  'active_threat',
  'hazmat',
  'gas_leak',
  'power_outage',
  'earthquake',
  'evacuation',
  'other',
])
export const EmergencyMode = z.enum(['live', 'drill', 'test'])
export const EmergencyState = z.enum(['active', 'resolved'])
/** `superseded`: a drill or test that a live emergency took over. Nobody chooses it. */
export const Resolution = z.enum(['all_clear', 'false_alarm', 'drill_complete', 'superseded'])
export const NotificationChannel = z.enum(['email', 'sms', 'voice', 'webhook'])

const Scope = z.strictObject({ buildingIds: z.array(z.uuid()).min(1).max(100) })
/** Zones that are muster points. Empty at the trigger: all muster points of the scope. */
const MusterPoints = z.array(z.uuid()).max(200)

export const MusterCounts = z.object({
  total: z.number().int(),
  unknown: z.number().int(),
  accounted: z.number().int(),
  needsHelp: z.number().int(),
  offSite: z.number().int(),
  excused: z.number().int(),
})

export const Emergency = Stored.extend({
  scenario: Scenario.describe('What happened.'),
  mode: EmergencyMode.describe('Live, a drill or a test.'),
  scope: Scope.describe('Which buildings it concerns.'),
  message: z.string().describe('What everybody is told.'),
  musterPoints: MusterPoints.describe('The zones where people gather.'),
  state: EmergencyState.describe('Active until somebody resolves it.'),
  resolution: Resolution.nullable().describe('How it ended; null while it is active.'),
  triggeredAt: Time.describe('When it began.'),
  triggeredBy: z.string().describe('Display name; the weather service when it triggered by itself.'),
  resolvedAt: Time.nullable().describe('When it ended; null while it is active.'),
  resolvedBy: z.string().nullable().describe('Display name of who ended it.'),
  supersededBy: z.uuid().nullable().describe('The live emergency that took over from this drill or test.'),
  counts: MusterCounts.describe('People on the roster by their status.'),
})
export type Emergency = z.infer<typeof Emergency>

/**
 * Live unless said otherwise: a hurried call must not end as a drill. The same key and body while that emergency is active answers
 * 200 with it; the same key otherwise is refused (`idempotency_key_reused`), and forgotten after a day.
 */
export const EmergencyTrigger = z.strictObject({
  scenario: Scenario,
  mode: EmergencyMode.default('live'),
  scope: Scope,
  message: prose(1000).default(''),
  musterPoints: MusterPoints.default([]),
  idempotencyKey: text(128).optional(),
})

/** Change the message or the muster points, or resolve. Resolving with people missing needs `confirmMissing` (409 otherwise). */
export const EmergencyChange = z
  .strictObject({
    message: prose(1000).optional(),
    musterPoints: MusterPoints.optional(),
    state: z.literal('resolved').optional(),
    resolution: Resolution.exclude(['superseded']).optional(),
    confirmMissing: z.boolean().optional(),
  })
  .refine((change) => (change.state === undefined) === (change.resolution === undefined), {
    path: ['resolution'],
    message: 'state_and_resolution',
  })
  .refine((change) => (change.message ?? change.musterPoints ?? change.state) !== undefined, 'something_to_change')

export const EmergencyQuery = listQuery({
  state: EmergencyState.optional(),
  mode: EmergencyMode.optional(),
  scenario: Scenario.optional(),
  buildingId: z.uuid().optional(),
})

/** One line of the timeline. `at`: when it was decided; `arrivedAt`: when we heard of it, later for a tap made without a connection. */
export const EmergencyEvent = z.object({
  id: z.uuid(),
  eventId: z.uuid(),
  at: Time,
  arrivedAt: Time,
  type: z.enum(['triggered', 'changed', 'accounted', 'searched', 'notified', 'answered', 'resolved']),
  personId: z.uuid().nullable(),
  personName: z.string().nullable(),
  actor: z.string().nullable(),
  /** A plain sentence. */
  text: z.string(),
  said: StoredSaid,
})

/** Every attempt to tell a contact, by the sender that made it. `messageId`: what it tried to deliver. */
export const NotificationAttempt = z.object({
  id: z.uuid(),
  messageId: z.uuid().nullable(),
  at: Time,
  contactId: z.uuid().nullable(),
  contactName: z.string(),
  channel: NotificationChannel,
  sender: z.string(),
  result: z.enum(['sent', 'failed', 'dry_run']),
  detail: z.string().nullable(),
})

/**
 * How one message to one contact stands. `waiting`: to be tried, or tried again (`nextTryAt`); `given_up`: refused for good, or tried
 * for half an hour; `out_of_date`: not delivered when the emergency was over, and no longer tried.
 */
export const MessageState = z.enum(['waiting', 'sent', 'dry_run', 'given_up', 'out_of_date'])
export const NotificationMessage = z.object({
  id: z.uuid(),
  contactId: z.uuid().nullable(),
  contactName: z.string(),
  channel: NotificationChannel,
  about: z.enum(['began', 'taken_over', 'ended']),
  state: MessageState,
  queuedAt: Time,
  /** When the state became what it is, or the last attempt ended. */
  at: Time,
  nextTryAt: Time.nullable(),
  tries: z.number().int(),
  detail: z.string().nullable(),
})
export type NotificationMessage = z.infer<typeof NotificationMessage>

const audit = { resource: 'emergencies' }
const triggering = {
  access: 'emergency.trigger',
  reply: Emergency,
  status: 201,
  changes: 'emergencies',
  urgent: true,
} as const

export const emergency = {
  list: get('/api/emergency', {
    access: 'emergency.read',
    query: EmergencyQuery,
    reply: pageOf(Emergency),
    says: 'List emergencies and drills',
  }),
  create: post('/api/emergency', EmergencyTrigger, {
    ...triggering,
    audit: { ...audit, action: 'emergency.trigger' },
    forLimited: 'checked',
    says: 'Trigger an emergency (same as trigger)',
  }),
  trigger: post('/api/emergency/trigger', EmergencyTrigger, {
    ...triggering,
    audit,
    forLimited: 'checked',
    says: 'Trigger an emergency or a drill',
  }),
  active: get('/api/emergency/active', {
    access: 'emergency.read',
    reply: z.array(Emergency),
    urgent: true,
    says: 'List the emergencies that are active now',
  }),
  events: get('/api/emergency/events', {
    access: 'emergency.read',
    query: listQuery({ eventId: z.uuid().optional() }),
    reply: pageOf(EmergencyEvent),
    says: 'Read the timeline of one emergency or of all',
  }),
  read: get('/api/emergency/{id}', {
    access: 'emergency.read',
    reply: Emergency,
    urgent: true,
    says: 'Read an emergency',
  }),
  change: put('/api/emergency/{id}', EmergencyChange, {
    access: 'emergency.resolve',
    reply: Emergency,
    changes: 'emergencies',
    audit,
    urgent: true,
    forLimited: 'checked',
    says: 'Change or resolve an emergency',
  }),
  notifications: get('/api/emergency/{id}/notifications', {
    access: 'emergency.contacts',
    query: listQuery({}),
    reply: pageOf(NotificationAttempt),
    says: 'Read every attempt to tell contacts of an emergency, and how it went',
  }),
  messages: get('/api/emergency/{id}/messages', {
    access: 'emergency.contacts',
    query: listQuery({ state: MessageState.optional() }),
    reply: pageOf(NotificationMessage),
    says: 'Read who was told of an emergency, by which channel, and whether it arrived',
  }),
}

// What somebody should look at: raised by the backend from the state of the site, cleared by it when the cause is gone
// (rules 8 alerts, docs/decisions/0010). Each kind is shown only to those who may read what it tells about.
import { z } from 'zod'
import { get, post } from '../endpoint.ts'
import { Time } from '../fields.ts'
import { BatchIds, BatchResult, listQuery, pageOf } from '../list.ts'
import type { Permission } from '../permissions.ts'
import { StoredSaid } from '../sentences.ts'
import { NotificationAttempt } from './emergency.ts'
import { EntityType } from './positions.ts'
import type { AlertSettings } from './settings.ts'

export const AlertKind = z.enum([
  'emergency',
  'restricted_zone',
  'capacity',
  'live_chain',
  'device_offline',
  'receiver_offline',
  'battery_critical',
  'battery_low',
])
export type AlertKind = z.infer<typeof AlertKind>

/** Who may see a kind, and the switch that turns it on. */
export const alertKinds: Readonly<Record<AlertKind, { readonly access: Permission; readonly setting: AlertSwitch }>> = {
  emergency: { access: 'emergency.read', setting: 'emergency' },
  restricted_zone: { access: 'activity.read', setting: 'restrictedZone' },
  capacity: { access: 'activity.read', setting: 'capacity' },
  // Worse than a receiver that is silent: it is as if all were.
  live_chain: { access: 'receivers.read', setting: 'gatewayOffline' },
  // It tells where a person was last.
  device_offline: { access: 'positions.read', setting: 'deviceOffline' },
  receiver_offline: { access: 'receivers.read', setting: 'gatewayOffline' },
  battery_critical: { access: 'battery.view', setting: 'criticalBattery' },
  battery_low: { access: 'battery.view', setting: 'lowBattery' },
}
type AlertSwitch = { [K in keyof AlertSettings]: AlertSettings[K] extends boolean ? K : never }[keyof AlertSettings]

/** Whoever follows what happens may say that they take care of it, and is sent messages. */
export const alertKeeper: Permission = 'activity.read'

export const AlertState = z.enum(['open', 'snoozed', 'acknowledged', 'cleared'])
export type AlertState = z.infer<typeof AlertState>

export const Alert = z.object({
  id: z.uuid().describe('Given by the server.'),
  kind: AlertKind.describe('What it is about.'),
  state: AlertState.describe('Open, put off for a while, taken care of, or its cause is gone.'),
  text: z.string().describe('A plain sentence, as it was true when the alert was raised.'),
  said: StoredSaid,
  raisedAt: Time.describe('When it was raised.'),
  acknowledgedAt: Time.nullable().describe('When somebody said that they take care of it.'),
  acknowledgedBy: z.string().nullable().describe('Display name of who did.'),
  snoozedUntil: Time.nullable().describe(
    'Until then it is out of the bell, unless its cause is gone before; null: never put off.',
  ),
  snoozedBy: z.string().nullable().describe('Display name of who put it off last.'),
  assignedTo: z.uuid().nullable().describe('The account whose it is; null: nobody took it, or that account is gone.'),
  assignedName: z.string().nullable().describe('Display name of that account.'),
  assignedBy: z.string().nullable().describe('Display name of who said so last.'),
  clearedAt: Time.nullable().describe('When its cause was gone.'),
  receiverId: z.uuid().nullable().describe('The receiver it is about, by id; null: something else, or it is gone.'),
  transmitterId: z.string().nullable().describe('The badge it is about, by radio id.'),
  entityType: EntityType.nullable().describe('What carries that badge.'),
  entityId: z.uuid().nullable().describe('The person or asset it is about.'),
  name: z.string().nullable().describe('Name of that person or asset.'),
  floorId: z.uuid().nullable().describe('The floor it is about.'),
  floorName: z.string().nullable().describe('Name of that floor.'),
  zoneId: z.uuid().nullable().describe('The zone it is about.'),
  zoneName: z.string().nullable().describe('Name of that zone.'),
  emergencyId: z.uuid().nullable().describe('The emergency it is about.'),
})
export type Alert = z.infer<typeof Alert>

/** Nobody puts off for longer than this. */
export const maxSnoozeHours = 7 * 24
const AlertSnooze = z.strictObject({
  ...BatchIds.shape,
  until: Time.nullable().describe('In the future, seven days at most; null: it is open again at once.'),
})

const AlertAssign = z.strictObject({
  ...BatchIds.shape,
  userId: z.uuid().nullable().describe('An active account that may see them; null: they are nobody’s.'),
})
const Assignee = z.object({ id: z.uuid(), displayName: z.string() })
export type Assignee = z.infer<typeof Assignee>

/** Whose alerts are listed. */
export const AlertOwner = z.enum(['me', 'nobody'])
export type AlertOwner = z.infer<typeof AlertOwner>

export const alerts = {
  list: get('/api/alerts', {
    access: 'signed-in',
    query: listQuery({
      state: AlertState.optional(),
      kind: AlertKind.optional(),
      assignedTo: AlertOwner.optional(),
      buildingId: z.uuid().optional(),
    }),
    byBuilding: true,
    reply: pageOf(Alert),
    says: 'List alerts of the kinds that the caller may see',
  }),
  notifications: get('/api/alerts/notifications', {
    access: 'admin.settings',
    query: listQuery({}),
    reply: pageOf(NotificationAttempt),
    forLimited: 'refused',
    says: 'Read who was told about alerts and weather warnings, and how it went',
  }),
  acknowledge: post('/api/alerts/acknowledge', BatchIds, {
    access: alertKeeper,
    reply: BatchResult,
    changes: 'alerts',
    says: 'Say that one or many open alerts are being taken care of',
  }),
  snooze: post('/api/alerts/snooze', AlertSnooze, {
    access: alertKeeper,
    reply: BatchResult,
    changes: 'alerts',
    says: 'Put off open alerts, but no emergency, until a time, or have them open again',
  }),
  assignees: get('/api/alerts/{id}/assignees', {
    access: alertKeeper,
    reply: z.array(Assignee),
    forLimited: 'checked',
    says: 'List the accounts that an alert can be assigned to: who may see and acknowledge it',
  }),
  assign: post('/api/alerts/assign', AlertAssign, {
    access: alertKeeper,
    reply: BatchResult,
    changes: 'alerts',
    forLimited: 'checked',
    says: 'Assign alerts that are not over to an account, which is told, or to nobody',
  }),
}

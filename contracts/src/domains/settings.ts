// Settings of the site: radio, alerts, general (spec 4.2 Management, rules 8 and 10). A change names some fields; the backend
// parses the merged whole, so that rules between two fields hold.
import { z } from 'zod'
import { get, put } from '../endpoint.ts'
import { changeOf, Language, text, Time, Timezone } from '../fields.ts'

const seconds = z.number().min(0).max(60)
const probability = z.number().min(0).max(1)
const bleFields = {
  /** Weaker readings are ignored. */
  minimumRssiDbm: z.number().min(-100).max(-50),
  /** Readings of this long make one position; it stretches to the maximum until three receivers are heard. */
  windowSeconds: z.number().min(1).max(30),
  maximumWindowSeconds: z.number().min(1).max(60),
  /** dBm at 1 m. */
  referencePowerDbm: z.number().min(-100).max(-20),
  /** Used until a floor is calibrated. */
  pathLossExponent: z.number().min(1.2).max(4),
  /** Updates in a row that must agree before the floor changes. */
  floorChangeUpdates: z.number().int().min(1).max(20),
  zoneEnterProbability: probability,
  zoneEnterSeconds: seconds,
  zoneLeaveProbability: probability,
  zoneLeaveSeconds: seconds,
  maximumSpeedMps: z.number().min(0.5).max(30),
  /** Exactness over speed: markers are shown so much later, with what came after in view. Floors, zones and counts never wait. */
  liveLagSeconds: z.number().min(0).max(2),
  /** A receiver's clock further off than this is replaced by the time of arrival. */
  clockToleranceSeconds: z.number().min(1).max(60),
}
export const BleSettings = z
  .object(bleFields)
  .refine((ble) => ble.windowSeconds <= ble.maximumWindowSeconds, {
    path: ['maximumWindowSeconds'],
    message: 'shorter_than_window',
  })
  .refine((ble) => ble.zoneLeaveProbability < ble.zoneEnterProbability, {
    path: ['zoneLeaveProbability'],
    message: 'not_below_enter',
  })
export type BleSettings = z.infer<typeof BleSettings>
export const BleSettingsChange = changeOf(bleFields)

const alertFields = {
  email: z.boolean(),
  sms: z.boolean(),
  push: z.boolean(),
  lowBattery: z.boolean(),
  criticalBattery: z.boolean(),
  deviceOffline: z.boolean(),
  gatewayOffline: z.boolean(),
  emergency: z.boolean(),
  /** Visitors and contractors in restricted zones; nothing says which employees may be there. */
  restrictedZone: z.boolean(),
  /** Employees, too. */
  restrictedZoneStaff: z.boolean(),
  capacity: z.boolean(),
  /** The same alert is not repeated within this time. */
  cooldownMinutes: z.number().int().min(0).max(1440),
}
export const AlertSettings = z.object(alertFields)
export type AlertSettings = z.infer<typeof AlertSettings>
export const AlertSettingsChange = changeOf(alertFields)

const retentionFields = {
  positions: z.number().int().min(1).max(3650),
  ambient: z.number().int().min(1).max(30),
  audit: z.number().int().min(30).max(3650),
  visits: z.number().int().min(1).max(3650),
  batteries: z.number().int().min(30).max(3650),
  assets: z.number().int().min(1).max(3650),
  /** A report of an emergency is evidence: a year at least. */
  emergencies: z.number().int().min(365).max(36_500),
}
const generalFields = {
  organisation: text(120),
  timezone: Timezone,
  /** Of messages to people of whom none is known. */
  language: Language,
  units: z.enum(['metric', 'imperial']),
}
export const GeneralSettings = z.object({ ...generalFields, retentionDays: z.object(retentionFields) })
export type GeneralSettings = z.infer<typeof GeneralSettings>
export const GeneralSettingsChange = changeOf({ ...generalFields, retentionDays: changeOf(retentionFields) })

const securityFields = { secondFactorForAll: z.boolean() }
export const SecuritySettings = z.object(securityFields)
export type SecuritySettings = z.infer<typeof SecuritySettings>
export const SecuritySettingsChange = changeOf(securityFields)

export const Settings = z.object({
  ble: BleSettings,
  alerts: AlertSettings,
  general: GeneralSettings,
  security: SecuritySettings,
})
export type Settings = z.infer<typeof Settings>
/** As they are stored: each group with when it was changed, for the next change of it (If-Match). */
const updatedAt = Time
const StoredBle = BleSettings.safeExtend({ updatedAt })
const StoredAlerts = AlertSettings.extend({ updatedAt })
const StoredGeneral = GeneralSettings.extend({ updatedAt })
const StoredSecurity = SecuritySettings.extend({ updatedAt })
/** With what only the process knows: whether a message by this channel leaves the house, or is a dry run. */
export const SettingsReply = z.object({
  ble: StoredBle,
  alerts: StoredAlerts,
  general: StoredGeneral,
  security: StoredSecurity,
  senders: z.object({ email: z.boolean(), sms: z.boolean() }),
})
export type SettingsReply = z.infer<typeof SettingsReply>

/** What a new site begins with. */
export const defaultSettings: Settings = {
  ble: {
    minimumRssiDbm: -90,
    windowSeconds: 3,
    maximumWindowSeconds: 10,
    referencePowerDbm: -59,
    pathLossExponent: 2,
    floorChangeUpdates: 3,
    zoneEnterProbability: 0.6,
    zoneEnterSeconds: 2,
    zoneLeaveProbability: 0.3,
    zoneLeaveSeconds: 4,
    maximumSpeedMps: 3,
    liveLagSeconds: 0,
    clockToleranceSeconds: 5,
  },
  alerts: {
    email: true,
    sms: false,
    push: true,
    lowBattery: true,
    criticalBattery: true,
    deviceOffline: true,
    gatewayOffline: true,
    emergency: true,
    restrictedZone: true,
    restrictedZoneStaff: false,
    capacity: true,
    cooldownMinutes: 5,
  },
  general: {
    organisation: 'Rollcall',
    timezone: 'UTC',
    language: 'en',
    units: 'metric',
    retentionDays: {
      positions: 30,
      ambient: 1,
      audit: 365,
      visits: 90,
      batteries: 365,
      assets: 365,
      emergencies: 3650,
    },
  },
  security: { secondFactorForAll: false },
}

/** One table of the database: how large it is, and how long what lies in it is kept. */
export const StoredTable = z.object({
  table: z.string(),
  holds: z.string(),
  /** As the database estimates them. */
  rows: z.number(),
  /** With its indexes. */
  bytes: z.number(),
  /** Null: as long as people leave it there. */
  keptDays: z.number().nullable(),
  /** The setting that says so, where one does. */
  setting: z.keyof(z.object(retentionFields)).nullable(),
})
export type StoredTable = z.infer<typeof StoredTable>
/** The largest first. */
export const StorageReport = z.object({ databaseBytes: z.number(), tables: z.array(StoredTable) })
export type StorageReport = z.infer<typeof StorageReport>

const access = 'admin.settings'
const audit = { action: 'settings.change' }
export const settings = {
  read: get('/api/mgmt/settings', { access, reply: SettingsReply, forLimited: 'refused', says: 'Read all settings' }),
  storage: get('/api/mgmt/storage', {
    access,
    reply: StorageReport,
    forLimited: 'refused',
    says: 'Read how large each table is and how long it is kept (settings, storage)',
  }),
  readBle: get('/api/mgmt/settings/ble', {
    access,
    reply: StoredBle,
    forLimited: 'refused',
    says: 'Read the radio settings',
  }),
  changeBle: put('/api/mgmt/settings/ble', BleSettingsChange, {
    access,
    reply: StoredBle,
    changes: 'settings',
    audit,
    forLimited: 'refused',
    says: 'Change radio settings',
  }),
  readAlerts: get('/api/mgmt/settings/alerts', {
    access,
    reply: StoredAlerts,
    forLimited: 'refused',
    says: 'Read the alert settings',
  }),
  changeAlerts: put('/api/mgmt/settings/alerts', AlertSettingsChange, {
    access,
    reply: StoredAlerts,
    changes: 'settings',
    audit,
    forLimited: 'refused',
    says: 'Change alert settings',
  }),
  changeSecurity: put('/api/mgmt/settings/security', SecuritySettingsChange, {
    access,
    reply: StoredSecurity,
    changes: ['settings', 'accounts'],
    audit,
    forLimited: 'refused',
    says: 'Change the security settings, such as whether everybody needs a second factor',
  }),
  readGeneral: get('/api/mgmt/settings/general', {
    access,
    reply: StoredGeneral,
    forLimited: 'refused',
    says: 'Read the general settings',
  }),
  changeGeneral: put('/api/mgmt/settings/general', GeneralSettingsChange, {
    access,
    reply: StoredGeneral,
    changes: 'settings',
    audit,
    forLimited: 'refused',
    says: 'Change general settings',
  }),
}

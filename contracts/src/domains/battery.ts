// Batteries of transmitters: state, alerts, forecast (spec 4.2 Battery, rules 8). `deviceId` is the transmitter's radio id.
import { z } from 'zod'
import { get, put } from '../endpoint.ts'
import { Time } from '../fields.ts'
import { listQuery, pageOf } from '../list.ts'
import { EntityType } from './positions.ts'

export const BatteryLevel = z.enum(['critical', 'low', 'normal', 'unknown'])

/** Percent: at or below is low, or critical. */
export const BatteryThresholds = z
  .strictObject({ low: z.number().gt(0).max(100), critical: z.number().gt(0).max(100) })
  .refine((limits) => limits.critical < limits.low, { path: ['critical'], message: 'not_below_low' })
export type BatteryThresholds = z.infer<typeof BatteryThresholds>
/** As they are stored: with when they were changed, for the next change of them (If-Match). */
const StoredThresholds = BatteryThresholds.safeExtend({ updatedAt: Time })
export const defaultBatteryThresholds: BatteryThresholds = { low: 40, critical: 20 }

/** Of the transmitters that report a battery. */
export const BatteryStats = z.object({
  total: z.number().int(),
  critical: z.number().int(),
  low: z.number().int(),
  normal: z.number().int(),
  /** Share of normal ones, percent; null when none reports. */
  healthPct: z.number().nullable(),
})

export const BatteryDevice = z.object({
  deviceId: z.string(),
  name: z.string(),
  type: z.string(),
  entityType: EntityType,
  entityId: z.uuid().nullable(),
  level: BatteryLevel,
  batteryPct: z.number().nullable(),
  batteryMv: z.number().nullable(),
  batteryAt: Time.nullable(),
  /** Percent per day, negative while it empties; null with too little history. */
  slopePctPerDay: z.number().nullable(),
  predictedEmptyAt: Time.nullable(),
})
export type BatteryDevice = z.infer<typeof BatteryDevice>

export const BatteryHistory = z.object({
  device: BatteryDevice,
  points: z.array(z.object({ at: Time, batteryPct: z.number(), batteryMv: z.number().nullable() })),
})

export const battery = {
  stats: get('/api/battery/stats', { access: 'battery.view', reply: BatteryStats, says: 'Count batteries by state' }),
  alerts: get('/api/battery/alerts', {
    access: 'battery.view',
    query: listQuery({ level: BatteryLevel.extract(['critical', 'low']).optional() }),
    reply: pageOf(BatteryDevice),
    says: 'List badges whose battery is low or critical',
  }),
  thresholds: get('/api/battery/thresholds', {
    access: 'battery.view',
    reply: StoredThresholds,
    says: 'Read the battery thresholds',
  }),
  changeThresholds: put('/api/battery/thresholds', BatteryThresholds, {
    access: 'battery.manage',
    reply: StoredThresholds,
    changes: 'settings',
    audit: { resource: 'battery_thresholds' },
    forLimited: 'refused',
    says: 'Set the battery thresholds',
  }),
  device: get('/api/battery/device/{deviceId}', {
    access: 'battery.view',
    reply: BatteryDevice,
    params: { deviceId: z.string() },
    says: 'Read the battery of one badge',
  }),
  history: get('/api/battery/history/{deviceId}', {
    access: 'battery.view',
    /** Without a time: the last 30 days. */
    query: z.strictObject({ from: Time.optional(), to: Time.optional() }),
    reply: BatteryHistory,
    params: { deviceId: z.string() },
    says: 'Read how the battery of one badge went, and when it will be empty',
  }),
}

// The channels of the relay and what travels on them (spec 6.1, rules 7 and 9).
import { z } from 'zod'
import { PositionEntry } from './domains/positions.ts'

export const floorPrefix = 'floor:'
export const globalChannel = 'global:all'
export const floorChannel = (floorId: string) => `${floorPrefix}${floorId}`
export const eventChannel = (eventId: string) => `event:${eventId}`
export const alertsChannel = eventChannel('alerts')
/** Of one account: its open pages listen there. */
export const accountChannel = (userId: string) => eventChannel(`account-${userId}`)
export const readinessChannel = eventChannel('readiness')

/** Of the kind that keeps its last message, so that a page that opens knows at once whether anything comes. No floor has this id. */
export const canaryChannel = floorChannel('canary')

/** What the canary of the backend brings (docs/alerts.md): it comes every ten seconds while the whole chain works. */
export const CanaryMessage = z.object({
  type: z.literal('canary'),
  data: z.object({
    /** Epoch milliseconds by the backend's clock. */
    sentAt: z.number().int(),
    /** Of the one before, from the ingest request to a subscribed client; null: none arrived. */
    delayMs: z.number().int().min(0).nullable(),
  }),
})
export type CanaryMessage = z.infer<typeof CanaryMessage>

export const PositionBatch = z.object({ type: z.literal('position-batch'), data: z.array(PositionEntry) })
export type PositionBatch = z.infer<typeof PositionBatch>

export const AmbientDevice = z.object({
  deviceId: z.string(),
  deviceType: z.enum([
    'phone',
    'laptop',
    'tablet',
    'wearable',
    'headset',
    'speaker',
    'tag',
    'beacon',
    'sensor',
    'other',
  ]),
  manufacturer: z.string().nullable(),
  receiverId: z.string(),
  rssi: z.number(),
  /** Epoch milliseconds. */
  timestamp: z.number().int(),
})
export type AmbientDevice = z.infer<typeof AmbientDevice>
export const AmbientBatch = z.object({ type: z.literal('ambient-batch'), data: z.array(AmbientDevice) })

/** Tells every page that an emergency began, changed or ended; the page then reads it from the API. */
export const EmergencyNotice = z.object({
  type: z.literal('emergency'),
  data: z.object({ eventId: z.uuid(), state: z.enum(['active', 'resolved']), at: z.iso.datetime() }),
})

/** Tells every page that alerts came or went, how many new ones, and to which accounts some were assigned; never which, for not everybody may see every kind. */
export const AlertNotice = z.object({
  type: z.literal('alerts'),
  data: z.object({ raised: z.number().int().min(0), assignedTo: z.array(z.uuid()).default([]), at: z.iso.datetime() }),
})
export type AlertNotice = z.infer<typeof AlertNotice>

/** Tells every page that a building became more or less ready; the page then reads how much. */
export const ReadinessNotice = z.object({ type: z.literal('readiness'), data: z.object({ at: z.iso.datetime() }) })
export type ReadinessNotice = z.infer<typeof ReadinessNotice>

/** Tells the pages of an account that what it may do has changed; they then read what. */
export const AccountNotice = z.object({ type: z.literal('account'), data: z.object({ at: z.iso.datetime() }) })
export type AccountNotice = z.infer<typeof AccountNotice>

export const GlobalMessage = z.discriminatedUnion('type', [AmbientBatch, EmergencyNotice])
export type GlobalMessage = z.infer<typeof GlobalMessage>

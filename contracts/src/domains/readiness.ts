// If it rang now: one number from 0 to 100 per building with what lowers it and by how much, and how it was before (docs/readiness.md).
import { z } from 'zod'
import { get } from '../endpoint.ts'
import { Time } from '../fields.ts'

/**
 * What an alarm rests on, in the order in which a site is set up, and how many points its lack costs at most. They add up to 100, so
 * that the number is what is left of them.
 */
export const readinessWeights = {
  floors_without_receivers: 5,
  receivers_silent: 18,
  receivers_pausing: 5,
  receivers_clock: 3,
  readings_late: 2,
  readings_twice: 1,
  people_without_badge: 12,
  badges_flat: 12,
  muster_points: 10,
  floors_without_warden: 5,
  contacts_none: 6,
  contacts_unanswered: 5,
  messages_unsent: 4,
  instructions_unconfirmed: 5,
  drill_overdue: 7,
} as const

const codes = Object.keys(readinessWeights) as (keyof typeof readinessWeights)[]
/** `building_none` stands alone: before there is a building nothing else can be judged. */
export const ReadinessCode = z.enum(['building_none', ...codes])
export type ReadinessCode = z.infer<typeof ReadinessCode>

const Score = z.number().int().min(0).max(100)
const Count = z.number().int().min(0)

export const ReadinessReason = z.object({
  code: ReadinessCode,
  /** What it costs now: mended, the number is higher by this. */
  points: Score,
  atMost: Score,
  /** How many are at fault, and of how many; nothing at all counts as everything at fault. */
  faulty: Count,
  total: Count,
  /** The first few of them, where they have names that everybody may read. */
  names: z.array(z.string()),
  /** When the last drill ended; null: never, or it is not about drills. */
  at: Time.nullable(),
})
export type ReadinessReason = z.infer<typeof ReadinessReason>

export const BuildingReadiness = z.object({
  /** Null: there is no building yet. */
  buildingId: z.uuid().nullable(),
  name: z.string(),
  score: Score,
  /** What lowers it: what must be there before anything else counts, then the dearest first. */
  reasons: z.array(ReadinessReason),
})
export type BuildingReadiness = z.infer<typeof BuildingReadiness>

export const Readiness = z.object({
  /** Over all: a site is as ready as its least ready building. */
  score: Score,
  /** The least ready first; never empty. */
  buildings: z.array(BuildingReadiness).min(1),
  asOf: Time,
})
export type Readiness = z.infer<typeof Readiness>

export const ReadinessChange = z.object({
  at: Time,
  from: Score,
  to: Score,
  /** What changed most in that direction; null when that is not known. */
  because: ReadinessCode.nullable(),
})

export const ReadinessHistory = z.object({
  /** The lowest of each short while, oldest first, and the last as it is. At most some 150. */
  points: z.array(z.object({ at: Time, score: Score })),
  /** The newest first, a few. */
  changes: z.array(ReadinessChange),
})
export type ReadinessHistory = z.infer<typeof ReadinessHistory>

const access = 'emergency.read'
export const readiness = {
  read: get('/api/emergency/readiness', {
    access,
    reply: Readiness,
    forLimited: 'checked',
    says: 'Tell how ready each building is if it rang now, and what lowers it',
  }),
  history: get('/api/emergency/readiness/history', {
    access,
    query: z.strictObject({
      /** Absent: over all. */
      buildingId: z.uuid().optional(),
      days: z.coerce.number().int().min(1).max(365).default(7),
    }),
    reply: ReadinessHistory,
    says: 'Read how ready a building was, over time',
  }),
}

// Where a transmitter is: the entry shared by the channel, the snapshots and the history (spec 6.1, rules 8).
import { z } from 'zod'
import { get } from '../endpoint.ts'
import { Time } from '../fields.ts'

export const entityTypes = ['employee', 'visitor', 'contractor', 'asset', 'standalone'] as const
export const EntityType = z.enum(entityTypes)
export type EntityType = z.infer<typeof EntityType>

export const PositionEntry = z.object({
  transmitterId: z.string(),
  /** x, y in percent of the floor image; xM, yM in metres of the floor frame. */
  position: z.object({ x: z.number(), y: z.number(), xM: z.number(), yM: z.number() }),
  positionMethod: z.enum(['grid', 'trilateration', 'centroid', 'nearest']),
  floorId: z.uuid(),
  buildingId: z.uuid(),
  zoneId: z.uuid().nullable(),
  /** How likely that zone is, 0–1. */
  zoneProbability: z.number().min(0).max(1).nullish(),
  /** Where no zone is likely enough: the one that is likeliest. */
  nearZoneId: z.uuid().nullish(),
  /** 95 % radius. */
  accuracyM: z.number(),
  confidence: z.number().min(0).max(1),
  receiverCount: z.number().int(),
  entityType: EntityType,
  entityId: z.uuid().nullable(),
  name: z.string(),
  /** Epoch milliseconds of the last reading used. */
  timestamp: z.number().int(),
  /** Grows with every entry of one backend; a page drops what is older than what it shows. */
  seq: z.number().int(),
})
export type PositionEntry = z.infer<typeof PositionEntry>

/** Where somebody or something was last seen, in words a page can show without further reading. */
export const Sighting = z.object({
  at: Time,
  buildingId: z.uuid(),
  floorId: z.uuid(),
  floorName: z.string(),
  zoneId: z.uuid().nullable(),
  zoneName: z.string().nullable(),
  /** Where no zone is likely enough: the name of the likeliest. */
  nearZoneName: z.string().nullish(),
})
export type Sighting = z.infer<typeof Sighting>

/** Age limits of a position's state, milliseconds (rules 8). */
export const positionAges = { activeMs: 30_000, lastSeenMs: 300_000 } as const
export function positionState(ageMs: number): 'active' | 'last_seen' | 'stale' {
  return ageMs <= positionAges.activeMs ? 'active' : ageMs <= positionAges.lastSeenMs ? 'last_seen' : 'stale'
}

export const PositionHistoryQuery = z.strictObject({
  transmitterId: z.string().max(64).optional(),
  entityId: z.uuid().optional(),
  floorId: z.uuid().optional(),
  from: Time,
  to: Time,
  /** At most one point per transmitter in this many seconds (the last): long spans fit into the limit, and rest weighs as much as motion. */
  everySeconds: z.coerce.number().int().min(1).max(3600).optional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(1000),
})
/** The place is told with what came after it; zone and radius are those of then. */
export const HistoryPoint = PositionEntry.pick({
  transmitterId: true,
  position: true,
  positionMethod: true,
  floorId: true,
  zoneId: true,
  accuracyM: true,
  timestamp: true,
})

/** Who carried a transmitter when; absent for people and things that were deleted. A transmitter may have had several in the span. */
export const HistoryCarrier = PositionEntry.pick({
  transmitterId: true,
  entityType: true,
  entityId: true,
  name: true,
}).extend({
  /** Epoch milliseconds, the second excluded; null: ever since, and until now. */
  from: z.number().int().nullable(),
  until: z.number().int().nullable(),
})
export type HistoryCarrier = z.infer<typeof HistoryCarrier>

export const PresenceQuery = z.strictObject({
  floorId: z.uuid(),
  from: Time,
  to: Time,
  /** The span is cut into this many equal parts. */
  parts: z.coerce.number().int().min(1).max(500).default(120),
})

export const HeatQuery = z.strictObject({ floorId: z.uuid(), from: Time, to: Time })

export const positions = {
  history: get('/api/positions/history', {
    access: 'positions.history',
    slow: true,
    query: PositionHistoryQuery,
    says: 'Read where badges were',
    reply: z.object({ points: z.array(HistoryPoint), carriers: z.array(HistoryCarrier), truncated: z.boolean() }),
  }),
  presence: get('/api/positions/presence', {
    access: 'positions.history',
    slow: true,
    query: PresenceQuery,
    says: 'Read how many badges were on a floor over time',
    reply: z.object({
      /** One number per part of the span, oldest first. */
      transmitters: z.array(z.number().int()),
    }),
  }),
  heat: get('/api/positions/heat', {
    access: 'positions.history',
    slow: true,
    query: HeatQuery,
    says: 'Read where on a floor people spent their time',
    reply: z.object({
      /** Side of a cell, metres. */
      cellM: z.number().int(),
      /** Column and row from the upper left, and the minutes that people were there, of all together. */
      cells: z.array(z.tuple([z.number().int(), z.number().int(), z.number()])),
    }),
  }),
}

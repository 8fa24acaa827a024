// A site file: a whole building as data. The simulator writes one for the demo, the backend imports it into an empty database.
// Coordinates are metres in the floor frame (origin at the plan's top left, y down); the backend turns them into percent.
import { z } from 'zod'
import { WallDoor } from './domains/walls.ts'

const MetrePoint = z.object({ xM: z.number(), yM: z.number() })
const Key = z.string().min(1).max(64)
/** Twelve lower-case hex digits. */
export const Mac = z.string().regex(/^[0-9a-f]{12}$/)

export const SiteFloor = z.object({
  key: Key,
  name: z.string(),
  level: z.number().int(),
  widthM: z.number().positive(),
  heightM: z.number().positive(),
  planSvg: z.string().max(1_000_000),
  /** Absent in files of before. */
  walls: z.array(z.object({ points: z.array(MetrePoint).min(2), doors: z.array(WallDoor) })).default([]),
})
export const SiteZone = z.object({
  floor: Key,
  name: z.string(),
  zoneType: z.string(),
  polygon: z.array(MetrePoint).min(3),
  isEmergency: z.boolean(),
  isMusterPoint: z.boolean(),
  isRestricted: z.boolean(),
  capacity: z.number().int().nullable(),
})
export const SiteReceiver = MetrePoint.extend({ receiverId: Mac, name: z.string(), floor: Key, zM: z.number() })
export const SitePerson = z.object({
  entityType: z.enum(['employee', 'visitor', 'contractor']),
  employeeId: z.string(),
  fullName: z.string(),
  email: z.string().nullable(),
  jobTitle: z.string().nullable(),
  phone: z.string().nullable(),
  department: z.string().nullable(),
  transmitterId: Mac,
  batteryPct: z.number().int().min(0).max(100),
})
export const SiteAsset = z.object({
  name: z.string(),
  category: z.string(),
  serialNumber: z.string(),
  transmitterId: Mac,
  batteryPct: z.number().int().min(0).max(100),
})

export const SiteContact = z.object({ name: z.string(), role: z.string(), email: z.string() })

/** Epoch milliseconds. */
const Moment = z.number().int()
/** By its place in the file's list; null: in none. */
const ZoneIndex = z.number().int().min(0).nullable()

/** What happened in the building before it was imported, so that a demo has a past to show. */
export const SitePast = z.object({
  /** Where badges were, by time: when, the floor by its place in the list, the zone, metres. */
  tracks: z.array(
    z.object({
      transmitterId: Mac,
      points: z.array(z.tuple([Moment, z.number().int().min(0), ZoneIndex, z.number(), z.number()])),
    }),
  ),
  occupancy: z.array(z.object({ at: Moment, people: z.number().int().min(0) })),
  batteries: z.array(z.object({ transmitterId: Mac, at: Moment, batteryPct: z.number().int().min(0).max(100) })),
  drills: z.array(
    z.object({
      scenario: z.string(),
      message: z.string(),
      by: z.string(),
      triggeredAt: Moment,
      resolvedAt: Moment,
      /** Everybody on the roster, and how they were accounted for. */
      people: z.array(
        z.object({
          transmitterId: Mac,
          zone: ZoneIndex,
          decidedAt: Moment,
          method: z.enum(['auto_zone', 'manual', 'sweep']),
          musterPoint: ZoneIndex,
          note: z.string().nullable(),
        }),
      ),
    }),
  ),
  /** `of`: the receiver or the badge. */
  alerts: z.array(
    z.object({
      kind: z.enum(['receiver_offline', 'battery_low']),
      of: Mac,
      by: z.string(),
      raisedAt: Moment,
      acknowledgedAt: Moment,
      clearedAt: Moment,
    }),
  ),
  /** Floors that an administrator measured, and whose calibration is in use: by its place in the list, when it was put into use, and
   * at each place the mean strengths in dBm. Absent in files of before. */
  surveys: z
    .array(
      z.object({
        floor: z.number().int().min(0),
        acceptedAt: Moment,
        places: z.array(MetrePoint.extend({ heard: z.array(z.object({ receiverId: Mac, rssi: z.number() })) })).min(3),
      }),
    )
    .default([]),
})
export type SitePast = z.infer<typeof SitePast>

export const Site = z.object({
  /** Absent in files of before: the installation keeps the name it has. */
  organisation: z.string().nullable().default(null),
  building: z.object({
    name: z.string(),
    code: z.string(),
    address: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    timezone: z.string(),
  }),
  floors: z.array(SiteFloor).min(1),
  zoneTypes: z.array(z.object({ name: z.string(), colour: z.string().regex(/^#[0-9a-f]{6}$/) })),
  zones: z.array(SiteZone),
  receivers: z.array(SiteReceiver),
  departments: z.array(z.object({ name: z.string(), code: z.string() })),
  people: z.array(SitePerson),
  assets: z.array(SiteAsset),
  contacts: z.array(SiteContact).default([]),
  past: SitePast.nullable().default(null),
})
export type Site = z.infer<typeof Site>

// What flows through the pipeline: each step reads the fields before it and answers a new batch with its own field filled.
import type { ActivityEntry } from '@rollcall/contracts/domains/activity'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import type { Said } from '@rollcall/contracts/sentences'
import type { Reading } from '../ingest/reading.ts'
import type { Device } from './device.ts'
import type { Presence } from './presence.ts'
import type { SiteFloor, SiteModel } from './site-model.ts'
import type { Estimate } from './track.ts'

export interface DeviceOnFloor {
  device: Device
  floor: SiteFloor
  /** Of the floor being right. */
  floorProbability: number
}

export interface Fix extends DeviceOnFloor {
  estimate: Estimate
  /** zone: which, how likely, and where in none, the nearest by what is believed. */
  zoneId: string | null
  zoneProbability?: number | null
  nearZoneId?: string | null
  /** Epoch milliseconds. */
  zoneSince?: number
  /** zone; null before it. Times in epoch milliseconds. */
  presence: (Presence & { musterSince: number | null }) | null
}

/** An entry of the activity log (GET /api/activity). */
export interface ActivityRecord {
  /** Epoch milliseconds. */
  at: number
  type: ActivityEntry['type']
  transmitterId: string
  floorId: string
  zoneId: string | null
  /** A plain sentence, and its code. */
  text: string
  said: Said
}

export interface Sighting {
  device: Device
  reading: Reading
}

export interface Batch {
  /** Epoch milliseconds. */
  readonly now: number
  readonly site: SiteModel
  readonly readings: readonly Reading[]
  /** identify: readings of registered transmitters. */
  readonly sightings: readonly Sighting[]
  /** identify: readings of everything else. */
  readonly ambient: readonly Reading[]
  /** smooth: devices whose position is due. */
  readonly due: readonly Device[]
  /** choose floor. */
  readonly onFloors: readonly DeviceOnFloor[]
  /** estimate and zone. */
  readonly fixes: readonly Fix[]
  /** notice. */
  readonly activity: readonly ActivityRecord[]
  /** record. */
  readonly entries: readonly PositionEntry[]
}

export function emptyBatch(now: number, site: SiteModel, readings: readonly Reading[]): Batch {
  return {
    now,
    site,
    readings,
    sightings: [],
    ambient: [],
    due: [],
    onFloors: [],
    fixes: [],
    activity: [],
    entries: [],
  }
}

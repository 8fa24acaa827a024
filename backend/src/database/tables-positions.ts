// Positions, ambient devices, activity and battery (migration 0004).
import type { ColumnType, Generated } from 'kysely'
import type { AmbientDevice } from '@rollcall/contracts/channels'
import type { ActivityEntry } from '@rollcall/contracts/domains/activity'
import type { EntityType, PositionEntry } from '@rollcall/contracts/domains/positions'
import type { DefaultTimestamp, NullableTimestamp, Optional, Timestamp } from './columns.ts'

type Place = {
  transmitterId: string
  floorId: string
  zoneId: string | null
  /** Percent of the plan. */
  x: number
  y: number
  /** Metres of the floor frame. */
  xM: number
  yM: number
  method: PositionEntry['positionMethod']
  accuracyM: number
  /** Of the last reading used. */
  at: Timestamp
}

export type PositionTables = {
  /** Upserted by positioning, read by the snapshots; name and entity come from the view `carriers`. */
  positionsCurrent: Place & { buildingId: string; confidence: number; receiverCount: number; seq: number }
  /** Partitioned by UTC day. */
  positionHistory: Place
  /** Written by a trigger. */
  transmitterCarriers: {
    transmitterId: string
    entityType: EntityType
    entityId: string | null
    fromAt: Timestamp
    untilAt: NullableTimestamp
  }
  ambientDevices: {
    deviceId: string
    deviceType: AmbientDevice['deviceType']
    manufacturer: string | null
    receiverId: string
    rssi: number
    at: Timestamp
  }
  activity: {
    id: ColumnType<number, never, never>
    at: DefaultTimestamp
    type: ActivityEntry['type']
    transmitterId: Optional<string>
    receiverId: Optional<string>
    floorId: Optional<string>
    zoneId: Optional<string>
    /** A plain sentence. */
    text: string
  }
  batteryHistory: { transmitterId: string; at: Timestamp; batteryPct: Optional<number>; batteryMv: Optional<number> }
  batteryThresholds: { single: Generated<boolean>; low: number; critical: number; updatedAt: DefaultTimestamp }
}

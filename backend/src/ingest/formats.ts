// The formats gateways speak, each one line in the table below (positioning 3). Called by intake.ts.
import { type BatteryReport, readDynamb } from './dynamb-adapter.ts'
import { readMinew } from './minew-adapter.ts'
import { readRaddec } from './raddec-adapter.ts'
import type { Reading } from './reading.ts'

export const formatNames = ['raddec', 'dynamb', 'minew'] as const
export type FormatName = (typeof formatNames)[number]

/** What a batch says. */
export interface Received {
  readings: Reading[]
  batteries: BatteryReport[]
  /** Items of the batch that were usable, and those that were not. */
  accepted: number
  rejected: number
}

/** Reads the items of a batch. `only`: the receiver that sends it, when it may speak for itself alone. */
export type Format = (items: readonly unknown[], arrivedAt: number, only: string | null) => Received

export const formats: Readonly<Record<FormatName, Format>> = {
  raddec: (items, arrivedAt, only) => receivedOf(items.map((item) => ownReadings(readRaddec(item, arrivedAt), only))),
  minew: (items, arrivedAt, only) => receivedOf(readMinew(items, arrivedAt).map((found) => ownReadings(found, only))),
  dynamb(items, arrivedAt) {
    const batteries = items.map((item) => readDynamb(item, arrivedAt)).filter((report) => report !== null)
    return { readings: [], batteries, accepted: batteries.length, rejected: items.length - batteries.length }
  },
}

function receivedOf(perItem: readonly (readonly Reading[] | null)[]): Received {
  const received: Received = { readings: [], batteries: [], accepted: 0, rejected: 0 }
  for (const found of perItem) {
    if (found === null) received.rejected++
    else {
      received.accepted++
      for (const reading of found) received.readings.push(reading)
    }
  }
  return received
}

function ownReadings(readings: Reading[] | null, only: string | null): Reading[] | null {
  if (readings === null || only === null) return readings
  const own = readings.filter(({ receiverId }) => receiverId === only)
  return own.length > 0 ? own : null
}

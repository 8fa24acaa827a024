// The bounded queue between ingest and the pipeline. When it is full, readings of unregistered devices go first;
// what still finds no room is refused, and the gateway hears 429. Filled by ingest-routes.ts, drained by the engine.
import type { BatteryReport } from './dynamb-adapter.ts'
import type { Reading } from './reading.ts'

export interface ReadingQueue {
  /** All of them or none. */
  offer(readings: readonly Reading[]): boolean
  /** Everything waiting, oldest first. */
  drain(): Reading[]
  /** Battery reports travel beside the readings; only the newest per transmitter is kept. All of them or none. */
  offerBatteries(reports: readonly BatteryReport[]): boolean
  drainBatteries(): BatteryReport[]
  readonly size: number
  /** Readings of unregistered devices given up for registered ones. */
  readonly dropped: number
}

interface QueueOptions {
  /** Readings, not raddecs. */
  capacity?: number
  isRegistered?: (transmitterId: string) => boolean
}

/** Devices whose battery report may wait at once. */
const mostBatteries = 20_000

export function createReadingQueue({ capacity = 100_000, isRegistered = () => true }: QueueOptions = {}): ReadingQueue {
  let waiting: Reading[] = []
  let dropped = 0
  const batteries = new Map<string, BatteryReport>()
  const makeRoom = () => {
    const kept = waiting.filter((reading) => isRegistered(reading.transmitterId))
    dropped += waiting.length - kept.length
    waiting = kept
  }
  return {
    offer(readings) {
      if (waiting.length + readings.length > capacity) makeRoom()
      if (waiting.length + readings.length > capacity) return false
      for (const reading of readings) waiting.push(reading)
      return true
    },
    drain() {
      const all = waiting
      waiting = []
      return all
    },
    offerBatteries(reports) {
      if (batteries.size + reports.length > mostBatteries) return false
      for (const report of reports) batteries.set(report.transmitterId, report)
      return true
    },
    drainBatteries() {
      const all = [...batteries.values()]
      batteries.clear()
      return all
    },
    get size() {
      return waiting.length
    },
    get dropped() {
      return dropped
    },
  }
}

// The bounded queue between ingest and the pipeline. When it is full, readings of unregistered devices go first;
// what still finds no room is refused, and the gateway hears 429. Filled by intake.ts, drained by the engine.
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

const most = {
  /** Devices whose battery report may wait at once. */
  batteries: 20_000,
  /** Hex digits of frames that wait; readings beyond it are kept without theirs, which tell about ambient devices only. */
  frameDigits: 20_000_000,
} as const

export function createReadingQueue({ capacity = 100_000, isRegistered = () => true }: QueueOptions = {}): ReadingQueue {
  let waiting: Reading[] = []
  /** How many of them are of unregistered devices. */
  let ambient = 0
  let frameDigits = 0
  let dropped = 0
  const batteries = new Map<string, BatteryReport>()

  /** The oldest readings of ambient devices make way, in one go for a while, for the whole queue is searched. */
  const makeRoom = (needed: number) => {
    let leaving = Math.min(ambient, Math.max(waiting.length + needed - capacity, Math.ceil(capacity / 10)))
    const before = waiting.length
    waiting = waiting.filter(({ transmitterId }) => leaving === 0 || isRegistered(transmitterId) || leaving-- === 0)
    dropped += before - waiting.length
    ambient -= before - waiting.length
  }
  const weigh = (reading: Reading): Reading => {
    if (!isRegistered(reading.transmitterId)) ambient++
    if (!reading.frames) return reading
    if (frameDigits > most.frameDigits) return { ...reading, frames: undefined }
    for (const hex of reading.frames.hex) frameDigits += hex.length
    return reading
  }

  return {
    offer(readings) {
      if (waiting.length - ambient + readings.length > capacity) return false
      if (waiting.length + readings.length > capacity) makeRoom(readings.length)
      if (waiting.length + readings.length > capacity) return false
      for (const reading of readings) waiting.push(weigh(reading))
      return true
    },
    drain() {
      const all = waiting
      waiting = []
      ambient = 0
      frameDigits = 0
      return all
    },
    offerBatteries(reports) {
      if (batteries.size + reports.length > most.batteries) return false
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

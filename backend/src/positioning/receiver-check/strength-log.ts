// What the receivers of a floor heard of badges, one badge a second and floor: five minutes, and a part of the half hour before. Enough
// to tell a bad receiver by, and no more. Filled by the compare step, read when somebody looks at the signal monitor.
import type { SiteFloor, SiteReceiver } from '../site-model.ts'

/** One badge at one moment. */
export interface StrengthRow {
  /** Of the badge, dBm at one metre. */
  referenceDbm: number
  /** dBm, in the order of the floor's receivers; NaN: up but silent; Infinity: not up. */
  strengths: Float32Array
}

export interface StrengthLog {
  /** May a badge on this floor be noted now? */
  isDue(floor: SiteFloor, now: number): boolean
  note(floor: SiteFloor, badge: StrengthInput, now: number): void
  rows(floor: SiteFloor): FloorRows
}

/** In no order. */
export interface FloorRows {
  recent: readonly StrengthRow[]
  past: readonly StrengthRow[]
}

export interface StrengthInput {
  referenceDbm: number
  heard: ReadonlyMap<SiteReceiver, number>
  isOnline(receiver: SiteReceiver): boolean
}

const everyMs = 1000
/** Five minutes of a busy floor; of what is older, every fifth row for 25 minutes. A hundred receivers make it 240 kB. */
const most = { recent: 300, past: 300, pastStride: 5 } as const

interface Log {
  recent: StrengthRow[]
  past: StrengthRow[]
  /** Rows noted so far. */
  count: number
  at: number
}

export function createStrengthLog(): StrengthLog {
  // A floor whose drawing, receivers or calibration changed is another floor: what was heard before would accuse the wrong ones.
  const floors = new WeakMap<SiteFloor, Log>()
  return {
    isDue: (floor, now) => now - (floors.get(floor)?.at ?? 0) >= everyMs,
    note(floor, { referenceDbm, heard, isOnline }, now) {
      let log = floors.get(floor)
      if (!log) floors.set(floor, (log = { recent: [], past: [], count: 0, at: 0 }))
      const strengths = Float32Array.from(floor.receivers, (receiver) => {
        return heard.get(receiver) ?? (isOnline(receiver) ? NaN : Infinity)
      })
      const at = log.count % most.recent
      const older = log.recent[at]
      const leaves = log.count - most.recent
      if (older && leaves % most.pastStride === 0) log.past[(leaves / most.pastStride) % most.past] = older
      log.recent[at] = { referenceDbm, strengths }
      log.count++
      log.at = now
    },
    rows: (floor) => floors.get(floor) ?? { recent: [], past: [] },
  }
}

// What the difference between heard and expected says about a receiver (spec 4.2 Diagnostics).
import type { SignalMonitor } from '@rollcall/contracts/domains/diagnostics'

type Judged = Pick<SignalMonitor['receivers'][number], 'residualDb' | 'driftDb' | 'neighbourDb'>

/** As the calibration calls it suspicious: beyond this it probably hangs elsewhere than drawn. */
const misplacedDb = 8
/** Links between receivers hardly change by themselves. */
const failingDb = 6
/** A change of this much within an hour against the long run is no noise. */
const driftingDb = 4

export function driftWords({ residualDb, driftDb, neighbourDb }: Judged): string {
  if (neighbourDb !== null && Math.abs(neighbourDb) > failingDb) {
    return `${size(neighbourDb)} than an hour ago, by its neighbours' beacons: covered, moved or failing?`
  }
  if (residualDb === null) return 'not enough heard to tell'
  if (Math.abs(residualDb) > misplacedDb) {
    return `${size(residualDb)} than expected: does it hang where it is drawn?`
  }
  if (driftDb !== null && Math.abs(driftDb - residualDb) > driftingDb) {
    return `changed in the last hour: is something in its way?`
  }
  return 'hears as expected'
}

function size(db: number): string {
  return `${Math.abs(Math.round(db))} dB ${db > 0 ? 'stronger' : 'weaker'}`
}

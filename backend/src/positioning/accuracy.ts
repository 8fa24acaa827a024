// The radius around a grid estimate that holds 95 % of the errors (positioning 2.6): the larger of what the filter
// believes and what one look can tell at best, and more where the strengths contradict the model. Owned by a track.
import { expectedStrength } from './expected-strength.ts'
import type { SiteFloor, SiteReceiver } from './site-model.ts'
import type { GridFix } from './solvers/grid-filter.ts'
import { radioBound } from './solvers/radio-bound.ts'

/**
 * From the standard deviation per axis to the radius. Two independent normal axes need 2.45; the larger of two estimates is taken, so
 * that less is enough: the factor at which 30 simulated, surveyed halls have 95 % of their errors inside, rounded to a tenth
 * (`npm run bench -- positioning --derive`, docs/decisions/0009-positioning-constants.md).
 */
export const radiusPerSpread = 2.3
export const smallestRadiusM = 1
/** Squared misfit per receiver, against the floor's scatter, that chance explains with some ten receivers (95 %). */
const misfitByChance = 1.8
/** Share of the newest misfit per second: bodies and open doors last for seconds. */
const misfitGain = 0.1

export interface AccuracyInput {
  floor: SiteFloor
  observations: readonly { receiver: SiteReceiver; rssi: number }[]
  referenceDbm: number
}

export class Accuracy {
  #misfit = 1

  radius(fix: GridFix, { floor, observations, referenceDbm }: AccuracyInput, seconds: number): number {
    const squares = observations.reduce((sum, { receiver, rssi }) => {
      return sum + (rssi - expectedStrength(floor, fix, receiver, referenceDbm)) ** 2
    }, 0)
    // Two of the strengths were spent on the place itself.
    const misfit = squares / Math.max(1, observations.length - 2) / floor.grid.sigmaDb ** 2
    this.#misfit += Math.min(1, misfitGain * seconds) * (misfit - this.#misfit)
    const spreadM = Math.max(fix.spreadM, radioBound(fix, observations, floor.grid))
    const contradiction = Math.sqrt(Math.max(1, this.#misfit / misfitByChance))
    return Math.max(smallestRadiusM, radiusPerSpread * spreadM * contradiction)
  }
}

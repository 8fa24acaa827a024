// The radius around a grid estimate that holds 95 % of the errors (positioning 2.6): how far the filter's belief reaches, corrected by what
// the filter takes for chance and is not: a difference between heard and expected strengths that is still there seconds later moves
// the estimate for good, and looking longer does not help. Owned by a track.
import { expectedStrength } from './expected-strength.ts'
import type { SiteFloor, SiteReceiver } from './site-model.ts'
import type { GridFix } from './solvers/grid-filter.ts'
import { tuned } from './tuned.ts'

const smallestRadiusM = 1
/** Seconds over which differences are put together, and for how many the usual counts at first. */
const memory = { seconds: 20, usualS: 5 } as const
/** The lasting part, in squares of the floor's scatter, that the belief is right with; taken for usual until something was heard. */
const usualLasting = 0.27
/**
 * The estimate leans towards what lasts and hides some of it: as much as unknowns that are fitted (the place, and how strong the badge is) hide of what so many
 * receivers hear, and more the more there is, so that the radius grows faster than with its root. What is believed of it at most.
 */
const correction = { unknowns: 3, most: 2 } as const
/** Differences are compared with those so many seconds before. */
const apartS = { least: 1.4, most: 2.6 } as const

/** Where readings differ from what is expected by this many times the floor's scatter, squared, and for so long, the badge is elsewhere. */
const lost = { misfit: 4, seconds: 4, withinM: 8 } as const

export interface AccuracyInput {
  floor: SiteFloor
  /** Those that heard it lately. */
  observations: readonly unknown[]
  fresh: readonly { receiver: SiteReceiver; rssi: number }[]
  referenceDbm: number
}

type Place = Omit<GridFix, 'spreadM'>

export class Accuracy {
  #lasting = { sum: usualLasting * memory.usualS, weight: memory.usualS as number }
  #before = new Map<SiteReceiver, { off: number; atS: number }>()
  #atS = 0
  #misfit = 1

  /** What is heard does not belong to the place at all. */
  get isLost(): boolean {
    return this.#misfit > lost.misfit
  }

  radius(place: Place, input: AccuracyInput, seconds: number): number {
    this.#note(place, input, seconds)
    const count = Math.max(input.observations.length, correction.unknowns + 1)
    const hidden = count / (count - correction.unknowns)
    const times = (Math.max(0, this.#lasting.sum / this.#lasting.weight) / usualLasting) * hidden
    const corrected = place.reachM * Math.min(correction.most, tuned.radiusFactor * times ** tuned.radiusPower)
    return Math.max(smallestRadiusM, corrected)
  }

  #note(place: Place, { floor, fresh, referenceDbm }: AccuracyInput, seconds: number): void {
    this.#atS += seconds
    let [products, pairs, squares] = [0, 0, 0]
    for (const { receiver, rssi } of fresh) {
      const expected = expectedStrength(floor, place, receiver, referenceDbm + place.strengthDb)
      const off = (rssi - expected) / floor.grid.sigmaDb
      squares += off * off
      const before = this.#before.get(receiver)
      const sinceS = before ? this.#atS - before.atS : Infinity
      if (sinceS < apartS.least) continue
      if (before && sinceS <= apartS.most) {
        products += off * before.off
        pairs++
      }
      this.#before.set(receiver, { off, atS: this.#atS })
    }
    // Only where the badge is thought to be somewhere.
    if (place.reachM > lost.withinM) this.#misfit = 1
    else if (fresh.length > 0)
      this.#misfit += (Math.min(1, seconds) / lost.seconds) * (squares / fresh.length - this.#misfit)
    if (pairs === 0) return
    const kept = Math.exp(-Math.min(seconds, 5) / memory.seconds)
    this.#lasting.sum = this.#lasting.sum * kept + products / pairs
    this.#lasting.weight = this.#lasting.weight * kept + 1
  }
}

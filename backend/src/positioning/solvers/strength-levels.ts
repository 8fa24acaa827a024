// How strong a badge may be, in steps, each with its own belief over the cells: bodies, batteries, models and phones differ by more than
// a place does, so that power and place are believed together. Owned by a grid filter.
import {
  addBelief,
  beliefAt,
  copyBelief,
  noBelief,
  putBelief,
  scaleBelief,
  sumOf,
  type Slot,
} from './cell-arithmetic.ts'
import { tuned } from '../tuned.ts'

/** dB: the step between two levels and the strongest difference that is thought of (phones lie 20 dB apart, and one may be worn). */
const levels = { stepDb: 2, mostDb: 32 } as const
/**
 * What is believed before anything is heard. With a survey strengths can be compared: most badges are as strong as the surveyed one,
 * some are quite different (Cauchy). Without one walls that nobody described look like weak badges: half
 * a nat for each of the readings remembered is asked for, and more for a very different strength (normal, `usualDb`). So many
 * seconds of readings speak about the strength; silence makes nobody forget.
 */
const unknown = { usualDb: 12, memoryS: 10 } as const
/**
 * A level with less of the belief, that readings speak against, is not followed, and no more than so many are, after the first looks:
 * until then a very different strength has not had its chance. How often the neighbours are looked at again, seconds.
 */
const followed = { least: 1e-3, ofPrior: 0.2, firstLooks: 8, most: 3, lookEveryS: 2 } as const

interface Level {
  /** Among all levels, the weakest first. */
  readonly index: number
  readonly strengthDb: number
  readonly prior: number
  /** While the badge is updated. */
  slot: Slot
  /** Until it is updated again; null: not kept yet. */
  belief: Float64Array | null
}

export class StrengthLevels {
  active: Level[]
  meanDb: number
  #all: readonly Level[]
  #unlookedS = 0
  #looks = 0
  #memoryS: number

  constructor(usual: number, isSurveyed: boolean) {
    this.#memoryS = isSurveyed ? tuned.strengthMemoryS : unknown.memoryS
    const count = Math.round(levels.mostDb / levels.stepDb)
    const natsAgainst = isSurveyed ? surveyedNats : unknownNats
    const weights = Array.from({ length: 2 * count + 1 }, (_, i) => {
      const differenceDb = (i - count) * levels.stepDb
      return { strengthDb: usual + differenceDb, weight: Math.exp(-natsAgainst(differenceDb)) }
    })
    const sum = weights.reduce((total, { weight }) => total + weight, 0)
    this.#all = weights.map(({ strengthDb, weight }, index) => ({
      index,
      strengthDb,
      prior: weight / sum,
      slot: 0,
      belief: null,
    }))
    this.active = [...this.#all]
    this.meanDb = usual
  }

  /** To be worked on. `places`: how much each cell is believed in, whatever the strength, before anything is heard; the sum is one. */
  put(places: Float64Array): void {
    let all: Slot | null = null
    for (const level of this.active)
      level.slot = level.belief ? putBelief(level.belief) : copyBelief((all ??= putBelief(places)), level.prior)
  }

  /** After `put` and what was done then. */
  keep(): void {
    for (const level of this.active) level.belief = kept(level.slot, level.belief)
  }

  /** Draws every level back towards what was believed before anything was heard. */
  forget(seconds: number): void {
    this.#unlookedS += seconds
    if (this.#unlookedS >= followed.lookEveryS) this.#lookAround()
    const share = Math.min(1, seconds) / this.#memoryS
    for (const { slot, prior } of this.active)
      scaleBelief(slot, (prior / Math.max(sumOf(slot), Number.MIN_VALUE)) ** share)
  }

  /** Makes one belief of all levels, which sums to one, and lets go of those that are out of the question. */
  normalise(): Slot {
    const masses = this.active.map(({ slot }) => sumOf(slot))
    const total = masses.reduce((sum, mass) => sum + mass, 0)
    const together = noBelief()
    this.meanDb = 0
    const most = this.#looks++ < followed.firstLooks ? Infinity : followed.most
    const enough = masses.toSorted((a, b) => b - a)[most - 1] ?? 0
    this.active = this.active.filter((level, i) => {
      const { strengthDb, prior, slot } = level
      const share = masses[i]! / total
      this.meanDb += share * strengthDb
      scaleBelief(slot, 1 / total)
      addBelief(slot, together)
      const isKept = masses[i]! >= enough && (share >= followed.least || share > prior * followed.ofPrior)
      if (!isKept) level.belief = null
      return isKept
    })
    return together
  }

  /** The neighbours of the levels that are followed come back, with the least that would have kept them. */
  #lookAround(): void {
    this.#unlookedS = 0
    const known = new Map(this.active.map((level) => [level.index, level]))
    for (const level of this.#all) {
      const beside = known.get(level.index - 1) ?? known.get(level.index + 1)
      if (known.has(level.index) || !beside) continue
      level.slot = copyBelief(beside.slot, followed.least)
      this.active.push(level)
    }
  }
}

/** In the array it was in before, where that is as long: making another costs more than all that is done with it. */
export function kept(slot: Slot, before: Float64Array | null): Float64Array {
  const values = beliefAt(slot)
  if (before?.length !== values.length) return values.slice()
  before.set(values)
  return before
}

const surveyedNats = (differenceDb: number) => Math.log(1 + (differenceDb / tuned.strengthScaleDb) ** 2)
const unknownNats = (differenceDb: number) =>
  differenceDb === 0 ? 0 : tuned.unknownNats + (differenceDb / unknown.usualDb) ** 2 / 2

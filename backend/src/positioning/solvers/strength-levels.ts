// How strong a badge may be, in steps, each with its own belief over the cells: bodies, batteries, models and phones differ by more than
// a place does, so that power and place are believed together. Owned by a grid filter.
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
  belief: Float64Array
}

export class StrengthLevels {
  active: Level[]
  meanDb: number
  #all: readonly Omit<Level, 'belief'>[]
  #unlookedS = 0
  #looks = 0
  #memoryS: number

  /** `places`: how much each cell is believed in, whatever the strength; the sum is one. */
  constructor(places: Float64Array, usual: number, isSurveyed: boolean) {
    this.#memoryS = isSurveyed ? tuned.strengthMemoryS : unknown.memoryS
    const count = Math.round(levels.mostDb / levels.stepDb)
    const natsAgainst = isSurveyed ? surveyedNats : unknownNats
    const weights = Array.from({ length: 2 * count + 1 }, (_, i) => {
      const differenceDb = (i - count) * levels.stepDb
      return { strengthDb: usual + differenceDb, weight: Math.exp(-natsAgainst(differenceDb)) }
    })
    const sum = weights.reduce((total, { weight }) => total + weight, 0)
    this.#all = weights.map(({ strengthDb, weight }, index) => ({ index, strengthDb, prior: weight / sum }))
    this.active = this.#all.map((level) => withBelief(level, scaled(places, level.prior)))
    this.meanDb = usual
  }

  /** Draws every level back towards what was believed before anything was heard. */
  forget(seconds: number): void {
    this.#unlookedS += seconds
    if (this.#unlookedS >= followed.lookEveryS) this.#lookAround()
    const share = Math.min(1, seconds) / this.#memoryS
    for (const { belief, prior } of this.active) {
      const mass = sumOf(belief)
      const factor = (prior / Math.max(mass, Number.MIN_VALUE)) ** share
      for (let cell = 0; cell < belief.length; cell++) belief[cell]! *= factor
    }
  }

  /** Makes one belief of all levels, which sums to one, and lets go of those that are out of the question. */
  normalise(together: Float64Array): void {
    const masses = this.active.map(({ belief }) => sumOf(belief))
    const total = masses.reduce((sum, mass) => sum + mass, 0)
    const perTotal = 1 / total
    together.fill(0)
    this.meanDb = 0
    const most = this.#looks++ < followed.firstLooks ? Infinity : followed.most
    const enough = masses.toSorted((a, b) => b - a)[most - 1] ?? 0
    this.active = this.active.filter(({ strengthDb, prior, belief }, i) => {
      const share = masses[i]! / total
      this.meanDb += share * strengthDb
      for (let cell = 0; cell < belief.length; cell++) together[cell]! += belief[cell]! *= perTotal
      return masses[i]! >= enough && (share >= followed.least || share > prior * followed.ofPrior)
    })
  }

  /** The neighbours of the levels that are followed come back, with the least that would have kept them. */
  #lookAround(): void {
    this.#unlookedS = 0
    const known = new Map(this.active.map((level) => [level.index, level]))
    for (const level of this.#all) {
      const beside = known.get(level.index - 1) ?? known.get(level.index + 1)
      if (known.has(level.index) || !beside) continue
      this.active.push(withBelief(level, scaled(beside.belief, followed.least)))
    }
  }
}

function withBelief({ index, strengthDb, prior }: Omit<Level, 'belief'>, belief: Float64Array): Level {
  return { index, strengthDb, prior, belief }
}

const surveyedNats = (differenceDb: number) => Math.log(1 + (differenceDb / tuned.strengthScaleDb) ** 2)
const unknownNats = (differenceDb: number) =>
  differenceDb === 0 ? 0 : tuned.unknownNats + (differenceDb / unknown.usualDb) ** 2 / 2

/** Written out, for it is done thirty times for every badge that appears. */
function scaled(values: Float64Array, factor: number): Float64Array {
  const found = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) found[i] = values[i]! * factor
  return found
}

function sumOf(values: Float64Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]!
  return sum
}

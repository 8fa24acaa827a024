// How strong a badge may be, in steps, each with its own belief over the cells: bodies, batteries, models and phones differ by more than
// a place does, so that power and place are believed together. Owned by a grid filter.

/** dB: the step between two levels and the strongest difference that is thought of (phones lie 20 dB apart). */
const levels = { stepDb: 3, mostDb: 24 } as const
/**
 * A badge is as strong as it was, unless readings say otherwise: so many nats against any other strength. A survey makes strengths
 * comparable; without one walls that nobody described look like weak badges, and half a nat for each of the readings remembered is
 * asked for.
 */
const against = { surveyed: 4, unknown: 13 } as const
/** Very different strengths are rarer, standard deviation in dB. */
const usualDb = 12
/** So many seconds of readings speak about the strength; silence makes nobody forget. */
const memoryS = 10
/**
 * A level with less of the belief, that readings speak against, is not followed, and no more than so many are, after the first looks;
 * how often their neighbours are looked at again, seconds.
 */
const followed = { least: 1e-3, ofPrior: 0.2, first: 9, firstLooks: 4, most: 3, lookEveryS: 2 } as const

interface Level {
  readonly strengthDb: number
  readonly prior: number
  belief: Float64Array
}

export class StrengthLevels {
  active: Level[]
  meanDb: number
  #all: readonly { strengthDb: number; prior: number }[]
  #unlookedS = 0
  #looks = 0

  constructor(cells: number, usual: number, isSurveyed: boolean) {
    const count = Math.round(levels.mostDb / levels.stepDb)
    const others = isSurveyed ? against.surveyed : against.unknown
    const weights = Array.from({ length: 2 * count + 1 }, (_, i) => {
      const differenceDb = (i - count) * levels.stepDb
      const nats = differenceDb === 0 ? 0 : others + (differenceDb / usualDb) ** 2 / 2
      return { strengthDb: usual + differenceDb, weight: Math.exp(-nats) }
    })
    const sum = weights.reduce((total, { weight }) => total + weight, 0)
    this.#all = weights.map(({ strengthDb, weight }) => ({ strengthDb, prior: weight / sum }))
    this.active = this.#all.map((level) => ({ ...level, belief: new Float64Array(cells).fill(level.prior / cells) }))
    this.meanDb = usual
  }

  /** Draws every level back towards what was believed before anything was heard. */
  forget(seconds: number): void {
    this.#unlookedS += seconds
    if (this.#unlookedS >= followed.lookEveryS) this.#lookAround()
    const share = Math.min(1, seconds) / memoryS
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
    together.fill(0)
    this.meanDb = 0
    const most = this.#looks++ < followed.firstLooks ? followed.first : followed.most
    const enough = masses.toSorted((a, b) => b - a)[most - 1] ?? 0
    this.active = this.active.filter(({ strengthDb, prior, belief }, i) => {
      const share = masses[i]! / total
      this.meanDb += share * strengthDb
      for (let cell = 0; cell < belief.length; cell++) together[cell]! += belief[cell]! /= total
      return masses[i]! >= enough && (share >= followed.least || share > prior * followed.ofPrior)
    })
  }

  /** The neighbours of the levels that are followed come back, with the least that would have kept them. */
  #lookAround(): void {
    this.#unlookedS = 0
    const known = new Map(this.active.map((level) => [level.strengthDb, level]))
    for (const { strengthDb, prior } of this.#all) {
      const beside = known.get(strengthDb - levels.stepDb) ?? known.get(strengthDb + levels.stepDb)
      if (known.has(strengthDb) || !beside) continue
      this.active.push({ strengthDb, prior, belief: beside.belief.map((value) => value * followed.least) })
    }
  }
}

function sumOf(values: Float64Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]!
  return sum
}

// The path of one badge on its floor: owns the filters, picks the method by what is heard, keeps the speed believable
// (positioning 2.5, 2.6). Owned by a device, changed by the estimate step.
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { Accuracy } from './accuracy.ts'
import { LearntStrength, type Strength, usualDb } from './learnt-strength.ts'
import { Motion } from './motion.ts'
import type { SiteFloor, SiteReceiver } from './site-model.ts'
import { weightedCentroid } from './solvers/centroid.ts'
import { createConstantVelocity, type ConstantVelocity } from './solvers/constant-velocity.ts'
import { GridFilter, type Unheard } from './solvers/grid-filter.ts'
import type { PlanarPoint } from './solvers/observation.ts'
import { trilaterate } from './solvers/trilateration.ts'

export interface Estimate extends PlanarPoint {
  method: PositionEntry['positionMethod']
  /** 95 % radius. */
  accuracyM: number
  /** Standard deviation per axis. */
  spreadM: number
  receiverCount: number
}

export interface TrackInput {
  floor: SiteFloor
  /** Mean strengths over the window. */
  observations: readonly { receiver: SiteReceiver; rssi: number }[]
  /** What was heard since the last time, each reading once. */
  fresh: readonly { receiver: SiteReceiver; rssi: number; weight: number }[]
  /** Who heard nothing over the window; null: that says nothing. */
  unheard: Unheard | null
  referenceDbm: number
  /** Epoch milliseconds. */
  now: number
  maximumSpeedMps: number
  /** False: trilateration instead of the grid, for very many badges. */
  useGrid: boolean
}

/** Where a badge was shown last. */
interface ShownPlace extends PlanarPoint {
  floor: SiteFloor
  /** Epoch milliseconds. */
  at: number
  movedAt: number | null
  method: Estimate['method']
  accuracyM: number
}

/** From the smoother's spread to its radius; wider than a normal error needs, for trilateration errs alike for seconds. */
const smootherRadius = 2.6
/** From a radius that holds 95 % of a normal error in the plane to its standard deviation per axis. */
const radiusPerSpread = 2.45
/** A nearest-receiver position is nowhere better than this. */
const nearestRadiusM = 5
/** The marker of a resting badge follows no faster: noise would make it hop about, and who sets off is caught up with in seconds. */
const strollMps = 0.9
/** A filter that went so far from the strength it began with has learnt something. */
const openedDb = 1.5
/** A badge that was silent for longer, seconds, appears anew: for so long nobody knows whether it rests, and its place is a guess. */
const appeared = { silenceS: 3, forMs: 10_000 } as const
/** A filter that was fed by three receivers carries on with fewer for so long. */
const warmMs = 15_000
/** After such a silence the badge may be anywhere: start over. */
export const restartMs = 30_000

export class Track {
  /** The filter behind the last grid estimate; the zone step reads its cells. */
  grid: GridFilter | null = null
  #accuracy = new Accuracy()
  #motion = new Motion()
  #isStill = false
  #smoother: ConstantVelocity | null = null
  #floor: SiteFloor | null = null
  #last: PlanarPoint | null = null
  #at = 0
  #movedAt: number | null = null
  #warmUntil = 0
  #heardSince = 0
  #radiusM = 0
  #strength: LearntStrength
  #strengthDb: number
  /** Of the filter when it began. */
  #beganDb = 0
  #beganAt = 0

  /** `strength`: as it was learnt before; null: not yet. */
  constructor(strength: Strength | null = null) {
    this.#strength = new LearntStrength(strength)
    this.#strengthDb = this.#strength.startDb
  }

  update(input: TrackInput): Estimate {
    if (input.now - this.#at > restartMs) [this.#last, this.#strengthDb] = [null, this.#strength.startDb]
    if (input.floor !== this.#floor || this.#last === null) this.#restart(input.floor)
    const seconds = this.#last ? Math.max(0.05, (input.now - this.#at) / 1000) : 1
    const estimate = this.#estimate(input, seconds)
    if (!this.#last || seconds > appeared.silenceS) this.#heardSince = input.now
    const isNew = input.now - this.#heardSince < appeared.forMs
    const isResting = this.#isStill && !isNew
    const speedMps = isResting ? Math.min(strollMps, input.maximumSpeedMps) : input.maximumSpeedMps
    // A first guess that narrows is no walk.
    const narrowedM = isNew ? Math.max(0, this.#radiusM - estimate.accuracyM) : 0
    const point = this.#last ? limitStep(this.#last, estimate, speedMps * seconds + narrowedM) : estimate
    // The circle is around the marker, not around where it is going.
    this.#radiusM = estimate.accuracyM + Math.hypot(estimate.xM - point.xM, estimate.yM - point.yM)
    this.#isStill = this.#motion.isStill(point, input.now)
    if (this.#motion.isWalking) this.#movedAt = input.now
    if (this.grid && this.#tellsStrength(this.grid))
      this.#strength.add(this.#strengthDb, input.now, this.#motion.isWalking)
    this.#last = { xM: point.xM, yM: point.yM }
    this.#at = input.now
    const { method, spreadM, receiverCount } = estimate
    return { xM: point.xM, yM: point.yM, accuracyM: this.#radiusM, method, spreadM, receiverCount }
  }

  /** After a restart of the process the marker goes on from where it was shown last. */
  resume({ floor, xM, yM, at, movedAt, method, accuracyM }: ShownPlace): void {
    this.#restart(floor)
    this.#movedAt = movedAt
    this.#last = { xM, yM }
    this.#at = at
    this.#radiusM = accuracyM
    this.#motion.resume({ xM, yM }, at, movedAt)
    this.#isStill = this.#motion.isStill({ xM, yM }, at)
    if (method !== 'grid') return
    this.#beganDb = this.#strengthDb
    this.grid = new GridFilter(floor.grid, this.#strengthDb, { xM, yM, spreadM: accuracyM / radiusPerSpread })
    this.#warmUntil = at + warmMs
  }

  /** How much stronger the badge is than its reference power, dB. */
  get strengthDb(): number {
    return this.#strengthDb
  }

  /** By how much readings may be weaker than those of a usual badge, so that the weakest of this one still count, dB. */
  get weakerDb(): number {
    // A survey has the weakest links as they are heard: without them a badge seems stronger, and then even fewer of them would count.
    const sureDb = this.#floor?.grid.isSurveyed ? usualDb : this.#strength.now.sureDb
    return Math.max(0, 2 * sureDb - this.#strengthDb)
  }

  /** What was learnt of it and is not stored yet; null: nothing new. */
  takeStrength(): Strength | null {
    return this.#strength.takeReport()
  }

  /** The reference power became another one: what was learnt against the old one means nothing. */
  forgetStrength(): void {
    this.#strength = new LearntStrength()
    this.#strengthDb = 0
    this.grid = null
  }

  /** When the badge was last seen to walk, epoch milliseconds; null: not since it was first heard. */
  get movedAt(): number | null {
    return this.#movedAt
  }

  get isStill(): boolean {
    return this.#isStill
  }

  /** Where the badge was last estimated to be. */
  get place(): (PlanarPoint & { floor: SiteFloor }) | null {
    return this.#floor && this.#last ? { xM: this.#last.xM, yM: this.#last.yM, floor: this.#floor } : null
  }

  /** Stairs and lifts lead straight up: on another floor the marker goes on from the same place. */
  #restart(floor: SiteFloor): void {
    this.#floor = floor
    this.grid = null
    this.#accuracy = new Accuracy()
    this.#motion = new Motion()
    this.#isStill = false
    this.#smoother = null
    this.#warmUntil = 0
  }

  /** Without a survey a filter keeps to the strength it began with, unless much speaks against it: keeping to it tells nothing. */
  #tellsStrength({ grid }: GridFilter): boolean {
    return grid.isSurveyed || Math.abs(this.#strengthDb - this.#beganDb) >= openedDb
  }

  #estimate(input: TrackInput, seconds: number): Estimate {
    const { floor, observations, referenceDbm, now, useGrid } = input
    const receiverCount = observations.length
    const model = { referenceDbm: referenceDbm + this.#strengthDb, exponent: floor.grid.exponent }
    if (receiverCount >= 3) this.#warmUntil = now + warmMs
    if (useGrid && now < this.#warmUntil) {
      if (this.#accuracy.isLost) [this.grid, this.#accuracy] = [null, new Accuracy()]
      // A filter that begins takes what was heard lately.
      const heard = this.grid ? input.fresh : observations
      if (!this.grid) [this.#beganDb, this.#beganAt] = [this.#strengthDb, now]
      this.grid ??= new GridFilter(floor.grid, this.#strengthDb)
      const mean = this.grid.update(heard, referenceDbm, seconds, input.unheard)
      // Later the mean is as near and calmer, and without a survey the likelier of two places is too often the wrong one.
      const fix = now - this.#beganAt < appeared.forMs && floor.grid.isSurveyed ? this.grid.middle() : mean
      const { xM, yM, spreadM } = fix
      this.#strengthDb = fix.strengthDb
      const accuracyM = this.#accuracy.radius(fix, input, seconds)
      return { xM, yM, spreadM, method: 'grid', accuracyM, receiverCount }
    }
    this.grid = null
    if (receiverCount >= 3) {
      this.#smoother ??= createConstantVelocity()
      const { xM, yM, spreadM } = this.#smoother.update(trilaterate(observations, model, floor), seconds)
      return { xM, yM, spreadM, method: 'trilateration', accuracyM: smootherRadius * spreadM, receiverCount }
    }
    const { xM, yM } = weightedCentroid(observations, model)
    const accuracyM = Math.max(nearestRadiusM, spacing(floor, observations) / 2)
    const method = receiverCount === 2 ? 'centroid' : 'nearest'
    return { xM, yM, method, accuracyM, spreadM: accuracyM / radiusPerSpread, receiverCount }
  }
}

/** Nobody is carried through the building: the marker follows a far jump at walking speed. */
export function limitStep(from: PlanarPoint, to: PlanarPoint, mostM: number): PlanarPoint {
  const distance = Math.hypot(to.xM - from.xM, to.yM - from.yM)
  if (distance <= mostM) return to
  const part = mostM / distance
  return { xM: from.xM + (to.xM - from.xM) * part, yM: from.yM + (to.yM - from.yM) * part }
}

/** Distance from the first receiver to the next one: to the other that hears the badge, else to its nearest neighbour. */
function spacing(floor: SiteFloor, observations: TrackInput['observations']): number {
  const first = observations[0]!.receiver
  const others =
    observations.length > 1 ? [observations[1]!.receiver] : floor.receivers.filter((other) => other !== first)
  return others.reduce((least, other) => Math.min(least, Math.hypot(other.xM - first.xM, other.yM - first.yM)), 20)
}

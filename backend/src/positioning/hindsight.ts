// The marker of a badge, some seconds late and closer to the truth for it: where the site chose exactness over speed, a place is shown
// when what came after it is known (fixed-lag smoothing). Owned by a device, changed by the record step.
import { type PastPoint, smoothPast } from './smooth-past.ts'
import { limitStep } from './track.ts'

export class Hindsight {
  /** Oldest first: what is not older than the lag, and the one before it. */
  #recent: PastPoint[] = []
  #shown: PastPoint | null = null

  /**
   * Takes where the badge is and answers where it was `lagMs` before, as one knows by now; sooner while it has not been here for so
   * long. Which floor somebody is on never waits: stairs and lifts lead straight up, so that the way to them is told on the new one.
   */
  update(point: PastPoint, lagMs: number, maximumSpeedMps: number): PastPoint {
    const { floorId, timestamp } = point
    const before = this.#recent.at(-1)
    if (before && before.floorId !== floorId) this.#recent = this.#recent.map((each) => ({ ...each, floorId }))
    if (before?.timestamp === timestamp) this.#recent.pop()
    this.#recent.push(point)
    const due = this.#recent.findLastIndex((each) => each.timestamp <= timestamp - lagMs)
    if (due > 0) this.#recent = this.#recent.slice(due)
    const then = smoothPast(this.#recent)[0]!
    // Radii that change let a smoothed place go faster than those that it is made of.
    const speedMps = Math.max(maximumSpeedMps, fastest(this.#recent))
    const place = this.#shown && before ? limitStep(this.#shown, then, speedMps * secondsBetween(before, point)) : then
    this.#shown = { ...then, xM: place.xM, yM: place.yM }
    return this.#shown
  }

  /** The site shows what it knows at once. */
  forget(): void {
    if (this.#shown) [this.#recent, this.#shown] = [[], null]
  }
}

/** The marker itself goes faster than anybody walks while it corrects a first guess. */
function fastest(points: readonly PastPoint[]): number {
  return points.slice(1).reduce((most, point, at) => {
    const before = points[at]!
    const speed = Math.hypot(point.xM - before.xM, point.yM - before.yM) / secondsBetween(before, point)
    return Math.max(most, speed)
  }, 0)
}

const secondsBetween = (before: PastPoint, point: PastPoint) =>
  Math.max(0.05, (point.timestamp - before.timestamp) / 1000)

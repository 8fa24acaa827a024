// Whether a badge rests: it came less far in the last ten seconds than a slow walk would take it (positioning 2.7).
// Owned by a track, which lets the marker of a resting badge follow at a stroll, so that noise does not make it jump.
import type { PlanarPoint } from './solvers/observation.ts'

const still = { speedMps: 0.3, seconds: 10 } as const
/** One place a second is remembered. */
const everyMs = 1000

export class Motion {
  #places: (PlanarPoint & { at: number })[] = []

  /** Takes the newest place and answers whether the badge rests; not before it was seen for ten seconds. */
  isStill({ xM, yM }: PlanarPoint, now: number): boolean {
    const newest = this.#places.at(-1)
    if (!newest || now - newest.at >= everyMs) this.#places.push({ xM, yM, at: now })
    while (this.#places.length > 1 && now - this.#places[1]!.at >= still.seconds * 1000) this.#places.shift()
    const oldest = this.#places[0]!
    const seconds = (now - oldest.at) / 1000
    return seconds >= still.seconds && Math.hypot(xM - oldest.xM, yM - oldest.yM) < still.speedMps * seconds
  }

  /** It was last seen to walk before then, and is here now; epoch milliseconds. */
  resume({ xM, yM }: PlanarPoint, now: number, movedAt: number | null): void {
    const restedMs = Math.min(still.seconds * 1000, now - (movedAt ?? 0))
    this.#places = [{ xM, yM, at: now - restedMs }]
  }

  /** Whether it came as far as a slow walk of ten seconds: whoever has just been heard for the first time did not. */
  get isWalking(): boolean {
    const [oldest, newest] = [this.#places[0], this.#places.at(-1)]
    if (!oldest || !newest) return false
    return Math.hypot(newest.xM - oldest.xM, newest.yM - oldest.yM) >= still.speedMps * still.seconds
  }
}

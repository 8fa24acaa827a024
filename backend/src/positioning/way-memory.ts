// Whether a badge may just have taken stairs or a lift: whoever was nowhere near one for a while is still on the same floor, whatever the
// radio says for a moment (positioning 2.4). Owned by a device, changed by the choose-floor step.
import type { SiteFloor } from './site-model.ts'
import type { PlanarPoint } from './solvers/observation.ts'

/** Metres from the marker, which is that far off now and then. */
const nearM = 8
/** Up the stairs and some steps on, until the other floor is noticed; and after it appeared, for a first guess may be of the wrong floor. */
const recent = { wayMs: 20_000, appearedMs: 15_000 } as const

export class WayMemory {
  #floor: SiteFloor | null = null
  #openUntil = 0

  /** `place`: where the marker stands; null: nowhere yet. */
  mayLeave(place: (PlanarPoint & { floor: SiteFloor }) | null, now: number): boolean {
    if (!place || place.floor.zones.ways.length === 0) return true
    // It came here by a way, or was put here.
    if (place.floor !== this.#floor) this.#openUntil = now + recent.appearedMs
    this.#floor = place.floor
    if (isNearWay(place)) this.#openUntil = now + recent.wayMs
    return now <= this.#openUntil
  }
}

function isNearWay({ floor, xM, yM }: PlanarPoint & { floor: SiteFloor }): boolean {
  const beyond = (at: number, from: number, to: number) => Math.max(0, from - at, at - to)
  return floor.zones.ways.some(
    ({ fromX, toX, fromY, toY }) => Math.hypot(beyond(xM, fromX, toX), beyond(yM, fromY, toY)) <= nearM,
  )
}

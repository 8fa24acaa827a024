// What is kept of a walk, as the backend keeps positions: often while somebody walks, once a minute at rest. Used by past.ts.
import type { SitePast } from '@rollcall/contracts/site'
import type { Walker } from '../walkers/walker.ts'
import type { ZoneOf } from './zone-of.ts'

type Point = SitePast['tracks'][number]['points'][number]

const everyMs = { moving: 10_000, resting: 60_000 } as const

export function createTrack(walker: Walker, zoneOf: ZoneOf, floorOf: ReadonlyMap<number, number>) {
  const points: Point[] = []
  let keptAt = -Infinity
  let wasMoving = false
  return {
    points,
    note(at: number): void {
      const { present, moving, location } = walker
      const isDue = at - keptAt >= (moving || wasMoving ? everyMs.moving : everyMs.resting)
      if (!present || !isDue) return
      keptAt = at
      wasMoving = moving
      const { level, x, y } = location
      points.push([at, floorOf.get(level)!, zoneOf(location), tenths(x), tenths(y)])
    },
  }
}

const tenths = (metres: number) => Math.round(metres * 10) / 10

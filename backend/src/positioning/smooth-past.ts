// Where badges were, knowing what came after: the backward half of a Rauch–Tung–Striebel smoother. What is stored is the mean of the live
// filter, which is the forward half and lags behind whoever walks. Called by domains/positions/history-queries.ts for everything that
// shows the past, and by hindsight.ts.
import { tuned } from './tuned.ts'

export interface PastPoint {
  transmitterId: string
  floorId: string
  /** Epoch milliseconds. */
  timestamp: number
  /** 95 % radius. */
  accuracyM: number
  /** In percent of the floor image, and in metres. */
  x: number
  y: number
  xM: number
  yM: number
}

/** How the live filter lets a belief spread, metres per axis in a second; over a longer time somebody may have gone straight on. */
const walking = { diffusionM: 1, speedMps: 1 } as const
/** From a radius that holds 95 % of a normal error in the plane to its standard deviation per axis. */
const radiusPerSpread = 2.45
/** After such a silence nobody knows how the badge came there. */
const gapMs = 30_000
/** What comes later than this after a point moves it by less than a twentieth of the way. */
export const lookAheadMs = 15_000

/**
 * Oldest first, any number of badges; count, order and everything but the place stay. Every point goes some of the way to the next one of
 * its badge, so that nothing leaves the ground that the stored points cover. The radius stays: lasting errors are still in it.
 */
export function smoothPast(points: readonly PastPoint[]): PastPoint[] {
  const after = new Map<string, PastPoint>()
  const smoothed = [...points]
  for (let index = points.length - 1; index >= 0; index--) {
    const point = points[index]!
    const later = after.get(point.transmitterId)
    const place = later && isOneStretch(point, later) ? towards(point, later) : point
    smoothed[index] = place
    after.set(point.transmitterId, place)
  }
  return smoothed
}

function isOneStretch(point: PastPoint, later: PastPoint): boolean {
  return point.floorId === later.floorId && later.timestamp - point.timestamp <= gapMs
}

function towards(point: PastPoint, later: PastPoint): PastPoint {
  const { transmitterId, floorId, timestamp, accuracyM } = point
  const seconds = (later.timestamp - timestamp) / 1000
  // A radius beyond that is one of errors that last, which no later point undoes.
  const variance = Math.min(tuned.pastSpreadM, accuracyM / radiusPerSpread) ** 2
  const walked = Math.max(walking.diffusionM ** 2 * seconds, (walking.speedMps * seconds) ** 2)
  const share = variance / (variance + walked)
  const between = (from: number, to: number) => from + (to - from) * share
  return {
    transmitterId,
    floorId,
    timestamp,
    accuracyM,
    x: between(point.x, later.x),
    y: between(point.y, later.y),
    xM: between(point.xM, later.xM),
    yM: between(point.yM, later.yM),
  }
}

// How well the receivers that hear a badge can place it at best: the Cramér–Rao bound of one look, which grows with their distance
// and shrinks with their number. Used for the accuracy radius (spec/positioning, quality).
import type { FloorGrid } from './floor-grid.ts'
import { badgeHeightM, type Observation, type PlanarPoint } from './observation.ts'

const nearestM = 1
/** Receivers in a line say nothing across it; the floor's own size limits the rest. */
const mostM = 15

/** Standard deviation per axis, metres. */
export function radioBound(
  { xM, yM }: PlanarPoint,
  observations: readonly Observation[],
  { exponent, sigmaDb }: FloorGrid,
): number {
  let [xx, xy, yy] = [0, 0, 0]
  for (const { receiver } of observations) {
    const [dx, dy] = [xM - receiver.xM, yM - receiver.yM]
    const distance = Math.max(nearestM, Math.hypot(dx, dy, receiver.zM - badgeHeightM))
    // Decibels per metre towards the receiver, in standard deviations.
    const slope = (10 * exponent) / Math.LN10 / distance / sigmaDb
    const [gx, gy] = [(slope * dx) / distance, (slope * dy) / distance]
    xx += gx * gx
    xy += gx * gy
    yy += gy * gy
  }
  const determinant = xx * yy - xy * xy
  const variance = determinant > 0 ? (xx + yy) / determinant / 2 : Infinity
  return Math.min(mostM, Math.sqrt(variance))
}

// How well the receivers that hear a badge can place it at best: the Cramér–Rao bound of one look, from how steeply the expected
// strengths change around the place. Used for the accuracy radius (positioning 2.6).
import type { FloorGrid } from './floor-grid.ts'
import type { Observation, PlanarPoint } from './observation.ts'

/** The slope is taken over this much to either side, metres: smaller ripples of a surveyed map place nobody. */
const reachM = 1
/** Receivers in a line say nothing across it; the floor's own size limits the rest. */
const mostM = 15

/** Standard deviation per axis, metres. */
export function radioBound({ xM, yM }: PlanarPoint, observations: readonly Observation[], grid: FloorGrid): number {
  const { cellM, columns, rows, sigmaDb } = grid
  const reach = Math.round(reachM / cellM)
  const between = (index: number, count: number) => Math.max(reach, Math.min(count - 1 - reach, index))
  const cell = between(Math.floor(yM / cellM), rows) * columns + between(Math.floor(xM / cellM), columns)
  let [xx, xy, yy] = [0, 0, 0]
  for (const { receiver } of observations) {
    const table = grid.expected(receiver)
    // Decibels per metre, in standard deviations.
    const slope = (step: number) =>
      ((table[cell + step] ?? 0) - (table[cell - step] ?? 0)) / (2 * reach * cellM * sigmaDb)
    const [gx, gy] = [slope(reach), slope(reach * columns)]
    xx += gx * gx
    xy += gx * gy
    yy += gy * gy
  }
  const determinant = xx * yy - xy * xy
  const variance = determinant > 0 ? (xx + yy) / determinant / 2 : Infinity
  return Math.min(mostM, Math.sqrt(variance))
}

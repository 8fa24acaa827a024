// Where people spent their time, as a grid of one metre (two on large floors): each place warms its surroundings by the time
// spent there, and the warmest fiftieth of the warm cells counts as full.
import type { Point } from '../../realtime/marker-motion.ts'
import type { HeatGrid } from '../painting/paint-message.ts'

const mostCells = 40_000
/** Metres over which a sighting spreads; about the accuracy of a fix. */
const spreadM = 1.8

export function heatGrid(
  places: readonly (Point & { readonly weight: number })[],
  floor: { readonly widthM: number; readonly heightM: number },
): HeatGrid {
  const cellM = Math.max(1, Math.ceil(Math.sqrt((floor.widthM * floor.heightM) / mostCells)))
  const columns = Math.ceil(floor.widthM / cellM)
  const rows = Math.ceil(floor.heightM / cellM)
  const warmth = new Float32Array(columns * rows)
  const reach = Math.ceil((2 * spreadM) / cellM)
  for (const { x, y, weight } of places) {
    const [column, row] = [Math.floor(x / cellM), Math.floor(y / cellM)]
    for (let r = Math.max(0, row - reach); r <= Math.min(rows - 1, row + reach); r++)
      for (let c = Math.max(0, column - reach); c <= Math.min(columns - 1, column + reach); c++) {
        const distanceM = Math.hypot((c + 0.5) * cellM - x, (r + 0.5) * cellM - y)
        const at = r * columns + c
        warmth[at] = (warmth[at] ?? 0) + weight * Math.exp(-((distanceM / spreadM) ** 2))
      }
  }
  return { cellM, columns, shares: sharesOf(warmth) }
}

/** The single hottest cell (a desk) would otherwise leave everything else pale. */
function sharesOf(warmth: Float32Array): Float32Array {
  const warm = warmth.filter((value) => value > 0.05).toSorted()
  const full = warm[Math.floor(warm.length * 0.98)] ?? 1
  return warmth.map((value) => (value <= 0.05 ? 0 : Math.min(1, value / full)))
}

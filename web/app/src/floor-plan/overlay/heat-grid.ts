// Where people spent their time, as a grid of one metre (two on large floors): each place warms its surroundings by the time
// spent there, and the warmest fiftieth of the warm cells counts as full. Warmth is minutes
// of people per square metre.
import type { Point } from '../../realtime/marker-motion.ts'
import type { HeatGrid } from '../painting/paint-message.ts'

const mostCells = 40_000
/** Metres over which a sighting spreads; about the accuracy of a fix. */
const spreadM = 1.8
/** Square metres that share what one place gives away: what it adds up to stays the time that was spent. */
const spreadM2 = Math.PI * spreadM ** 2
/** Minutes per square metre that count as nobody. */
const least = 0.005

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
        warmth[at] = (warmth[at] ?? 0) + (weight * Math.exp(-((distanceM / spreadM) ** 2))) / spreadM2
      }
  }
  const full = fullAt(warmth)
  const shares = warmth.map((value) => (value <= least ? 0 : Math.min(1, value / full)))
  return { cellM, columns, shares, fullMinutes: full }
}

/** The single hottest cell (a desk) would otherwise leave everything else pale. */
function fullAt(warmth: Float32Array): number {
  const warm = warmth.filter((value) => value > least).toSorted()
  return warm[Math.floor(warm.length * 0.98)] ?? 0
}

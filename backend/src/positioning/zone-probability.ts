// How probable each zone of a floor is: the belief of the grid filter summed per zone, or a disc of samples around the point
// when there is no grid. Pure; called by the zone step.
import type { SiteFloor } from './site-model.ts'
import { type GridFilter, windowCells } from './solvers/grid-filter.ts'
import type { Estimate } from './track.ts'

/** By zone id; cells outside all zones count for none. */
export function zoneProbabilities(
  floor: SiteFloor,
  estimate: Estimate,
  filter: GridFilter | null,
): Map<string, number> {
  const sums = filter && filter.grid === floor.grid ? sumOfCells(floor, filter) : sumOfSamples(floor, estimate)
  const found = new Map<string, number>()
  for (let index = 0; index < floor.zones.ids.length; index++) {
    if (sums[index]! > 0) found.set(floor.zones.ids[index]!, sums[index]!)
  }
  return found
}

/** One badge is looked at a time, so all share the workspace; it is as long as the longest list of zones. */
let workspace = new Float64Array(64)

function cleared(length: number): Float64Array {
  if (workspace.length < length) workspace = new Float64Array(2 * length)
  return workspace.fill(0, 0, length)
}

function sumOfCells({ zones, grid }: SiteFloor, filter: GridFilter): Float64Array {
  const sums = cleared(zones.ids.length)
  for (let j = 0; j < windowCells; j++) {
    const row = filter.row + j
    if (row < 0 || row >= grid.rows) continue
    for (let i = 0; i < windowCells; i++) {
      const column = filter.column + i
      if (column < 0 || column >= grid.columns) continue
      const zone = zones.cells[row * grid.columns + column]!
      if (zone >= 0) sums[zone]! += filter.belief[j * windowCells + i]!
    }
  }
  return sums
}

/** A sunflower of points distributed like the two-dimensional normal distribution. */
const samples = Array.from({ length: 48 }, (_, i) => {
  const radius = Math.sqrt(-2 * Math.log(1 - (i + 0.5) / 48))
  const angle = i * 2.399963
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
})

function sumOfSamples({ zones, grid }: SiteFloor, { xM, yM, spreadM }: Estimate): Float64Array {
  const sums = cleared(zones.ids.length)
  for (const sample of samples) {
    const column = Math.floor((xM + sample.x * spreadM) / grid.cellM)
    const row = Math.floor((yM + sample.y * spreadM) / grid.cellM)
    if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) continue
    const zone = zones.cells[row * grid.columns + column]!
    if (zone >= 0) sums[zone]! += 1 / samples.length
  }
  return sums
}

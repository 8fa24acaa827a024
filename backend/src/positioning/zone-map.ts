// Which zone each grid cell of a floor lies in, so that a zone's probability is a sum over cells. Where zones overlap the smaller wins.
import type { FloorGrid } from './solvers/floor-grid.ts'
import type { Bounds } from './solvers/observation.ts'

export interface ZoneMap {
  /** Index into `ids` per cell, −1 outside all zones. */
  readonly cells: Int16Array
  readonly ids: readonly string[]
}

interface ZoneShape {
  id: string
  /** Percent of the plan. */
  polygon: readonly { x: number; y: number }[]
}

export function createZoneMap(floor: Bounds, grid: FloorGrid, zones: readonly ZoneShape[]): ZoneMap {
  const cells = new Int16Array(grid.columns * grid.rows).fill(-1)
  const largestFirst = [...zones].sort((a, b) => area(b.polygon) - area(a.polygon))
  largestFirst.forEach(({ polygon }, index) => {
    for (let row = 0; row < grid.rows; row++) {
      const y = (((row + 0.5) * grid.cellM) / floor.heightM) * 100
      for (let column = 0; column < grid.columns; column++) {
        const x = (((column + 0.5) * grid.cellM) / floor.widthM) * 100
        if (contains(polygon, x, y)) cells[row * grid.columns + column] = index
      }
    }
  })
  return { cells, ids: largestFirst.map((zone) => zone.id) }
}

/** Even–odd rule. */
export function contains(polygon: readonly { x: number; y: number }[], x: number, y: number): boolean {
  let inside = false
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[i]!, polygon[j]!]
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}

function area(polygon: readonly { x: number; y: number }[]): number {
  let sum = 0
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    sum += (polygon[j]!.x + polygon[i]!.x) * (polygon[j]!.y - polygon[i]!.y)
  }
  return Math.abs(sum / 2)
}

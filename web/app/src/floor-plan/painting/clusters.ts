// Neighbours drawn together as a count when the floor is too crowded to tell them apart. Cells are fixed to the floor,
// not to the screen, so that panning regroups nobody. Used by the painter to draw and by the page to find what was clicked.
import type { Point } from '../../realtime/marker-motion.ts'

/** Share of the floor that markers may cover before neighbours are drawn together. */
const crowdedShare = 0.05
const cellPx = 52
/** Two beside each other can still be told apart. */
const fewest = 3

export function markerRadius(scale: number): number {
  // Half pixels: the pictures of markers are kept by radius.
  return Math.round(Math.min(13, Math.max(5.5, scale * 0.5)) * 2) / 2
}

export function isCrowded(markers: number, scale: number, floorM2: number): boolean {
  return markers * Math.PI * markerRadius(scale) ** 2 > crowdedShare * floorM2 * scale ** 2
}

export type Cluster<T> = { readonly x: number; readonly y: number; readonly members: readonly T[] }

/** Answers the groups and whoever stands alone; `points` in metres. */
export function groupNeighbours<T extends Point>(
  points: readonly T[],
  scale: number,
): { readonly clusters: Cluster<T>[]; readonly alone: T[] } {
  const cellM = cellPx / scale
  const cells = new Map<number, T[]>()
  for (const point of points) {
    const key = Math.floor(point.x / cellM) * 100_003 + Math.floor(point.y / cellM)
    const cell = cells.get(key)
    if (cell) cell.push(point)
    else cells.set(key, [point])
  }
  const clusters: Cluster<T>[] = []
  const alone: T[] = []
  for (const members of cells.values()) {
    if (members.length < fewest) alone.push(...members)
    else clusters.push({ x: mean(members, 'x'), y: mean(members, 'y'), members })
  }
  return { clusters, alone }
}

/** Grows with the count, slowly: a crowd of 100 is not ten times as wide as one of 10. */
export function clusterRadius(count: number): number {
  return Math.min(26, 11 + Math.log2(count) * 2.2)
}

function mean(points: readonly Point[], axis: 'x' | 'y'): number {
  return points.reduce((sum, point) => sum + point[axis], 0) / points.length
}

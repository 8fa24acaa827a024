// Plane geometry of zones; the unit of the corners does not matter.
export interface Corner {
  readonly x: number
  readonly y: number
}

/** Even–odd rule. */
export function contains(polygon: readonly Corner[], { x, y }: Corner): boolean {
  let inside = false
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[i]!, polygon[j]!]
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}

/** Area. */
export function sizeOf(polygon: readonly Corner[]): number {
  let sum = 0
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    sum += (polygon[j]!.x + polygon[i]!.x) * (polygon[j]!.y - polygon[i]!.y)
  }
  return Math.abs(sum / 2)
}

/** The mean of the corners. */
export function middleOf(polygon: readonly Corner[]): Corner {
  const mean = (axis: 'x' | 'y') => polygon.reduce((sum, corner) => sum + corner[axis], 0) / polygon.length
  return { x: mean('x'), y: mean('y') }
}

// The zone next to a position that is in none: "beside the kitchen" says more than "on the ground floor". Used by evidence.ts.
type Point = { readonly xM: number; readonly yM: number }
type Shape = { readonly polygon: readonly Point[] }

/** Further away, a zone says nothing about where somebody is. */
const nearM = 15

export function nearestZone<Z extends Shape>(position: Point, zones: readonly Z[]): Z | null {
  let nearest: Z | null = null
  let least = nearM
  for (const zone of zones) {
    const distance = distanceTo(position, zone.polygon)
    if (distance <= least) [nearest, least] = [zone, distance]
  }
  return nearest
}

/** Metres to the edge; a position inside is as far from it as it is deep. */
function distanceTo(position: Point, polygon: readonly Point[]): number {
  let least = Infinity
  for (const [n, from] of polygon.entries()) {
    const to = polygon[(n + 1) % polygon.length] ?? from
    least = Math.min(least, distanceToEdge(position, from, to))
  }
  return least
}

function distanceToEdge({ xM, yM }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.xM - from.xM, to.yM - from.yM]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((xM - from.xM) * dx + (yM - from.yM) * dy) / length))
  return Math.hypot(xM - from.xM - along * dx, yM - from.yM - along * dy)
}

// The zone next to a position that is in none: "beside the kitchen" says more than "on the ground floor". Used by evidence.ts.
type Point = { readonly xM: number; readonly yM: number }
type Shape = { readonly polygon: readonly Point[] }

/** Further away, a zone says nothing about where somebody is. */
const nearM = 15

export function nearestZone<Z extends Shape>(position: Point, zones: readonly Z[]): Z | null {
  let nearest: Z | null = null
  let least = nearM * nearM
  for (const zone of zones) {
    const squared = squaredDistance(position, zone.polygon)
    if (squared <= least) [nearest, least] = [zone, squared]
  }
  return nearest
}

/** Square metres to the edge; a position inside is as far from it as it is deep. Plain loops: an alarm waits for thousands of these. */
function squaredDistance({ xM, yM }: Point, polygon: readonly Point[]): number {
  let least = Infinity
  let from = polygon.at(-1)
  for (const to of polygon) {
    const fromX = from?.xM ?? to.xM
    const fromY = from?.yM ?? to.yM
    const dx = to.xM - fromX
    const dy = to.yM - fromY
    const length = dx * dx + dy * dy
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((xM - fromX) * dx + (yM - fromY) * dy) / length))
    const x = xM - fromX - along * dx
    const y = yM - fromY - along * dy
    least = Math.min(least, x * x + y * y)
    from = to
  }
  return least
}

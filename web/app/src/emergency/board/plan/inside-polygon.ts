// Whether a point lies in a zone: counts how often a ray to the right crosses its outline. For taps on the plan of the missing.
export type PlanPoint = { readonly x: number; readonly y: number }

export function isInside({ x, y }: PlanPoint, polygon: readonly PlanPoint[]): boolean {
  let inside = false
  for (const [index, a] of polygon.entries()) {
    const b = polygon[(index + polygon.length - 1) % polygon.length]!
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}

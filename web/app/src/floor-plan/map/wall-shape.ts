// Where things lie on a wall: the nearest place for a door, both ends of a door, how long it is. In metres, so that widths are right.
// Pure; for the editor and for the quiet drawing on the plan.
import type { Wall, WallDoor } from '@rollcall/contracts/domains/walls'
import type { PlanPoint } from '@rollcall/contracts/domains/zones'
import type { Point } from '../../realtime/marker-motion.ts'

export type PlanSize = { readonly widthM: number; readonly heightM: number }
type Points = Pick<Wall, 'points'>['points'] | readonly PlanPoint[]

export const inMetres = ({ x, y }: PlanPoint, { widthM, heightM }: PlanSize): Point => ({
  x: (x * widthM) / 100,
  y: (y * heightM) / 100,
})
const inPercent = ({ x, y }: Point, { widthM, heightM }: PlanSize): PlanPoint => ({
  x: (x * 100) / widthM,
  y: (y * 100) / heightM,
})
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const between = (a: Point, b: Point, share: number): Point => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
})

/** From one point to the next. */
export function piecesOf(points: Points, size: PlanSize) {
  return points.slice(1).map((to, edge) => {
    const [from, end] = [inMetres(points[edge] ?? to, size), inMetres(to, size)]
    return { edge, from, to: end, lengthM: distance(from, end) }
  })
}

export const lengthOf = (points: Points, size: PlanSize) =>
  piecesOf(points, size).reduce((sum, { lengthM }) => sum + lengthM, 0)

/** The place on the wall that is nearest to another, and how far that is. */
export function nearestOn(points: Points, at: PlanPoint, size: PlanSize) {
  const wanted = inMetres(at, size)
  const places = piecesOf(points, size).map(({ edge, from, to, lengthM }) => {
    const along = (wanted.x - from.x) * (to.x - from.x) + (wanted.y - from.y) * (to.y - from.y)
    const share = lengthM === 0 ? 0 : Math.min(1, Math.max(0, along / (lengthM * lengthM)))
    return { edge, at: Math.round(share * 1e4) / 1e4, farM: distance(between(from, to, share), wanted) }
  })
  return places.reduce((best, one) => (one.farM < best.farM ? one : best))
}

/** Its middle and both sides, on the plan; it never reaches beyond its piece. */
export function doorPlace(points: Points, door: WallDoor, size: PlanSize) {
  const piece = piecesOf(points, size)[door.edge]
  if (!piece) return null
  const half = piece.lengthM === 0 ? 0 : door.widthM / 2 / piece.lengthM
  const place = (share: number) => inPercent(between(piece.from, piece.to, Math.min(1, Math.max(0, share))), size)
  return { middle: place(door.at), ends: [place(door.at - half), place(door.at + half)] as const }
}

/** What is left of it between its doors: lines on the plan. */
export function solidParts({ points, doors }: Wall, size: PlanSize): PlanPoint[][] {
  return piecesOf(points, size).flatMap(({ edge, from, to, lengthM }) => {
    if (lengthM === 0) return []
    const gaps = doors
      .filter((door) => door.edge === edge)
      .map(({ at, widthM }) => ({ from: at - widthM / 2 / lengthM, to: at + widthM / 2 / lengthM }))
      .toSorted((a, b) => a.from - b.from)
    const parts: [number, number][] = []
    let begin = 0
    for (const gap of gaps) {
      if (gap.from > begin) parts.push([begin, gap.from])
      begin = Math.max(begin, gap.to)
    }
    if (begin < 1) parts.push([begin, 1])
    return parts.map((part) => part.map((share) => inPercent(between(from, to, share), size)))
  })
}

// Where a corner goes that is put down near something: on a corner of another shape, on an edge, or square to what was drawn before.
// In metres of the floor, so that right angles are right. Pure; use-snapping.ts hands in what is there.
import type { Point } from '../../realtime/marker-motion.ts'

export type SnapTo = {
  /** Outlines of everything else. */
  readonly outlines: readonly (readonly Point[])[]
  /** Corners of the shape itself that the new one is square to: those before and after it. */
  readonly neighbours: readonly Point[]
  /** Metres. */
  readonly reach: number
}
/** A line through a point in a direction of length 1. */
type Line = { readonly at: Point; readonly along: Point; readonly isFree: boolean; readonly end?: Point }

export function snapPoint(point: Point, { outlines, neighbours, reach }: SnapTo): Point {
  const corner = nearest(outlines.flat(), point, reach)
  if (corner) return corner
  const lines = [...outlines.flatMap(edgesOf), ...neighbours.flatMap(squareLines)]
    .map((line) => ({ line, foot: footOn(line, point) }))
    .filter(({ foot }) => distance(foot, point) <= reach)
    .toSorted((a, b) => distance(a.foot, point) - distance(b.foot, point))
  const [first, ...others] = lines
  if (!first) return point
  const crossings = others.flatMap(({ line }) => crossingOf(first.line, line) ?? [])
  return nearest(crossings, point, reach * 1.5) ?? first.foot
}

/** The four corners of a rectangle, square to the plan. */
export function rectangleBetween(a: Point, b: Point): Point[] {
  return [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

function nearest(points: readonly Point[], to: Point, reach: number): Point | null {
  let best: Point | null = null
  for (const one of points) if (distance(one, to) <= (best ? distance(best, to) : reach)) best = one
  return best
}

function edgesOf(outline: readonly Point[]): Line[] {
  return outline.flatMap((at, index) => {
    const end = outline[(index + 1) % outline.length] ?? at
    const length = distance(at, end)
    return length < 0.01
      ? []
      : [{ at, end, along: { x: (end.x - at.x) / length, y: (end.y - at.y) / length }, isFree: false }]
  })
}

function squareLines(at: Point): Line[] {
  return [
    { at, along: { x: 1, y: 0 }, isFree: true },
    { at, along: { x: 0, y: 1 }, isFree: true },
  ]
}

/** On an edge never beyond its ends. */
function footOn({ at, along, end, isFree }: Line, point: Point): Point {
  const far = (point.x - at.x) * along.x + (point.y - at.y) * along.y
  const by = isFree || !end ? far : Math.min(distance(at, end), Math.max(0, far))
  return { x: at.x + along.x * by, y: at.y + along.y * by }
}

/** Null: they run alike. */
function crossingOf(one: Line, other: Line): Point | null {
  const turn = one.along.x * other.along.y - one.along.y * other.along.x
  if (Math.abs(turn) < 0.1) return null
  const by = ((other.at.x - one.at.x) * other.along.y - (other.at.y - one.at.y) * other.along.x) / turn
  return { x: one.at.x + one.along.x * by, y: one.at.y + one.along.y * by }
}

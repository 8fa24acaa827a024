// The outline of one room as few corners: its outer edge (what stands in it does not count), simplified, and square where it nearly is.
// For find-rooms.ts.
import { contours } from 'd3-contour'

/** Of one label: its frame and how much it covers, pixels. */
export type Region = { label: number; left: number; top: number; right: number; bottom: number; pixels: number }

type Point = { readonly x: number; readonly y: number }

/** Metres that an outline may lie beside the wall. */
const tolerance = 0.3
/** Of a right angle, as a slope. */
const nearlySquare = 0.18
/** As many as a zone may have. */
const mostCorners = 200

/** In pixels of the whole picture. */
export function outlineOf(labels: Int32Array, width: number, region: Region, metres: number): Point[] {
  const { label, left, top, right, bottom } = region
  // A frame of nothing around it closes every outline.
  const [across, down] = [right - left + 3, bottom - top + 3]
  const mask = Array.from({ length: across * down }, (_, at) => {
    const [x, y] = [left - 1 + (at % across), top - 1 + Math.floor(at / across)]
    return x >= left && x <= right && y >= top && y <= bottom && labels[y * width + x] === label ? 1 : 0
  })
  const [shape] = contours().size([across, down]).smooth(false).thresholds([0.5])(mask)
  // Of several pieces the one with the longest outline; the first ring of a piece is the outer one.
  const rings = (shape?.coordinates ?? []).flatMap(([outer]) => (outer ? [outer] : []))
  const ring = rings.toSorted((a, b) => b.length - a.length)[0] ?? []
  const points = ring.slice(0, -1).map(([x = 0, y = 0]) => ({ x: x + left - 1, y: y + top - 1 }))
  let simple = simplified(points, tolerance / metres)
  for (let more = 2; simple.length > mostCorners; more *= 2) simple = simplified(points, (more * tolerance) / metres)
  return withoutFlat(squared(simple), tolerance / metres)
}

/** Ramer, Douglas and Peucker on a closed line: split at its two ends that are farthest apart. */
function simplified(points: readonly Point[], most: number): Point[] {
  const [first] = points
  if (!first || points.length < 4) return [...points]
  const far = farthest(points, (point) => Math.hypot(point.x - first.x, point.y - first.y)).index
  const [there, back] = [points.slice(0, far + 1), [...points.slice(far), first]]
  return [...simplifiedLine(there, most).slice(0, -1), ...simplifiedLine(back, most).slice(0, -1)]
}

function simplifiedLine(points: readonly Point[], most: number): Point[] {
  const [from, to] = [points[0], points.at(-1)]
  if (!from || !to || points.length < 3) return [...points]
  const { index, value } = farthest(points, (point) => besideLine(point, from, to))
  if (value <= most) return [from, to]
  return [
    ...simplifiedLine(points.slice(0, index + 1), most).slice(0, -1),
    ...simplifiedLine(points.slice(index), most),
  ]
}

function farthest(points: readonly Point[], measure: (point: Point) => number): { index: number; value: number } {
  let best = { index: 0, value: -1 }
  for (const [index, point] of points.entries()) {
    const value = measure(point)
    if (value > best.value) best = { index, value }
  }
  return best
}

function besideLine(point: Point, from: Point, to: Point): number {
  const [x, y] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(x, y)
  if (length === 0) return Math.hypot(point.x - from.x, point.y - from.y)
  return Math.abs((point.x - from.x) * y - (point.y - from.y) * x) / length
}

/** Edges that run nearly along the picture run along it. */
function squared(corners: readonly Point[]): Point[] {
  const moved = corners.map((corner) => ({ ...corner }))
  for (let index = 0; index < moved.length; index++) {
    const [from, to] = [moved[index], moved[(index + 1) % moved.length]]
    if (!from || !to) continue
    const [x, y] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
    if (y <= nearlySquare * x) from.y = to.y = (from.y + to.y) / 2
    else if (x <= nearlySquare * y) from.x = to.x = (from.x + to.x) / 2
  }
  return moved
}

/** What was made square may lie on the line between its neighbours. */
function withoutFlat(corners: readonly Point[], most: number): Point[] {
  return corners.filter((corner, index) => {
    const [before, after] = [corners.at(index - 1), corners[(index + 1) % corners.length]]
    return !before || !after || corners.length <= 4 || besideLine(corner, before, after) > most / 4
  })
}

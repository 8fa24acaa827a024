// Walls as the outlines of the zones suggest them: each line once, where two zones meet as well as around them, and a door from each
// room towards the neighbour that most others border on, which is the corridor as a rule. A proposal: it can be moved and taken back.
import { doorWidthM } from '@rollcall/contracts/domains/walls'
import type { PlanPoint } from '@rollcall/contracts/domains/zones'
import type { DraftWall, DraftZone } from '../edit-draft.ts'
import { contains, doubleArea } from '../zone-shape.ts'
import { newWall } from './wall-draft.ts'
import { inMetres, nearestOn, piecesOf, type PlanSize } from '../../map/wall-shape.ts'

/** Metres: lines this near are one wall, shorter pieces are none, a door is looked for this far beyond the edge. */
const sameM = 0.4
const leastM = 0.4
const beyondM = 0.6
/** How far from parallel, as a sine. */
const mostTurn = 0.1

export function proposeWalls(
  zones: readonly Pick<DraftZone, 'polygon' | 'isMusterPoint'>[],
  there: readonly DraftWall[],
  size: PlanSize,
): DraftWall[] {
  // The smallest first: rooms give the walls, what they lie in or border on only what is left of it.
  const rooms = zones
    .filter(({ isMusterPoint }) => !isMusterPoint)
    .map(({ polygon }) => polygon)
    .toSorted((a, b) => doubleArea(a) - doubleArea(b))
  const walls = [...there]
  for (const room of rooms)
    for (const [from, to] of edgesOf(room))
      for (const part of uncovered(from, to, walls, size)) walls.push(newWall(part))
  return withDoors(walls, rooms, size).slice(there.length)
}

const edgesOf = (room: readonly PlanPoint[]) =>
  room.map((from, index) => [from, room[(index + 1) % room.length] ?? from] as const)

/** The parts of an edge along which there is no wall yet. */
function uncovered(from: PlanPoint, to: PlanPoint, walls: readonly DraftWall[], size: PlanSize): PlanPoint[][] {
  const [a, b] = [inMetres(from, size), inMetres(to, size)]
  const lengthM = Math.hypot(b.x - a.x, b.y - a.y)
  if (lengthM < leastM) return []
  const [ux, uy] = [(b.x - a.x) / lengthM, (b.y - a.y) / lengthM]
  let free: [number, number][] = [[0, lengthM]]
  for (const { points } of walls) {
    for (const piece of piecesOf(points, size)) {
      const local = [piece.from, piece.to].map(({ x, y }) => ({
        along: (x - a.x) * ux + (y - a.y) * uy,
        off: Math.abs((y - a.y) * ux - (x - a.x) * uy),
      }))
      const turn = Math.abs((piece.to.x - piece.from.x) * uy - (piece.to.y - piece.from.y) * ux)
      if (turn > mostTurn * piece.lengthM || local.some(({ off }) => off > sameM)) continue
      const [low, high] = [Math.min(...local.map(({ along }) => along)), Math.max(...local.map(({ along }) => along))]
      free = free.flatMap(([start, end]): [number, number][] =>
        high <= start || low >= end
          ? [[start, end]]
          : [
              [start, Math.min(end, low)],
              [Math.max(start, high), end],
            ],
      )
    }
  }
  const place = (far: number) => ({
    x: from.x + ((to.x - from.x) * far) / lengthM,
    y: from.y + ((to.y - from.y) * far) / lengthM,
  })
  return free.filter(([start, end]) => end - start >= leastM).map((part) => part.map(place))
}

function withDoors(walls: DraftWall[], rooms: readonly (readonly PlanPoint[])[], size: PlanSize): DraftWall[] {
  const borders = rooms.map((room) => edgesOf(room).flatMap(([from, to]) => neighbourAt(room, from, to, rooms, size)))
  const counts = rooms.map((_, room) => {
    const bordering = borders.flatMap((list, index) => (list.some(({ other }) => other === room) ? [index] : []))
    return new Set([...bordering, ...borders[room]!.map(({ other }) => other)]).size
  })
  // Rooms before corridors, which have more neighbours or are narrow, and are reached by the doors of the rooms.
  const order = rooms
    .map((_, room) => room)
    .toSorted((a, b) => counts[a]! - counts[b]! || breadth(rooms[b]!) - breadth(rooms[a]!))
  const reached = new Set<number>()
  for (const room of order) {
    const [best] = borders[room]!.toSorted((a, b) => counts[b.other]! - counts[a.other]! || b.lengthM - a.lengthM)
    if (!best || reached.has(room)) continue
    const places = walls.map(({ points }) => nearestOn(points, best.middle, size))
    const nearest = places.reduce((found, place, index) => (place.farM < places[found]!.farM ? index : found), 0)
    const [wall, place] = [walls[nearest], places[nearest]]
    if (!wall || !place || place.farM > sameM) continue
    const door = { edge: place.edge, at: place.at, widthM: doorWidthM.usual }
    walls[nearest] = { ...wall, doors: [...wall.doors, door] }
    reached.add(best.other)
  }
  return walls
}

function breadth(room: readonly PlanPoint[]): number {
  const around = edgesOf(room).reduce((sum, [from, to]) => sum + Math.hypot(to.x - from.x, to.y - from.y), 0)
  return doubleArea(room) / around
}

/** The room on the other side of the middle of an edge; none: ground that nobody drew. */
function neighbourAt(
  room: readonly PlanPoint[],
  from: PlanPoint,
  to: PlanPoint,
  rooms: readonly (readonly PlanPoint[])[],
  size: PlanSize,
) {
  const [a, b] = [inMetres(from, size), inMetres(to, size)]
  const lengthM = Math.hypot(b.x - a.x, b.y - a.y)
  if (lengthM < 2 * leastM) return []
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const aside = (sign: number): PlanPoint => ({
    x: middle.x + (((sign * (b.y - a.y)) / lengthM) * beyondM * 100) / size.widthM,
    y: middle.y - (((sign * (b.x - a.x)) / lengthM) * beyondM * 100) / size.heightM,
  })
  const outside = [aside(1), aside(-1)].find((side) => !contains(room, side))
  // The smallest that holds it.
  const other = outside ? rooms.findIndex((one) => one !== room && contains(one, outside)) : -1
  return other < 0 ? [] : [{ other, middle, lengthM }]
}

// Steps in the drawing of walls: each answers a new draft. Doors stay in their wall, and where they are as far as that goes.
import { doorWidthM, type WallDoor } from '@rollcall/contracts/domains/walls'
import type { PlanPoint } from '@rollcall/contracts/domains/zones'
import { onPlan, type Draft, type DraftWall } from '../edit-draft.ts'
import { doorPlace, nearestOn, piecesOf, type PlanSize } from '../../map/wall-shape.ts'

export const newWall = (points: readonly PlanPoint[], doors: readonly WallDoor[] = []): DraftWall => ({
  id: `wall-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`,
  points: points.map(onPlan),
  doors: [...doors],
})

export function withWall(draft: Draft, id: string, change: (wall: DraftWall) => DraftWall | null): Draft {
  return { ...draft, walls: draft.walls.flatMap((wall) => (wall.id === id ? (change(wall) ?? []) : [wall])) }
}

/** A null point takes it away, and with the last but one the wall. */
export function withWallPoint(draft: Draft, id: string, index: number, at: PlanPoint | null, size: PlanSize): Draft {
  return withWall(draft, id, (wall) => {
    if (at !== null) return { ...wall, points: wall.points.with(index, onPlan(at)) }
    if (wall.points.length <= 2) return null
    const points = wall.points.toSpliced(index, 1)
    const isEnd = index === 0 || index === wall.points.length - 1
    const lost = index === 0 ? 0 : index - 1
    const doors = wall.doors
      .filter(({ edge }) => !isEnd || edge !== lost)
      .map((door) => ({ ...door, ...placeOn(points, doorPlace(wall.points, door, size)?.middle ?? points[0]!, size) }))
    return { ...wall, points, doors }
  })
}

/** A new point in a piece of the wall; its doors stay in the half that they are nearest to. */
export function withWallSplit(draft: Draft, id: string, edge: number, at: PlanPoint, size: PlanSize): Draft {
  return withWall(draft, id, (wall) => {
    const points = wall.points.toSpliced(edge + 1, 0, onPlan(at))
    const doors = wall.doors.map((door) => {
      if (door.edge !== edge) return door.edge > edge ? { ...door, edge: door.edge + 1 } : door
      return { ...door, ...placeOn(points, doorPlace(wall.points, door, size)?.middle ?? at, size) }
    })
    return { ...wall, points, doors }
  })
}

/** Where a piece offers a new point: in its middle, unless a door is there. */
export function offeredPoint({ points, doors }: DraftWall, edge: number): PlanPoint {
  const [from, to] = [points[edge]!, points[edge + 1]!]
  const share = doors.some((door) => door.edge === edge && Math.abs(door.at - 0.5) < 0.2) ? 0.25 : 0.5
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

/** In the middle of its longest piece. */
export function withDoorAdded(draft: Draft, id: string, size: PlanSize): Draft {
  return withWall(draft, id, (wall) => {
    const longest = piecesOf(wall.points, size).reduce((best, one) => (one.lengthM > best.lengthM ? one : best))
    return { ...wall, doors: [...wall.doors, { edge: longest.edge, at: 0.5, widthM: doorWidthM.usual }] }
  })
}

/** To the place of the wall that is nearest; null takes it away. */
export function withDoorAt(draft: Draft, id: string, index: number, at: PlanPoint | null, size: PlanSize): Draft {
  return withWall(draft, id, (wall) => {
    const door = wall.doors[index]
    if (!door) return wall
    if (at === null) return { ...wall, doors: wall.doors.toSpliced(index, 1) }
    return { ...wall, doors: wall.doors.with(index, { ...door, ...placeOn(wall.points, at, size) }) }
  })
}

function placeOn(points: readonly PlanPoint[], at: PlanPoint, size: PlanSize) {
  const { edge, at: share } = nearestOn(points, at, size)
  return { edge, at: share }
}

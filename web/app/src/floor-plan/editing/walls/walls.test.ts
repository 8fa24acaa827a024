// Walls in the editor: proposed from zones, changed step by step, with their doors where they belong.
import { describe, expect, it } from 'vitest'
import { changesBetween, countOf, type Draft } from '../edit-draft.ts'
import { doorPlace, lengthOf, nearestOn, solidParts } from '../../map/wall-shape.ts'
import { proposeWalls } from './propose-walls.ts'
import { offeredPoint, withDoorAdded, withDoorAt, withWall, withWallPoint, withWallSplit } from './wall-draft.ts'

/** A percent is half a metre across and a quarter of one down. */
const size = { widthM: 50, heightM: 25 }
const box = (x: number, y: number, w: number, h: number) => ({
  isMusterPoint: false,
  polygon: [
    { x, y },
    { x: x + w, y },
    { x: x + w, y: y + h },
    { x, y: y + h },
  ],
})
const angle = {
  id: 'w1',
  points: [
    { x: 0, y: 0 },
    { x: 20, y: 0 },
    { x: 20, y: 40 },
  ],
  doors: [{ edge: 1, at: 0.5, widthM: 1 }],
}
const draft: Draft = { zones: [], receivers: [], walls: [angle], wallsAt: 'before', changedAt: {} }

describe('a wall', () => {
  it('is as long as its pieces, and open where its doors are', () => {
    expect(lengthOf(angle.points, size)).toBe(20)
    expect(doorPlace(angle.points, angle.doors[0]!, size)?.ends).toEqual([
      { x: 20, y: 18 },
      { x: 20, y: 22 },
    ])
    expect(solidParts(angle, size).map((part) => part.map(({ x, y }) => [x, y]))).toEqual([
      [
        [0, 0],
        [20, 0],
      ],
      [
        [20, 0],
        [20, 18],
      ],
      [
        [20, 22],
        [20, 40],
      ],
    ])
    expect(nearestOn(angle.points, { x: 22, y: 10 }, size)).toEqual({ edge: 1, at: 0.25, farM: 1 })
  })

  it('takes a door in the middle of its longest piece, lets it slide around the corner and go', () => {
    const added = withDoorAdded(draft, 'w1', size)
    expect(added.walls[0]?.doors[1]).toEqual({ edge: 0, at: 0.5, widthM: 1 })
    const moved = withDoorAt(added, 'w1', 1, { x: 21, y: 30 }, size)
    expect(moved.walls[0]?.doors[1]).toEqual({ edge: 1, at: 0.75, widthM: 1 })
    expect(withDoorAt(moved, 'w1', 1, null, size).walls[0]?.doors).toEqual(angle.doors)
  })

  it('takes a point between two others, offered where no door is, and keeps its doors', () => {
    expect(offeredPoint(angle, 0)).toEqual({ x: 10, y: 0 })
    expect(offeredPoint(angle, 1), 'a door is in the middle').toEqual({ x: 20, y: 10 })
    const before = withWallSplit(draft, 'w1', 0, { x: 10, y: 0 }, size).walls[0]
    expect(before?.points).toEqual([angle.points[0], { x: 10, y: 0 }, angle.points[1], angle.points[2]])
    expect(before?.doors).toEqual([{ ...angle.doors[0], edge: 2 }])
    const within = withWallSplit(draft, 'w1', 1, { x: 20, y: 10 }, size).walls[0]!
    expect(within.doors[0]?.edge).toBe(2)
    expect(doorPlace(within.points, within.doors[0]!, size)?.middle.y).toBeCloseTo(20, 1)
  })

  it('keeps its doors when a point between them goes, loses those of an end that goes, and ends with its last piece', () => {
    const straight = withWallPoint(draft, 'w1', 1, null, size).walls[0]
    expect(straight?.points).toEqual([angle.points[0], angle.points[2]])
    expect(straight?.doors[0]?.edge).toBe(0)
    expect(withWallPoint(draft, 'w1', 2, null, size).walls[0]).toMatchObject({ doors: [] })
    expect(withWallPoint(draft, 'w1', 0, null, size).walls[0]?.doors).toEqual([{ edge: 0, at: 0.5, widthM: 1 }])
    const two = withWallPoint(draft, 'w1', 0, null, size)
    expect(withWallPoint(two, 'w1', 0, null, size).walls).toEqual([])
  })

  it('is one change to save, with the moment that the stored ones were read', () => {
    const changes = changesBetween(
      draft,
      withWall(draft, 'w1', () => null),
    )
    expect(changes.walls).toEqual({ drawn: [], since: 'before' })
    expect(countOf(changes)).toBe(1)
    expect(changesBetween(draft, { ...draft, walls: [{ ...angle }] }).walls).toBeNull()
  })
})

describe('walls proposed from zones', () => {
  // Two rooms of 10 × 5 m above a corridor of 20 × 2 m, and a muster point beside them.
  const zones = [
    box(0, 20, 40, 8),
    box(0, 0, 20, 20),
    box(20, 0, 20, 20),
    { ...box(60, 0, 20, 20), isMusterPoint: true },
  ]

  it('has each line once, and a door from each room to the corridor', () => {
    const walls = proposeWalls(zones, [], size)
    const metres = walls.reduce((sum, { points }) => sum + lengthOf(points, size), 0)
    // Around all of it 2 × (20 + 7) m, between the rooms 5 m, before the corridor 20 m.
    expect(metres).toBeCloseTo(54 + 5 + 20)
    const doors = walls.flatMap((wall) => wall.doors.map((door) => doorPlace(wall.points, door, size)?.middle))
    expect(doors.toSorted((a, b) => a!.x - b!.x)).toEqual([
      { x: 10, y: 20 },
      { x: 30, y: 20 },
    ])
  })

  it('proposes nothing where walls are drawn already, nor without zones', () => {
    expect(proposeWalls(zones, proposeWalls(zones, [], size), size)).toEqual([])
    expect(proposeWalls([], [], size)).toEqual([])
  })
})

// Walls part the cells of a floor, doors join them, whatever way they are drawn.
import { describe, expect, it } from 'vitest'
import type { Wall } from '@rollcall/contracts/domains/walls'
import { floor } from './a-radio-scene.ts'
import { wallEdges, waysOf, type WallEdges } from './wall-edges.ts'

const grid = { cellM: 0.5, columns: 80, rows: 60 }
const at = (xM: number, yM: number) => ({ x: (xM / floor.widthM) * 100, y: (yM / floor.heightM) * 100 })
const edgesOf = (...walls: Wall[]) => wallEdges(walls, floor, grid)!

/** How many cells somebody reaches who begins in the corner and goes through no wall. */
function reached({ columns, rows, across, down }: WallEdges): number {
  const [seen, open] = [new Set([0]), [0]]
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    const column = cell % columns
    const next = [
      column > 0 && across[cell - 1]! > 0 ? cell - 1 : -1,
      column + 1 < columns && across[cell]! > 0 ? cell + 1 : -1,
      cell >= columns && down[cell - columns]! > 0 ? cell - columns : -1,
      cell + columns < columns * rows && down[cell]! > 0 ? cell + columns : -1,
    ]
    for (const each of next) {
      if (each < 0 || seen.has(each)) continue
      seen.add(each)
      open.push(each)
    }
  }
  return seen.size
}

const all = grid.columns * grid.rows
const room = [at(10, 10), at(20, 10), at(20, 20), at(10, 20), at(10, 10)]

describe('wallEdges', () => {
  it.each([
    ['straight', [at(20, 0), at(20, 30)], all / 2],
    ['along the middle of cells', [at(20.25, 0), at(20.25, 30)], all / 2 + 60],
    ['askew', [at(30, 0), at(10, 30)], all / 2],
    ['around a room', room, all - 400],
    [
      'around a room, along the middle of cells',
      room.map(({ x, y }) => ({ x: x + 0.625, y: y + 1.25 / 1.5 })),
      all - 400,
    ],
  ])('lets nobody through a wall without a door: %s', (_, points, left) => {
    expect(Math.abs(reached(edgesOf({ points, doors: [] })) - left)).toBeLessThanOrEqual(40)
  })

  it.each([0.4, 1])('lets everybody through a door of %d m', (widthM) => {
    expect(reached(edgesOf({ points: room, doors: [{ edge: 2, at: 0.31, widthM }] }))).toBe(all)
  })

  it('has none where none are drawn', () => {
    expect(wallEdges([], floor, grid)).toBeNull()
  })
})

describe('waysOf', () => {
  const edges = edgesOf({ points: [at(20, 0), at(20, 30)], doors: [{ edge: 0, at: 0.5, widthM: 1 }] })
  const frame = { column: 35, row: 20, columns: 10, rows: 10 }
  /** How much of the way across each row of the window is open where it is least so. */
  const leastOpen = (scale: number) => {
    const { across } = waysOf(edges, { ...frame, scale }, null)!
    return Array.from({ length: 10 }, (_, row) => Math.min(...across.slice(10 * row, 10 * row + 9)))
  }

  it('is as open as the door is wide, in cells of any size', () => {
    const closed = expect.closeTo(0.2)
    expect(leastOpen(1)).toEqual([...Array.from({ length: 9 }, () => closed), 1])
    expect(leastOpen(2)).toEqual([0.2, 0.2, 0.2, 0.2, 0.6, 0.6, 0.2, 0.2, 0.2, 0.2].map((way) => expect.closeTo(way)))
  })

  it('is none where no wall is in the window', () => {
    expect(waysOf(edges, { ...frame, column: 0, scale: 1 }, null)).toBeNull()
  })
})

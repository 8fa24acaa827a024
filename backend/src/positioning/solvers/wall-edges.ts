// Which neighbouring cells of a floor have a wall between them, and no door: what the belief of where a badge is spreads around. Built
// with the floor grid, once per floor and site version.
import type { Wall } from '@rollcall/contracts/domains/walls'
import type { Bounds } from './observation.ts'
import type { Frame } from './raster.ts'

/** Per cell, row by row: how many cells on, along its row and along its column, the next wall is; 0: between it and the next cell. */
export interface WallEdges {
  readonly columns: number
  readonly rows: number
  readonly across: Uint8Array
  readonly down: Uint8Array
}

export interface CellCount {
  readonly cellM: number
  readonly columns: number
  readonly rows: number
}

/** Null: none are drawn. A door is at least as wide as a cell: one that no cell fits through would be none. */
export function wallEdges(walls: readonly Wall[], { widthM, heightM }: Bounds, grid: CellCount): WallEdges | null {
  if (walls.length === 0) return null
  const { cellM, columns, rows } = grid
  const [across, down] = [new Uint8Array(columns * rows), new Uint8Array(columns * rows)]
  const metres = ({ x, y }: Wall['points'][number]) => ({ x: (x / 100) * widthM, y: (y / 100) * heightM })
  for (const { points, doors } of walls) {
    for (let edge = 0; edge + 1 < points.length; edge++) {
      const [a, b] = [metres(points[edge]!), metres(points[edge + 1]!)]
      const lengthM = Math.hypot(b.x - a.x, b.y - a.y)
      const open = doors
        .filter((door) => door.edge === edge)
        .map(({ at, widthM: wide }) => ({ at, half: (Math.max(wide, cellM) / 2 + 1e-6) / Math.max(lengthM, 1e-6) }))
      const isSolid = (along: number) => open.every(({ at, half }) => Math.abs(along - at) > half)
      // The lines through the middles of rows, then of columns: where the wall crosses one, two cells are apart.
      crossings(a.y, b.y, cellM, rows, (row, along) => {
        const column = Math.floor((a.x + (b.x - a.x) * along) / cellM - 0.5)
        if (column >= 0 && column < columns && isSolid(along)) across[row * columns + column] = 1
      })
      crossings(a.x, b.x, cellM, columns, (column, along) => {
        const row = Math.floor((a.y + (b.y - a.y) * along) / cellM - 0.5)
        if (row >= 0 && row < rows && isSolid(along)) down[row * columns + column] = 1
      })
    }
  }
  return { columns, rows, across: nextOf(across, 1), down: nextOf(down, columns) }
}

/** A window that moves asks for every one of its cells. No further than can be said. */
function nextOf(walls: Uint8Array, step: number): Uint8Array {
  const next = new Uint8Array(walls.length).fill(255)
  for (let cell = walls.length - 1; cell >= 0; cell--)
    next[cell] = walls[cell] === 1 ? 0 : Math.min(255, (next[cell + step] ?? 255) + 1)
  return next
}

function crossings(
  from: number,
  to: number,
  cellM: number,
  count: number,
  take: (line: number, along: number) => void,
) {
  if (from === to) return
  const [least, most] = from < to ? [from, to] : [to, from]
  const last = Math.min(count - 1, Math.floor(most / cellM - 0.5))
  for (let line = Math.max(0, Math.ceil(least / cellM - 0.5)); line <= last; line++)
    take(line, ((line + 0.5) * cellM - from) / (to - from))
}

/** How open the way is from each cell of a window to the next of its row, and of its column: from not at all, 0, to 1. */
export interface Ways {
  readonly across: Float64Array
  readonly down: Float64Array
}

/**
 * As much of the belief spreads through a wall as through a door a fifth as wide. What is heard is wrong for as long as somebody stays,
 * and a wall that lets nothing through would keep the badge on the wrong side of it (bench/journals/rooms.md).
 */
const through = 0.2

/** The way out of the window: open, and leads nowhere. */
export const lost = -1

/** Null: no wall is in the window. `into`: ways that are no longer needed. */
export function waysOf(edges: WallEdges, frame: Frame, into: Ways | null): Ways | null {
  const { column, row, scale, columns, rows } = frame
  const cells = columns * rows
  const isAsLarge = into?.across.length === cells
  const { across, down } = isAsLarge ? into : { across: new Float64Array(cells), down: new Float64Array(cells) }
  const half = scale >> 1
  let hasWall = false
  for (let j = 0, cell = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++, cell++) {
      const first = (row + j * scale) * edges.columns + column + i * scale
      const on = i + 1 < columns ? openness(edges.across, first + half, scale, edges.columns) : lost
      const below = j + 1 < rows ? openness(edges.down, first + half * edges.columns, scale, 1) : lost
      across[cell] = on
      down[cell] = below
      hasWall ||= (on < 1 && on !== lost) || (below < 1 && below !== lost)
    }
  }
  return hasWall ? { across, down } : null
}

/** A cell of the window is several of the floor: so many ways lead side by side from its middle to that of the next. */
function openness(next: Uint8Array, first: number, scale: number, beside: number): number {
  let closed = 0
  for (let way = 0, at = first; way < scale; way++, at += beside) if (next[at]! < scale) closed++
  return 1 - ((1 - through) * closed) / scale
}

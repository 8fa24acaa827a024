// Which neighbouring cells of a floor have a wall between them, and no door: what the belief of where a badge is spreads around. Built
// with the floor grid, once per floor and site version.
import type { Wall } from '@rollcall/contracts/domains/walls'
import type { Bounds } from './observation.ts'
import type { Frame } from './raster.ts'

/** Per cell, row by row: whether a wall is between it and the next of its row, and between it and the next of its column. */
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
  const edges = { columns, rows, across: new Uint8Array(columns * rows), down: new Uint8Array(columns * rows) }
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
        if (column >= 0 && column < columns && isSolid(along)) edges.across[row * columns + column] = 1
      })
      crossings(a.x, b.x, cellM, columns, (column, along) => {
        const row = Math.floor((a.y + (b.y - a.y) * along) / cellM - 0.5)
        if (row >= 0 && row < rows && isSolid(along)) edges.down[row * columns + column] = 1
      })
    }
  }
  return edges
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

/** Null: no wall is in the window. */
export function waysOf(edges: WallEdges, { column, row, scale, columns, rows }: Frame): Ways | null {
  const [across, down] = [new Float64Array(columns * rows).fill(lost), new Float64Array(columns * rows).fill(lost)]
  const half = scale >> 1
  let hasWall = false
  for (let j = 0, cell = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++, cell++) {
      const first = (row + j * scale) * edges.columns + column + i * scale
      if (i + 1 < columns) across[cell] = openness(edges.across, first + half, scale, 1, edges.columns)
      if (j + 1 < rows) down[cell] = openness(edges.down, first + half * edges.columns, scale, edges.columns, 1)
      hasWall ||= Math.abs(across[cell]!) < 1 || Math.abs(down[cell]!) < 1
    }
  }
  return hasWall ? { across, down } : null
}

/** A cell of the window is several of the floor: so many ways lead side by side from its middle to that of the next. */
function openness(walls: Uint8Array, first: number, scale: number, step: number, beside: number): number {
  let closed = 0
  for (let way = 0; way < scale; way++) {
    for (let on = 0, at = first + way * beside; on < scale; on++, at += step) {
      if (walls[at] !== 1) continue
      closed++
      break
    }
  }
  return 1 - ((1 - through) * closed) / scale
}

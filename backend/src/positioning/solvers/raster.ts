// A window of cells over a floor grid: blurred, and moved to another window. Used by the grid filter.
import type { PlanarPoint } from './observation.ts'

/** In cells of the floor grid: where the window begins, and how many of them make one of its own; its own columns and rows. */
export interface Frame {
  column: number
  row: number
  scale: number
  columns: number
  rows: number
}

/** The values at the middles of the new cells; `into`: an array that is no longer needed. */
export function resample(values: Float64Array, from: Frame, to: Frame, into: Float64Array | null): Float64Array {
  const cells = to.columns * to.rows
  const moved = into?.length === cells ? into.fill(0) : new Float64Array(cells)
  for (let j = 0; j < to.rows; j++) {
    const row = Math.floor((to.row + (j + 0.5) * to.scale - from.row) / from.scale)
    if (row < 0 || row >= from.rows) continue
    for (let i = 0; i < to.columns; i++) {
      const column = Math.floor((to.column + (i + 0.5) * to.scale - from.column) / from.scale)
      if (column >= 0 && column < from.columns) moved[j * to.columns + i] = values[row * from.columns + column]!
    }
  }
  return moved
}

/** A place and the standard deviation of it per axis, metres. */
export interface Spread extends PlanarPoint {
  spreadM: number
}

/** Every cell as much as every other. */
export const evenly = ({ columns, rows }: Frame) => new Float64Array(columns * rows).fill(1 / (columns * rows))

/** What lies around a place as a normal distribution has it. */
export function normalAround({ cellM }: { cellM: number }, frame: Frame, { xM, yM, spreadM }: Spread): Float64Array {
  const sigma = Math.max(1, spreadM / cellM)
  const weights = (count: number, first: number, middleM: number) => {
    const found = Array.from({ length: count }, (_, i) => {
      const off = (first + (i + 0.5) * frame.scale - middleM / cellM) / sigma
      return Math.exp(-(off * off) / 2)
    })
    const sum = found.reduce((total, weight) => total + weight, 0)
    return found.map((weight) => weight / sum)
  }
  const across = weights(frame.columns, frame.column, xM)
  const down = weights(frame.rows, frame.row, yM)
  const found = new Float64Array(across.length * down.length)
  let cell = 0
  for (const one of down) for (const other of across) found[cell++] = one * other
  return found
}

/** What the cells of a floor are. */
interface CellGrid {
  cellM: number
  columns: number
  rows: number
}

/** Cells per side: of a floor at first, and of what the filter looks at later, which is this many spreads, and metres at least. */
const window = { firstCells: 40, cells: 24, spreads: 4, leastM: 6 } as const

export function wholeFloor({ columns, rows }: CellGrid): Frame {
  const scale = Math.ceil(Math.max(columns, rows) / window.firstCells)
  return { column: 0, row: 0, scale, columns: Math.ceil(columns / scale), rows: Math.ceil(rows / scale) }
}

/** In cells. */
export const halfWindow = ({ cellM }: CellGrid, { spreadM }: Spread) =>
  Math.max(window.leastM, window.spreads * spreadM) / cellM

export function windowAround(grid: CellGrid, around: Spread): Frame {
  const half = halfWindow(grid, around)
  const scale = Math.max(1, Math.ceil((2 * half) / window.cells))
  const span = (middle: number, count: number) => {
    const from = Math.max(0, Math.floor(middle - half))
    return { from, size: Math.max(1, Math.ceil((Math.min(count, middle + half) - from) / scale)) }
  }
  const [across, down] = [span(around.xM / grid.cellM, grid.columns), span(around.yM / grid.cellM, grid.rows)]
  return { column: across.from, row: down.from, scale, columns: across.size, rows: down.size }
}

/** Kernels by their width in tenths of a cell; a hundred at most, for the time between two updates is capped. */
const kernels = new Map<number, Float64Array>()

/** Gaussian. */
export function kernelFor(sigmaCells: number): Float64Array {
  const tenths = Math.max(1, Math.round(sigmaCells * 10))
  let kernel = kernels.get(tenths)
  if (!kernel) kernels.set(tenths, (kernel = gaussianKernel(tenths / 10)))
  return kernel
}

function gaussianKernel(sigma: number): Float64Array {
  const radius = Math.max(1, Math.ceil(3 * sigma))
  const weight = (i: number) => Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma))
  const kernel = Float64Array.from({ length: 2 * radius + 1 }, (_, i) => weight(i))
  const sum = kernel.reduce((total, value) => total + value, 0)
  return kernel.map((value) => value / sum)
}

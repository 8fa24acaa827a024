// A window of cells over a floor grid: blurred, and moved to another window. Used by the grid filter.
import { blurCells } from './cell-arithmetic.ts'
import type { PlanarPoint } from './observation.ts'

/** In cells of the floor grid: where the window begins, and how many of them make one of its own; its own columns and rows. */
export interface Frame {
  column: number
  row: number
  scale: number
  columns: number
  rows: number
}

/** Gaussian; what would leave the window is lost. */
export function blur(values: Float64Array, { columns, rows }: Frame, sigmaCells: number): void {
  blurCells(values, columns, rows, kernelFor(sigmaCells))
}

/** The values at the middles of the new cells. */
export function resample(values: Float64Array, from: Frame, to: Frame): Float64Array {
  const moved = new Float64Array(to.columns * to.rows)
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

/** Kernels by their width in tenths of a cell; a hundred at most, for the time between two updates is capped. */
const kernels = new Map<number, Float64Array>()

function kernelFor(sigmaCells: number): Float64Array {
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

// Two cells at a time answer bit for bit what one at a time does: windows of every shape, kernels wider than the window, any weights.
import { describe, expect, it } from 'vitest'
import { createNoise } from './a-radio-scene.ts'
import { blurCells, expectedOf, offsOf, weighCells, weighSilence } from './cell-arithmetic.ts'

const noise = createNoise(7, 1)
const some = (length: number) => Float64Array.from({ length }, () => Math.abs(noise()))

describe('blurCells', () => {
  it.each([
    [1, 1, 1],
    [2, 1, 3],
    [1, 5, 2],
    [7, 3, 2],
    [24, 24, 6],
    [13, 17, 40],
    [40, 39, 63],
  ])('of %i × %i cells, %i to each side', (columns, rows, radius) => {
    const side = some(radius)
    const kernel = Float64Array.from([...side, 1, ...side.toReversed()])
    const values = some(columns * rows)
    const along = blurred(values, kernel, (i) => [i % columns, columns, 1])
    const expected = blurred(along, kernel, (i) => [Math.floor(i / columns), rows, columns])
    blurCells(values, columns, rows, kernel)
    expect(values).toEqual(expected)
  })
})

describe('weighCells', () => {
  it.each([
    [1, 1],
    [9, 0],
    [15, 3],
    [576, 8],
    [1600, 200],
  ])('%i cells by %i observations', (cells, count) => {
    const quarters = Array.from({ length: count }, (_, k) => 1 + (k % 4))
    const { offs, stride } = offsOf(cells, count)
    const heard = quarters.map(() => some(cells))
    for (const [k, row] of heard.entries()) offs.set(row, k * stride)
    const belief = some(cells)
    // Of several strengths: what was written for all of them stays.
    weighCells(some(cells), quarters, { reference: 0.1, least: 0 })
    const expected = belief.map((before, cell) => {
      const misfit = quarters.reduce((product, n, k) => product * powerOf(1 + (heard[k]![cell]! - 0.3) ** 2, n), 1)
      return (before + 1e-9) / (misfit * misfit)
    })
    weighCells(belief, quarters, { reference: 0.3, least: 1e-9 })
    expect(belief).toEqual(expected)
  })
})

describe('weighSilence', () => {
  const most = 1.5
  it.each([
    [1, 1],
    [9, 3],
    [575, 14],
    [1600, 50],
  ])('%i cells by %i receivers', (cells, count) => {
    const { expected: gathered, stride } = expectedOf(cells, count)
    const each = Array.from({ length: count }, () => Float32Array.from(some(cells)))
    for (const [k, row] of each.entries()) gathered.set(row, k * stride)
    const { fround } = Math
    const belief = some(cells)
    const expected = belief.map((value, cell) => {
      const misfit = each.reduce((product, row) => {
        const off = Math.min(Math.max(fround(row[cell]! - 0.25), 0), most)
        return fround(product * fround(1 + fround(off * off)))
      }, 1)
      return value / fround(Math.sqrt(misfit))
    })
    weighSilence(belief, count, { over: -0.25, most })
    expect(belief).toEqual(expected)
  })
})

/** `lineOf`: which of its line a cell is, how long the line is, and how far its cells lie apart. */
function blurred(values: Float64Array, kernel: Float64Array, lineOf: (cell: number) => [number, number, number]) {
  const radius = (kernel.length - 1) / 2
  return values.map((value, cell) => {
    const [at, length, step] = lineOf(cell)
    const beside = (by: number) => (at + by < 0 || at + by >= length ? 0 : values[cell + by * step]!)
    let sum = value * kernel[radius]!
    for (let k = 0; k < radius; k++) sum += (beside(k - radius) + beside(radius - k)) * kernel[k]!
    return sum
  })
}

function powerOf(term: number, quarters: number): number {
  const root = Math.sqrt(term)
  return quarters === 4 ? term : quarters === 2 ? root : quarters === 1 ? Math.sqrt(root) : root * Math.sqrt(root)
}

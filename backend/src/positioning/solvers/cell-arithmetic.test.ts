// Two cells at a time answer bit for bit what one at a time does: windows of every shape, kernels wider than the window, any weights.
import { describe, expect, it } from 'vitest'
import { createNoise } from './a-radio-scene.ts'
import {
  addBelief,
  beginCells,
  beliefAt,
  blurBelief,
  copyBelief,
  drawnTo,
  expectedOf,
  meanOf,
  noBelief,
  offsOf,
  putBelief,
  reachOf,
  scaleBelief,
  spreadBeliefs,
  sumOf,
  weighBelief,
  weighSilence,
} from './cell-arithmetic.ts'
import { lost } from './wall-edges.ts'

const noise = createNoise(7, 1)
const some = (length: number) => Float64Array.from({ length }, () => Math.abs(noise()))
const windows = [
  [1, 1],
  [2, 1],
  [1, 5],
  [7, 3],
  [13, 17],
  [24, 24],
  [40, 39],
] as const

/** A belief among others that stay as they are. */
function worked(columns: number, rows: number, work: (slot: number) => void, values = some(columns * rows)) {
  beginCells({ columns, rows })
  const others = some(columns * rows)
  const [before, slot, after] = [putBelief(others), putBelief(values), putBelief(others)]
  work(slot)
  for (const other of [before, after]) expect(beliefAt(other)).toEqual(others)
  // What fills up the last cells counts nowhere.
  expect(sumOf(slot)).toBe(summed(beliefAt(slot)))
  return Float64Array.from(beliefAt(slot))
}

describe('blurBelief', () => {
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
    expect(worked(columns, rows, (slot) => blurBelief(slot, kernel), values)).toEqual(expected)
  })
})

describe('spreadBeliefs', () => {
  it.each(windows)('of %i × %i cells', (columns, rows) => {
    const open = () => Math.min(1, Math.abs(noise()))
    const cells = Array.from({ length: columns * rows }, (_, cell) => cell)
    const ways = {
      across: Float64Array.from(cells, (cell) => ((cell + 1) % columns === 0 ? lost : open())),
      down: Float64Array.from(cells, (cell) => (cell + columns >= cells.length ? lost : open())),
    }
    const values = some(cells.length)
    const expected = Float64Array.from(values)
    spreadPlainly(expected, ways.across, 0.7, 1)
    spreadPlainly(expected, ways.down, 0.7, columns)
    const spread = (slot: number) => spreadBeliefs([slot, copyBelief(slot, 2)], ways, 0.7)
    expect(worked(columns, rows, spread, values)).toEqual(expected)
  })
})

describe('weighBelief', () => {
  it.each([
    [1, 1, 1],
    [3, 3, 0],
    [5, 3, 3],
    [24, 24, 8],
    [40, 40, 200],
  ])('%i × %i cells by %i observations', (columns, rows, count) => {
    const cells = columns * rows
    const quarters = Array.from({ length: count }, (_, k) => 1 + (k % 4))
    const heard = quarters.map(() => some(cells))
    const belief = some(cells)
    const expected = belief.map((before, cell) => {
      const misfit = quarters.reduce((product, n, k) => product * powerOf(1 + (heard[k]![cell]! - 0.3) ** 2, n), 1)
      return (before + 1e-9) / (misfit * misfit)
    })
    const weigh = (slot: number) => {
      const other = putBelief(some(cells))
      const { offs, stride } = offsOf(count)
      for (const [k, row] of heard.entries()) offs.set(row, k * stride)
      // Of several strengths: what was written for all of them stays.
      weighBelief(other, quarters, { reference: 0.1, least: 0 })
      weighBelief(slot, quarters, { reference: 0.3, least: 1e-9 })
    }
    expect(worked(columns, rows, weigh, belief)).toEqual(expected)
  })
})

describe('weighSilence', () => {
  const most = 1.5
  it.each([
    [1, 1, 1],
    [3, 3, 3],
    [25, 23, 14],
    [40, 40, 50],
  ])('%i × %i cells by %i receivers', (columns, rows, count) => {
    const cells = columns * rows
    const each = Array.from({ length: count }, () => Float32Array.from(some(cells)))
    const { fround } = Math
    const belief = some(cells)
    const expected = belief.map((value, cell) => {
      const misfit = each.reduce((product, row) => {
        const off = Math.min(Math.max(fround(row[cell]! - 0.25), 0), most)
        return fround(product * fround(1 + fround(off * off)))
      }, 1)
      return value / fround(Math.sqrt(misfit))
    })
    const weigh = (slot: number) => {
      const { expected: gathered, stride } = expectedOf(count)
      gathered.fill(NaN)
      for (const [k, row] of each.entries()) gathered.set(row, k * stride)
      weighSilence(slot, count, { over: -0.25, most })
    }
    expect(worked(columns, rows, weigh, belief)).toEqual(expected)
  })
})

describe('beliefs', () => {
  it.each(windows)('of %i × %i cells are scaled, copied and put together', (columns, rows) => {
    const values = some(columns * rows)
    const put = (slot: number) => {
      const together = noBelief()
      addBelief(copyBelief(slot, 3), together)
      scaleBelief(slot, 0.3)
      addBelief(slot, together)
      expect(beliefAt(together)).toEqual(values.map((value) => value * 3 + value * 0.3))
    }
    expect(worked(columns, rows, put, values)).toEqual(values.map((value) => value * 0.3))
  })

  it.each(windows)(
    'of %i × %i cells: their mean, what is drawn to a place, and how far they reach',
    (columns, rows) => {
      const values = some(columns * rows)
      worked(
        columns,
        rows,
        (slot) => {
          expect(meanOf(slot)).toEqual(drawnPlainly(values, columns, { x: 0, y: 0, least: columns + rows }))
          const place = { x: columns / 3, y: rows / 2.5 }
          expect(drawnTo(slot, place, 0.5)).toEqual(drawnPlainly(values, columns, { ...place, least: 0.5 }))
          const total = values.reduce((sum, value) => sum + value, 0)
          expect(reachOf(slot, place, total * 0.8)).toEqual(
            reachPlainly(values, columns, { ...place, held: total * 0.8 }),
          )
        },
        values,
      )
    },
  )
})

type Target = { x: number; y: number }

/** Every other cell by itself, then both. */
const inTwo = (values: Float64Array, of: (value: number, cell: number) => number) => {
  const sums = [0, 0] as [number, number]
  for (const [cell, value] of values.entries()) sums[cell % 2]! += of(value, cell)
  return sums[0] + sums[1]
}

function drawnPlainly(values: Float64Array, columns: number, { x, y, least }: Target & { least: number }) {
  const share = (value: number, cell: number) => {
    const [dx, dy] = [(cell % columns) - x, Math.floor(cell / columns) - y]
    return value / Math.max(least, Math.sqrt(dx * dx + dy * dy))
  }
  const sum = inTwo(values, share)
  return {
    x: inTwo(values, (value, cell) => share(value, cell) * (cell % columns)) / sum,
    y: inTwo(values, (value, cell) => share(value, cell) * Math.floor(cell / columns)) / sum,
  }
}

function reachPlainly(values: Float64Array, columns: number, { x, y, held }: Target & { held: number }) {
  const square = (cell: number) => {
    const [dx, dy] = [(cell % columns) - x, Math.floor(cell / columns) - y]
    return dx * dx + dy * dy
  }
  const rings = Array.from({ length: 256 }, () => 0)
  for (const [cell, value] of values.entries()) rings[Math.floor(2 * Math.sqrt(square(cell)))]! += value
  let [ring, sum] = [0, 0]
  while (sum < held) sum += rings[ring++]!
  return { squares: inTwo(values, (value, cell) => value * square(cell)), ring }
}

/** Eight cells side by side, added up by fours. */
function summed(values: Float64Array): number {
  const sums = Array.from({ length: 8 }, () => 0)
  for (const [cell, value] of values.entries()) sums[cell % 8]! += value
  const lane = (k: number) => sums[k]! + sums[k + 2]! + (sums[k + 4]! + sums[k + 6]!)
  return lane(0) + lane(1)
}

/** Thomas' algorithm, one line behind the other; the last way of each is lost. */
function spreadPlainly(belief: Float64Array, open: Float64Array, rate: number, step: number): void {
  const after = new Float64Array(open.length)
  for (let cell = 0; cell < open.length; cell++) {
    const back = cell < step ? lost : open[cell - step]!
    const from = rate * Math.max(0, back)
    const before = cell < step ? 0 : after[cell - step]!
    const part = 1 / (1 + rate * (Math.abs(back) + Math.abs(open[cell]!)) - from * before)
    belief[cell] = belief[cell]! * part + from * part * (cell < step ? 0 : belief[cell - step]!)
    after[cell] = rate * Math.max(0, open[cell]!) * part
  }
  for (let cell = belief.length - step - 1; cell >= 0; cell--) belief[cell]! += after[cell]! * belief[cell + step]!
}

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

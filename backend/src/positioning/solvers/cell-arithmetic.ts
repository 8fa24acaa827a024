// The beliefs of the badge that is updated, in the memory of the loops over their cells: put there once, worked on by one loop after the
// other, and taken back. A filter begins with `beginCells`; what it put before means nothing then. Used by the grid filter, its
// strength levels and its spreading.
import { loops } from './cell-loops.ts'
import type { Ways } from './wall-edges.ts'
import { lost } from './wall-edges.ts'

/** Where a belief is, in doubles. */
export type Slot = number

/** What sums are written to comes first, then rings half a cell wide, then which column and row each cell is in, then beliefs. */
const [ringsAt, ringCount] = [8, 256]
const coordinatesAt = ringsAt + ringCount
let [columns, rows, cells, stride, free] = [0, 0, 0, 0, 0]

/** One badge is updated at a time, so all filters share the memory. */
let doubles = new Float64Array(loops.memory.buffer)
let floats = new Float32Array(loops.memory.buffer)
let integers = new Int32Array(loops.memory.buffer)

/** So many numbers at least. What was in it is still there. */
function reserve(length: number): void {
  const missing = length * 8 - loops.memory.buffer.byteLength
  if (missing <= 0) return
  loops.memory.grow(Math.ceil(missing / 65_536))
  doubles = new Float64Array(loops.memory.buffer)
  floats = new Float32Array(loops.memory.buffer)
  integers = new Int32Array(loops.memory.buffer)
}

/** Beliefs over a window of this shape from now on. */
export function beginCells(frame: { columns: number; rows: number }): void {
  if (frame.columns !== columns || frame.rows !== rows) {
    ;[columns, rows, cells] = [frame.columns, frame.rows, frame.columns * frame.rows]
    stride = Math.ceil(cells / 8) * 8
    reserve(coordinatesAt + 2 * stride)
    for (let row = 0, at = coordinatesAt; row < rows; row++)
      for (let column = 0; column < columns; column++, at++) [doubles[at], doubles[at + stride]] = [column, row]
  }
  free = coordinatesAt + 2 * stride
}

function newSlot(): Slot {
  const slot = free
  free += stride
  reserve(free)
  return slot
}

/** Cells that fill up the last eight weigh nothing. */
const emptyRest = (slot: Slot) => void doubles.fill(0, slot + cells, slot + stride)

export function putBelief(values: Float64Array): Slot {
  const slot = newSlot()
  doubles.set(values, slot)
  emptyRest(slot)
  return slot
}

/** Of several beliefs together, nothing yet. */
export function noBelief(): Slot {
  const slot = newSlot()
  doubles.fill(0, slot, slot + stride)
  return slot
}

export function copyBelief(from: Slot, factor: number): Slot {
  const slot = newSlot()
  loops.scale(8 * from, 8 * (from + stride), 8 * slot, factor)
  return slot
}

/** As it is now; read before anything else is done. */
export const beliefAt = (slot: Slot) => doubles.subarray(slot, slot + cells)

export const sumOf = (slot: Slot) => loops.sum(8 * slot, 8 * (slot + stride))

export const scaleBelief = (slot: Slot, factor: number) => loops.scale(8 * slot, 8 * (slot + stride), 8 * slot, factor)

export const addBelief = (slot: Slot, to: Slot) => loops.add(8 * slot, 8 * (slot + stride), 8 * to)

/** Separable: along every row, then along every column; nothing lies outside. `kernel` is symmetric. */
export function blurBelief(slot: Slot, kernel: Float64Array): void {
  const radius = (kernel.length - 1) / 2
  const lineAt = free + kernel.length
  const betweenAt = lineAt + columns + 2 * radius + 1
  reserve(betweenAt + (rows + 2 * radius) * columns + 2)
  doubles.set(kernel, free)
  loops.blur(8 * slot, columns, rows, 8 * free, radius, 8 * lineAt, 8 * betweenAt)
  emptyRest(slot)
}

/**
 * As heat spreads through cells that are joined as far as the way between them is open: one implicit step along the rows and one along the
 * columns, stable whatever is in the way. All beliefs alike; what leaves the window is lost. `rate`: half of the variance along each
 * axis where nothing is in the way, in cells.
 */
export function spreadBeliefs(slots: readonly Slot[], ways: Ways, rate: number): void {
  spreadAlong(slots, { open: ways.across, lines: columns, length: rows, line: 1, cell: columns }, rate)
  spreadAlong(slots, { open: ways.down, lines: rows, length: columns, line: columns, cell: 1 }, rate)
}

/** From line to line; how far apart, in the window, lines are and the cells of one. */
type Along = { open: Float64Array; lines: number; length: number; line: number; cell: number }

/** Lines of two cells side by side, with room for one before the first. */
function spreadAlong(slots: readonly Slot[], { open, lines, length, line, cell }: Along, rate: number): void {
  const pitch = length + (length % 2)
  const size = pitch * (lines + 1)
  const tableAt = free + stride
  reserve(tableAt + 5 * size)
  doubles.fill(0, tableAt, tableAt + 5 * size)
  doubles.fill(lost, tableAt, tableAt + pitch)
  const [ways, before, own, after, belief] = [0, 1, 2, 3, 4].map(
    (k) => 8 * (tableAt + k * size + pitch),
  ) as FiveOf<number>
  const end = ways + 8 * pitch * lines
  const put = (from: number, to: number) => loops.place(8 * from, 8 * cell, 8 * line, to, 8, 8 * pitch, length, lines)
  doubles.set(open, free)
  put(free, ways)
  loops.share(ways, end, 8 * pitch, before, own, after, rate)
  for (const slot of slots) {
    put(slot, belief)
    loops.solve(belief, belief + end - ways, 8 * pitch, before, own, after)
    loops.place(belief, 8, 8 * pitch, 8 * slot, 8 * cell, 8 * line, length, lines)
  }
}

type FiveOf<T> = [T, T, T, T, T]

/** Where each observation's cells are written, one observation after the other, before `weighBelief`. */
export function offsOf(count: number): { readonly offs: Float64Array; readonly stride: number } {
  reserve(free + (stride + 1) * count)
  return { offs: doubles.subarray(free, free + stride * count), stride }
}

/** What `offsOf` was filled with and `reference` are in units of the scatter. */
export function weighBelief(
  slot: Slot,
  quarters: readonly number[],
  { reference, least }: { reference: number; least: number },
): void {
  const quartersAt = free + stride * quarters.length
  for (const [k, quarter] of quarters.entries()) integers[2 * quartersAt + k] = quarter
  loops.weigh(8 * slot, stride, 8 * free, 8 * quartersAt, quarters.length, reference, least)
  emptyRest(slot)
}

/** Where it is written what each receiver is expected to hear, one receiver after the other, before `weighSilence`. */
export function expectedOf(count: number): { readonly expected: Float32Array; readonly stride: number } {
  reserve(free + Math.ceil((stride * count) / 2))
  return { expected: floats.subarray(2 * free, 2 * free + stride * count), stride }
}

/**
 * For one to a few dozen receivers that heard nothing. With `over` added, what is expected is above nothing where it is more than goes
 * unheard: only there it speaks against a cell, and no receiver says more than `most`.
 */
export function weighSilence(slot: Slot, count: number, { over, most }: { over: number; most: number }): void {
  loops.weighSilence(8 * slot, stride, 8 * free, count, over, most)
  emptyRest(slot)
}

export interface Place {
  /** In cells of the window; the middle of the first is at zero. */
  x: number
  y: number
}

/** The mean place where what is nearer counts more; no distance counts for less than `leastCells`. */
export function drawnTo(slot: Slot, { x, y }: Place, leastCells: number): Place {
  const columnsAt = 8 * coordinatesAt
  loops.draw(8 * slot, 8 * (slot + stride), columnsAt, columnsAt + 8 * stride, x, y, leastCells, 0)
  return { x: doubles[1]! / doubles[0]!, y: doubles[2]! / doubles[0]! }
}

/** Every cell counts alike. */
export const meanOf = (slot: Slot) => drawnTo(slot, { x: 0, y: 0 }, columns + rows)

/** The squares of the distances from a place, in cells, and how far from there so much of the belief is, in half cells. */
export function reachOf(slot: Slot, { x, y }: Place, held: number): { squares: number; ring: number } {
  const columnsAt = 8 * coordinatesAt
  doubles.fill(0, ringsAt, ringsAt + ringCount)
  const [from, to] = [8 * slot, 8 * (slot + stride)]
  const squares = loops.rings(from, to, columnsAt, columnsAt + 8 * stride, x, y, 8 * ringsAt, ringCount - 1)
  let [ring, sum] = [0, 0]
  while (ring < ringCount && sum < held) sum += doubles[ringsAt + ring++]!
  return { squares, ring }
}

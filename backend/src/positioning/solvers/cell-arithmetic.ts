// The inner loops of the grid filter, two cells at a time: they are most of what a position costs, and JavaScript has no vectors
// (docs/decisions/0046). Each does the same operations in the same order as one cell at a time would, so that every bit is the same.
import { compile } from 'watr'

/** Both sides of a cell weigh the same; `kernel` is half of it, the middle last. */
const blurText = `
(func $lines (param $from i32) (param $to i32) (param $end i32) (param $step i32) (param $kernel i32) (param $radius i32)
  (local $sum v128) (local $k i32) (local $left i32) (local $right i32)
  (loop $cells
    (local.set $left (local.get $from))
    (local.set $right (i32.add (local.get $from) (i32.mul (local.get $step) (i32.shl (local.get $radius) (i32.const 1)))))
    (local.set $k (i32.const 0))
    (local.set $sum (f64x2.mul
      (v128.load (i32.add (local.get $from) (i32.mul (local.get $step) (local.get $radius))))
      (v128.load64_splat (i32.add (local.get $kernel) (i32.shl (local.get $radius) (i32.const 3))))))
    (loop $sides
      (local.set $sum (f64x2.add (local.get $sum) (f64x2.mul
        (f64x2.add (v128.load (local.get $left)) (v128.load (local.get $right)))
        (v128.load64_splat (i32.add (local.get $kernel) (i32.shl (local.get $k) (i32.const 3)))))))
      (local.set $left (i32.add (local.get $left) (local.get $step)))
      (local.set $right (i32.sub (local.get $right) (local.get $step)))
      (br_if $sides (i32.lt_s (local.tee $k (i32.add (local.get $k) (i32.const 1))) (local.get $radius))))
    (v128.store (local.get $to) (local.get $sum))
    (local.set $from (i32.add (local.get $from) (i32.const 16)))
    (br_if $cells (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 16))) (local.get $end)))))

(func (export "blur") (param $values i32) (param $columns i32) (param $rows i32) (param $kernel i32) (param $radius i32)
  (param $line i32) (param $between i32)
  (local $pitch i32) (local $edge i32) (local $from i32) (local $to i32) (local $end i32)
  (local.set $pitch (i32.shl (local.get $columns) (i32.const 3)))
  (local.set $edge (i32.shl (local.get $radius) (i32.const 3)))
  (local.set $end (i32.add (local.get $values) (i32.mul (local.get $pitch) (local.get $rows))))
  (local.set $from (local.get $values))
  (local.set $to (i32.add (local.get $between) (i32.mul (local.get $pitch) (local.get $radius))))
  (memory.fill (local.get $between) (i32.const 0) (i32.mul (local.get $pitch) (local.get $radius)))
  (memory.fill (local.get $line) (i32.const 0) (local.get $edge))
  (memory.fill (i32.add (local.get $line) (i32.add (local.get $edge) (local.get $pitch))) (i32.const 0) (i32.add (local.get $edge) (i32.const 8)))
  (loop $rows
    (memory.copy (i32.add (local.get $line) (local.get $edge)) (local.get $from) (local.get $pitch))
    (call $lines (local.get $line) (local.get $to) (i32.add (local.get $to) (local.get $pitch)) (i32.const 8) (local.get $kernel) (local.get $radius))
    (local.set $to (i32.add (local.get $to) (local.get $pitch)))
    (br_if $rows (i32.lt_u (local.tee $from (i32.add (local.get $from) (local.get $pitch))) (local.get $end))))
  (memory.fill (local.get $to) (i32.const 0) (i32.add (i32.mul (local.get $pitch) (local.get $radius)) (i32.const 8)))
  (call $lines (local.get $between) (local.get $values) (local.get $end) (local.get $pitch) (local.get $kernel) (local.get $radius)))`

/** Beliefs divided by the square of the product over all observations of 1 + off², each to the power of its quarters. */
const weighText = `
(func (export "weigh") (param $belief i32) (param $cells i32) (param $offs i32) (param $quarters i32) (param $count i32)
  (param $reference f64) (param $least f64)
  (local $end i32) (local $stride i32) (local $at i32) (local $quarter i32) (local $last i32)
  (local $one v128) (local $term v128) (local $root v128) (local $misfit v128)
  (local.set $one (f64x2.splat (f64.const 1)))
  (local.set $stride (i32.shl (local.get $cells) (i32.const 3)))
  (local.set $end (i32.add (local.get $belief) (local.get $stride)))
  (local.set $last (i32.add (local.get $quarters) (i32.shl (local.get $count) (i32.const 2))))
  (loop $cells
    (local.set $misfit (local.get $one))
    (local.set $at (local.get $offs))
    (local.set $quarter (local.get $quarters))
    (block $done (loop $observations
      (br_if $done (i32.ge_u (local.get $quarter) (local.get $last)))
      (local.set $term (f64x2.sub (v128.load (local.get $at)) (f64x2.splat (local.get $reference))))
      (local.set $term (f64x2.add (local.get $one) (f64x2.mul (local.get $term) (local.get $term))))
      (if (i32.ne (i32.load (local.get $quarter)) (i32.const 4)) (then
        (local.set $root (f64x2.sqrt (local.get $term)))
        (local.set $term (local.get $root))
        (if (i32.eq (i32.load (local.get $quarter)) (i32.const 1)) (then (local.set $term (f64x2.sqrt (local.get $root)))))
        (if (i32.eq (i32.load (local.get $quarter)) (i32.const 3)) (then
          (local.set $term (f64x2.mul (local.get $root) (f64x2.sqrt (local.get $root))))))))
      (local.set $misfit (f64x2.mul (local.get $misfit) (local.get $term)))
      (local.set $at (i32.add (local.get $at) (local.get $stride)))
      (local.set $quarter (i32.add (local.get $quarter) (i32.const 4)))
      (br $observations)))
    (v128.store (local.get $belief) (f64x2.div
      (f64x2.add (v128.load (local.get $belief)) (f64x2.splat (local.get $least)))
      (f64x2.mul (local.get $misfit) (local.get $misfit))))
    (local.set $offs (i32.add (local.get $offs) (i32.const 16)))
    (br_if $cells (i32.lt_u (local.tee $belief (i32.add (local.get $belief) (i32.const 16))) (local.get $end)))))`

/**
 * Beliefs divided by the square root of the product over all receivers of 1 + off², none below 0 or above `most`. Four cells at a time:
 * what is expected is known to single precision, and the product of a few that are at their most is within its range.
 */
const silenceText = `
(func (export "weighSilence") (param $belief i32) (param $cells i32) (param $expected i32) (param $count i32)
  (param $over f32) (param $most f32)
  (local $end i32) (local $stride i32) (local $at i32) (local $last i32) (local $off v128) (local $misfit v128)
  (local.set $stride (i32.shl (local.get $cells) (i32.const 2)))
  (local.set $end (i32.add (local.get $belief) (i32.shl (local.get $stride) (i32.const 1))))
  (loop $cells
    (local.set $misfit (f32x4.splat (f32.const 1)))
    (local.set $at (local.get $expected))
    (local.set $last (i32.add (local.get $expected) (i32.mul (local.get $stride) (local.get $count))))
    (loop $receivers
      (local.set $off (f32x4.add (v128.load (local.get $at)) (f32x4.splat (local.get $over))))
      (local.set $off (f32x4.min (f32x4.max (local.get $off) (f32x4.splat (f32.const 0))) (f32x4.splat (local.get $most))))
      (local.set $misfit (f32x4.mul (local.get $misfit)
        (f32x4.add (f32x4.splat (f32.const 1)) (f32x4.mul (local.get $off) (local.get $off)))))
      (br_if $receivers (i32.lt_u (local.tee $at (i32.add (local.get $at) (local.get $stride))) (local.get $last))))
    (local.set $misfit (f32x4.sqrt (local.get $misfit)))
    (v128.store (local.get $belief) (f64x2.div (v128.load (local.get $belief)) (f64x2.promote_low_f32x4 (local.get $misfit))))
    (v128.store offset=16 (local.get $belief) (f64x2.div (v128.load offset=16 (local.get $belief))
      (f64x2.promote_low_f32x4 (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $misfit) (local.get $misfit)))))
    (local.set $expected (i32.add (local.get $expected) (i32.const 16)))
    (br_if $cells (i32.lt_u (local.tee $belief (i32.add (local.get $belief) (i32.const 32))) (local.get $end)))))`

type Loops = {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void }
  blur(
    values: number,
    columns: number,
    rows: number,
    kernel: number,
    radius: number,
    line: number,
    between: number,
  ): void
  weigh(
    belief: number,
    cells: number,
    offs: number,
    quarters: number,
    count: number,
    reference: number,
    least: number,
  ): void
  weighSilence(belief: number, cells: number, expected: number, count: number, over: number, most: number): void
}
/** Which the types of Node.js leave out. */
declare const WebAssembly: {
  readonly Module: new (binary: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}
const module = new WebAssembly.Module(
  compile(`(module (memory (export "memory") 4) ${blurText} ${weighText} ${silenceText})`),
)
const loops = new WebAssembly.Instance(module).exports as Loops

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

/** Separable: along every row, then along every column; nothing lies outside. `kernel` is symmetric. */
export function blurCells(values: Float64Array, columns: number, rows: number, kernel: Float64Array): void {
  const radius = (kernel.length - 1) / 2
  const valuesAt = kernel.length
  const lineAt = valuesAt + values.length + 1
  const betweenAt = lineAt + columns + 2 * radius + 1
  reserve(betweenAt + (rows + 2 * radius) * columns + 2)
  doubles.set(kernel)
  doubles.set(values, valuesAt)
  loops.blur(8 * valuesAt, columns, rows, 0, radius, 8 * lineAt, 8 * betweenAt)
  values.set(doubles.subarray(valuesAt, valuesAt + values.length))
}

/** Where each observation's cells are written, one observation after the other, before `weighCells`. */
export function offsOf(cells: number, count: number): { readonly offs: Float64Array; readonly stride: number } {
  const stride = cells + (cells % 2)
  const at = offsAt(stride, count)
  reserve(at + stride * count)
  return { offs: doubles.subarray(at, at + stride * count), stride }
}

/** The belief and quarters come first. */
const offsAt = (stride: number, count: number) => stride + count

/** What `offsOf` was filled with and `reference` are in units of the scatter. */
export function weighCells(
  belief: Float64Array,
  quarters: readonly number[],
  { reference, least }: { reference: number; least: number },
): void {
  const stride = belief.length + (belief.length % 2)
  const count = quarters.length
  doubles.set(belief)
  for (let k = 0; k < count; k++) integers[2 * stride + k] = quarters[k]!
  loops.weigh(0, stride, 8 * offsAt(stride, count), 8 * stride, count, reference, least)
  belief.set(doubles.subarray(0, belief.length))
}

/** Where it is written what each receiver is expected to hear, one receiver after the other, before `weighSilence`. */
export function expectedOf(cells: number, count: number): { readonly expected: Float32Array; readonly stride: number } {
  const stride = Math.ceil(cells / 4) * 4
  // A belief, of doubles, comes first.
  reserve(stride + Math.ceil((stride * count) / 2))
  return { expected: floats.subarray(2 * stride, 2 * stride + stride * count), stride }
}

/**
 * For one to a few dozen receivers that heard nothing. With `over` added, what is expected is above nothing where it is more than goes
 * unheard: only there it speaks against a cell, and no receiver says more than `most`.
 */
export function weighSilence(
  belief: Float64Array,
  count: number,
  { over, most }: { over: number; most: number },
): void {
  const stride = Math.ceil(belief.length / 4) * 4
  doubles.set(belief)
  loops.weighSilence(0, stride, 8 * stride, count, over, most)
  belief.set(doubles.subarray(0, belief.length))
}

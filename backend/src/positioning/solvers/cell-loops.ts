// The inner loops over the cells of a belief, two or four cells at a time: they are most of what a position costs, and JavaScript has no
// vectors (docs/decisions/0046). All of them work in one memory, in which cell-arithmetic.ts alone says what lies where; beliefs there are
// whole eights of cells long.
import { compile } from 'watr'
import { spreadText } from './spread-loops.ts'

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

/** Four pairs of cells: each waits for the one before it, so that side by side they take as long as one. */
const pairs = [0, 1, 2, 3] as const
const inPairs = (text: (pair: number) => string) => pairs.map(text).join('')
const inHalves = (text: (half: number) => string) => [0, 1].map(text).join('')

/** Beliefs divided by the square of the product over all observations of 1 + off², each to the power of its quarters. */
const weighText = `
(func $power (param $term v128) (param $quarters i32) (result v128)
  (local $root v128)
  (if (i32.eq (local.get $quarters) (i32.const 4)) (then (return (local.get $term))))
  (local.set $root (f64x2.sqrt (local.get $term)))
  (if (i32.eq (local.get $quarters) (i32.const 2)) (then (return (local.get $root))))
  (if (i32.eq (local.get $quarters) (i32.const 1)) (then (return (f64x2.sqrt (local.get $root)))))
  (f64x2.mul (local.get $root) (f64x2.sqrt (local.get $root))))

(func (export "weigh") (param $belief i32) (param $cells i32) (param $offs i32) (param $quarters i32) (param $count i32)
  (param $reference f64) (param $least f64)
  (local $end i32) (local $stride i32) (local $at i32) (local $quarter i32) (local $last i32) (local $quarters_here i32)
  (local $one v128) (local $from v128) ${inPairs((k) => `(local $term${k} v128) (local $misfit${k} v128)`)}
  (local.set $one (f64x2.splat (f64.const 1)))
  (local.set $from (f64x2.splat (local.get $reference)))
  (local.set $stride (i32.shl (local.get $cells) (i32.const 3)))
  (local.set $end (i32.add (local.get $belief) (local.get $stride)))
  (local.set $last (i32.add (local.get $quarters) (i32.shl (local.get $count) (i32.const 2))))
  (loop $cells
    ${inPairs((k) => `(local.set $misfit${k} (local.get $one))`)}
    (local.set $at (local.get $offs))
    (local.set $quarter (local.get $quarters))
    (block $done (loop $observations
      (br_if $done (i32.ge_u (local.get $quarter) (local.get $last)))
      ${inPairs(
        (k) => `
      (local.set $term${k} (f64x2.sub (v128.load offset=${16 * k} (local.get $at)) (local.get $from)))
      (local.set $term${k} (f64x2.add (local.get $one) (f64x2.mul (local.get $term${k}) (local.get $term${k}))))`,
      )}
      (local.set $quarters_here (i32.load (local.get $quarter)))
      (if (i32.ne (local.get $quarters_here) (i32.const 4)) (then
        ${inPairs((k) => `(local.set $term${k} (call $power (local.get $term${k}) (local.get $quarters_here)))`)}))
      ${inPairs((k) => `(local.set $misfit${k} (f64x2.mul (local.get $misfit${k}) (local.get $term${k})))`)}
      (local.set $at (i32.add (local.get $at) (local.get $stride)))
      (local.set $quarter (i32.add (local.get $quarter) (i32.const 4)))
      (br $observations)))
    ${inPairs(
      (k) => `(v128.store offset=${16 * k} (local.get $belief) (f64x2.div
      (f64x2.add (v128.load offset=${16 * k} (local.get $belief)) (f64x2.splat (local.get $least)))
      (f64x2.mul (local.get $misfit${k}) (local.get $misfit${k}))))`,
    )}
    (local.set $offs (i32.add (local.get $offs) (i32.const 64)))
    (br_if $cells (i32.lt_u (local.tee $belief (i32.add (local.get $belief) (i32.const 64))) (local.get $end)))))`

/**
 * Beliefs divided by the square root of the product over all receivers of 1 + off², none below 0 or above `most`. Four cells to a vector: what
 * is expected is known to single precision, and the product of a few that are at their most is within its range.
 */
const silenceText = `
(func (export "weighSilence") (param $belief i32) (param $cells i32) (param $expected i32) (param $count i32)
  (param $over f32) (param $most f32)
  (local $end i32) (local $stride i32) (local $at i32) (local $last i32)
  (local $nothing v128) (local $one v128) (local $above v128) (local $limit v128)
  ${inHalves((k) => `(local $off${k} v128) (local $misfit${k} v128)`)}
  (local.set $one (f32x4.splat (f32.const 1)))
  (local.set $above (f32x4.splat (local.get $over)))
  (local.set $limit (f32x4.splat (local.get $most)))
  (local.set $stride (i32.shl (local.get $cells) (i32.const 2)))
  (local.set $end (i32.add (local.get $belief) (i32.shl (local.get $stride) (i32.const 1))))
  (loop $cells
    ${inHalves((k) => `(local.set $misfit${k} (local.get $one))`)}
    (local.set $at (local.get $expected))
    (local.set $last (i32.add (local.get $expected) (i32.mul (local.get $stride) (local.get $count))))
    (loop $receivers
      ${inHalves(
        (k) => `
      (local.set $off${k} (f32x4.add (v128.load offset=${16 * k} (local.get $at)) (local.get $above)))
      (local.set $off${k} (f32x4.pmin (local.get $limit) (f32x4.pmax (local.get $nothing) (local.get $off${k}))))
      (local.set $misfit${k} (f32x4.mul (local.get $misfit${k})
        (f32x4.add (local.get $one) (f32x4.mul (local.get $off${k}) (local.get $off${k})))))`,
      )}
      (br_if $receivers (i32.lt_u (local.tee $at (i32.add (local.get $at) (local.get $stride))) (local.get $last))))
    ${inHalves(
      (k) => `
    (local.set $misfit${k} (f32x4.sqrt (local.get $misfit${k})))
    (v128.store offset=${32 * k} (local.get $belief)
      (f64x2.div (v128.load offset=${32 * k} (local.get $belief)) (f64x2.promote_low_f32x4 (local.get $misfit${k}))))
    (v128.store offset=${32 * k + 16} (local.get $belief) (f64x2.div (v128.load offset=${32 * k + 16} (local.get $belief))
      (f64x2.promote_low_f32x4 (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $misfit${k}) (local.get $misfit${k})))))`,
    )}
    (local.set $expected (i32.add (local.get $expected) (i32.const 32)))
    (br_if $cells (i32.lt_u (local.tee $belief (i32.add (local.get $belief) (i32.const 64))) (local.get $end)))))`

/** Sums over a belief; `found`: where two of them, or three, are written. */
const sumText = `
(func $together (param $sums v128) (result f64)
  (f64.add (f64x2.extract_lane 0 (local.get $sums)) (f64x2.extract_lane 1 (local.get $sums))))

(func (export "sum") (param $belief i32) (param $end i32) (result f64)
  ${inPairs((k) => `(local $sum${k} v128)`)}
  (loop $cells
    ${inPairs((k) => `(local.set $sum${k} (f64x2.add (local.get $sum${k}) (v128.load offset=${16 * k} (local.get $belief))))`)}
    (br_if $cells (i32.lt_u (local.tee $belief (i32.add (local.get $belief) (i32.const 64))) (local.get $end))))
  (call $together (f64x2.add
    (f64x2.add (local.get $sum0) (local.get $sum1)) (f64x2.add (local.get $sum2) (local.get $sum3)))))

(func (export "scale") (param $from i32) (param $end i32) (param $to i32) (param $factor f64)
  (loop $cells
    (v128.store (local.get $to) (f64x2.mul (v128.load (local.get $from)) (f64x2.splat (local.get $factor))))
    (local.set $to (i32.add (local.get $to) (i32.const 16)))
    (br_if $cells (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 16))) (local.get $end)))))

(func (export "add") (param $from i32) (param $end i32) (param $to i32)
  (loop $cells
    (v128.store (local.get $to) (f64x2.add (v128.load (local.get $to)) (v128.load (local.get $from))))
    (local.set $to (i32.add (local.get $to) (i32.const 16)))
    (br_if $cells (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 16))) (local.get $end)))))

(func (export "draw") (param $belief i32) (param $end i32) (param $columns i32) (param $rows i32)
  (param $x f64) (param $y f64) (param $least f64) (param $found i32)
  (local $p v128) (local $dx v128) (local $dy v128) (local $sum v128) (local $sumX v128) (local $sumY v128)
  (loop $cells
    (local.set $dx (f64x2.sub (v128.load (local.get $columns)) (f64x2.splat (local.get $x))))
    (local.set $dy (f64x2.sub (v128.load (local.get $rows)) (f64x2.splat (local.get $y))))
    (local.set $p (f64x2.div (v128.load (local.get $belief)) (f64x2.max (f64x2.splat (local.get $least)) (f64x2.sqrt
      (f64x2.add (f64x2.mul (local.get $dx) (local.get $dx)) (f64x2.mul (local.get $dy) (local.get $dy)))))))
    (local.set $sum (f64x2.add (local.get $sum) (local.get $p)))
    (local.set $sumX (f64x2.add (local.get $sumX) (f64x2.mul (local.get $p) (v128.load (local.get $columns)))))
    (local.set $sumY (f64x2.add (local.get $sumY) (f64x2.mul (local.get $p) (v128.load (local.get $rows)))))
    (local.set $columns (i32.add (local.get $columns) (i32.const 16)))
    (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
    (br_if $cells (i32.lt_u (local.tee $belief (i32.add (local.get $belief) (i32.const 16))) (local.get $end))))
  (f64.store (local.get $found) (call $together (local.get $sum)))
  (f64.store offset=8 (local.get $found) (call $together (local.get $sumX)))
  (f64.store offset=16 (local.get $found) (call $together (local.get $sumY))))

(func $intoRing (param $rings i32) (param $ring i32) (param $p f64)
  (local.set $rings (i32.add (local.get $rings) (i32.shl (local.get $ring) (i32.const 3))))
  (f64.store (local.get $rings) (f64.add (f64.load (local.get $rings)) (local.get $p))))

(func (export "rings") (param $belief i32) (param $end i32) (param $columns i32) (param $rows i32)
  (param $x f64) (param $y f64) (param $rings i32) (param $last f64) (result f64)
  (local $p v128) (local $dx v128) (local $dy v128) (local $square v128) (local $squares v128) (local $ring v128)
  (loop $cells
    (local.set $p (v128.load (local.get $belief)))
    (local.set $dx (f64x2.sub (v128.load (local.get $columns)) (f64x2.splat (local.get $x))))
    (local.set $dy (f64x2.sub (v128.load (local.get $rows)) (f64x2.splat (local.get $y))))
    (local.set $square (f64x2.add (f64x2.mul (local.get $dx) (local.get $dx)) (f64x2.mul (local.get $dy) (local.get $dy))))
    (local.set $squares (f64x2.add (local.get $squares) (f64x2.mul (local.get $p) (local.get $square))))
    (local.set $ring (i32x4.trunc_sat_f64x2_s_zero (f64x2.min (f64x2.splat (local.get $last))
      (f64x2.mul (f64x2.splat (f64.const 2)) (f64x2.sqrt (local.get $square))))))
    (call $intoRing (local.get $rings) (i32x4.extract_lane 0 (local.get $ring)) (f64x2.extract_lane 0 (local.get $p)))
    (call $intoRing (local.get $rings) (i32x4.extract_lane 1 (local.get $ring)) (f64x2.extract_lane 1 (local.get $p)))
    (local.set $columns (i32.add (local.get $columns) (i32.const 16)))
    (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
    (br_if $cells (i32.lt_u (local.tee $belief (i32.add (local.get $belief) (i32.const 16))) (local.get $end))))
  (call $together (local.get $squares)))`

interface Loops {
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
  share(open: number, end: number, pitch: number, before: number, own: number, after: number, rate: number): void
  solve(belief: number, end: number, pitch: number, before: number, own: number, after: number): void
  /** A table of cells into one with other distances between cells and between rows. */
  place(
    from: number,
    fromAcross: number,
    fromDown: number,
    to: number,
    toAcross: number,
    toDown: number,
    columns: number,
    rows: number,
  ): void
  sum(belief: number, end: number): number
  scale(from: number, end: number, to: number, factor: number): void
  add(from: number, end: number, to: number): void
  /** Sums of a belief, of it by column and by row, where what is nearer to a place counts more. */
  draw(
    belief: number,
    end: number,
    columns: number,
    rows: number,
    x: number,
    y: number,
    least: number,
    found: number,
  ): void
  rings(
    belief: number,
    end: number,
    columns: number,
    rows: number,
    x: number,
    y: number,
    rings: number,
    last: number,
  ): number
}
/** Which the types of Node.js leave out. */
declare const WebAssembly: {
  readonly Module: new (binary: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}
const texts = [blurText, weighText, silenceText, spreadText, sumText]
const module = new WebAssembly.Module(compile(`(module (memory (export "memory") 8) ${texts.join('')})`))
export const loops = new WebAssembly.Instance(module).exports as Loops

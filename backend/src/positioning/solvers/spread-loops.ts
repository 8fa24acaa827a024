// The loops that spread a belief around walls, as WebAssembly text; cell-loops.ts puts it together with the others.

/**
 * Heat through cells that are joined as far as the way between them is open, from each line of cells to the next, all cells of a line
 * together (Thomas' algorithm). Before the first line of ways, of what is handed on and of the belief another one lies: lost, nothing, nothing. `place` puts a table of cells into one with other distances
 * between cells and between rows.
 */
export const spreadText = `
(func (export "share") (param $open i32) (param $end i32) (param $pitch i32) (param $before i32) (param $own i32) (param $after i32)
  (param $rate f64)
  (local $nothing v128) (local $one v128) (local $rates v128) (local $back v128) (local $on v128) (local $from v128) (local $part v128)
  (local.set $one (f64x2.splat (f64.const 1)))
  (local.set $rates (f64x2.splat (local.get $rate)))
  (loop $cells
    (local.set $back (v128.load (i32.sub (local.get $open) (local.get $pitch))))
    (local.set $on (v128.load (local.get $open)))
    (local.set $from (f64x2.mul (local.get $rates) (f64x2.max (local.get $nothing) (local.get $back))))
    (local.set $part (f64x2.div (local.get $one) (f64x2.sub
      (f64x2.add (local.get $one) (f64x2.mul (local.get $rates) (f64x2.add (f64x2.abs (local.get $back)) (f64x2.abs (local.get $on)))))
      (f64x2.mul (local.get $from) (v128.load (i32.sub (local.get $after) (local.get $pitch)))))))
    (v128.store (local.get $before) (f64x2.mul (local.get $from) (local.get $part)))
    (v128.store (local.get $own) (local.get $part))
    (v128.store (local.get $after)
      (f64x2.mul (f64x2.mul (local.get $rates) (f64x2.max (local.get $nothing) (local.get $on))) (local.get $part)))
    (local.set $before (i32.add (local.get $before) (i32.const 16)))
    (local.set $own (i32.add (local.get $own) (i32.const 16)))
    (local.set $after (i32.add (local.get $after) (i32.const 16)))
    (br_if $cells (i32.lt_u (local.tee $open (i32.add (local.get $open) (i32.const 16))) (local.get $end)))))

(func (export "solve") (param $belief i32) (param $end i32) (param $pitch i32) (param $before i32) (param $own i32) (param $after i32)
  (local $at i32) (local $last i32)
  (local.set $at (local.get $belief))
  (loop $on
    (v128.store (local.get $at) (f64x2.add
      (f64x2.mul (v128.load (local.get $at)) (v128.load (local.get $own)))
      (f64x2.mul (v128.load (local.get $before)) (v128.load (i32.sub (local.get $at) (local.get $pitch))))))
    (local.set $before (i32.add (local.get $before) (i32.const 16)))
    (local.set $own (i32.add (local.get $own) (i32.const 16)))
    (br_if $on (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
  (local.set $at (i32.sub (local.get $end) (local.get $pitch)))
  (local.set $after (i32.add (local.get $after) (i32.sub (local.get $at) (local.get $belief))))
  (block $done (loop $back
    (br_if $done (i32.le_u (local.get $at) (local.get $belief)))
    (local.set $at (i32.sub (local.get $at) (i32.const 16)))
    (local.set $after (i32.sub (local.get $after) (i32.const 16)))
    (v128.store (local.get $at) (f64x2.add (v128.load (local.get $at))
      (f64x2.mul (v128.load (local.get $after)) (v128.load (i32.add (local.get $at) (local.get $pitch))))))
    (br $back))))

(func (export "place") (param $from i32) (param $fromAcross i32) (param $fromDown i32)
  (param $to i32) (param $toAcross i32) (param $toDown i32) (param $columns i32) (param $rows i32)
  (local $column i32) (local $source i32) (local $target i32)
  (loop $rows
    (local.set $source (local.get $from))
    (local.set $target (local.get $to))
    (local.set $column (local.get $columns))
    (loop $columns
      (f64.store (local.get $target) (f64.load (local.get $source)))
      (local.set $source (i32.add (local.get $source) (local.get $fromAcross)))
      (local.set $target (i32.add (local.get $target) (local.get $toAcross)))
      (br_if $columns (local.tee $column (i32.sub (local.get $column) (i32.const 1)))))
    (local.set $from (i32.add (local.get $from) (local.get $fromDown)))
    (local.set $to (i32.add (local.get $to) (local.get $toDown)))
    (br_if $rows (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))))))`

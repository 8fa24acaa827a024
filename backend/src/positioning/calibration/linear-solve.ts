// Symmetric positive definite systems by Cholesky's method. Used by the fits of a calibration.

/** Solves A·x = b; `a` is n × n, row by row, and is overwritten. */
export function solveSymmetric(a: Float64Array, b: Float64Array): Float64Array {
  return solverOf(a, b.length)(b)
}

/** The same for one right side after the other. */
export function solverOf(a: Float64Array, n: number): (b: Float64Array) => Float64Array {
  decompose(a, n)
  return (b) => substitute(a, Float64Array.from(b))
}

/** The same, and the diagonal of the inverse, which costs a sixth of all of it. */
export function solveWithDiagonal(a: Float64Array, b: Float64Array) {
  const n = b.length
  decompose(a, n)
  const diagonal = new Float64Array(n)
  const column = new Float64Array(n)
  // The inverse is that of the factor, transposed, times that of the factor; of the latter a column begins at its own row.
  for (let from = 0; from < n; from++) {
    for (let i = from; i < n; i++) {
      let value = i === from ? 1 : 0
      for (let k = from; k < i; k++) value -= a[i * n + k]! * column[k]!
      column[i] = value / a[i * n + i]!
      diagonal[from]! += column[i]! ** 2
    }
  }
  return { solution: substitute(a, Float64Array.from(b)), diagonal }
}

/** Leaves the lower triangle of the factor in `a`. */
function decompose(a: Float64Array, n: number): void {
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = a[i * n + j]!
      for (let k = 0; k < j; k++) sum -= a[i * n + k]! * a[j * n + k]!
      if (i > j) a[i * n + j] = sum / a[j * n + j]!
      else if (sum > 0) a[j * n + j] = Math.sqrt(sum)
      else throw new Error('The matrix is not positive definite.')
    }
  }
}

/** Forward and back; `x` holds the right side and becomes the answer. */
function substitute(factor: Float64Array, x: Float64Array): Float64Array {
  const n = x.length
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i]! -= factor[i * n + k]! * x[k]!
    x[i]! /= factor[i * n + i]!
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i]! -= factor[k * n + i]! * x[k]!
    x[i]! /= factor[i * n + i]!
  }
  return x
}

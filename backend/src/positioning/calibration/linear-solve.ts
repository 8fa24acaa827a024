// Symmetric positive definite systems by Cholesky's method. Used by the fits of a calibration.

/** Solves A·x = b; `a` is n × n, row by row, and is overwritten. */
export function solveSymmetric(a: Float64Array, b: Float64Array): Float64Array {
  decompose(a, b.length)
  return substitute(a, Float64Array.from(b))
}

/** The inverse, row by row; `a` is overwritten. */
export function invertSymmetric(a: Float64Array, n: number): Float64Array {
  decompose(a, n)
  const inverse = new Float64Array(n * n)
  for (let row = 0; row < n; row++) {
    const unit = new Float64Array(n)
    unit[row] = 1
    inverse.set(substitute(a, unit), row * n)
  }
  return inverse
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

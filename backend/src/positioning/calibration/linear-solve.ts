// Solves A·x = b for a symmetric positive definite A by Cholesky's method. Used by the two fits of a calibration.

/** `a` is n × n, row by row, and is overwritten; answers x. */
export function solveSymmetric(a: Float64Array, b: Float64Array): Float64Array {
  const n = b.length
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = a[i * n + j]!
      for (let k = 0; k < j; k++) sum -= a[i * n + k]! * a[j * n + k]!
      if (i > j) a[i * n + j] = sum / a[j * n + j]!
      else if (sum > 0) a[j * n + j] = Math.sqrt(sum)
      else throw new Error('The matrix is not positive definite.')
    }
  }
  const x = Float64Array.from(b)
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i]! -= a[i * n + k]! * x[k]!
    x[i]! /= a[i * n + i]!
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i]! -= a[k * n + i]! * x[k]!
    x[i]! /= a[i * n + i]!
  }
  return x
}

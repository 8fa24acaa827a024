// What walls and furniture do to one receiver: a smooth map of the difference between heard and modelled strength, a Gaussian
// process through the survey points (positioning 2.9). Made by fit-model.ts, read by the floor grid.
import type { ResidualMap } from '../../database/column-types.ts'
import { solverOf } from './linear-solve.ts'

/** How smooth the field is: correlation length, metres, and variance of one point's own noise against the field's. */
export interface MapKernel {
  lengthM: number
  noiseRatio: number
}

export interface Residual {
  xM: number
  yM: number
  residualDb: number
}

/** Used when a survey is too small to choose its own. */
export const defaultKernel: MapKernel = { lengthM: 2.5, noiseRatio: 0.5 }

export function fitResidualMap(points: readonly Residual[], kernel: MapKernel): ResidualMap {
  return mapThrough(points, kernel)(points.map(({ residualDb }) => residualDb))
}

/** Any number of maps through the same places, of which only the first costs much. */
export function mapThrough(
  places: readonly Omit<Residual, 'residualDb'>[],
  kernel: MapKernel,
): (residualsDb: readonly number[]) => ResidualMap {
  const solve = solverOf(covariance(places, kernel), places.length)
  const rounded = (values: Iterable<number>) => Array.from(values, (value) => Math.round(value * 1000) / 1000)
  const [xM, yM] = [rounded(places.map((place) => place.xM)), rounded(places.map((place) => place.yM))]
  return (residualsDb) => {
    return { xM, yM, weights: rounded(solve(Float64Array.from(residualsDb))), lengthM: kernel.lengthM }
  }
}

/** Row by row. */
export function covariance(
  points: readonly Omit<Residual, 'residualDb'>[],
  { lengthM, noiseRatio }: MapKernel,
): Float64Array {
  const n = points.length
  const a = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    const p = points[i]!
    a[i * n + i] = 1 + noiseRatio
    for (let j = 0; j < i; j++) {
      const q = points[j]!
      const value = similarity((p.xM - q.xM) ** 2 + (p.yM - q.yM) ** 2, lengthM)
      a[i * n + j] = value
      a[j * n + i] = value
    }
  }
  return a
}

/** Adds the map to a table of cells, row by row: each point to those it reaches, a large floor being mostly beyond all. */
export function addResiduals(
  table: Float32Array,
  { xM, yM, weights, lengthM }: ResidualMap,
  { cellM, columns, rows }: { cellM: number; columns: number; rows: number },
): void {
  const reachM = reachLengths * lengthM
  const [squares, byColumn] = [new Float64Array(columns), new Float64Array(columns)]
  const span = (middleM: number, count: number) => {
    const from = Math.max(0, Math.floor((middleM - reachM) / cellM - 0.5))
    return { from, to: Math.min(count, Math.ceil((middleM + reachM) / cellM + 0.5)) }
  }
  for (let i = 0; i < weights.length; i++) {
    const [across, down] = [span(xM[i]!, columns), span(yM[i]!, rows)]
    // The similarity is that of the columns times that of the rows: a cell costs a product.
    for (let column = across.from; column < across.to; column++) {
      const dx = (column + 0.5) * cellM - xM[i]!
      squares[column] = dx * dx
      byColumn[column] = similarity(dx * dx, lengthM)
    }
    for (let row = down.from; row < down.to; row++) {
      const dy = (row + 0.5) * cellM - yM[i]!
      const [left2, weight] = [reachM * reachM - dy * dy, weights[i]! * similarity(dy * dy, lengthM)]
      for (let column = across.from; column < across.to; column++)
        if (squares[column]! < left2) table[row * columns + column]! += weight * byColumn[column]!
    }
  }
}

/** Beyond so many lengths a point says nothing. */
const reachLengths = 3

/** dB to add to the model at a place. */
export function residualAt({ xM, yM, weights, lengthM }: ResidualMap, x: number, y: number): number {
  const reachM2 = (reachLengths * lengthM) ** 2
  let sum = 0
  for (let i = 0; i < weights.length; i++) {
    const distance2 = (xM[i]! - x) ** 2 + (yM[i]! - y) ** 2
    if (distance2 < reachM2) sum += weights[i]! * similarity(distance2, lengthM)
  }
  return sum
}

const similarity = (distance2: number, lengthM: number) => Math.exp(-distance2 / (2 * lengthM ** 2))

// What walls and furniture do to one receiver: a smooth map of the difference between heard and modelled strength, a Gaussian
// process through the survey points (spec/positioning, calibration). Made by fit-model.ts, read by the floor grid.
import { solveSymmetric } from './linear-solve.ts'

/** Stored with the calibration: places and their weights. */
export interface ResidualMap {
  xM: readonly number[]
  yM: readonly number[]
  weights: readonly number[]
}

/** Correlation length of the radio field, metres, and variance of the noise against the field's. */
const kernel = { lengthM: 2.5, noiseRatio: 0.5 } as const
/** Beyond three lengths a point says nothing. */
const reachM2 = (3 * kernel.lengthM) ** 2

export function fitResidualMap(points: readonly { xM: number; yM: number; residualDb: number }[]): ResidualMap {
  const n = points.length
  const a = new Float64Array(n * n)
  points.forEach((p, i) => {
    points.forEach((q, j) => {
      a[i * n + j] = similarity((p.xM - q.xM) ** 2 + (p.yM - q.yM) ** 2) + (i === j ? kernel.noiseRatio : 0)
    })
  })
  const weights = solveSymmetric(
    a,
    Float64Array.from(points, ({ residualDb }) => residualDb),
  )
  const rounded = (values: Iterable<number>) => Array.from(values, (value) => Math.round(value * 1000) / 1000)
  return {
    xM: rounded(points.map(({ xM }) => xM)),
    yM: rounded(points.map(({ yM }) => yM)),
    weights: rounded(weights),
  }
}

/** dB to add to the model at a place. */
export function residualAt({ xM, yM, weights }: ResidualMap, x: number, y: number): number {
  let sum = 0
  for (let i = 0; i < weights.length; i++) {
    const distance2 = (xM[i]! - x) ** 2 + (yM[i]! - y) ** 2
    if (distance2 < reachM2) sum += weights[i]! * similarity(distance2)
  }
  return sum
}

const similarity = (distance2: number) => Math.exp(-distance2 / (2 * kernel.lengthM ** 2))

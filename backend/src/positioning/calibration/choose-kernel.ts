// How smooth the radio field of a floor is, from its own survey: every point is foretold from the others, and the smoothness that
// foretells best wins (leave-one-out, in closed form). No constant of one building is carried to the next.
// Called by propose.ts.
import { setImmediate as breathe } from 'node:timers/promises'
import { solveWithDiagonal } from './linear-solve.ts'
import { covariance, defaultKernel, type MapKernel, type Residual } from './residual-map.ts'

const candidates: readonly MapKernel[] = [1.25, 1.75, 2.5, 3.5, 5, 7].flatMap((lengthM) =>
  [0.125, 0.25, 0.5, 1, 2, 4].map((noiseRatio) => ({ lengthM, noiseRatio })),
)
/** A receiver with fewer points takes no part, and of a large survey every so many-th point is enough. */
const pointsPerReceiver = { least: 10, most: 100 } as const

/** `fields` holds, for each receiver, what the plain model left over. */
export async function chooseKernel(fields: readonly (readonly Residual[])[]): Promise<MapKernel> {
  const usable = fields.filter((field) => field.length >= pointsPerReceiver.least).map(thinned)
  if (usable.length === 0) return defaultKernel
  let [best, bestScore] = [defaultKernel, -Infinity]
  for (const kernel of candidates) {
    const score = logPredictive(usable, kernel)
    if (score > bestScore) [best, bestScore] = [kernel, score]
    // All together take a second; positions go on meanwhile.
    await breathe()
  }
  return best
}

/** Log-probability of all points, each foretold from the others; the variance that all receivers share is the best-fitting one. */
function logPredictive(fields: readonly (readonly Residual[])[], kernel: MapKernel): number {
  let [count, squares, logVariances] = [0, 0, 0]
  for (const field of fields) {
    const n = field.length
    const residuals = Float64Array.from(field, ({ residualDb }) => residualDb)
    const { solution, diagonal } = solveWithDiagonal(covariance(field, kernel), residuals)
    for (let i = 0; i < n; i++) {
      squares += solution[i]! ** 2 / diagonal[i]!
      logVariances -= Math.log(diagonal[i]!)
    }
    count += n
  }
  return -(count * Math.log(squares / count) + logVariances) / 2
}

function thinned(field: readonly Residual[]): readonly Residual[] {
  const stride = Math.ceil(field.length / pointsPerReceiver.most)
  return field.filter((_, index) => index % stride === 0)
}

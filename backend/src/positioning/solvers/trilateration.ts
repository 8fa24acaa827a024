// Position from distances: Levenberg–Marquardt over the range residuals, weighted by 1/d because near receivers err least
// (positioning 2.5, mode B). Two unknowns, so the normal equations are solved by hand.
import { weightedCentroid } from './centroid.ts'
import {
  badgeHeightM,
  type Bounds,
  clampTo,
  distanceOf,
  type Observation,
  type PlanarPoint,
  type RadioModel,
} from './observation.ts'

const mostIterations = 20
/** Stop when a step is shorter than a centimetre. */
const smallStepM = 0.01

export function trilaterate(observations: readonly Observation[], model: RadioModel, bounds: Bounds): PlanarPoint {
  const distances = observations.map((observation) => distanceOf(observation, model))
  let point = weightedCentroid(observations, model)
  let error = squaredError(observations, distances, point)
  let damping = 0.01
  for (let i = 0; i < mostIterations; i++) {
    const { xx, xy, yy, gx, gy } = normalEquations(observations, distances, point)
    const [a, d] = [xx * (1 + damping) + 1e-9, yy * (1 + damping) + 1e-9]
    const determinant = a * d - xy * xy
    const step = { x: (d * gx - xy * gy) / determinant, y: (a * gy - xy * gx) / determinant }
    const next = clampTo(bounds, { xM: point.xM + step.x, yM: point.yM + step.y })
    const nextError = squaredError(observations, distances, next)
    if (nextError < error) {
      ;[point, error] = [next, nextError]
      damping /= 3
      if (Math.hypot(step.x, step.y) < smallStepM) break
    } else if ((damping *= 4) > 1e6) break
  }
  return clampTo(bounds, point)
}

function normalEquations(observations: readonly Observation[], distances: readonly number[], { xM, yM }: PlanarPoint) {
  const sums = { xx: 0, xy: 0, yy: 0, gx: 0, gy: 0 }
  for (let i = 0; i < distances.length; i++) {
    const { receiver } = observations[i]!
    const dx = xM - receiver.xM
    const dy = yM - receiver.yM
    const dz = receiver.zM - badgeHeightM
    const range = Math.max(0.05, Math.sqrt(dx * dx + dy * dy + dz * dz))
    const jx = dx / range
    const jy = dy / range
    const weight = 1 / distances[i]!
    const residual = distances[i]! - range
    sums.xx += weight * jx * jx
    sums.xy += weight * jx * jy
    sums.yy += weight * jy * jy
    sums.gx += weight * jx * residual
    sums.gy += weight * jy * residual
  }
  return sums
}

function squaredError(
  observations: readonly Observation[],
  distances: readonly number[],
  { xM, yM }: PlanarPoint,
): number {
  let sum = 0
  for (let i = 0; i < distances.length; i++) {
    const { receiver } = observations[i]!
    const dx = xM - receiver.xM
    const dy = yM - receiver.yM
    const dz = receiver.zM - badgeHeightM
    const residual = distances[i]! - Math.sqrt(dx * dx + dy * dy + dz * dz)
    sum += (residual * residual) / distances[i]!
  }
  return sum
}

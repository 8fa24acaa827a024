// Constant-velocity Kalman filter over trilaterated points: keeps a marker from jumping (positioning 2.5, mode B).
// One axis at a time, for the two are independent under this model.
import type { PlanarPoint } from './observation.ts'

/** Standard deviations: acceleration m/s², measurement m; gate in standard deviations. */
const noise = { acceleration: 0.3, measurementM: 2, gate: 4 } as const
/** After so many rejected fixes in a row the person did move: start over there. */
const mostRejections = 5

interface Axis {
  position: number
  velocity: number
  /** Covariance: position, cross, velocity. */
  pp: number
  pv: number
  vv: number
}

export interface ConstantVelocity {
  /** Takes a fix `seconds` after the one before and answers the smoothed point with its standard deviation. */
  update(point: PlanarPoint, seconds: number): PlanarPoint & { spreadM: number }
}

export function createConstantVelocity(): ConstantVelocity {
  let axes: [Axis, Axis] | null = null
  let rejections = 0
  return {
    update(point, seconds) {
      const fix = [point.xM, point.yM] as const
      if (axes) for (const axis of axes) predict(axis, Math.min(seconds, 10))
      const isFar = axes?.some((axis, i) => {
        const limit = noise.gate * Math.sqrt(axis.pp + noise.measurementM ** 2)
        return Math.abs(fix[i]! - axis.position) > limit
      })
      rejections = isFar ? rejections + 1 : 0
      if (!axes || rejections > mostRejections) {
        axes = [freshAxis(fix[0]), freshAxis(fix[1])]
        rejections = 0
      } else if (!isFar) axes.forEach((axis, i) => correct(axis, fix[i]!))
      const [x, y] = axes
      return { xM: x.position, yM: y.position, spreadM: Math.sqrt((x.pp + y.pp) / 2) }
    },
  }
}

function freshAxis(position: number): Axis {
  return { position, velocity: 0, pp: noise.measurementM ** 2, pv: 0, vv: 1 }
}

function predict(axis: Axis, dt: number): void {
  const q = noise.acceleration ** 2
  axis.position += axis.velocity * dt
  axis.pp += 2 * dt * axis.pv + dt * dt * axis.vv + (q * dt ** 4) / 4
  axis.pv += dt * axis.vv + (q * dt ** 3) / 2
  axis.vv += q * dt * dt
}

function correct(axis: Axis, fix: number): void {
  const total = axis.pp + noise.measurementM ** 2
  const [gainP, gainV] = [axis.pp / total, axis.pv / total]
  const surprise = fix - axis.position
  axis.position += gainP * surprise
  axis.velocity += gainV * surprise
  const pv = axis.pv
  axis.pp *= 1 - gainP
  axis.pv *= 1 - gainP
  axis.vv -= gainV * pv
}

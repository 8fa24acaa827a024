// Weighted centroid: the mean of the receivers' places, near ones counting more. Used for two receivers and as a starting point.
import { distanceOf, type Observation, type PlanarPoint, type RadioModel } from './observation.ts'

export function weightedCentroid(observations: readonly Observation[], model: RadioModel): PlanarPoint {
  let [sum, xM, yM] = [0, 0, 0]
  for (const observation of observations) {
    const weight = 1 / distanceOf(observation, model) ** 1.5
    sum += weight
    xM += weight * observation.receiver.xM
    yM += weight * observation.receiver.yM
  }
  return { xM: xM / sum, yM: yM / sum }
}

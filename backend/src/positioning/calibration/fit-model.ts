// A whole radio model of a floor from survey points, and where it would place a point: what is proposed, and what judges it.
import { createFloorGrid } from '../solvers/floor-grid.ts'
import { GridFilter } from '../solvers/grid-filter.ts'
import type { Bounds, Observation, PlanarPoint } from '../solvers/observation.ts'
import { expectedAt, fitRadio, type RadioFit } from './radio-fit.ts'
import { fitResidualMap, type ResidualMap } from './residual-map.ts'
import type { SurveyPoint, SurveyReceiver } from './survey.ts'

export interface FloorRadio extends RadioFit {
  /** By receiver id; empty with few points. */
  maps: ReadonlyMap<string, ResidualMap>
}

/** Fewer points draw no map, only a model (spec/positioning, calibration). */
const leastMapPoints = 20

export function fitModel(
  points: readonly SurveyPoint[],
  receivers: readonly SurveyReceiver[],
  referenceDbm: number,
): FloorRadio {
  const fit = fitRadio(points, receivers, referenceDbm)
  const maps = new Map<string, ResidualMap>()
  if (points.length >= leastMapPoints) {
    for (const receiver of receivers) {
      const residuals = points.flatMap((point) => {
        const heard = point.heard.find(({ receiverId }) => receiverId === receiver.receiverId)
        return heard ? [{ xM: point.xM, yM: point.yM, residualDb: heard.rssi - expectedAt(fit, point, receiver) }] : []
      })
      if (residuals.length > 0) maps.set(receiver.receiverId, fitResidualMap(residuals))
    }
  }
  return { ...fit, maps }
}

/** Places survey points by a model, each on its own, as a badge that was never seen before. */
export function createLocator(
  { referenceDbm, exponent, offsets, maps }: FloorRadio,
  receivers: readonly SurveyReceiver[],
  bounds: Bounds,
): (point: SurveyPoint) => PlanarPoint | null {
  const grid = createFloorGrid(bounds, exponent)
  const known = new Map<string, Observation['receiver']>(
    receivers.map(({ receiverId, xM, yM, zM }) => [
      receiverId,
      { xM, yM, zM, offsetDb: offsets.get(receiverId) ?? 0, residuals: maps.get(receiverId) ?? null },
    ]),
  )
  return (point) => {
    const observations = point.heard.flatMap(({ receiverId, rssi }) => {
      const receiver = known.get(receiverId)
      return receiver ? [{ receiver, rssi }] : []
    })
    return observations.length < 3 ? null : new GridFilter(grid).update(observations, referenceDbm, 1)
  }
}

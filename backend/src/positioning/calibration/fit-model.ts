// A whole radio model of a floor from survey points, and where it would place a point: what is proposed, and what judges it.
import { createFloorGrid } from '../solvers/floor-grid.ts'
import { GridFilter } from '../solvers/grid-filter.ts'
import type { Bounds, Observation, PlanarPoint } from '../solvers/observation.ts'
import { expectedAt, type RadioFit } from './radio-fit.ts'
import type { ResidualMap } from '../../database/column-types.ts'
import { defaultKernel, fitResidualMap, type MapKernel, type Residual } from './residual-map.ts'
import { fitWithSilence, silenceIn, silentResiduals } from './silence.ts'
import type { SurveyPoint, SurveyReceiver } from './survey.ts'

export interface FloorRadio extends RadioFit {
  /** By receiver id; empty with few points. */
  maps: ReadonlyMap<string, ResidualMap>
}

/** What is believed of a floor of which nothing is known. */
export function textbookRadio(ble: { referencePowerDbm: number; pathLossExponent: number }): FloorRadio {
  const { referencePowerDbm: referenceDbm, pathLossExponent: exponent } = ble
  return { referenceDbm, exponent, offsets: new Map(), maps: new Map() }
}

/** Fewer points draw no map, only a model (positioning 2.9). */
const leastMapPoints = 20

export function fitModel(
  points: readonly SurveyPoint[],
  receivers: readonly SurveyReceiver[],
  referenceDbm: number,
  kernel: MapKernel = defaultKernel,
): FloorRadio {
  const silence = silenceIn(points, receivers)
  const fit = fitWithSilence(points, receivers, referenceDbm, silence)
  if (points.length < leastMapPoints) return { ...fit, maps: new Map() }
  const maps = receivers.flatMap((receiver): [string, ResidualMap][] => {
    const field = leftOver(fit, points, receiver)
    if (field.length === 0) return []
    const whole = [...field, ...silentResiduals(fit, points, receiver, silence)]
    return [[receiver.receiverId, fitResidualMap(whole, kernel)]]
  })
  return { ...fit, maps: new Map(maps) }
}

/** What the plain model leaves unexplained at each receiver. */
export function leftOver(fit: RadioFit, points: readonly SurveyPoint[], receiver: SurveyReceiver): Residual[] {
  return points.flatMap((point) => {
    const heard = point.heard.find(({ receiverId }) => receiverId === receiver.receiverId)
    return heard ? [{ xM: point.xM, yM: point.yM, residualDb: heard.rssi - expectedAt(fit, point, receiver) }] : []
  })
}

/** A survey point is the average of many readings: it is looked at for so many seconds. */
const looks = 5

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
    if (observations.length < 3) return null
    const filter = new GridFilter(grid)
    for (let look = 1; look < looks; look++) filter.update(observations, referenceDbm, 1)
    return filter.update(observations, referenceDbm, 1)
  }
}

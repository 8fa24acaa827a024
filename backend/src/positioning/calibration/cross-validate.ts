// How good a calibration is: every point is judged by a model fitted without it (positioning 2.9).
import { setImmediate as breathe } from 'node:timers/promises'
import { type MapKernel, residualAt } from './residual-map.ts'
import { createLocator, fitModel, type FloorRadio } from './fit-model.ts'
import { expectedAt } from './radio-fit.ts'
import type { Bounds } from '../solvers/observation.ts'
import type { SurveyPoint, SurveyReceiver } from './survey.ts'

export interface CrossValidation {
  /** Metres per point; null where fewer than three receivers heard it. */
  errorsM: (number | null)[]
  /** Heard minus expected, dB, per point and receiver. */
  residuals: { point: number; receiverId: string; rssi: number; residualDb: number }[]
}

/** Each point on its own as long as that is quick; ten groups otherwise. */
const mostFolds = 10

export interface Survey {
  bounds: Bounds
  receivers: readonly SurveyReceiver[]
  points: readonly SurveyPoint[]
  /** dBm at one metre, believed before the survey. */
  referenceDbm: number
}

/** The kernel of the maps was chosen by all points together; that it is the same in every group costs nothing in honesty. */
export async function crossValidate(survey: Survey, kernel: MapKernel): Promise<CrossValidation> {
  const { points, receivers, referenceDbm } = survey
  const folds = Math.min(mostFolds, points.length)
  const parts: CrossValidation[] = []
  for (let fold = 0; fold < folds; fold++) {
    const kept = points.filter((_, index) => index % folds !== fold)
    parts.push(evaluate(survey, fitModel(kept, receivers, referenceDbm, kernel), (index) => index % folds === fold))
    // A large survey takes a second or two; positions go on between the groups.
    await breathe()
  }
  const errorsM = points.map((_, index) => parts[index % folds]!.errorsM[index] ?? null)
  return { errorsM, residuals: parts.flatMap(({ residuals }) => residuals) }
}

/** How a model does on the chosen points. */
export function evaluate(survey: Survey, model: FloorRadio, isChosen: (index: number) => boolean): CrossValidation {
  const { receivers, points, bounds } = survey
  const byId = new Map(receivers.map((receiver) => [receiver.receiverId, receiver]))
  const locate = createLocator(model, receivers, bounds)
  const residuals: CrossValidation['residuals'] = []
  const errorsM = points.map((point, index) => {
    if (!isChosen(index)) return null
    for (const { receiverId, rssi } of point.heard) {
      const receiver = byId.get(receiverId)
      if (!receiver) continue
      const map = model.maps.get(receiverId)
      const expected = expectedAt(model, point, receiver) + (map ? residualAt(map, point.xM, point.yM) : 0)
      residuals.push({ point: index, receiverId, rssi, residualDb: rssi - expected })
    }
    const place = locate(point)
    return place && Math.hypot(place.xM - point.xM, place.yM - point.yM)
  })
  return { errorsM, residuals }
}

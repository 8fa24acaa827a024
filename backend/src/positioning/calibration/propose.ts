// A proposal from a survey: the fitted radio, its error before and after, and what looks wrong (positioning 2.9).
// Called by the calibrate handler; nothing changes until the proposal is accepted.
import { setImmediate as breathe } from 'node:timers/promises'
import type { CalibrationProposal } from '@rollcall/contracts/domains/floors'
import { crossValidate, type CrossValidation, evaluate, type Survey } from './cross-validate.ts'
import { chooseKernel } from './choose-kernel.ts'
import { fitModel, type FloorRadio, leftOver } from './fit-model.ts'
import { seemsToHangAt } from './misplaced.ts'
import { fitWithSilence } from './silence.ts'
import { expectedAt, fitRadio } from './radio-fit.ts'
import type { ResidualMap } from '../../database/column-types.ts'

export type ProposalNumbers = Omit<CalibrationProposal, 'version' | 'createdAt'>

/** An offset beyond this is no spread of hardware: the receiver hangs somewhere else than drawn. */
export const suspiciousDb = 8
/** A point whose error is so many times the median, and more than so many metres, was held somewhere else. */
const outlier = { times: 3, leastM: 4 } as const

export async function proposeCalibration(
  survey: Survey,
  mode: CalibrationProposal['mode'],
  current: FloorRadio,
): Promise<{ numbers: ProposalNumbers; maps: Record<string, ResidualMap> }> {
  const plain = fitWithSilence(survey.points, survey.receivers, survey.referenceDbm)
  const kernel = await chooseKernel(survey.receivers.map((receiver) => leftOver(plain, survey.points, receiver)))
  const model = fitModel(survey.points, survey.receivers, survey.referenceDbm, kernel)
  const after = await crossValidate(survey, kernel)
  // Receivers' own beacons have a power of their own, which says nothing about badges: it is given to both sides.
  const before = evaluate(
    survey,
    mode === 'auto' ? { ...current, referenceDbm: model.referenceDbm } : current,
    () => true,
  )
  const [errorBefore, errorAfter] = [positionError(before.errorsM), positionError(after.errorsM)]
  const r2 = explained(after)
  const doubts = await doubtsOf(survey)
  const numbers: ProposalNumbers = {
    mode,
    referencePowerDbm: round(mode === 'auto' ? survey.referenceDbm : model.referenceDbm),
    pathLoss: round(model.exponent),
    receivers: doubts.map((doubt) => ({
      receiverId: doubt.receiverId,
      offsetDb: round(model.offsets.get(doubt.receiverId) ?? 0),
      r2: r2.get(doubt.receiverId) ?? null,
      suspicious: doubt.suspicious,
      seemsAt: doubt.seemsAt,
    })),
    residualSdDb: round(Math.sqrt(mean(after.residuals.map(({ residualDb }) => residualDb ** 2)))),
    errorBefore,
    errorAfter,
    outliers: outliersOf(after),
    better: isRecommended(errorBefore, errorAfter),
  }
  return { numbers, maps: Object.fromEntries(model.maps) }
}

/** The average must get better and the ninth decile no worse: a room that is lost is not made up for by many that gain a little. */
export function isRecommended(
  before: CalibrationProposal['errorBefore'],
  after: CalibrationProposal['errorAfter'],
): boolean {
  return before !== null && after !== null && after.meanM < before.meanM && after.p90M <= before.p90M
}

/** Each receiver by the others' model alone: its own share in the fit, and the prior, would hide a misplaced one. */
async function doubtsOf(survey: Survey) {
  const { points, receivers, referenceDbm, bounds } = survey
  const doubts: { receiverId: string; suspicious: boolean; seemsAt: { x: number; y: number } | null }[] = []
  for (const own of receivers) {
    const { receiverId } = own
    const others = receivers.filter((receiver) => receiver !== own)
    const fit = fitRadio(points, others, referenceDbm)
    const residuals = points.flatMap((point) =>
      point.heard
        .filter((heard) => heard.receiverId === receiverId)
        .map(({ rssi }) => rssi - expectedAt(fit, point, own)),
    )
    const isLoud = residuals.length > 0 && Math.abs(mean(residuals)) > suspiciousDb
    const place = seemsToHangAt(survey, own, fit)
    const seemsAt = place && {
      x: round((place.xM / bounds.widthM) * 100),
      y: round((place.yM / bounds.heightM) * 100),
    }
    doubts.push({ receiverId, suspicious: isLoud || seemsAt !== null, seemsAt })
    // A few hundredths of a second each; positions go on meanwhile.
    await breathe()
  }
  return doubts
}

export function positionError(errorsM: readonly (number | null)[]): CalibrationProposal['errorBefore'] {
  const sorted = errorsM.filter((error) => error !== null).sort((a, b) => a - b)
  if (sorted.length === 0) return null
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!)
  return { meanM: round(mean(sorted)), medianM: at(0.5), p90M: at(0.9) }
}

/** R² per receiver: how much of what it heard the model foresaw; null with fewer than three points. */
function explained({ residuals }: CrossValidation): Map<string, number | null> {
  const byReceiver = new Map<string, CrossValidation['residuals']>()
  for (const residual of residuals) {
    byReceiver.set(residual.receiverId, [...(byReceiver.get(residual.receiverId) ?? []), residual])
  }
  return new Map(
    [...byReceiver].map(([receiverId, own]) => {
      const middle = mean(own.map(({ rssi }) => rssi))
      const total = mean(own.map(({ rssi }) => (rssi - middle) ** 2))
      const left = mean(own.map(({ residualDb }) => residualDb ** 2))
      return [receiverId, own.length < 3 || total === 0 ? null : round(1 - left / total)]
    }),
  )
}

function outliersOf({ errorsM }: CrossValidation): number[] {
  const sorted = errorsM.filter((error) => error !== null).sort((a, b) => a - b)
  const limit = Math.max(outlier.leastM, outlier.times * (sorted[Math.floor(sorted.length / 2)] ?? 0))
  return errorsM.flatMap((error, index) => (error !== null && error > limit ? [index] : []))
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const round = (value: number) => Math.round(value * 100) / 100

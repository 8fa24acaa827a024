// A proposal from a survey: the fitted radio, its error before and after, and what looks wrong (spec/positioning, calibration).
// Called by the calibrate handler; nothing changes until the proposal is accepted.
import type { CalibrationProposal } from '@rollcall/contracts/domains/floors'
import { crossValidate, type CrossValidation, judge, type Survey } from './cross-validate.ts'
import { chooseKernel } from './choose-kernel.ts'
import { fitModel, type FloorRadio, leftOver } from './fit-model.ts'
import { expectedAt, fitRadio } from './radio-fit.ts'
import type { ResidualMap } from './residual-map.ts'

export type ProposalNumbers = Omit<CalibrationProposal, 'version' | 'createdAt'>

/** An offset beyond this is no spread of hardware: the receiver hangs somewhere else than drawn. */
const suspiciousDb = 8
/** A point whose error is so many times the median, and more than so many metres, was held somewhere else. */
const outlier = { times: 3, leastM: 4 } as const

export async function proposeCalibration(
  survey: Survey,
  mode: CalibrationProposal['mode'],
  current: FloorRadio,
): Promise<{ numbers: ProposalNumbers; maps: Record<string, ResidualMap> }> {
  const plain = fitRadio(survey.points, survey.receivers, survey.referenceDbm)
  const kernel = await chooseKernel(survey.receivers.map((receiver) => leftOver(plain, survey.points, receiver)))
  const model = fitModel(survey.points, survey.receivers, survey.referenceDbm, kernel)
  const after = await crossValidate(survey, kernel)
  // Receivers' own beacons have a power of their own, which says nothing about badges: it is given to both sides.
  const before = judge(survey, mode === 'auto' ? { ...current, referenceDbm: model.referenceDbm } : current, () => true)
  const [errorBefore, errorAfter] = [errorOf(before), errorOf(after)]
  const r2 = explained(after)
  const numbers: ProposalNumbers = {
    mode,
    referencePowerDbm: round(mode === 'auto' ? survey.referenceDbm : model.referenceDbm),
    pathLoss: round(model.exponent),
    receivers: survey.receivers.map(({ receiverId }) => {
      const offsetDb = round(model.offsets.get(receiverId) ?? 0)
      return {
        receiverId,
        offsetDb,
        r2: r2.get(receiverId) ?? null,
        suspicious: Math.abs(freeOffset(survey, receiverId)) > suspiciousDb,
      }
    }),
    residualSdDb: round(Math.sqrt(mean(after.residuals.map(({ residualDb }) => residualDb ** 2)))),
    errorBefore,
    errorAfter,
    outliers: outliersOf(after),
    better: errorBefore !== null && errorAfter !== null && errorAfter.meanM < errorBefore.meanM,
  }
  return { numbers, maps: Object.fromEntries(model.maps) }
}

/** The offset of one receiver by the others' model alone: the prior of the fit would hide a misplaced one. */
function freeOffset({ points, receivers, referenceDbm }: Survey, receiverId: string): number {
  const others = receivers.filter((receiver) => receiver.receiverId !== receiverId)
  const own = receivers.find((receiver) => receiver.receiverId === receiverId)!
  const fit = fitRadio(points, others, referenceDbm)
  const residuals = points.flatMap((point) =>
    point.heard
      .filter((heard) => heard.receiverId === receiverId)
      .map(({ rssi }) => rssi - expectedAt(fit, point, own)),
  )
  return residuals.length === 0 ? 0 : mean(residuals)
}

function errorOf({ errorsM }: CrossValidation): CalibrationProposal['errorBefore'] {
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

// How a proposed calibration is told: what it changes in one sentence, and how well each receiver fits in one word.
import type { CalibrationProposal } from '@rollcall/contracts/domains/floors'
import { numberText } from '../../languages/numbers.ts'
import { lengthText } from '../../ui/measures.ts'
import type { Units } from '../../ui/measures.ts'
import { t } from './texts.ts'

/** Below this share nobody would notice the difference. */
const noticeable = 0.1

/** By the average error, and by what the worst tenth says where that speaks against it: both decide whether it is recommended. */
export function proposalSentence({ mode, errorBefore, errorAfter }: CalibrationProposal, units: Units): string {
  if (mode === 'rests' && (errorAfter === null || errorBefore === null)) return t('restsNotJudged')
  if (errorAfter === null) return t('notEnough')
  const after = lengthText(errorAfter.meanM, units)
  if (errorBefore === null) return t('withIt', { after })
  if (errorAfter.p90M > errorBefore.p90M && errorAfter.meanM < errorBefore.meanM)
    return t(mode === 'rests' ? 'restsWorstTenth' : 'worstTenth', {
      after: lengthText(errorAfter.p90M, units),
      before: lengthText(errorBefore.p90M, units),
    })
  const gain = 1 - errorAfter.meanM / errorBefore.meanM
  const verdict = gain <= 0 ? 'notBetter' : gain < noticeable ? 'littleBetter' : 'better'
  return t(mode === 'rests' ? restVerdicts[verdict] : verdict, { after, before: lengthText(errorBefore.meanM, units) })
}

/** Of rests nobody knows how far off they are put, only how far apart by two halves of the receivers. */
const restVerdicts = { notBetter: 'restsNotBetter', littleBetter: 'restsLittleBetter', better: 'restsBetter' } as const

/** What the calibration says of the air of this floor. */
export function radioSentence({ referencePowerDbm, pathLoss, residualSdDb }: CalibrationProposal): string {
  return t('radio', {
    power: numberText(referencePowerDbm, 1),
    pathLoss: numberText(pathLoss, 2),
    scatter: numberText(residualSdDb, 1),
  })
}

/** What the errors were measured on, because the ways are not comparable. */
export function measuredOn({ mode }: CalibrationProposal): string {
  return t(({ points: 'onPoints', auto: 'onReceivers', rests: 'onRests' } as const)[mode])
}

export function fitWord(r2: number | null): string {
  if (r2 === null) return t('notKnown')
  return t(r2 >= 0.6 ? 'good' : r2 >= 0.25 ? 'fair' : 'weak')
}

export function decibels(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${numberText(Math.abs(value), 1)} dB`
}

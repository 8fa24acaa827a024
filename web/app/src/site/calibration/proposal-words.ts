// How a proposed calibration is told: what it changes in one sentence, and how well each receiver fits in one word.
import type { CalibrationProposal } from '@rollcall/contracts/domains/floors'
import { lengthText } from '../../ui/measures.ts'
import type { Units } from '../../ui/measures.ts'

/** Below this share nobody would notice the difference. */
const noticeable = 0.1

/** By the average error, and by what the worst tenth says where that speaks against it: both decide whether it is recommended. */
export function proposalSentence({ errorBefore, errorAfter }: CalibrationProposal, units: Units): string {
  if (errorAfter === null) return 'There is not enough to tell how much it changes.'
  const after = lengthText(errorAfter.meanM, units)
  if (errorBefore === null) return `With it, positions are ${after} off on average.`
  if (errorAfter.p90M > errorBefore.p90M && errorAfter.meanM < errorBefore.meanM) {
    const worst = `${lengthText(errorAfter.p90M, units)} instead of ${lengthText(errorBefore.p90M, units)}`
    return `Not recommended: better on average, but one position in ten is further off than before, ${worst} or more.`
  }
  const gain = 1 - errorAfter.meanM / errorBefore.meanM
  const verdict =
    gain <= 0
      ? 'Positions do not get better'
      : gain < noticeable
        ? 'Positions get a little better'
        : 'Positions get better'
  return `${verdict}: ${after} off on average instead of ${lengthText(errorBefore.meanM, units)}.`
}

/** What the errors were measured on, because the two ways are not comparable. */
export function measuredOn({ mode }: CalibrationProposal): string {
  return mode === 'points'
    ? 'Each of your points was located by a calibration that did not know it.'
    : 'Each receiver was located by what the others hear of it.'
}

export function fitWord(r2: number | null): string {
  if (r2 === null) return 'not known'
  return r2 >= 0.6 ? 'good' : r2 >= 0.25 ? 'fair' : 'weak'
}

export function decibels(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(1)} dB`
}

// What the planner says of a whole plan, and of what its numbers come from.
import type { FloorRadio } from '@rollcall/contracts/domains/floors'
import { lengthText } from '../../ui/measures.ts'
import type { Units } from '../../ui/measures.ts'
import type { AccuracyMap } from './planner-work.ts'
import { t } from './texts.ts'

/** Less of a floor that nobody hears is not worth a word. */
const noticeable = 0.01

export const radioWords: Readonly<Record<FloorRadio['source'], string>> = {
  get calibrated() {
    return t('predictedWithThe')
  },
  get learnt() {
    return t('predictedWithWhatThisFloor')
  },
  get settings() {
    return t('predictedForAnOrdinary')
  },
}

export function summarySentence(
  { meanM, worstM, unheardShare }: Pick<AccuracyMap, 'meanM' | 'worstM' | 'unheardShare'>,
  receivers: number,
  units: Units,
): string {
  if (meanM === null || worstM === null)
    return receivers === 0 ? t('withoutAReceiverNobodyIs') : t('nobodyIsHeardOnThisFloor')
  const off = t('offOnAverage', { count: receivers, mean: lengthText(meanM, units), worst: lengthText(worstM, units) })
  if (unheardShare <= noticeable) return off
  return `${off} ${t('notHeardShare', { percent: Math.ceil(unheardShare * 100) })}`
}

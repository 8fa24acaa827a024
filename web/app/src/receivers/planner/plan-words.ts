// What the planner says of a whole plan, and of what its numbers come from.
import type { FloorRadio } from '@rollcall/contracts/domains/floors'
import { counted } from '../../ui/counted.ts'
import { lengthText } from '../../ui/measures.ts'
import type { Units } from '../../ui/measures.ts'
import type { AccuracyMap } from './planner-work.ts'

/** Less of a floor that nobody hears is not worth a word. */
const noticeable = 0.01

export const radioWords: Readonly<Record<FloorRadio['source'], string>> = {
  calibrated: 'Predicted with the calibration of this floor.',
  learnt: 'Predicted with what this floor has taught so far; a calibration makes it more exact.',
  settings: 'Predicted for an ordinary office. Walls of concrete make it worse; a calibration makes it more exact.',
}

export function summarySentence(
  { meanM, worstM, unheardShare }: Pick<AccuracyMap, 'meanM' | 'worstM' | 'unheardShare'>,
  receivers: number,
  units: Units,
): string {
  if (meanM === null || worstM === null)
    return receivers === 0 ? 'Without a receiver nobody is found here.' : 'Nobody is heard on this floor.'
  const unheard = unheardShare > noticeable ? ` ${Math.ceil(unheardShare * 100)} % of the floor is not heard.` : ''
  const off = `${lengthText(meanM, units)} off on average, ${lengthText(worstM, units)} in the worst tenth`
  return `${counted(receivers, 'receiver', 'receivers')}: ${off}.${unheard}`
}

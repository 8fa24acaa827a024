// How it is said who confirmed the instructions of a scenario. For the board and for the page of instructions.
import type { Instruction } from '@rollcall/contracts/domains/instructions'
import { dateAndTime } from '../ui/site-time.ts'
import { t } from './texts.ts'

export function confirmationWords(
  { text, confirmedAt, confirmedBy }: Pick<Instruction, 'text' | 'confirmedAt' | 'confirmedBy'>,
  timeZone?: string,
): string {
  if (confirmedAt !== null)
    return t('confirmedBy', { name: confirmedBy ?? '', time: dateAndTime(Date.parse(confirmedAt), timeZone) })
  return text === '' ? t('nothingWritten') : t('nobodyConfirmed')
}

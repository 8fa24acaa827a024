// What positioning has learnt of how strongly a badge or a phone is heard, as a sentence.
import type { Transmitter } from '@rollcall/contracts/domains/transmitters'
import { t } from './texts.ts'

/** A smaller difference is nobody's business: a turn of the body makes as much. */
const leastDb = 3

/** Null: not learnt yet. */
export function strengthText({
  strengthDb,
  strengthSureDb,
}: Pick<Transmitter, 'strengthDb' | 'strengthSureDb'>): string | null {
  if (strengthDb === null) return null
  const by = Math.round(Math.abs(strengthDb))
  if (by < Math.max(leastDb, 2 * (strengthSureDb ?? 0))) return t('asUsual')
  return strengthDb < 0 ? t('weakerThanUsual', { by }) : t('strongerThanUsual', { by })
}

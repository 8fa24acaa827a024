// What the check of a receiver means, in words that say what to do; and who comes first in a list of them (spec 4.2 Diagnostics).
import type { ReceiverVerdict, SignalMonitor } from '@rollcall/contracts/domains/diagnostics'
import { lengthText } from '../ui/measures.ts'
import type { Units } from '../ui/measures.ts'
import { t } from './texts.ts'

type Signal = SignalMonitor['receivers'][number]
type Judged = Pick<Signal, 'check' | 'neighbourDb' | 'status'>

export interface VerdictWords {
  tone: 'good' | 'ageing' | 'bad' | 'plain'
  word: string
  /** What to look at; empty when there is nothing to do. */
  advice: string
}

export function verdictWords({ check, neighbourDb, status }: Judged, units: Units = 'metric'): VerdictWords {
  if (status === 'offline') return { tone: 'bad', word: t('offline'), advice: t('itSendsNothingCheckPower') }
  const { verdict } = check
  if (verdict === 'unknown') return { tone: 'plain', word: t('tooLittleHeard'), advice: t('badgesMustPassByForSome') }
  if (verdict === 'fine') return { tone: 'good', word: t('fine'), advice: '' }
  if (verdict === 'misplaced') return { tone: 'ageing', word: t('elsewhere'), advice: positionWords(check, units) }
  const db = Math.abs(Math.round(measureOf({ check, neighbourDb, status }).db ?? 0))
  if (verdict === 'weaker') {
    return {
      tone: 'bad',
      word: t('hearsLess'),
      advice: less[check.against ?? 'past']({ db }),
    }
  }
  return {
    tone: 'ageing',
    word: t('hearsMore'),
    advice: more[check.against ?? 'past']({ db }),
  }
}

/** What the verdict was made by: how much more or less is heard, dB, and how that scatters where it is known. */
export function measureOf({ check, neighbourDb, status }: Judged): { db: number | null; spreadDb: number | null } {
  if (status === 'offline') return { db: null, spreadDb: null }
  if (check.against === 'past') return { db: check.changeDb, spreadDb: null }
  if (check.against === 'neighbours') return { db: neighbourDb, spreadDb: null }
  return { db: check.residualDb, spreadDb: check.spreadDb }
}

/** The worst on top: what is broken, then what is misplaced; what is not known comes last; the larger difference first. */
export function worstFirst(receivers: readonly Signal[]): Signal[] {
  const size = (one: Signal) => Math.abs(measureOf(one).db ?? 0)
  return receivers.toSorted((a, b) => rank(a) - rank(b) || size(b) - size(a) || a.name.localeCompare(b.name))
}

const order = ['weaker', 'stronger', 'misplaced', 'fine', 'unknown'] as const
const rank = ({ status, check }: Signal) => (status === 'offline' ? -1 : order.indexOf(check.verdict))

type Words = (values: { db: number }) => string
const less: Readonly<Record<NonNullable<ReceiverVerdict['against']>, Words>> = {
  past: (values) => t('lessThanPast', values),
  survey: (values) => t('lessThanSurvey', values),
  neighbours: (values) => t('lessThanNeighbours', values),
}
const more: typeof less = {
  past: (values) => t('moreThanPast', values),
  survey: (values) => t('moreThanSurvey', values),
  neighbours: (values) => t('moreThanNeighbours', values),
}

/** The plan's directions: nobody told where north is. */
function positionWords({ seemsOff }: ReceiverVerdict, units: Units): string {
  if (!seemsOff) return ''
  const { rightM, downM } = seemsOff
  const length = (m: number) => lengthText(Math.abs(m), units, 0)
  const across = t(rightM > 0 ? 'toTheRight' : 'toTheLeft', { length: length(rightM) })
  const along = t(downM > 0 ? 'furtherDown' : 'furtherUp', { length: length(downM) })
  const [first = '', second] = [...(Math.abs(rightM) >= 1 ? [across] : []), ...(Math.abs(downM) >= 1 ? [along] : [])]
  const where = second === undefined ? first : t('bothWays', { first, second })
  return t('seemsToHang', { where })
}

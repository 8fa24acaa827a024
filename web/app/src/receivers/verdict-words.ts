// What the check of a receiver means, in words that say what to do; and who comes first in a list of them (spec 4.2 Diagnostics).
import type { ReceiverVerdict, SignalMonitor } from '@rollcall/contracts/domains/diagnostics'
import { lengthText } from '../ui/measures.ts'
import type { Units } from '../ui/measures.ts'

type Signal = SignalMonitor['receivers'][number]
type Judged = Pick<Signal, 'check' | 'neighbourDb' | 'status'>

export interface VerdictWords {
  tone: 'good' | 'ageing' | 'bad' | 'plain'
  word: string
  /** What to look at; empty when there is nothing to do. */
  advice: string
}

export function verdictWords({ check, neighbourDb, status }: Judged, units: Units = 'metric'): VerdictWords {
  if (status === 'offline')
    return { tone: 'bad', word: 'Offline', advice: 'It sends nothing: check power and network.' }
  const { verdict } = check
  if (verdict === 'unknown')
    return { tone: 'plain', word: 'Too little heard', advice: 'Badges must pass by for some minutes.' }
  if (verdict === 'fine') return { tone: 'good', word: 'Fine', advice: '' }
  if (verdict === 'misplaced') return { tone: 'ageing', word: 'Elsewhere', advice: positionWords(check, units) }
  const db = Math.abs(Math.round(measureOf({ check, neighbourDb, status }).db ?? 0))
  if (verdict === 'weaker') {
    return {
      tone: 'bad',
      word: 'Hears less',
      advice: `${db} dB less than ${sources[check.against ?? 'past']}: check its power, its antenna and what stands in front of it.`,
    }
  }
  return {
    tone: 'ageing',
    word: 'Hears more',
    advice: `${db} dB more than ${sources[check.against ?? 'past']}: was it moved, or something in front of it taken away?`,
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

const sources = {
  past: 'half an hour ago',
  survey: 'the survey foretells',
  neighbours: "an hour ago, by its neighbours' beacons",
} as const

/** The plan's directions: nobody told where north is. */
function positionWords({ seemsOff }: ReceiverVerdict, units: Units): string {
  if (!seemsOff) return ''
  const { rightM, downM } = seemsOff
  const offsets = [
    { m: rightM, way: rightM > 0 ? 'to the right' : 'to the left' },
    { m: downM, way: downM > 0 ? 'further down' : 'further up' },
  ].filter(({ m }) => Math.abs(m) >= 1)
  const where = offsets.map(({ m, way }) => `${lengthText(Math.abs(m), units, 0)} ${way}`).join(' and ')
  return `By the survey it seems to hang ${where} on the plan: correct its position, then survey again.`
}

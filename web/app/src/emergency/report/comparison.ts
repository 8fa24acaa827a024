// This drill beside earlier ones of the same place: times to 50, 90 and 100 %, as the picture draws them and the table says them.
import type { EarlierDrill } from '@rollcall/contracts/domains/muster'
import { durationWords } from '../../ui/elapsed.ts'
import { t } from './texts.ts'

export type Compared = Pick<EarlierDrill, 'id' | 'scenario' | 'triggeredAt' | 'total' | 'timings'> & {
  readonly isThis: boolean
}
export const shares = [
  { key: 'to50', name: '50 %', sign: '○' },
  { key: 'to90', name: '90 %', sign: '△' },
  { key: 'to100', name: '100 %', sign: '■' },
] as const
export type Share = (typeof shares)[number]

type This = {
  readonly event: Pick<EarlierDrill, 'id' | 'scenario' | 'triggeredAt'>
  readonly counts: { readonly total: number }
  readonly timings: EarlierDrill['timings']
  readonly earlier: readonly EarlierDrill[]
}

/** The oldest first, this one at the end. */
export function comparedWith({ event: { id, scenario, triggeredAt }, counts, timings, earlier }: This): Compared[] {
  const now = { id, scenario, triggeredAt, total: counts.total, timings, isThis: true }
  return [...earlier.map((drill) => ({ ...drill, isThis: false })), now]
}

/** "90 % were accounted for 1 min 10 s sooner than in the last drill."; null: there is nothing to compare. */
export function comparisonSentence(all: readonly Compared[]): string | null {
  const [before, now] = all.slice(-2)
  if (!before || !now) return null
  const [then, today] = [before.timings.to90, now.timings.to90]
  if (today === null) return t('notReached')
  if (then === null) return t('reachedNow')
  const seconds = Math.round(today - then)
  if (seconds === 0) return t('asFast')
  return t(seconds < 0 ? 'sooner' : 'later', { duration: durationWords(Math.abs(seconds)) })
}

export const timeWords = (seconds: number | null) => (seconds === null ? t('never') : durationWords(seconds))

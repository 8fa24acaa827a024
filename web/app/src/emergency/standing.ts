// What a trigger meets in its buildings (rules 9): a live one ends drills and tests there, anything else stands in its way. Said on the
// page before somebody holds the button; the backend decides.
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import { eventName, modeWords, type Mode } from './emergency-words.ts'
import { language } from '../languages/language.ts'
import { t } from './texts.ts'

type Event = Pick<Emergency, 'id' | 'mode' | 'scenario' | 'scope'>
export type Standing<E extends Event = Event> = {
  /** Drills and tests that would end. */
  readonly ends: readonly E[]
  /** What must end first. */
  readonly blockedBy: E | null
}

export function standingIn<E extends Event>(
  active: readonly E[],
  { mode, buildingIds }: { mode: Mode; buildingIds: readonly string[] },
): Standing<E> {
  const met = active.filter(({ scope }) => scope.buildingIds.some((id) => buildingIds.includes(id)))
  const blockedBy = met.find((event) => mode !== 'live' || event.mode === 'live') ?? null
  return { ends: blockedBy ? [] : met, blockedBy }
}

/** Null: nothing there. */
export function standingSentence({ ends, blockedBy }: Standing): string | null {
  if (blockedBy) return t('stillActive', { event: inSentence(eventName(blockedBy)) })
  const [first, ...others] = ends
  if (!first) return null
  return others.length === 0
    ? t('endsOne', { word: modeWords[first.mode].word })
    : t('endsMany', { count: ends.length })
}

/** Only English has the name of an event in the middle of a sentence. */
const inSentence = (name: string) => (language() === 'en' ? name.charAt(0).toLowerCase() + name.slice(1) : name)

// What a trigger meets in its buildings (rules 9): a live one ends drills and tests there, anything else stands in its way. Said on the
// page before somebody holds the button; the backend decides.
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import { eventName, modeWords, type Mode } from './emergency-words.ts'

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
  if (blockedBy)
    return `The ${lower(eventName(blockedBy))} is still active in these buildings. It must end before another can start.`
  const [first, ...others] = ends
  if (!first) return null
  const what =
    others.length === 0 ? `The ${modeWords[first.mode].word} ends` : `${ends.length} drills and tests here end`
  return `${what}. Whoever is already accounted for stays so.`
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

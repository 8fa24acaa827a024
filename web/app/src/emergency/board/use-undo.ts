// The way back from the last decision on a board: one step, for a while, away from the finger that has just tapped.
import type { MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { onScopeDispose, shallowRef } from 'vue'
import { people as peopleWord } from '../emergency-words.ts'
import type { MusterFeed } from './muster-feed.ts'
import { answerWords } from './status-signs.ts'
import { doubleTapMs } from './taps.ts'

export const undoMs = 12_000

export type Undoable = {
  readonly says: string
  /** As they were. */
  readonly before: readonly MusterPerson[]
  /** Not while a second tap may still be the first. */
  readonly ready: boolean
}

export function useUndo(feed: Pick<MusterFeed, 'account' | 'accountMany'>) {
  const undoable = shallowRef<Undoable | null>(null)
  let timers: ReturnType<typeof setTimeout>[] = []
  function forget(): void {
    for (const timer of timers) clearTimeout(timer)
    timers = []
    undoable.value = null
  }
  onScopeDispose(forget)

  function remember(before: readonly MusterPerson[], status: MusterStatus): void {
    forget()
    const who = before.length === 1 ? before[0]!.fullName : peopleWord(before.length)
    const step = { says: `${who}: ${answerWords[status]}`, before }
    undoable.value = { ...step, ready: false }
    timers = [setTimeout(() => (undoable.value = { ...step, ready: true }), doubleTapMs), setTimeout(forget, undoMs)]
  }

  function undo(): void {
    const step = undoable.value
    if (!step?.ready) return
    forget()
    const [only, ...others] = step.before
    if (only && others.length === 0) return void feed.account(only, only.status)
    const statuses = new Set(step.before.map(({ status }) => status))
    for (const status of statuses) {
      void feed.accountMany(
        step.before.filter((person) => person.status === status),
        status,
      )
    }
  }
  return { undoable, remember, undo, forget }
}

// What a board knows: reads the muster again and again, keeps the last good answer when a read fails, and shows a tap at once
// while it is still on its way (taps.ts; interface: live things move honestly).
import type { Muster, MusterPerson } from '@rollcall/contracts/domains/muster'
import { computed, ref, shallowRef } from 'vue'
import { namesNothing, sentenceFor } from '../../api/problem-error.ts'
import { createTaps } from './taps.ts'
import type { TapOptions } from './taps.ts'

export const pollMs = 5_000

export type MusterFeedOptions = Pick<TapOptions, 'account' | 'stored'> & {
  readonly read: (signal: AbortSignal) => Promise<Muster>
}

// Long because reading, taps on their way and the time of the last answer depend on each other; they share this state.
export function createMusterFeed({ read, ...sending }: MusterFeedOptions) {
  const muster = shallowRef<Muster | null>(null)
  const problem = ref<string | null>(null)
  /** There is no such emergency: nothing to read again. */
  const gone = ref(false)
  /** Epoch milliseconds of the last good read. */
  const readAt = ref<number | null>(null)
  let leaving = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading = false
  let again = false
  /** Counts settled taps: a read that began before one may not undo it on screen. */
  let settled = 0
  const { end, ...taps } = createTaps({ ...sending, tryAgainMs: pollMs, onSettled })

  const people = computed<readonly MusterPerson[]>(() =>
    (muster.value?.people ?? []).map((person) => {
      const tapped = taps.pending.get(person.personId)?.status
      return tapped === undefined ? person : { ...person, status: tapped }
    }),
  )

  async function refresh(): Promise<void> {
    const { signal } = leaving
    if (signal.aborted) return
    if (reading) {
      again = true
      return
    }
    reading = true
    clearTimeout(timer)
    const begun = settled
    try {
      const answer = await read(signal)
      if (begun === settled) {
        muster.value = answer
        readAt.value = Date.now()
      } else again = true
      problem.value = null
      gone.value = false
    } catch (error) {
      if (!signal.aborted) {
        problem.value = sentenceFor(error)
        // A board that was there is not given up: something in between may answer so for a moment.
        gone.value = muster.value === null && namesNothing(error)
      }
    }
    reading = false
    next()
  }

  function next(): void {
    if (leaving.signal.aborted || gone.value) return
    if (again) {
      again = false
      void refresh()
      // Nothing changes any more once it has ended.
    } else if (muster.value?.event.state !== 'resolved') timer = setTimeout(() => void refresh(), pollMs)
  }

  function onSettled(saved: MusterPerson | null): void {
    settled += 1
    if (muster.value && saved) {
      const others = muster.value.people.map((one) => (one.personId === saved.personId ? saved : one))
      muster.value = { ...muster.value, people: others }
    }
    void refresh()
  }

  /** Nobody looks any more: reading stops, sending goes on. */
  function stop(): void {
    leaving.abort()
    clearTimeout(timer)
  }
  function resume(): void {
    leaving = new AbortController()
    void refresh()
  }

  void refresh()
  return {
    ...taps,
    muster,
    people,
    problem,
    gone,
    readAt,
    refresh,
    stop,
    resume,
    /** Nothing is read or sent any more. */
    end: () => {
      stop()
      end()
    },
  }
}

export type MusterFeed = ReturnType<typeof createMusterFeed>

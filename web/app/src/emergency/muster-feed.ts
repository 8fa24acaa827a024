// What a board knows: reads the muster again and again, keeps the last good answer when a read fails, and shows a tap at once
// while it is still on its way. A tap without a connection is kept and sent when there is one; a tap that was refused is taken
// back and said (design: live things move honestly).
import type { Muster, MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { computed, ref, shallowReactive, shallowRef } from 'vue'
import { ProblemError, sentenceFor } from '../api/problem-error.ts'

export const pollMs = 5_000
/** How long a row stays where it was tapped. */
export const holdInPlaceMs = 3_000

export type MusterFeedOptions = {
  readonly read: (signal: AbortSignal) => Promise<Muster>
  readonly account: (personId: string, status: MusterStatus) => Promise<MusterPerson>
}

export function createMusterFeed(options: MusterFeedOptions) {
  const muster = shallowRef<Muster | null>(null)
  const problem = ref<string | null>(null)
  /** Epoch milliseconds of the last good read. */
  const readAt = ref<number | null>(null)
  const pending = shallowReactive(new Map<string, MusterStatus>())
  /** Taps of `pending` that found no connection; they are tried again and can still be changed. */
  const waiting = shallowReactive(new Set<string>())
  const failed = shallowReactive(new Map<string, string>())
  const heldAs = shallowReactive(new Map<string, MusterStatus>())
  const leaving = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading = false
  let again = false
  /** Counts settled taps: a read that began before one may not undo it on screen. */
  let settled = 0

  const people = computed<readonly MusterPerson[]>(() =>
    (muster.value?.people ?? []).map((person) => {
      const wanted = pending.get(person.personId)
      return wanted === undefined ? person : { ...person, status: wanted }
    }),
  )

  async function refresh(): Promise<void> {
    if (leaving.signal.aborted) return
    if (reading) {
      again = true
      return
    }
    reading = true
    clearTimeout(timer)
    const begun = settled
    try {
      const answer = await options.read(leaving.signal)
      if (begun === settled) {
        muster.value = answer
        readAt.value = Date.now()
      } else again = true
      problem.value = null
    } catch (error) {
      if (!leaving.signal.aborted) problem.value = sentenceFor(error)
    }
    reading = false
    next()
  }

  function next(): void {
    if (leaving.signal.aborted) return
    if (again) {
      again = false
      void refresh()
      // Nothing changes any more once it has ended.
    } else if (muster.value?.event.state !== 'resolved') timer = setTimeout(() => void refresh(), pollMs)
  }

  async function account(person: MusterPerson, status: MusterStatus): Promise<void> {
    const { personId } = person
    if (pending.has(personId) && !waiting.has(personId)) return
    const isChanged = pending.has(personId)
    pending.set(personId, status)
    if (isChanged) return
    if (!heldAs.has(personId)) heldAs.set(personId, person.status)
    failed.delete(personId)
    try {
      const saved = await send(personId)
      if (muster.value && saved) {
        const others = muster.value.people.map((one) => (one.personId === personId ? saved : one))
        muster.value = { ...muster.value, people: others }
      }
    } catch (error) {
      failed.set(personId, sentenceFor(error))
    }
    settled += 1
    pending.delete(personId)
    waiting.delete(personId)
    setTimeout(() => heldAs.delete(personId), holdInPlaceMs)
    void refresh()
  }

  /** Whatever is wanted of the person by then; null when the page is left first. */
  async function send(personId: string): Promise<MusterPerson | null> {
    while (!leaving.signal.aborted) {
      try {
        return await options.account(personId, pending.get(personId) ?? 'unknown')
      } catch (error) {
        if (!isPassing(error)) throw error
        waiting.add(personId)
        await new Promise((resolve) => setTimeout(resolve, pollMs))
      }
    }
    return null
  }

  function stop(): void {
    leaving.abort()
    clearTimeout(timer)
  }

  void refresh()
  return { muster, people, problem, readAt, pending, waiting, failed, heldAs, refresh, account, stop }
}

/** No connection, or nobody behind it: nothing was decided, so that trying again is right. */
function isPassing(error: unknown): boolean {
  return error instanceof ProblemError && [0, 502, 503, 504].includes(error.status)
}

export type MusterFeed = ReturnType<typeof createMusterFeed>

// What was tapped on a board and is on its way: shown at once, sent, and when there is no connection kept and tried again, also
// after the page was left. A tap that was refused is taken back and said. Part of muster-feed.ts.
import type { MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { shallowReactive } from 'vue'
import { ProblemError, sentenceFor } from '../../api/problem-error.ts'
import { serverNow } from '../../realtime/server-clock.ts'
import type { StoredTaps, Tap } from './stored-taps.ts'

/** How long a row stays where it was tapped. */
export const holdInPlaceMs = 3_000

export type TapOptions = {
  /** `decidedAt`: of a tap that waited, so that it undoes nothing that was decided after it. */
  readonly account: (personId: string, status: MusterStatus, decidedAt?: string) => Promise<MusterPerson>
  /** Where taps outlive the page. */
  readonly stored?: StoredTaps
  readonly tryAgainMs: number
  /** `saved`: as the server has the person now; null when it refused. */
  readonly onSettled: (saved: MusterPerson | null) => void
}

export function createTaps(options: TapOptions) {
  const pending = shallowReactive(new Map<string, Tap>())
  /** Taps of `pending` that found no connection; they are tried again and can still be changed. */
  const waiting = shallowReactive(new Set<string>())
  const failed = shallowReactive(new Map<string, string>())
  const heldAs = shallowReactive(new Map<string, MusterStatus>())
  const ending = new AbortController()

  async function account(person: MusterPerson, status: MusterStatus): Promise<void> {
    const { personId } = person
    if (pending.has(personId) && !waiting.has(personId)) return
    const isChanged = pending.has(personId)
    pending.set(personId, { status, at: new Date(serverNow()).toISOString() })
    if (isChanged) return keep()
    if (!heldAs.has(personId)) heldAs.set(personId, person.status)
    failed.delete(personId)
    await settle(personId)
  }

  async function settle(personId: string): Promise<void> {
    let saved: MusterPerson | null = null
    try {
      saved = await send(personId)
    } catch (error) {
      failed.set(personId, sentenceFor(error))
    }
    if (ending.signal.aborted) return
    pending.delete(personId)
    waiting.delete(personId)
    keep()
    setTimeout(() => heldAs.delete(personId), holdInPlaceMs)
    options.onSettled(saved)
  }

  /** Whatever is wanted of the person by then; null when somebody else signed in first. */
  async function send(personId: string): Promise<MusterPerson | null> {
    while (!ending.signal.aborted) {
      try {
        const { status, at } = pending.get(personId)!
        return await (waiting.has(personId) ? options.account(personId, status, at) : options.account(personId, status))
      } catch (error) {
        if (!isPassing(error)) throw error
        waiting.add(personId)
        keep()
        await new Promise((resolve) => setTimeout(resolve, options.tryAgainMs))
      }
    }
    return null
  }

  function keep(): void {
    if (!ending.signal.aborted)
      options.stored?.write(new Map([...pending].filter(([personId]) => waiting.has(personId))))
  }

  for (const [personId, tap] of options.stored?.read() ?? []) {
    pending.set(personId, tap)
    waiting.add(personId)
    void settle(personId)
  }
  return { pending, waiting, failed, heldAs, account, end: () => ending.abort() }
}

/** No connection, nobody behind it, or a session that ran out: nothing was decided, so that trying again is right. */
function isPassing(error: unknown): boolean {
  return error instanceof ProblemError && [0, 401, 502, 503, 504].includes(error.status)
}

// Who was tapped on a board and is on the way to the server: shown at once, sent, and when there is no connection kept and tried
// again, also after the page was left. A tap that was refused is taken back and said, until somebody has read it. Part of
// muster-feed.ts.
import type { MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { shallowReactive, shallowRef } from 'vue'
import { reasonWords, sentenceFor } from '../../api/problem-error.ts'
import { decidedAfter } from '../../realtime/server-clock.ts'
import type { Kept, Refused, StoredTaps, Tap } from './stored-taps.ts'
import { untilAnswered } from './until-answered.ts'

/** A second tap on a person within this time is the same finger, not another thought. */
export const doubleTapMs = 1_000
/** As many as one call takes (contracts: AccountingOfMany). */
const mostAtOnce = 500

export type How = { readonly method?: Tap['method']; readonly note?: string }
export type TapOptions = {
  readonly account: (personId: string, tap: Tap) => Promise<MusterPerson>
  readonly accountMany: (
    personIds: readonly string[],
    tap: Tap,
  ) => Promise<{ failed: { id: string; reason: string }[] }>
  /** Where taps outlive the page. */
  readonly stored?: StoredTaps
  readonly tryAgainMs: number
  /** When what stands of this person was decided, as far as it was read. */
  readonly standsSince: (personId: string) => string | null | undefined
  /** Is to be shown otherwise than before. `saved`: as the server has the person now, where it said so. */
  readonly onShown: (personIds: readonly string[], saved?: MusterPerson) => void
  /** The server has them; how it has them is to be read. */
  readonly onManySaved: (personIds: readonly string[], tap: Tap) => void
}
/** How far a decision about many has come. */
export type ManyProgress = { readonly status: MusterStatus; readonly total: number; readonly done: number }

// Long because what is pending, waiting, failed and kept is one state that every step of a tap changes together.
export function createTaps(options: TapOptions) {
  const pending = shallowReactive(new Map<string, Tap>())
  /** Taps of `pending` that found no connection; they are tried again and can still be changed. */
  const waiting = shallowReactive(new Set<string>())
  const failed = shallowReactive(new Map<string, Refused>())
  const many = shallowRef<ManyProgress | null>(null)
  const tappedAt = new Map<string, number>()
  const ending = new AbortController()
  let restored = false
  const wantedOf = (personIds: readonly string[], tap: Tap) => personIds.filter((one) => pending.get(one) === tap)

  /** Whose tap counts: not while the last one is on its way, nor the second half of a double tap. */
  function begin(personIds: readonly string[], tap: Tap): string[] {
    const now = performance.now()
    const isFree = (personId: string) => !pending.has(personId) || waiting.has(personId)
    const isRested = (personId: string) => now - (tappedAt.get(personId) ?? -Infinity) >= doubleTapMs
    const counted = personIds.filter((personId) => isFree(personId) && isRested(personId))
    for (const personId of counted) {
      tappedAt.set(personId, now)
      pending.set(personId, tap)
      for (const one of [waiting, failed]) one.delete(personId)
    }
    keep()
    options.onShown(counted)
    return counted
  }

  async function account(person: Pick<MusterPerson, 'personId'>, status: MusterStatus, how: How = {}): Promise<void> {
    const tap = tapOf(status, how, [person.personId].map(options.standsSince))
    if (begin([person.personId], tap).length > 0) await sendOne(person.personId, tap)
  }

  /** Everybody at once, and by the same moment; answers when all are sent. */
  async function accountMany(
    people: readonly Pick<MusterPerson, 'personId'>[],
    status: MusterStatus,
    how: How = {},
  ): Promise<void> {
    const personIds = people.map(({ personId }) => personId)
    const tap = tapOf(status, { method: 'bulk', ...how }, personIds.map(options.standsSince))
    await sendMany(begin(personIds, tap), tap)
  }

  async function sendOne(personId: string, tap: Tap): Promise<void> {
    const answer = () => options.account(personId, tap)
    await settle([personId], tap, answer, (saved) => finish([personId], tap, saved))
  }

  async function sendMany(personIds: readonly string[], tap: Tap): Promise<void> {
    many.value = { status: tap.status, total: personIds.length, done: 0 }
    for (let start = 0; start < personIds.length; start += mostAtOnce) {
      const part = personIds.slice(start, start + mostAtOnce)
      const stillWanted = () => wantedOf(part, tap)
      await settle(
        part,
        tap,
        () => options.accountMany(stillWanted(), tap),
        (result) => {
          for (const { id, reason } of result.failed) noteFailed(failed, [id], tap, reasonWords(reason))
          const saved = stillWanted().filter((personId) => !failed.has(personId))
          options.onManySaved(saved, tap)
          finish(part, tap)
        },
      )
      if (many.value) many.value = { ...many.value, done: Math.min(start + mostAtOnce, personIds.length) }
    }
    many.value = null
  }

  async function settle<T>(
    personIds: readonly string[],
    tap: Tap,
    attempt: () => Promise<T>,
    onAnswer: (answer: T) => void,
  ): Promise<void> {
    const mine = () => wantedOf(personIds, tap)
    const isWanted = () => !ending.signal.aborted && mine().length > 0
    const onWaiting = () => mine().forEach((personId) => waiting.add(personId))
    try {
      const answer = await untilAnswered({ attempt, isWanted, onWaiting, tryAgainMs: options.tryAgainMs })
      if (answer !== null && !ending.signal.aborted) onAnswer(answer)
    } catch (error) {
      if (ending.signal.aborted) return
      noteFailed(failed, mine(), tap, sentenceFor(error))
      finish(personIds, tap)
    }
  }

  function finish(personIds: readonly string[], tap: Tap, saved?: MusterPerson): void {
    const mine = wantedOf(personIds, tap)
    for (const personId of mine) for (const one of [pending, waiting]) one.delete(personId)
    keep()
    options.onShown(mine, saved)
  }

  function keep(): void {
    if (restored && !ending.signal.aborted)
      options.stored?.write({ taps: tapsTogether(pending), refused: refusedOf(failed) })
  }

  /** Somebody has read why. */
  const forgetFailed = () => {
    failed.clear()
    keep()
  }

  async function restore(): Promise<void> {
    const { taps = [], refused = [] } = (await options.stored?.read()) ?? {}
    if (ending.signal.aborted) return
    for (const { personId, ...one } of refused) if (!pending.has(personId)) failed.set(personId, one)
    for (const { personIds, tap } of putBack(taps, pending, waiting)) {
      options.onShown(personIds)
      void (isOfMany(tap) ? sendMany(personIds, tap) : Promise.all(personIds.map((one) => sendOne(one, tap))))
    }
    restored = true
    keep()
  }
  void restore()
  return { pending, waiting, failed, forgetFailed, many, account, accountMany, end: () => ending.abort() }
}

/** What was tapped before the page was closed waits again; whoever was tapped anew meanwhile is left out. */
function putBack(taps: Kept['taps'], pending: Map<string, Tap>, waiting: Set<string>): Kept['taps'] {
  const left = taps.map(({ tap, personIds }) => ({ tap, personIds: personIds.filter((one) => !pending.has(one)) }))
  for (const { tap, personIds } of left) {
    for (const personId of personIds) {
      pending.set(personId, tap)
      waiting.add(personId)
    }
  }
  return left
}

function noteFailed(
  failed: Map<string, Refused>,
  personIds: readonly string[],
  { status, at }: Tap,
  why: string,
): void {
  for (const personId of personIds) failed.set(personId, { status, at, why })
}

const refusedOf = (failed: ReadonlyMap<string, Refused>): Kept['refused'] =>
  [...failed].map(([personId, one]) => ({ personId, ...one }))

const isOfMany = ({ method }: Tap) => method === 'bulk' || method === 'sweep'

/** Whoever was tapped at once. */
function tapsTogether(pending: ReadonlyMap<string, Tap>): Kept['taps'] {
  const together = new Map<Tap, string[]>()
  for (const [personId, tap] of pending) {
    const others = together.get(tap)
    if (others) others.push(personId)
    else together.set(tap, [personId])
  }
  return [...together].map(([tap, personIds]) => ({ tap, personIds }))
}

function tapOf(status: MusterStatus, { method = 'manual', note }: How, seen: Parameters<typeof decidedAfter>[0]): Tap {
  return { status, method, ...(note ? { note } : {}), at: decidedAfter(seen) }
}

// What a board knows: reads what changed since its own version, keeps what it has when a read fails, and shows a decision at once
// while it is still on its way (taps.ts, sweeps.ts; interface: live things move honestly).
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { Muster } from '@rollcall/contracts/domains/muster'
import { promiseTimeout } from '@vueuse/core'
import { computed, nextTick, ref, shallowRef } from 'vue'
import { namesNothing, sentenceFor } from '../../api/problem-error.ts'
import { createAnswers } from './answers.ts'
import type { BoardAnswer, KeptBoard } from './kept-board.ts'
import { createRoster } from './roster.ts'
import { createSweeps } from './sweeps.ts'
import type { SweepOptions } from './sweeps.ts'
import { createTaps } from './taps.ts'
import type { TapOptions } from './taps.ts'

/** Whatever the relay says or does not: a message that was lost, or never sent, is no longer missed than this. */
export const pollMs = 5_000
/** Shorter than between two announcements of the relay, so that all boards read at the same moment; longer than anybody can see. */
export const leastGapMs = 300
/** The first screen has the processor and the network to itself; by then everybody is read, whether it stands or not. */
export const firstWithinMs = 1_000
/** Not at once: to open what was sealed of thousands of people takes as long as an answer, and from the same processor. */
export const keptAfterMs = 1_000

type DecisionOptions = Pick<TapOptions, 'account' | 'accountMany' | 'stored'> & Pick<SweepOptions, 'sweep' | 'me'>
export type MusterFeedOptions = DecisionOptions & {
  readonly read: (since: number, signal: AbortSignal) => Promise<Muster>
  /** The first of those who are missing, which comes sooner than everybody. */
  readonly readFirst?: (signal: AbortSignal) => Promise<Muster>
  /** Where the board outlives the page. */
  readonly kept?: KeptBoard
}

// Long because reading, decisions on their way and the time of the last answer depend on each other; they share this state.
export function createMusterFeed({ read, readFirst, kept, ...deciding }: MusterFeedOptions) {
  const state = createBoardState()
  const { event, undelivered, problem, isWhole, gone, readAt } = state
  let version = 0
  let leaving = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let [reading, again] = [false, false]
  let begunAt = -Infinity
  const isEmpty = () => !isWhole.value && !gone.value && !leaving.signal.aborted
  const whole = () =>
    event.value && isWhole.value
      ? { ...decisions.board(), event: event.value, version, undelivered: undelivered.value }
      : null
  const { taps, sweeps, roster, said, ...decisions } = createDecisions(deciding, () => void refresh())

  /** Reads as soon as the last read is long enough ago. */
  async function refresh(): Promise<void> {
    if (leaving.signal.aborted) return
    if (reading) {
      again = true
      return
    }
    clearTimeout(timer)
    const rest = begunAt + leastGapMs - performance.now()
    if (rest > 0) timer = setTimeout(() => void readNow(), rest)
    else await readNow()
  }

  async function readNow(): Promise<void> {
    const { signal } = leaving
    reading = true
    begunAt = performance.now()
    decisions.readBegins()
    try {
      take(await read(version, signal))
      kept?.write(whole)
    } catch (error) {
      if (!signal.aborted) {
        problem.value = sentenceFor(error)
        // A board that was there is not given up: something in between may answer so for a moment.
        gone.value = event.value === null && namesNothing(error)
        void showKept(kept, isEmpty, take)
      }
    }
    reading = false
    next()
  }

  /** `keptAt`: as it was kept, with its age; what went wrong since stays said. */
  function take(answer: BoardAnswer, keptAt?: number): void {
    show(answer, keptAt)
    version = answer.version
    isWhole.value = true
    if (keptAt === undefined) problem.value = null
    gone.value = false
  }
  function show(answer: BoardAnswer, at = Date.now()): void {
    decisions.merge(answer)
    event.value = answer.event
    undelivered.value = answer.undelivered
    readAt.value = at
  }
  /** Whatever goes wrong with it is told by the read of everybody. */
  async function showFirst(): Promise<void> {
    const answer = await readFirst?.(leaving.signal).catch(() => null)
    if (answer && isEmpty()) show(answer)
    await nextTick()
  }

  function next(): void {
    if (leaving.signal.aborted || gone.value) return
    if (again) {
      again = false
      void refresh()
      // Nothing changes any more once it has ended.
    } else if (event.value?.state !== 'resolved') timer = setTimeout(() => void refresh(), pollMs)
  }

  /** The relay said that there is something newer than this; without a number, that something changed. */
  function heard(announced?: number): void {
    if (announced === undefined || announced > version) void refresh()
  }

  /** Nobody looks any more: reading stops, sending goes on. */
  function stop(): void {
    leaving.abort()
    clearTimeout(timer)
    again = false
  }
  function resume(): void {
    leaving = new AbortController()
    void refresh()
  }

  void Promise.race([showFirst(), promiseTimeout(firstWithinMs)]).then(refresh)
  setTimeout(() => void showKept(kept, isEmpty, take), keptAfterMs)
  return {
    ...taps,
    ...sweeps,
    ...said,
    people: roster.people,
    changes: roster.changes,
    personOf: roster.personOf,
    ...state,
    /** Everything that waits for a connection on this device. */
    kept: computed(() => taps.waiting.size + sweeps.sweepPending.size),
    refresh,
    heard,
    stop,
    resume,
    /** Nothing is read or sent any more. */
    end: () => {
      stop()
      decisions.end()
    },
  }
}

function createBoardState() {
  const event = shallowRef<Emergency | null>(null)
  /** Messages to contacts that were tried and have not arrived. */
  const undelivered = ref(0)
  const problem = ref<string | null>(null)
  /** Whether everybody is on it, and not only those of a first screen: until then nothing is counted from its people. */
  const isWhole = ref(false)
  /** There is no such emergency: nothing to read again. */
  const gone = ref(false)
  /** Epoch milliseconds of the last good read. */
  const readAt = ref<number | null>(null)
  return { event, undelivered, problem, isWhole, gone, readAt }
}

/** As long as there is nothing better. */
async function showKept(
  kept: KeptBoard | undefined,
  isEmpty: () => boolean,
  take: (answer: BoardAnswer, keptAt: number) => void,
): Promise<void> {
  const board = isEmpty() ? await kept?.read() : null
  if (board && isEmpty()) take(board.answer, board.at)
}

/** Who and what is on the board, with what was decided here shown over it. */
function createDecisions({ sweep, me, ...sending }: DecisionOptions, onManySaved: () => void) {
  /** Who was decided here since the read under way began: it may not undo them on screen. */
  let settled = new Set<string>()
  const { end: endTaps, ...taps } = createTaps({
    ...sending,
    tryAgainMs: pollMs,
    standsSince: (personId) => roster.personOf(personId)?.decidedAt,
    onShown: (personIds, saved) => {
      if (saved) {
        roster.put(saved)
        settled.add(saved.personId)
      }
      roster.show(personIds)
    },
    onManySaved: (personIds, { status, method, at, note }) => {
      for (const personId of personIds) {
        const person = roster.personOf(personId)
        if (!person) continue
        roster.put({ ...person, status, method, decidedAt: at, at, by: me, note: note ?? person.note })
      }
      onManySaved()
    },
  })
  const roster = createRoster((personId) => taps.pending.get(personId)?.status)
  const tried = { tryAgainMs: pollMs, ...(sending.stored ? { stored: sending.stored } : {}) }
  const { merge: mergeSweeps, end: endSweeps, ...sweeps } = createSweeps({ sweep, me, ...tried })
  const { answers, merge: mergeAnswers } = createAnswers()
  return {
    taps,
    sweeps,
    roster,
    /** With what was just said here. */
    said: { answers, takeAnswers: (just: Muster['answers']) => mergeAnswers(just, false) },
    readBegins: () => (settled = new Set()),
    /** As the server has it. */
    board: () => ({
      people: roster.all(),
      sweeps: [...sweeps.known.value.values()],
      answers: [...answers.value],
      since: 0,
    }),
    merge: (answer: BoardAnswer) => {
      roster.merge(answer, settled)
      mergeSweeps(answer.sweeps, answer.since === 0)
      mergeAnswers(answer.answers, answer.since === 0)
    },
    end: () => {
      endTaps()
      endSweeps()
    },
  }
}

export type MusterFeed = ReturnType<typeof createMusterFeed>

// What the page behind a personal link knows and does: one answer, sent until it arrives, changed when somebody changes their mind
// (rules 9). A second tap on the same answer is the same answer. Shown by MusterLink.vue.
import type { LinkView } from '@rollcall/contracts/domains/muster'
import { computed, ref, shallowRef } from 'vue'
import { ProblemError } from '../../api/problem-error.ts'
import { untilAnswered } from '../board/until-answered.ts'
import { linkProblem } from './link-words.ts'
import type { LinkTrouble } from './link-words.ts'

export type Answer = 'accounted' | 'needs_help'

type Options = {
  readonly read: () => Promise<LinkView>
  readonly send: (status: Answer) => Promise<LinkView>
  /** Between tries; the link may be asked for a few times a minute only (contracts: muster.answerLink). */
  readonly tryAgainMs: number
}

export function createOwnAnswer({ read, send, tryAgainMs }: Options) {
  const view = shallowRef<LinkView | null>(null)
  const trouble = shallowRef<LinkTrouble | null>(null)
  /** On its way. */
  const sending = ref<Answer | null>(null)
  /** There is no connection: it is tried again and again. */
  const waiting = ref(false)
  /** Epoch milliseconds. */
  const answeredAt = ref<number | null>(null)
  let turn = 0

  async function reach(attempt: () => Promise<LinkView>, isAnswer: boolean): Promise<void> {
    const mine = ++turn
    const isWanted = () => mine === turn
    try {
      const answer = await untilAnswered({ attempt, isWanted, onWaiting: () => (waiting.value = true), tryAgainMs })
      if (answer === null || !isWanted()) return
      view.value = answer
      trouble.value = null
      if (isAnswer) answeredAt.value = Date.now()
    } catch (error) {
      if (isWanted()) trouble.value = linkProblem(error instanceof ProblemError ? error.code : 'unknown')
    }
    if (!isWanted()) return
    sending.value = null
    waiting.value = false
  }

  return {
    view,
    trouble,
    sending,
    waiting,
    answeredAt,
    /** What they said, as the board knows it. */
    said: computed<Answer | null>(() => {
      const status = view.value?.status
      return status === 'accounted' || status === 'needs_help' ? status : null
    }),
    /** Until there is something to see. */
    open: () => reach(read, false),
    async answer(status: Answer): Promise<void> {
      if (sending.value === status) return
      sending.value = status
      waiting.value = false
      await reach(() => send(status), true)
    },
    /** A drill may have become real, or be over; without a connection it stays as it was. */
    async look(): Promise<void> {
      if (sending.value !== null || view.value === null) return
      const mine = turn
      const answer = await read().catch(() => null)
      if (answer !== null && mine === turn) view.value = answer
    },
    /** The page is left. */
    end: () => void (turn += 1),
  }
}

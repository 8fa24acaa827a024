// What the page behind a link in a message knows and does: one answer, sent until it arrives, changed when somebody changes their mind
// (rules 9). A second tap on the same answer is the same answer. Shown by MusterLink.vue and by contact-link/ContactLink.vue.
import { computed, ref, shallowRef } from 'vue'
import { ProblemError } from '../../api/problem-error.ts'
import { untilAnswered } from '../board/until-answered.ts'
import { linkProblem } from './link-words.ts'
import type { LinkTrouble } from './link-words.ts'

type Options<View, Answer> = {
  readonly read: () => Promise<View>
  readonly send: (answer: Answer) => Promise<View>
  /** What they said, as the board knows it. */
  readonly saidIn: (view: View) => Answer | null
  /** Between tries; the link may be asked for a few times a minute only (contracts: muster.answerLink, contacts.answerLink). */
  readonly tryAgainMs: number
}

export function createOwnAnswer<View, Answer extends string>({
  read,
  send,
  saidIn,
  tryAgainMs,
}: Options<View, Answer>) {
  const view = shallowRef<View | null>(null)
  const trouble = shallowRef<LinkTrouble | null>(null)
  /** On its way. */
  const sending = shallowRef<Answer | null>(null)
  /** There is no connection: it is tried again and again. */
  const waiting = ref(false)
  /** Epoch milliseconds. */
  const answeredAt = ref<number | null>(null)
  let turn = 0

  async function reach(attempt: () => Promise<View>, isAnswer: boolean): Promise<void> {
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
    said: computed<Answer | null>(() => (view.value === null ? null : saidIn(view.value))),
    /** Until there is something to see. */
    open: () => reach(read, false),
    async answer(said: Answer): Promise<void> {
      if (sending.value === said) return
      sending.value = said
      waiting.value = false
      await reach(() => send(said), true)
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

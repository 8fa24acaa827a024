// What a visitor does at the tablet, step by step; whatever was entered is gone with the step back to the beginning. For Kiosk.vue.
import type { KioskAnswer } from '@rollcall/contracts/domains/kiosk'
import { shallowRef } from 'vue'
import { noteWords } from '../../api/notes/note-words.ts'
import { ProblemError, sentenceFor } from '../../api/problem-error.ts'
import { t } from './texts.ts'

export type Step =
  | { readonly at: 'start' }
  | { readonly at: 'code'; readonly direction: 'in' | 'out' }
  | { readonly at: 'form' }
  | { readonly at: 'welcome'; readonly answer: KioskAnswer }
  | { readonly at: 'goodbye'; readonly answer: KioskAnswer }

/** How long each step waits for somebody who has walked away, milliseconds. */
export const restsMs: Readonly<Record<Step['at'], number>> = {
  start: Infinity,
  code: 60_000,
  form: 120_000,
  welcome: 45_000,
  goodbye: 8_000,
}

export function createKioskSteps() {
  const step = shallowRef<Step>({ at: 'start' })
  const problem = shallowRef<string | null>(null)
  const busy = shallowRef(false)

  function go(to: Step): void {
    step.value = to
    problem.value = null
  }
  /** One answer at a time; a late one to somebody who has left is not shown to the next. */
  async function ask(work: () => Promise<KioskAnswer>): Promise<void> {
    if (busy.value) return
    const from = step.value
    busy.value = true
    problem.value = null
    try {
      const answer = await work()
      if (step.value === from) go({ at: answer.direction === 'in' ? 'welcome' : 'goodbye', answer })
    } catch (error) {
      if (step.value === from) problem.value = wordsFor(error)
    } finally {
      busy.value = false
    }
  }
  return { step, problem, busy, go, ask, back: () => go({ at: 'start' }) }
}

function wordsFor(error: unknown): string {
  if (!(error instanceof ProblemError)) return sentenceFor(error)
  if (error.code === 'unreachable') return t('noConnectionPleaseTellThe')
  const [issue] = error.issues
  return issue ? noteWords(issue) : sentenceFor(error)
}

// An answer behind a link, bound to its page: read when it opens and while somebody looks, and given by large buttons. Used by
// MusterLink.vue and by contact-link/ContactLink.vue; what is known and sent is in own-answer.ts.
import { useDocumentVisibility, useIntervalFn } from '@vueuse/core'
import { onScopeDispose, ref } from 'vue'
import { createOwnAnswer } from './own-answer.ts'

/** The second of two quick taps lands on the button that has taken the place of the first: it must do nothing. */
const restsMs = 700

export function useOwnAnswer<View, Answer extends string>(
  options: Omit<Parameters<typeof createOwnAnswer<View, Answer>>[0], 'tryAgainMs'>,
) {
  const own = createOwnAnswer<View, Answer>({ ...options, tryAgainMs: 4_000 })
  void own.open()
  const visible = useDocumentVisibility()
  useIntervalFn(() => visible.value === 'visible' && void own.look(), 15_000)
  onScopeDispose(own.end)

  const changing = ref(false)
  let tappedAt = -Infinity
  function tap(work: () => void): void {
    const sinceMs = performance.now() - tappedAt
    tappedAt = performance.now()
    if (sinceMs >= restsMs) work()
  }
  const answer = (word: Answer) =>
    tap(() => {
      changing.value = false
      void own.answer(word)
    })
  const change = () => tap(() => (changing.value = true))
  const { view, trouble, sending, waiting, answeredAt, said } = own
  return { view, trouble, sending, waiting, answeredAt, said, changing, answer, change, open: own.open }
}

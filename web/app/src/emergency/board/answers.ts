// What contacts and wardens said, by who said it. Part of muster-feed.ts.
import type { EmergencyAnswer } from '@rollcall/contracts/domains/wardens'
import { shallowRef } from 'vue'

export function createAnswers() {
  const answers = shallowRef<readonly EmergencyAnswer[]>([])
  const keyOf = ({ kind, id }: EmergencyAnswer) => `${kind} ${id}`

  function merge(news: readonly EmergencyAnswer[], isWhole: boolean): void {
    if (news.length === 0 && !isWhole) return
    const known = new Map((isWhole ? [] : answers.value).map((one) => [keyOf(one), one]))
    for (const one of news) known.set(keyOf(one), one)
    answers.value = [...known.values()]
  }
  return { answers, merge }
}

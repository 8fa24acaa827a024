// Reads something now and every so often (10 s) while the page is open and visible; keeps the last good answer when a read fails.
import { useDocumentVisibility, useIntervalFn } from '@vueuse/core'
import { ref, shallowRef, watch } from 'vue'
import { sentenceFor } from '../api/problem-error.ts'

const refreshMs = 10_000

export function usePolled<T>(read: () => Promise<T>, everyMs = refreshMs) {
  const data = shallowRef<T | null>(null)
  const problem = ref<string | null>(null)
  const readAt = ref<number | null>(null)
  const visible = useDocumentVisibility()
  let busy = false

  async function refresh(): Promise<void> {
    if (busy) return
    busy = true
    try {
      data.value = await read()
      readAt.value = Date.now()
      problem.value = null
    } catch (error) {
      problem.value = sentenceFor(error)
    } finally {
      busy = false
    }
  }

  useIntervalFn(() => visible.value === 'visible' && void refresh(), everyMs, { immediateCallback: true })
  watch(visible, (now) => now === 'visible' && void refresh())
  return { data, problem, readAt, refresh }
}

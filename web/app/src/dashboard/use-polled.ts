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
  let under: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function readOnce(): Promise<void> {
    try {
      data.value = await read()
      readAt.value = Date.now()
      problem.value = null
    } catch (error) {
      problem.value = sentenceFor(error)
    }
  }
  /** One read at a time. What a read under way answers may be older than the change that asks: it is followed by one more. */
  function refresh(): Promise<void> {
    if (under === null) return (under = readOnce().finally(() => (under = null)))
    next ??= under.then(() => {
      next = null
      return refresh()
    })
    return next
  }
  function poll(): void {
    if (visible.value === 'visible' && under === null) void refresh()
  }

  useIntervalFn(poll, everyMs, { immediateCallback: true })
  watch(visible, poll)
  return { data, problem, readAt, refresh }
}

// Reads something now and every so often (10 s) while the page is open and visible; keeps the last good answer when a read fails,
// and stops once there is nothing to read.
import { useDocumentVisibility, useIntervalFn } from '@vueuse/core'
import { ref, shallowRef, watch } from 'vue'
import { namesNothing, sentenceFor } from './problem-error.ts'

const refreshMs = 10_000

export function usePolled<T>(read: () => Promise<T>, everyMs = refreshMs) {
  const data = shallowRef<T | null>(null)
  const problem = ref<string | null>(null)
  const readAt = ref<number | null>(null)
  /** What is asked for does not exist, or not any more. */
  const gone = ref(false)
  const visible = useDocumentVisibility()
  let under: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function readOnce(): Promise<void> {
    try {
      data.value = await read()
      readAt.value = Date.now()
      problem.value = null
      gone.value = false
    } catch (error) {
      problem.value = sentenceFor(error)
      gone.value = namesNothing(error)
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
    if (visible.value === 'visible' && under === null && !gone.value) void refresh()
  }

  useIntervalFn(poll, everyMs, { immediateCallback: true })
  watch(visible, poll)
  return { data, problem, gone, readAt, refresh }
}

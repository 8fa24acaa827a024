// A list that the server sorts, filters and pages (rules 8, lists). Keeps the last good page on screen while the
// next one is read, so that nothing jumps; a newer question cancels the answer to an older one.
import { refDebounced } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import { sentenceFor } from '../../api/problem-error.ts'

export type ListAsk = {
  readonly page: number
  readonly pageSize: number
  readonly q: string | undefined
  readonly sort: string
}
export type ListPage<T> = { readonly items: readonly T[]; readonly total: number }

export const pageSize = 25

export function useList<T>(
  read: (ask: ListAsk, signal: AbortSignal) => Promise<ListPage<T>>,
  options: { readonly sort: string; readonly search?: string; readonly filters?: () => readonly unknown[] },
) {
  const search = ref(options.search ?? '')
  const asked = refDebounced(search, 250)
  const sort = ref(options.sort)
  const page = ref(1)
  const result = shallowRef<ListPage<T> | null>(null)
  const problem = ref<string | null>(null)
  const busy = ref(false)
  let reading = new AbortController()

  async function refresh(): Promise<void> {
    reading.abort()
    const mine = new AbortController()
    reading = mine
    busy.value = true
    try {
      const ask = { page: page.value, pageSize, q: asked.value.trim() || undefined, sort: sort.value }
      const answer = await read(ask, mine.signal)
      if (mine.signal.aborted) return
      const lastPage = Math.max(1, Math.ceil(answer.total / pageSize))
      // The rows of this page were deleted, or answered to another filter: there is a page before it.
      if (answer.items.length === 0 && page.value > lastPage) {
        page.value = lastPage
        return
      }
      result.value = answer
      problem.value = null
    } catch (error) {
      if (!mine.signal.aborted) problem.value = sentenceFor(error)
    } finally {
      if (!mine.signal.aborted) busy.value = false
    }
  }

  /** The same column again turns the order round. */
  function sortBy(field: string): void {
    sort.value = sort.value === field ? `-${field}` : field
  }

  const filters = computed(() => JSON.stringify(options.filters?.() ?? []))
  watch([asked, sort, filters], () => {
    if (page.value === 1) void refresh()
    else page.value = 1
  })
  watch(page, () => void refresh(), { immediate: true })
  onScopeDispose(() => reading.abort())
  const narrowed = computed(
    () => asked.value.trim() !== '' || (options.filters?.() ?? []).some((one) => one !== undefined),
  )
  return { search, sort, page, result, problem, busy, narrowed, refresh, sortBy }
}

export type List<T> = ReturnType<typeof useList<T>>

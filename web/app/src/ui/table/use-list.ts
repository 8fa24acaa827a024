// A list that the server sorts, filters and pages (rules 8, lists). Keeps the last good page on screen while the
// next one is read, so that nothing jumps; a newer question cancels the answer to an older one.
import type { CallResult, Endpoint } from '@rollcall/contracts/endpoint'
import { refDebounced } from '@vueuse/core'
import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import { call } from '../../api/call.ts'
import { sentenceFor } from '../../api/problem-error.ts'
import { useFilters } from './list-filter.ts'
import type { ListFilter } from './list-filter.ts'

/** What is asked for, with the filters of the list beside these two. */
export type ListSelection = { readonly q: string | undefined; readonly sort: string } & Readonly<
  Record<string, unknown>
>
export type ListQuery = ListSelection & { readonly page: number; readonly pageSize: number }
export type ListPage<T> = { readonly items: readonly T[]; readonly total: number }

export const pageSize = 25

export type ListOptions = {
  readonly sort: string
  readonly search?: string
  readonly filters?: readonly ListFilter[]
}

/** What a row that answers with a page has in it. */
export type ItemOf<E extends Endpoint> = CallResult<E> extends { items: readonly (infer T)[] } ? T : never

/** The list that a contract row answers. */
export function useRowList<E extends Endpoint>(row: E, options: ListOptions): List<ItemOf<E>> {
  return useList((query, signal) => call(row as Endpoint, { query } as never, signal) as never, options)
}

export function useList<T>(
  read: (query: ListQuery, signal: AbortSignal) => Promise<ListPage<T>>,
  options: ListOptions,
) {
  const search = ref(options.search ?? '')
  const typed = refDebounced(search, 250)
  const filters = useFilters(options.filters ?? [])
  const sort = ref(options.sort)
  const page = ref(1)
  const result = shallowRef<ListPage<T> | null>(null)
  const problem = ref<string | null>(null)
  const busy = ref(false)
  let reading = new AbortController()

  /** What is asked for, but for the page: exports ask for the same. */
  const query = computed<ListSelection>(() => ({
    ...filters.query.value,
    q: typed.value.trim() || undefined,
    sort: sort.value,
  }))

  async function refresh(): Promise<void> {
    reading.abort()
    const mine = new AbortController()
    reading = mine
    busy.value = true
    try {
      const answer = await read({ ...query.value, page: page.value, pageSize }, mine.signal)
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

  watch([typed, sort, filters.state], () => {
    if (page.value === 1) void refresh()
    else page.value = 1
  })
  watch(page, () => void refresh(), { immediate: true })
  onScopeDispose(() => reading.abort())
  const narrowed = computed(() => typed.value.trim() !== '' || filters.narrowed.value)
  return { search, sort, page, query, filters: filters.offered, result, problem, busy, narrowed, refresh, sortBy }
}

export type List<T> = ReturnType<typeof useList<T>>

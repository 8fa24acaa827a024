// A list that the server sorts, filters and pages (rules 8, lists). Keeps the last good page on screen while the
// next one is read, so that nothing jumps; a newer question cancels the answer to an older one.
import type { CallInput, CallResult, Endpoint } from '@rollcall/contracts/endpoint'
import { refDebounced, useLocalStorage } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { useRow } from '../../api/use-row.ts'
import { useSite } from '../../session/site-store.ts'
import { useBuildingAddress } from './building-address.ts'
import { useListAddress } from './list-address.ts'
import type { AddressPart } from './list-address.ts'
import { namesColumns } from './list-columns.ts'
import { useFilters } from './list-filter.ts'
import type { ListFilter } from './list-filter.ts'

/** What is asked for, with the filters of the list beside these two. */
export type ListSelection = { readonly q: string | undefined; readonly sort: string } & Readonly<
  Record<string, unknown>
>
export type ListPage<T> = { readonly items: readonly T[]; readonly total: number }

/** How many rows a page has; chosen below any list, for all of them on this device. */
export const firstPageSize = 25
export const pageSizes: readonly number[] = [firstPageSize, 50, 100]
const keptPageSize = useLocalStorage('rollcall.page-size', firstPageSize)

export type ListOptions = {
  readonly sort: string
  readonly search?: string
  readonly filters?: readonly ListFilter[]
  /** What the list is about, whatever is chosen. */
  readonly only?: Readonly<Record<string, unknown>>
  /** Only of the building that is chosen in the frame; its row takes `buildingId`. */
  readonly byBuilding?: boolean
  /** Another list of the page has the address. */
  readonly beside?: boolean
  /** How often the first page is read again; absent: only when something is asked for or changed. */
  readonly pollMs?: number
}

/** What a row that answers with a page has in it. */
export type ItemOf<E extends Endpoint> = CallResult<E> extends { items: readonly (infer T)[] } ? T : never

/** The list that a contract row answers. */
export function useRowList<E extends Endpoint>(row: E, options: ListOptions): List<ItemOf<E>> {
  return useList<ItemOf<E>>(row, options)
}

function useList<T>(row: Endpoint, options: ListOptions) {
  const search = ref(options.search ?? '')
  const typed = refDebounced(search, 250)
  const filters = useFilters(options.filters ?? [])
  const sort = ref(options.sort)
  const page = ref(1)
  /** Named by the address; see list-columns.ts. */
  const columns = ref('')
  const pageSize = computed({
    get: () => (options.beside ? firstPageSize : keptPageSize.value),
    set: (size: number) => {
      page.value = 1
      keptPageSize.value = size
    },
  })
  const site = options.byBuilding ? useSite() : null
  if (site && !options.beside) useBuildingAddress(site)
  // At once, so that a new question is asked for its first page only.
  watch([typed, sort, filters.state, () => site?.buildingId], () => (page.value = 1), { flush: 'sync' })
  const address = options.beside
    ? null
    : useListAddress(addressParts({ search, sort, columns, page }, options.sort, filters.inAddress))

  /** What is asked for, but for the page: exports ask for the same. */
  const query = computed<ListSelection>(() => ({
    ...(options.byBuilding && { buildingId: site?.buildingId ?? undefined }),
    ...options.only,
    ...filters.query.value,
    q: typed.value.trim() || undefined,
    sort: sort.value,
  }))
  const input = () =>
    ({ query: { ...query.value, page: page.value, pageSize: pageSize.value } }) as unknown as CallInput<Endpoint>
  const { data, problem, busy, refresh } = useRow(row, input, {
    pollMs: options.pollMs ?? null,
    // Further pages stay still while somebody reads them.
    pollsWhen: () => page.value === 1,
    keepsLast: true,
  })
  const result = shallowRef<ListPage<T> | null>(null)
  watch(
    data as unknown as typeof result,
    (answer) => {
      const lastPage = Math.max(1, Math.ceil((answer?.total ?? 0) / pageSize.value))
      // The rows of this page were deleted, or answered to another filter: there is a page before it.
      if (answer?.items.length === 0 && page.value > lastPage) page.value = lastPage
      else result.value = answer
    },
    { immediate: true },
  )

  /** The same column again turns the order round. */
  function sortBy(field: string): void {
    sort.value = sort.value === field ? `-${field}` : field
  }
  const narrowed = computed(() => typed.value.trim() !== '' || filters.narrowed.value)
  return {
    search,
    sort,
    columns,
    page,
    pageSize,
    address,
    query,
    filters: filters.offered,
    result,
    problem,
    busy,
    narrowed,
    refresh,
    sortBy,
  }
}

type Asked = Readonly<Record<'search' | 'sort' | 'columns', Ref<string>>> & { readonly page: Ref<number> }

/** The page comes last: what stands before it begins it anew. */
function addressParts(
  { search, sort, columns, page }: Asked,
  usualSort: string,
  filters: readonly AddressPart[],
): AddressPart[] {
  const shown = computed({ get: () => String(page.value), set: (text) => (page.value = Number(text)) })
  return [
    { key: 'q', usual: '', value: search },
    { key: 'sort', usual: usualSort, value: sort, isGood: (text) => /^-?\w+$/.test(text) },
    ...filters,
    { key: 'columns', usual: '', value: columns, isGood: namesColumns },
    { key: 'page', usual: '1', value: shown, isGood: (text) => /^[1-9]\d{0,5}$/.test(text) },
  ]
}

export type List<T> = ReturnType<typeof useList<T>>

// The one way to read what the server knows: `useRow(row, input)` gives the answer of a contract row and keeps it fresh while
// somebody looks at it (Pinia Colada). The last good answer stays when a read fails, and the problem is said in words.
import { useQuery, useQueryCache } from '@pinia/colada'
import type { CallInput, CallResult, Endpoint } from '@rollcall/contracts/endpoint'
import { useDocumentVisibility, useIntervalFn } from '@vueuse/core'
import { computed, shallowRef, toValue, watch } from 'vue'
import type { ComputedRef, MaybeRefOrGetter, Ref } from 'vue'
import { useSession } from '../session/session-store.ts'
import { call, onRefused } from './call.ts'
import { namesNothing, reasonWords, sentenceFor } from './problem-error.ts'

export type RowReading<T> = {
  /** Null until the first answer. */
  readonly data: ComputedRef<T | null>
  readonly problem: ComputedRef<string | null>
  /** What is asked for does not exist, or not any more. */
  readonly gone: ComputedRef<boolean>
  /** Epoch milliseconds of the answer. */
  readonly readAt: ComputedRef<number | null>
  readonly busy: Readonly<Ref<boolean>>
  /** Reads again what is on screen from this row; a read under way may answer with what was before a change: it is given up. */
  readonly refresh: () => Promise<void>
}

export type RowOptions = {
  /** Null: read once, for what somebody edits or what does not change. */
  readonly pollMs?: number | null
  readonly pollsWhen?: () => boolean
  /** Shows the answer to the last question until there is one to the next: for another page, order or filter of the same rows. */
  readonly keepsLast?: boolean
}

const defaultPollMs = 10_000
const always = () => true

/** With an input of null nothing is asked for, yet or any more. */
export function useRow<E extends Endpoint>(
  row: E,
  ...[input, { pollMs = defaultPollMs, pollsWhen = always, keepsLast = false } = {}]: {} extends CallInput<E>
    ? [input?: MaybeRefOrGetter<CallInput<E> | null>, options?: RowOptions]
    : [input: MaybeRefOrGetter<CallInput<E> | null>, options?: RowOptions]
): RowReading<CallResult<E>> {
  const session = useSession()
  const polls = pollMs !== null
  const asked = computed(() => (input === undefined ? ({} as CallInput<E>) : toValue(input)))
  // Without a session the page is only still there because it is being left; what a role may not read is not asked for.
  const permitted = computed(() => row.access === 'public' || (session.user !== null && session.may(row)))
  const enabled = computed(() => asked.value !== null && permitted.value)

  const query = useQuery(() => ({
    key: [...rowKey(row, session.user?.userId), JSON.stringify(asked.value)],
    query: async ({ signal }) => ({
      answer: await call<Endpoint>(row, asked.value as CallInput<Endpoint>, signal),
      at: Date.now(),
    }),
    enabled: enabled.value,
    refetchOnWindowFocus: polls,
    refetchOnReconnect: polls,
  }))
  const latest = shallowRef(query.data.value)
  watch(
    [query.data, enabled],
    ([data, on]) => void (latest.value = data ?? (keepsLast && on ? latest.value : undefined)),
    {
      flush: 'sync',
    },
  )
  const gone = computed(() => namesNothing(query.error.value))

  const reread = useReread()
  const visible = useDocumentVisibility()
  function poll(): void {
    if (visible.value === 'visible' && pollsWhen() && !query.isLoading.value && !gone.value && enabled.value)
      void query.refetch()
  }
  if (polls) useIntervalFn(poll, pollMs)

  return {
    data: computed(() => (latest.value?.answer ?? null) as CallResult<E> | null),
    problem: computed(() => {
      if (asked.value !== null && !permitted.value) return reasonWords('forbidden')
      return query.error.value === null ? null : sentenceFor(query.error.value)
    }),
    gone,
    readAt: computed(() => latest.value?.at ?? null),
    busy: query.isLoading,
    refresh: () => reread(row),
  }
}

/** Has everything on screen that was read from these rows read again: after a change, or when the relay announces one. */
export function useReread(): (...rows: readonly Endpoint[]) => Promise<void> {
  const cache = useQueryCache()
  const session = useSession()
  return async (...rows) => {
    const reads = rows.map((row) => cache.invalidateQueries({ key: rowKey(row, session.user?.userId) }))
    await Promise.allSettled(reads)
  }
}

// Somebody else changed what this page shows: it is read again, so that whoever opens the form once more sees theirs.
onRefused(({ code }) => {
  if (code === 'changed_since') void useQueryCache().invalidateQueries({ key: [useSession().user?.userId ?? ''] })
})

/** What one person read is never shown to the next. */
function rowKey({ path }: Endpoint, userId: string | undefined): [string, string] {
  return [userId ?? '', path]
}

/** Several readings as one: there is an answer once all have one, and a problem as long as one has. */
export function together<R extends Record<string, RowReading<unknown>>>(readings: R) {
  type Answers = { readonly [K in keyof R]: NonNullable<R[K]['data']['value']> }
  const all = Object.values(readings)
  return {
    data: computed(() => {
      if (all.some(({ data }) => data.value === null)) return null
      return Object.fromEntries(Object.entries(readings).map(([name, { data }]) => [name, data.value])) as Answers
    }),
    problem: computed(() => all.find(({ problem }) => problem.value !== null)?.problem.value ?? null),
    gone: computed(() => all.some(({ gone }) => gone.value)),
    /** Of the oldest answer. */
    readAt: computed(() => Math.min(...all.map(({ readAt }) => readAt.value ?? 0))),
    refresh: async () => void (await Promise.all(all.map(({ refresh }) => refresh()))),
  }
}

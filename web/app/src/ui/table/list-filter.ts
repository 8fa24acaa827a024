// A filter of a list: one choice of several, or all of them. `useList` keeps what is chosen and asks with it; FilterSelect.vue shows it.
import { computed, ref, toValue } from 'vue'
import type { MaybeRefOrGetter, Ref } from 'vue'
import type { Choice } from '../form/form-field.ts'

export type ListFilter = {
  /** Name in the query. */
  readonly key: string
  readonly label: MaybeRefOrGetter<string>
  /** What choosing nothing is called: "All states". Absent: something is always chosen, at first the first. */
  readonly all?: MaybeRefOrGetter<string>
  readonly choices: MaybeRefOrGetter<readonly Choice[]>
  /** Chosen at first, because the page is about it. */
  readonly usual?: string
  /** Chosen by the address of the page. */
  readonly initial?: string | undefined
  /** Where a choice is not simply the value of `key`. */
  readonly query?: (chosen: string) => Record<string, unknown>
}

export type OpenFilter = {
  readonly key: string
  readonly label: string
  readonly items: readonly Choice[]
  readonly chosen: Ref<string>
}

const everything = 'all'

export function useFilters(filters: readonly ListFilter[]) {
  const open = filters.map((filter) => {
    const usual = filter.usual ?? (filter.all ? everything : (toValue(filter.choices)[0]?.value ?? ''))
    return { filter, usual, chosen: ref(filter.initial ?? usual) }
  })
  const query = computed(() => {
    const asked = open.map(({ filter: { key, query: made }, chosen }) => {
      if (chosen.value === everything) return {}
      return made ? made(chosen.value) : { [key]: chosen.value }
    })
    return Object.assign({}, ...asked) as Record<string, unknown>
  })
  /** Whether something else is chosen than usual: the list may be empty only because of it. */
  const narrowed = computed(() => open.some(({ usual, chosen }) => chosen.value !== usual))
  const offered = computed<OpenFilter[]>(() =>
    open
      .map(({ filter: { key, label, all, choices }, chosen }) => {
        const none = toValue(all)
        const items = [...(none ? [{ label: none, value: everything }] : []), ...toValue(choices)]
        return { key, label: toValue(label), items, chosen }
      })
      .filter(({ items }) => items.length > 1),
  )
  const inAddress = open.map(({ filter: { key }, usual, chosen }) => ({ key, usual, value: chosen }))
  return {
    query,
    narrowed,
    offered,
    inAddress,
    state: computed(() => open.map(({ chosen }) => chosen.value).join('\n')),
  }
}

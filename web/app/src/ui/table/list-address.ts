// What is asked of a list, in the address of its page: a list that is loaded anew, sent to somebody or come back to is the same list.
// Used by use-list.ts.
import { computed, inject, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'
import { routeLocationKey, routerKey } from 'vue-router'

/** A part of the question; what is usual does not stand in the address. */
export type AddressPart = {
  readonly key: string
  readonly usual: string
  readonly value: Ref<string>
  readonly isGood?: (text: string) => boolean
}

/** A list at an address: the name of its page, what is asked of it but for the page, and the way to ask for something else. */
export type ListAddress = {
  readonly list: string
  readonly asked: ComputedRef<Readonly<Record<string, string>>>
  readonly open: (asked: Readonly<Record<string, string>>) => unknown
}

type Query = Readonly<Record<string, unknown>>

/** The query with these parts; what else it says stays. */
export function withParts(query: Query, parts: readonly AddressPart[]): Record<string, unknown> {
  const told = { ...query }
  for (const { key, usual, value } of parts) {
    if (value.value === usual) delete told[key]
    else told[key] = value.value
  }
  return told
}

/** Takes from the address what it says; a part that it leaves out is as usual, a nonsensical one too. */
export function takeParts(query: Query, parts: readonly AddressPart[]): void {
  for (const { key, usual, value, isGood } of parts) {
    const text = typeof query[key] === 'string' ? query[key] : usual
    value.value = isGood?.(text) === false ? usual : text
  }
}

/** Without a router (a test, a list in a dialog) nothing is kept. */
export function useListAddress(parts: readonly AddressPart[]): ListAddress | null {
  const router = inject(routerKey, null)
  const route = inject(routeLocationKey, null)
  if (!router || !route) return null
  const { name } = route
  // What the page begins with, by an older kind of link, stays where the address does not name it.
  takeParts(
    route.query,
    parts.filter(({ key }) => key in route.query),
  )
  // The way back and a link to the same page with another question change the address, not the page.
  watch(
    () => route.query,
    (query) => route.name === name && takeParts(query, parts),
  )
  watch(
    () => parts.map(({ value }) => value.value).join('\n'),
    () => {
      if (route.name === name) void router.replace({ query: withParts(route.query, parts) as typeof route.query })
    },
  )
  return {
    list: String(name),
    asked: computed(
      () =>
        withParts(
          {},
          parts.filter(({ key }) => key !== 'page'),
        ) as Record<string, string>,
    ),
    open: (asked) => {
      // Which building it is about is chosen in the frame.
      const { building } = route.query
      return router.push({ query: { ...(building && { building }), ...asked } })
    },
  }
}

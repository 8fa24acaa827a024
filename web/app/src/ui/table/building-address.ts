// The building that is chosen in the frame, in the address of a list: whoever is sent the link sees the same list. Used by use-list.ts.
import { inject, watch } from 'vue'
import { routeLocationKey, routerKey } from 'vue-router'
import type { useSite } from '../../session/site-store.ts'

export function useBuildingAddress(site: ReturnType<typeof useSite>): void {
  const router = inject(routerKey, null)
  const route = inject(routeLocationKey, null)
  if (!router || !route) return
  const { name } = route
  const told = () => (typeof route.query['building'] === 'string' ? route.query['building'] : null)
  // A building that this account does not see is none: then the list is about all of them, and the address says so.
  const first = told()
  if (first !== null) site.chooseBuilding(first)
  watch(told, (id) => id !== null && route.name === name && site.chooseBuilding(id))
  watch(
    () => site.loaded && site.buildingId,
    (id) => {
      if (id === false || route.name !== name || told() === id) return
      const { building: _before, ...query } = route.query
      void router.replace({ query: id === null ? query : { ...query, building: id } })
    },
    { immediate: true },
  )
}

// Which building and floor the page is about. Read after signing in and when somebody here changes it; the last choice is remembered on
// this device. App.vue is its first user, so that it is read as long as the page is open.
import { context } from '@rollcall/contracts/domains/context'
import type { SiteContext } from '@rollcall/contracts/domains/context'
import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { onChanged } from '../api/call.ts'
import { useRow } from '../api/use-row.ts'
import { useKeptAnswer } from '../offline/kept.ts'
import type { Units } from '../ui/measures.ts'
import { useSession } from './session-store.ts'

export type SiteBuilding = SiteContext['buildings'][number]
export type SiteFloor = SiteBuilding['floors'][number]

export const useSite = defineStore('site', () => {
  const session = useSession()
  const { data, problem, refresh } = useRow(context.site, () => (session.mustChangePassword ? null : {}), {
    pollMs: null,
  })
  const kept = useKeptAnswer(
    'site',
    () => data.value,
    () => problem.value !== null,
  )
  const known = computed(() => data.value ?? kept.value?.value ?? null)
  onChanged(({ changes }) => changes.some((topic) => topic === 'site' || topic === 'settings') && void refresh())
  const remembered = useLocalStorage<string | null>('rollcall.floor', null)

  const all = computed<readonly SiteBuilding[]>(() => known.value?.buildings ?? [])
  const units = computed<Units>(() => known.value?.units ?? 'metric')
  const loaded = computed(() => data.value !== null || problem.value !== null)
  const allFloors = computed(() => all.value.flatMap((building) => building.floors))
  const floor = computed(
    () => allFloors.value.find(({ id }) => id === remembered.value) ?? nearestGround(allFloors.value) ?? null,
  )
  const building = computed(
    () => all.value.find((one) => one.floors.some(({ id }) => id === floor.value?.id)) ?? all.value[0] ?? null,
  )
  const timeZone = computed(() => building.value?.timezone)

  function chooseFloor(id: string): void {
    remembered.value = id
  }

  /** "Ground floor", or "Ground floor, Annex" where there are several buildings: the backend says the same. */
  function floorNamed(id: string | null): string {
    const of = all.value.find(({ floors }) => floors.some((one) => one.id === id))
    const name = of?.floors.find((one) => one.id === id)?.name ?? 'another floor'
    return of && all.value.length > 1 ? `${name}, ${of.name}` : name
  }

  return { all, units, loaded, problem, floor, building, timeZone, allFloors, refresh, chooseFloor, floorNamed }
})

/** Where most people enter, and most visitors of this page look first. */
function nearestGround(floors: readonly SiteFloor[]): SiteFloor | undefined {
  return floors.toSorted((a, b) => Math.abs(a.level) - Math.abs(b.level))[0]
}

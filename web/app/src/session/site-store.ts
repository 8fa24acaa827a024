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
import { t } from './texts.ts'

export type SiteBuilding = SiteContext['buildings'][number]
export type SiteFloor = SiteBuilding['floors'][number]

export const useSite = defineStore('site', () => {
  const session = useSession()
  const { data, problem, refresh } = useRow(context.site, () => (session.mustFirst ? null : {}), {
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
  const rememberedBuilding = useLocalStorage<string | null>('rollcall.building', null)
  /** The one that the pages are about; null: all of them, also where there is but one. */
  const buildingId = computed(() => {
    const found = all.value.length > 1 && all.value.find(({ id }) => id === rememberedBuilding.value)
    return found ? found.id : null
  })
  const floor = computed(() => {
    const within = all.value.find(({ id }) => id === buildingId.value)?.floors ?? allFloors.value
    return within.find(({ id }) => id === remembered.value) ?? nearestGround(within) ?? null
  })
  const building = computed(
    () => all.value.find(({ id }) => id === buildingId.value) ?? buildingOf(floor.value?.id) ?? all.value[0] ?? null,
  )
  const timeZone = computed(() => building.value?.timezone)

  function buildingOf(floorId: string | null | undefined): SiteBuilding | undefined {
    return all.value.find(({ floors }) => floors.some(({ id }) => id === floorId))
  }
  /** A floor of another building than the chosen one is looked at there. */
  function chooseFloor(id: string): void {
    remembered.value = id
    const other = buildingOf(id)?.id
    if (buildingId.value !== null && other !== undefined) rememberedBuilding.value = other
  }
  function chooseBuilding(id: string | null): void {
    rememberedBuilding.value = id
  }

  /** "Ground floor", or "Ground floor, Annex" where there are several buildings: the backend says the same. */
  function floorNamed(id: string | null): string {
    const of = buildingOf(id)
    const name = of?.floors.find((one) => one.id === id)?.name ?? t('anotherFloor')
    return of && all.value.length > 1 ? `${name}, ${of.name}` : name
  }

  const choices = { floor, building, buildingId, chooseFloor, chooseBuilding }
  return { all, units, loaded, problem, ...choices, timeZone, allFloors, refresh, floorNamed }
})

/** Where most people enter, and most visitors of this page look first. */
function nearestGround(floors: readonly SiteFloor[]): SiteFloor | undefined {
  return floors.toSorted((a, b) => Math.abs(a.level) - Math.abs(b.level))[0]
}

// Which building and floor the page is about. Read once after signing in; the last choice is remembered on this device.
import { context } from '@rollcall/contracts/domains/context'
import type { SiteContext } from '@rollcall/contracts/domains/context'
import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { call } from '../api/call.ts'
import { sentenceFor } from '../api/problem-error.ts'
import type { Units } from '../ui/measures.ts'

export type SiteBuilding = SiteContext['buildings'][number]
export type SiteFloor = SiteBuilding['floors'][number]

export const useSite = defineStore('site', () => {
  const all = shallowRef<readonly SiteBuilding[]>([])
  const units = ref<Units>('metric')
  const loaded = ref(false)
  const problem = ref<string | null>(null)
  const remembered = useLocalStorage<string | null>('rollcall.floor', null)

  const allFloors = computed(() => all.value.flatMap((building) => building.floors))
  const floor = computed(
    () => allFloors.value.find(({ id }) => id === remembered.value) ?? nearestGround(allFloors.value) ?? null,
  )
  const building = computed(
    () => all.value.find((one) => one.floors.some(({ id }) => id === floor.value?.id)) ?? all.value[0] ?? null,
  )
  const timeZone = computed(() => building.value?.timezone)

  /** Safe to call often: reads again only when nothing was read yet or the last attempt failed. */
  async function load(): Promise<void> {
    if (loaded.value && problem.value === null) return
    try {
      const answer = await call(context.site)
      all.value = answer.buildings
      units.value = answer.units
      problem.value = null
    } catch (error) {
      problem.value = sentenceFor(error)
    }
    loaded.value = true
  }

  function chooseFloor(id: string): void {
    remembered.value = id
  }

  function floorNamed(id: string | null): string {
    return allFloors.value.find((one) => one.id === id)?.name ?? 'another floor'
  }

  function forget(): void {
    all.value = []
    loaded.value = false
  }

  return { all, units, loaded, problem, floor, building, timeZone, allFloors, load, chooseFloor, floorNamed, forget }
})

/** Where most people enter, and most visitors of this page look first. */
function nearestGround(floors: readonly SiteFloor[]): SiteFloor | undefined {
  return floors.toSorted((a, b) => Math.abs(a.level) - Math.abs(b.level))[0]
}

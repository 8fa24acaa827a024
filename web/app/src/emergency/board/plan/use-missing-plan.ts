// Keeps the floor plan's map (floor-plan/map) in step with the missing people and the search of one floor. For MissingPlan.vue.
import { floors as floorRows } from '@rollcall/contracts/domains/floors'
import { useDark, useResizeObserver } from '@vueuse/core'
import { computed, onBeforeUnmount, onMounted, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { rowUrl } from '../../../api/row-url.ts'
import { createPlanMap } from '../../../floor-plan/map/plan-map.ts'
import type { PlanMap } from '../../../floor-plan/map/plan-map.ts'
import { planLatLng } from '../../../floor-plan/map/plan-point.ts'
import { usePlanImage } from '../../../floor-plan/map/use-plan-image.ts'
import type { DrawnFloor } from '../../../floor-plan/map/use-plan-image.ts'
import type { SiteFloor } from '../../../session/site-store.ts'
import { createMissingMarks } from './mark-layer.ts'
import type { MissingMark } from './missing-marks.ts'
import { createSearchedZones } from './searched-zones.ts'
import type { PlanArea } from './searched-zones.ts'

export type Picked = { readonly type: 'person' | 'zone'; readonly id: string }

export type PlanContent = {
  readonly floor: Readonly<Ref<SiteFloor | null>>
  readonly areas: Readonly<Ref<readonly PlanArea[]>>
  readonly marks: Readonly<Ref<readonly MissingMark[]>>
  readonly chosen: Readonly<Ref<Picked | null>>
  readonly onPick: (what: Picked | null) => void
}

export function useMissingPlan(element: Readonly<Ref<HTMLElement | null>>, content: PlanContent) {
  const plan = shallowRef<PlanMap | null>(null)
  const planMissing = ref(false)
  const { floor, areas, marks, chosen } = content
  const drawnFloor = computed(() => {
    const { id = '', widthM = 1, heightM = 1, hasPlan = false } = floor.value ?? {}
    const planUrl = hasPlan ? rowUrl(floorRows.plan, { params: { floorId: id } }) : null
    return JSON.stringify({ widthM, heightM, planUrl } satisfies DrawnFloor)
  })
  const showImage = usePlanImage(plan, drawnFloor, useDark())
  const chosenOf = (type: Picked['type']) => (chosen.value?.type === type ? chosen.value.id : null)

  onMounted(() => {
    if (element.value === null) return
    const made = createPlanMap(element.value, () => (planMissing.value = true))
    const zones = createSearchedZones(made)
    const people = createMissingMarks(made)
    plan.value = made
    function pick(point: Parameters<typeof zones.at>[0]): Picked | null {
      const [person, zone] = [people.at(point), zones.at(point)]
      if (person !== null) return { type: 'person', id: person }
      return zone === null ? null : { type: 'zone', id: zone }
    }
    made.map.on('click', ({ containerPoint }) => content.onPick(pick(containerPoint)))
    watch(drawnFloor, showFloor, { immediate: true })
    /** By value: the areas are new objects with every change of the board, their picture rarely is another. */
    const zonePicture = () => JSON.stringify([areas.value, chosenOf('zone'), planMissing.value, drawnFloor.value])
    watch(zonePicture, () => zones.show(areas.value, chosenOf('zone'), planMissing.value), { immediate: true })
    watch([marks, chosen], () => people.show(marks.value, chosenOf('person')), { immediate: true })
  })
  onBeforeUnmount(() => {
    plan.value?.remove()
    plan.value = null
  })
  useResizeObserver(element, () => plan.value?.map.invalidateSize({ pan: false }))

  function showFloor(): void {
    const drawn = JSON.parse(drawnFloor.value) as DrawnFloor
    planMissing.value = drawn.planUrl === null
    plan.value?.showFloor(drawn)
    void showImage()
  }
  function goTo({ xM, yM }: MissingMark): void {
    plan.value?.goTo(planLatLng({ x: xM, y: yM }), 0)
  }
  return { plan, goTo }
}

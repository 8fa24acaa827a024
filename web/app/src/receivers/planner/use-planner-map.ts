// The plan under the placement planner: picture, zones, predicted accuracy, and receivers to take hold of. For PlannerFloor.vue.
import type { FloorContext } from '@rollcall/contracts/domains/context'
import { floors } from '@rollcall/contracts/domains/floors'
import { useDark, useResizeObserver } from '@vueuse/core'
import { computed, onBeforeUnmount, onMounted, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { rowUrl } from '../../api/row-url.ts'
import { createPlanMap } from '../../floor-plan/map/plan-map.ts'
import type { PlanMap } from '../../floor-plan/map/plan-map.ts'
import { usePlanImage } from '../../floor-plan/map/use-plan-image.ts'
import type { DrawnFloor } from '../../floor-plan/map/use-plan-image.ts'
import { useSite } from '../../session/site-store.ts'
import { lengthText } from '../../ui/measures.ts'
import { createAccuracyLayer } from './accuracy-layer.ts'
import type { Place } from './plan.ts'
import './planner.css'
import type { AccuracyMap } from './planner-work.ts'
import { createReceiverLayer } from './receiver-layer.ts'
import type { ReceiverEvents, ReceiverView } from './receiver-layer.ts'

export type PlannerMapContent = {
  readonly snapshot: FloorContext
  readonly accuracy: Readonly<Ref<AccuracyMap | null>>
  readonly view: Readonly<Ref<ReceiverView>>
  readonly events: ReceiverEvents
}

export function usePlannerMap(element: Readonly<Ref<HTMLElement | null>>, content: PlannerMapContent) {
  const site = useSite()
  const plan = shallowRef<PlanMap | null>(null)
  const planMissing = ref(false)
  const { floor, zones } = content.snapshot
  const drawnFloor = computed(() => {
    const { id, widthM, heightM, plan: image } = floor
    const planUrl = image === null ? null : `${rowUrl(floors.plan, { params: { floorId: id } })}?v=${image.version}`
    return JSON.stringify({ widthM, heightM, planUrl } satisfies DrawnFloor)
  })
  const showImage = usePlanImage(plan, drawnFloor, useDark())
  let toPlan: ReturnType<typeof createReceiverLayer>['toPlan'] | null = null

  onMounted(() => {
    if (element.value === null) return
    const made = createPlanMap(element.value, () => (planMissing.value = true))
    plan.value = made
    planMissing.value = floor.plan === null
    made.showFloor(floor)
    void showImage()
    watch(planMissing, (names) => made.showZones(zones, { zones: true, names, counts: new Map() }), { immediate: true })
    const accuracy = createAccuracyLayer(made)
    const layer = createReceiverLayer(made, floor, content.events)
    toPlan = layer.toPlan
    const textOf = (metres: number) => lengthText(metres, site.units, 0)
    watch(content.accuracy, (next) => accuracy.show(next, textOf), { immediate: true })
    // By value: what is read anew every minute must not take the one away that is being dragged.
    watch(
      () => JSON.stringify(content.view.value),
      () => layer.show(content.view.value),
      { immediate: true },
    )
  })
  onBeforeUnmount(() => {
    plan.value?.remove()
    plan.value = null
  })
  useResizeObserver(element, () => plan.value?.map.invalidateSize({ pan: false }))

  /** What lies in the middle of the window, percent of the plan. */
  const middle = (): Place => (plan.value && toPlan ? toPlan(plan.value.map.getCenter()) : { x: 50, y: 50 })
  return { plan, planMissing, middle }
}

// What the placement planner knows of one floor (PlannerFloor.vue): the plan with its steps, the map of it as drawn, and the map without
// the receiver that is taken as down.
import { context } from '@rollcall/contracts/domains/context'
import { floors } from '@rollcall/contracts/domains/floors'
import { useLocalStorage } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import { call } from '../../api/call.ts'
import { together, useRow } from '../../api/use-row.ts'
import { redo, step, undo } from '../../ui/undo-steps.ts'
import type { UndoSteps } from '../../ui/undo-steps.ts'
import { applyPlan } from './apply-plan.ts'
import type { Refused } from './apply-plan.ts'
import { namedAreas } from './area-words.ts'
import { countOf, emptyPlan, forRegistered, placedReceivers, readPlan, withMoved } from './plan.ts'
import type { Place, Plan } from './plan.ts'
import type { AccuracyMap, PlannedFloor } from './planner-work.ts'
import { usePlannerWorker } from './use-planner-worker.ts'

const pollMs = 60_000

export function usePlanner(floorId: string) {
  const reading = together({
    floor: useRow(context.floor, { params: { floorId } }, { pollMs }),
    radio: useRow(floors.radio, { params: { floorId } }, { pollMs }),
  })
  const snapshot = computed(() => reading.data.value?.floor ?? null)
  const registered = computed(() => snapshot.value?.receivers ?? [])
  const draft = usePlanSteps(floorId)
  const plan = computed(() => forRegistered(draft.plan.value, registered.value))
  /** Where one is at this moment of dragging it. */
  const dragged = ref<{ id: string; at: Place } | null>(null)
  const downId = ref<string | null>(null)

  const offsets = computed(
    () =>
      new Map(
        snapshot.value?.floor.calibration?.receiverOffsets.map(({ receiverId, offsetDb }) => [receiverId, offsetDb]),
      ),
  )
  const placed = computed(() => placedReceivers(registered.value, plan.value, offsets.value))
  const planned = computed((): PlannedFloor | null => {
    if (!reading.data.value) return null
    const { floor, zones } = reading.data.value.floor
    const { widthM, heightM } = floor
    const now = dragged.value ? withMoved(plan.value, dragged.value.id, dragged.value.at) : plan.value
    const receivers = placedReceivers(registered.value, now, offsets.value)
    return {
      widthM,
      heightM,
      radio: { ...reading.data.value.radio },
      receivers: receivers.map(({ id, x, y, zM, offsetDb }) => {
        return { id, xM: (x / 100) * widthM, yM: (y / 100) * heightM, zM, offsetDb }
      }),
      zones: zones.map(({ id, polygon }) => ({ id, polygon: polygon.map(({ x, y }) => ({ x, y })) })),
    }
  })
  const { progress, findBest, usual, without } = useMaps(planned, downId)
  const areas = computed(() => namedAreas(usual.value?.areas ?? [], snapshot.value?.zones ?? []))

  const refused = shallowRef<readonly Refused[]>([])
  const applying = ref(false)
  /** Answers how many were applied. */
  async function apply(): Promise<number> {
    if (applying.value) return 0
    applying.value = true
    const applied = await applyPlan(call, floorId, plan.value, registered.value)
    refused.value = applied.refused
    await reading.refresh()
    draft.begin(applied.plan)
    applying.value = false
    return applied.done
  }
  const maps = { usual, without, areas, planned, progress, findBest }
  return { ...reading, ...maps, snapshot, registered, draft, plan, placed, dragged, downId, refused, applying, apply }
}

/** The plan is kept on this device; its steps last as long as the page. */
function usePlanSteps(floorId: string) {
  const serializer = { read: readPlan, write: (value: Plan) => JSON.stringify(value) }
  const stored = useLocalStorage<Plan>(`rollcall.plan.${floorId}`, emptyPlan, { serializer, shallow: true })
  const steps = shallowRef<UndoSteps<Plan>>({ past: [], now: stored.value, future: [] })
  const set = (next: UndoSteps<Plan>) => {
    steps.value = next
    stored.value = countOf(next.now) > 0 ? next.now : emptyPlan
  }
  return {
    steps,
    plan: computed(() => steps.value.now),
    change: (next: Plan) => set(step(steps.value, next)),
    /** Typing in one field is one step, not one per letter. */
    amend: (next: Plan) => set({ ...steps.value, now: next, future: [] }),
    undo: () => set(undo(steps.value)),
    redo: () => set(redo(steps.value)),
    /** What others may have seen already is not taken back. */
    begin: (next: Plan) => set({ past: [], now: next, future: [] }),
  }
}

function useMaps(planned: { readonly value: PlannedFloor | null }, downId: { readonly value: string | null }) {
  const { progress, findBest, liveMap } = usePlannerWorker()
  const usual = shallowRef<AccuracyMap | null>(null)
  const without = shallowRef<AccuracyMap | null>(null)
  const showUsual = liveMap((map) => (usual.value = map))
  const showWithout = liveMap((map) => (without.value = map))
  /** By value: what is read every minute is a new object, the same floor rarely is another. */
  watch(
    () => JSON.stringify(planned.value),
    () => void showUsual(planned.value),
    { immediate: true },
  )
  watch(
    () => (downId.value === null ? null : JSON.stringify([planned.value, downId.value])),
    () => {
      const floor = planned.value
      const receivers = floor?.receivers.filter(({ id }) => id !== downId.value) ?? []
      void showWithout(floor && downId.value !== null ? { ...floor, receivers } : null)
    },
    { immediate: true },
  )
  return { progress, findBest, usual, without }
}

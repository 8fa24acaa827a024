// The state of the floor plan (FloorPlan.vue): which floor, live or played back, what is drawn and who is chosen.
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { onKeyStroke, useLocalStorage } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useDevice } from '../layouts/device.ts'
import { serverNow } from '../realtime/server-clock.ts'
import { useSite } from '../session/site-store.ts'
import { forgetDraft, keptDraft } from './editing/kept-draft.ts'
import { useAmbient } from './live/use-ambient.ts'
import { useFloor } from './live/use-floor.ts'
import type FloorMap from './map/FloorMap.vue'
import type { MapTool } from './MapTools.vue'
import { firstLayers } from './overlay/map-layers.ts'
import { useOverlay } from './overlay/use-overlay.ts'
import type { SheetStep } from './sheet-step.ts'
import { useChoice } from './use-choice.ts'
import { useFloorRows } from './use-floor-rows.ts'
import { useChosenAddress } from './use-chosen-address.ts'

/** The moment that is played back, and everyone then. */
export type PastMoment = { readonly at: number; readonly positions: ReadonlyMap<string, PositionEntry> }

export function useFloorPlan(map: Readonly<Ref<InstanceType<typeof FloorMap> | null>>) {
  const device = useDevice()
  /** The list lies over the plan instead of beside it: on a phone, and on a tablet held upright. */
  const phone = computed(() => device.narrow)
  const layers = useLocalStorage('rollcall.layers', { ...firstLayers }, { mergeDefaults: true })
  const hours = useLocalStorage('rollcall.heat-hours', 1)
  const route = useRoute()
  const playFrom = computed(() => Date.parse(String(route.query['at'] ?? '')) || null)
  const edits = route.query['tool'] === 'edit' || keptDraft(String(route.params['floorId'])) !== null
  const tool = ref<MapTool | null>(edits ? 'edit' : playFrom.value ? 'history' : null)
  const sheet = ref<SheetStep>('peek')
  const legend = useLocalStorage('rollcall.legend', false)
  const search = ref('')
  const chosen = ref<string | null>(null)
  /** Null while the page is live. */
  const past = shallowRef<PastMoment | null>(null)

  const floorId = useFloorAddress()
  const floor = useFloor(floorId, () => past.value === null && update())
  const { snapshot, seesPeople } = floor
  const positions = () => past.value?.positions ?? floor.positions
  const overlay = useOverlay({ chosen, snapshot, layers, hours })
  const { rows, counts, update } = useFloorRows({
    snapshot,
    seesPeople,
    positions,
    now: () => past.value?.at ?? serverNow(),
    onUpdated: () => {
      linked.findIn(rows.value)
      if (past.value === null) overlay.follow(positions().get(chosen.value ?? ''))
    },
  })
  const choice = useChoice(chosen, { map, phone, sheet, rows, positions })
  const linked = useChosenAddress({
    ...choice,
    chosen,
    positions,
    open: async (id, follow) => {
      await choice.chooseFromList(id)
      choice.following.value = follow
    },
    clear: choice.clear,
  })

  function showPast(next: PastMoment | null): void {
    const before = past.value
    past.value = next
    if (next === null && before === null) return
    map.value?.showPast(next?.positions ?? new Map())
    if (next !== null && before !== null) return
    floor.show(next === null ? (map.value?.livePorts() ?? []) : [])
    update()
  }
  watch(floorId, () => {
    choice.choose(null)
    search.value = ''
    showPast(null)
    // Whoever looks for somebody in the past goes on there on the next floor.
    tool.value = playFrom.value ? 'history' : null
  })
  watch(tool, () => {
    overlay.ruler.value = []
    showPast(null)
    if (tool.value !== 'edit') forgetDraft()
    if (tool.value !== null) sheet.value = 'peek'
  })
  onKeyStroke('Escape', () => tool.value === null && choice.clear())

  const ambient = useAmbient(snapshot)
  const ambientCounts = computed(() => new Map([...ambient.byReceiver.value].map(([id, all]) => [id, all.length])))
  const clockOffsetMs = computed(() => (past.value?.at ?? serverNow()) - Date.now())
  const view = { phone, layers, hours, legend, tool, sheet, search, overlay, ambient, ambientCounts, clockOffsetMs }
  return { ...view, ...choice, chosen, floorId, floor, rows, counts, past, playFrom, showPast }
}

/** The address names the floor; without one, the last floor looked at on this device. */
function useFloorAddress(): Readonly<Ref<string | null>> {
  const site = useSite()
  const route = useRoute()
  const router = useRouter()
  const floorId = computed(() => (route.params.floorId ? String(route.params.floorId) : null))
  watch(
    [floorId, () => site.floor?.id],
    ([asked, remembered]) => {
      if (asked !== null) site.chooseFloor(asked)
      else if (remembered)
        void router.replace({ name: 'floor-plan', params: { floorId: remembered }, query: route.query })
    },
    { immediate: true },
  )
  return floorId
}

// What is drawn on the map about whoever is chosen: the way they came, the receivers that hear them; and the heat of the floor.
import type { FloorContext } from '@rollcall/contracts/domains/context'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { computed, ref, watch } from 'vue'
import type { Ref } from 'vue'
import type { MapLayers } from './map-layers.ts'
import type { Point } from '../../realtime/marker-motion.ts'
import { useSite } from '../../session/site-store.ts'
import { rulerOf } from './ruler.ts'
import { useHeat } from './use-heat.ts'
import { useSignal } from './use-signal.ts'
import { useTrail } from './use-trail.ts'

export type OverlaySource = {
  readonly chosen: Ref<string | null>
  readonly snapshot: Ref<FloorContext | null>
  readonly layers: Ref<MapLayers>
  readonly hours: Ref<number>
}

export function useOverlay({ chosen, snapshot, layers, hours }: OverlaySource) {
  const site = useSite()
  const trailShown = ref(false)
  const signalShown = ref(false)
  const ruler = ref<readonly Point[]>([])
  watch(chosen, (id) => {
    if (id !== null) return
    trailShown.value = signalShown.value = false
  })
  const floorId = computed(() => snapshot.value?.floor.id ?? null)
  const requestFor = (shown: boolean) =>
    shown && chosen.value !== null && floorId.value !== null
      ? { transmitterId: chosen.value, floorId: floorId.value }
      : null
  const trail = useTrail(computed(() => requestFor(trailShown.value)))
  const signal = useSignal(computed(() => requestFor(signalShown.value)))
  const heat = useHeat(
    computed(() => {
      const floor = snapshot.value?.floor
      if (!layers.value.heat || !floor) return null
      return { floorId: floor.id, widthM: floor.widthM, heightM: floor.heightM, hours: hours.value }
    }),
  )
  const receivers = computed(() => new Map(snapshot.value?.receivers.map((one) => [one.receiverId, one])))
  const links = computed(() =>
    signal.links.value.flatMap(({ receiverId, meanRssi }) => {
      const { xM, yM } = receivers.value.get(receiverId) ?? { xM: null, yM: null }
      return xM === null || yM === null ? [] : { at: { x: xM, y: yM }, rssi: meanRssi }
    }),
  )
  // Posted to a worker: plain arrays, never the reactive ones.
  const overlay = computed(() => ({
    trail: trail.trail.value,
    links: links.value,
    heat: heat.heat.value,
    ruler: rulerOf(ruler.value, site.units),
  }))
  const problem = computed(() => trail.problem.value ?? signal.problem.value)
  const receiverNames = computed(() => new Map([...receivers.value].map(([id, { name }]) => [id, name])))
  return {
    trailShown,
    signalShown,
    ruler,
    overlay,
    problem,
    heat: heat.heat,
    heatProblem: heat.problem,
    links: signal.links,
    receiverNames,
    follow: (entry: PositionEntry | undefined) => trail.follow(entry),
  }
}

// Whether and where corners snap while a floor is edited: to the corners and edges of other zones and of rooms that were found, and square
// to their neighbours. Alt switches it off for the moment.
import type { PlanPoint } from '@rollcall/contracts/domains/zones'
import { useKeyModifier } from '@vueuse/core'
import { computed, ref } from 'vue'
import type { PlanFloor, PlanMap } from '../map/plan-map.ts'
import { scaleOf } from '../map/plan-point.ts'
import { snapPoint } from './snap-point.ts'

/** A finger's. */
const reachPx = 12

export type Snap = (at: PlanPoint, neighbours: readonly PlanPoint[], ownId?: string) => PlanPoint

export function useSnapping(
  { map }: PlanMap,
  { widthM, heightM }: PlanFloor,
  shapes: () => readonly { readonly id: string | number; readonly polygon: readonly PlanPoint[] }[],
) {
  const wanted = ref(true)
  const alt = useKeyModifier('Alt')
  const isOn = computed(() => wanted.value && alt.value !== true)
  const inMetres = ({ x, y }: PlanPoint) => ({ x: (x * widthM) / 100, y: (y * heightM) / 100 })
  const snap: Snap = (at, neighbours, ownId) => {
    if (!isOn.value) return at
    const others = shapes().filter(({ id }) => id !== ownId)
    const { x, y } = snapPoint(inMetres(at), {
      outlines: others.map(({ polygon }) => polygon.map(inMetres)),
      neighbours: neighbours.map(inMetres),
      reach: reachPx / scaleOf(map),
    })
    return { x: (x * 100) / widthM, y: (y * 100) / heightM }
  }
  return { wanted, isOn, snap }
}

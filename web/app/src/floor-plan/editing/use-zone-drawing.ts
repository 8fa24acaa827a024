// Draws a new zone corner by corner: by clicks on the plan, or without a pointer where the middle of the map is.
import type { PlanPoint } from '@rollcall/contracts/domains/zones'
import { onKeyStroke } from '@vueuse/core'
import type { LatLng, LeafletMouseEvent } from 'leaflet'
import { onBeforeUnmount, onMounted, shallowRef } from 'vue'
import type { PlanMap } from '../map/plan-map.ts'

export type ZoneDrawingOptions = {
  readonly plan: PlanMap
  readonly toPlan: (at: LatLng) => PlanPoint
  readonly onDrawn: (corners: readonly PlanPoint[]) => void
  readonly onClickElsewhere: () => void
}

const fewestCorners = 3

export function useZoneDrawing({ plan, toPlan, onDrawn, onClickElsewhere }: ZoneDrawingOptions) {
  /** Null while nothing is drawn. */
  const corners = shallowRef<readonly PlanPoint[] | null>(null)

  function clicked(event: LeafletMouseEvent): void {
    if (corners.value) corners.value = [...corners.value, toPlan(event.latlng)]
    else onClickElsewhere()
  }
  function cornerHere(): void {
    corners.value = [...(corners.value ?? []), toPlan(plan.map.getCenter())]
  }
  function finish(): void {
    if (!corners.value || corners.value.length < fewestCorners) return
    onDrawn(corners.value)
    corners.value = null
  }
  onMounted(() => plan.map.on('click', clicked))
  onBeforeUnmount(() => plan.map.off('click', clicked))
  const onMap = (event: Event) => event.target instanceof HTMLElement && event.target.matches('[data-testid=map]')
  onKeyStroke('Enter', (event) => corners.value && onMap(event) && cornerHere())
  onKeyStroke('Escape', () => (corners.value = null))
  return { corners, begin: () => (corners.value = []), stop: () => (corners.value = null), cornerHere, finish }
}

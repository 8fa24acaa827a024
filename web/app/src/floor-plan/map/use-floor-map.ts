// Keeps Leaflet and the canvas in step with what the page gives the map (FloorMap.vue).
import type { FloorContext } from '@rollcall/contracts/domains/context'
import { floors } from '@rollcall/contracts/domains/floors'
import { useDark, useIntervalFn, useResizeObserver } from '@vueuse/core'
import type { LeafletMouseEvent } from 'leaflet'
import { computed, onBeforeUnmount, onMounted, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { rowUrl } from '../../api/row-url.ts'
import type { Point } from '../../realtime/marker-motion.ts'
import type { MapLayers } from '../overlay/map-layers.ts'
import type { PaintOverlay } from '../painting/paint-message.ts'
import { createFloorCanvas } from './floor-canvas.ts'
import type { FloorCanvas } from './floor-canvas.ts'
import type { Pick } from './pick-at.ts'
import { createPlanMap } from './plan-map.ts'
import type { PlanMap } from './plan-map.ts'
import { metresAt, planLatLng } from './plan-point.ts'
import { usePlanImage } from './use-plan-image.ts'
import type { DrawnFloor } from './use-plan-image.ts'

export type FloorMapProps = {
  snapshot: FloorContext
  counts: ReadonlyMap<string, number>
  layers: MapLayers
  chosen: string | null
  chosenReceiver: string | null
  /** Ambient devices by the receiver that hears them best. */
  ambient: ReadonlyMap<string, number>
  overlay: Partial<Omit<PaintOverlay, 'receivers'>>
  clockOffsetMs: number
  following: boolean
  /** Share of the height that lies under something else, from below. */
  covered: number
  /** Clicks mean points of the plan, not people: measuring, drawing. */
  pointing: boolean
  /** Marks the middle, where a point goes when it is set without a pointer. */
  crosshair: boolean
  /** Zones and receivers are drawn by the editor instead. */
  editing: boolean
  /** Nobody moves it, as on a wall: all of the floor is always in view. */
  still?: boolean
}

export type FloorMapEvents = {
  readonly onReady: () => void
  readonly onDragged: () => void
  readonly onPick: (what: Pick | null) => void
  readonly onPoint: (at: Point) => void
}

export function useFloorMap(element: Ref<HTMLElement | null>, props: Readonly<FloorMapProps>, events: FloorMapEvents) {
  const plan = shallowRef<PlanMap | null>(null)
  const canvas = shallowRef<FloorCanvas | null>(null)
  const planMissing = ref(false)
  const dark = useDark()
  const { settings, drawnFloor, zonePicture, placedReceivers } = useMapContent(props, dark, planMissing)
  const showImage = usePlanImage(plan, drawnFloor, dark)

  onMounted(() => {
    if (element.value === null) return
    const made = createPlanMap(element.value, () => (planMissing.value = true))
    plan.value = made
    canvas.value = createFloorCanvas(made.map, settings.value)
    made.map.on('dragstart', events.onDragged)
    made.map.on('click', clicked)
    made.map.on('mousemove', (event) => hover(event.containerPoint))
    made.map.on('mouseout', () => hover(null))
    watch(drawnFloor, showFloor, { immediate: true })
    watch(zonePicture, showZones)
    watch(placedReceivers, (next) => canvas.value?.setReceivers(next), { immediate: true })
    watch(settings, (next) => canvas.value?.setSettings(next))
    const overlay = () => props.overlay
    watch(overlay, (next) => canvas.value?.setOverlay(next), { immediate: true })
    events.onReady()
  })
  onBeforeUnmount(() => {
    canvas.value?.stop()
    plan.value?.remove()
    plan.value = null
  })
  useResizeObserver(element, () => {
    plan.value?.map.invalidateSize({ pan: false })
    if (props.still) plan.value?.showFloor(JSON.parse(drawnFloor.value) as DrawnFloor)
  })
  useIntervalFn(() => props.following && centre(), 1_000)

  function clicked(event: LeafletMouseEvent): void {
    if (props.pointing) events.onPoint(metresAt(event.latlng))
    else if (!props.editing) events.onPick(canvas.value?.at(event.containerPoint) ?? null)
  }
  function hover(point: LeafletMouseEvent['containerPoint'] | null): void {
    const something = !props.pointing && !props.editing && canvas.value?.hover(point)
    element.value?.style.setProperty('cursor', props.pointing ? 'crosshair' : something ? 'pointer' : '')
  }
  function showFloor(): void {
    const floor = JSON.parse(drawnFloor.value) as DrawnFloor
    planMissing.value = floor.planUrl === null
    canvas.value?.setFloor(floor.widthM * floor.heightM)
    plan.value?.showFloor(floor)
    void showImage()
    showZones()
  }
  function showZones(): void {
    const { zones, zoneNames } = props.layers
    const view = { zones: zones && !props.editing, names: zoneNames || planMissing.value, counts: props.counts }
    plan.value?.showZones(props.snapshot.zones, view)
    plan.value?.showWalls(view.zones ? props.snapshot.walls.walls : [])
  }
  function centre(): void {
    const at = props.chosen === null ? null : canvas.value?.seenAt(props.chosen)
    if (at) plan.value?.follow(planLatLng(at), props.covered)
  }
  return { plan, canvas, planMissing, centre }
}

/** What of the properties is drawn, each part by itself, so that a change draws only what it concerns. */
function useMapContent(props: Readonly<FloorMapProps>, dark: Ref<boolean>, planMissing: Ref<boolean>) {
  const settings = computed(() => {
    const { zones: _zones, zoneNames: _names, heat: _heat, receivers, ...layers } = props.layers
    const { chosen, clockOffsetMs, editing } = props
    return { ...layers, receivers: receivers && !editing, dark: dark.value, chosen, clockOffsetMs }
  })
  const drawnFloor = computed(() => {
    const { id, widthM, heightM, plan: image } = props.snapshot.floor
    const version = image?.version ?? null
    const planUrl = version === null ? null : `${rowUrl(floors.plan, { params: { floorId: id } })}?v=${version}`
    return JSON.stringify({ widthM, heightM, planUrl } satisfies DrawnFloor)
  })
  /** Compared by value: snapshots and counts are new objects every time, the picture rarely changes. */
  const zonePicture = computed(() => {
    const { zones, zoneNames } = props.layers
    return JSON.stringify([
      props.snapshot.zones,
      props.snapshot.walls,
      [...props.counts],
      zones,
      zoneNames,
      planMissing.value,
      props.editing,
    ])
  })
  const placedReceivers = computed(() =>
    props.snapshot.receivers.flatMap(({ id, receiverId, name, xM, yM, status }) => {
      if (xM === null || yM === null) return []
      const chosen = id === props.chosenReceiver
      const ambient = props.ambient.get(receiverId) ?? 0
      return { id, name, at: { x: xM, y: yM }, online: status === 'online', chosen, ambient }
    }),
  )
  return { settings, drawnFloor, zonePicture, placedReceivers }
}

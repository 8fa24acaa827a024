// Draws a new zone: corner by corner, or as a rectangle between two of them; or a wall, point by point. By clicks or by dragging on the plan, or without a pointer
// where the middle of the map is.
import type { PlanPoint } from '@rollcall/contracts/domains/zones'
import { onKeyStroke } from '@vueuse/core'
import type { LatLng, LeafletMouseEvent } from 'leaflet'
import { onBeforeUnmount, onMounted, ref, shallowRef } from 'vue'
import type { PlanMap } from '../map/plan-map.ts'
import { rectangleBetween } from './snap-point.ts'
import { useRectangleDrag } from './use-rectangle-drag.ts'
import type { Snap } from './use-snapping.ts'
import { doubleArea } from './zone-shape.ts'
import { t } from './texts.ts'

export type DrawingKind = 'corners' | 'rectangle' | 'wall'
export type ZoneDrawingOptions = {
  readonly plan: PlanMap
  readonly toPlan: (at: LatLng) => PlanPoint
  readonly snap: Snap
  /** Answers what is missing for it; null: it was taken. */
  readonly onDrawn: (corners: readonly PlanPoint[], kind: DrawingKind) => string | null
  readonly onClickElsewhere: () => void
}

const fewestCorners = 3
/** Square percent; less is a slip. */
const leastDoubleArea = 0.01

export function useZoneDrawing({ plan, toPlan, snap, onDrawn, onClickElsewhere }: ZoneDrawingOptions) {
  const kind = ref<DrawingKind>('corners')
  /** Null while nothing is drawn. */
  const corners = shallowRef<readonly PlanPoint[] | null>(null)
  /** Of a rectangle: where it begins. */
  const anchor = shallowRef<PlanPoint | null>(null)
  /** Why it cannot be finished yet, once somebody tried. */
  const refusal = ref<string | null>(null)

  function begin(next: DrawingKind): void {
    kind.value = next
    anchor.value = null
    refusal.value = null
    corners.value = []
    drag.listen(next === 'rectangle')
  }
  function stop(): void {
    drag.listen(false)
    corners.value = null
  }
  function put(at: PlanPoint): void {
    const drawn = corners.value ?? []
    refusal.value = null
    if (kind.value !== 'rectangle') {
      const ends = [drawn.at(-1), drawn[0]].flatMap((end) => end ?? [])
      corners.value = [...drawn, snap(at, ends)]
    } else if (anchor.value === null) {
      anchor.value = snap(at, [])
      corners.value = [anchor.value]
    } else {
      stretch(at)
      finish()
    }
  }
  function stretch(at: PlanPoint): void {
    if (anchor.value) corners.value = rectangleBetween(anchor.value, snap(at, []))
  }
  function finish(): void {
    const drawn = corners.value ?? []
    const isWall = kind.value === 'wall'
    if (drawn.length < (isWall ? 2 : fewestCorners)) refusal.value = missingOf(kind.value, drawn.length)
    else if (!isWall && doubleArea(drawn) < leastDoubleArea) refusal.value = t('theseCornersEncloseNothing')
    else refusal.value = onDrawn(drawn, kind.value)
    if (refusal.value === null) stop()
  }
  function takeBack(): void {
    refusal.value = null
    anchor.value = null
    if (corners.value?.length === 0) stop()
    else corners.value = kind.value === 'rectangle' ? [] : (corners.value ?? []).slice(0, -1)
  }
  const drag = useRectangleDrag(plan.map, {
    isBegun: () => anchor.value !== null,
    put: (at) => put(toPlan(at)),
    stretch: (at) => stretch(toPlan(at)),
  })

  function clicked(event: LeafletMouseEvent): void {
    if (corners.value === null) onClickElsewhere()
    else if (kind.value !== 'rectangle') put(toPlan(event.latlng))
  }
  const cornerHere = () => put(toPlan(plan.map.getCenter()))
  onMounted(() => plan.map.on('click', clicked))
  onBeforeUnmount(() => {
    plan.map.off('click', clicked)
    drag.listen(false)
  })
  const onMap = (event: Event) => event.target instanceof HTMLElement && event.target.matches('[data-testid=map]')
  onKeyStroke('Enter', (event) => corners.value && onMap(event) && cornerHere())
  onKeyStroke('Escape', () => corners.value && stop())
  return { kind, corners, refusal, begin, stop, cornerHere, finish, takeBack }
}

function missingOf(kind: DrawingKind, there: number): string {
  if (kind === 'wall') return t('aWallHasTwoPoints')
  if (kind === 'rectangle') return t('dragOnThePlanFromOneCorner')
  return there === 0 ? t('aZoneHasAtLeastThree') : t('threeCorners', { count: there })
}

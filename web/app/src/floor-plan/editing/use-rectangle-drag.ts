// A rectangle under the finger or the mouse: dragged from corner to corner, or tapped at both. The plan stands still meanwhile; two
// fingers and the wheel still zoom it. For use-zone-drawing.ts.
import type { LatLng, Map as LeafletMap } from 'leaflet'

type Events = {
  readonly isBegun: () => boolean
  /** A corner. */
  readonly put: (at: LatLng) => void
  /** The opposite corner, not put yet. */
  readonly stretch: (at: LatLng) => void
}

/** Pixels; less is a tap. */
const leastDrag = 10

export function useRectangleDrag(map: LeafletMap, { isBegun, put, stretch }: Events) {
  const element = map.getContainer()
  let from: { x: number; y: number; begins: boolean } | null = null

  function down(event: PointerEvent): void {
    const onMap = event.target instanceof Element && element.contains(event.target)
    if (!event.isPrimary || event.button !== 0 || !onMap) return
    from = { x: event.clientX, y: event.clientY, begins: !isBegun() }
    if (from.begins) put(map.mouseEventToLatLng(event))
  }
  function move(event: PointerEvent): void {
    if (event.isPrimary && isBegun()) stretch(map.mouseEventToLatLng(event))
  }
  function up(event: PointerEvent): void {
    if (from === null || !event.isPrimary) return
    const isTap = Math.hypot(event.clientX - from.x, event.clientY - from.y) < leastDrag
    if (!(from.begins && isTap) && isBegun()) {
      put(map.mouseEventToLatLng(event))
      swallowClick()
    }
    from = null
  }
  /** The click that follows would choose something else. It comes before any timer. */
  function swallowClick(): void {
    const swallow = (event: Event) => event.stopImmediatePropagation()
    element.addEventListener('click', swallow, { capture: true })
    setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 0)
  }
  function listen(on: boolean): void {
    const act = on ? 'addEventListener' : 'removeEventListener'
    element[act]('pointerdown', down as EventListener)
    globalThis[act]('pointermove', move as EventListener)
    globalThis[act]('pointerup', up as EventListener)
    element.classList.toggle('map-drawing', on)
    if (on) map.dragging.disable()
    else map.dragging.enable()
  }
  return { listen }
}

// A button on the plan that can be dragged, or moved with the arrow keys: by a tenth of a metre, with Shift by a whole one.
import * as L from 'leaflet'
import type { Point } from '../../realtime/marker-motion.ts'

export type HandleName = {
  readonly className: string
  /** Finds it again after everything was drawn anew. */
  readonly key: string
  readonly label: string
}

const stepM = 0.1
const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export function addHandle(group: L.LayerGroup, at: L.LatLng, { className, key, label }: HandleName): L.Marker {
  const icon = L.divIcon({ className: `edit-handle ${className}`, iconSize: [16, 16] })
  const marker = L.marker(at, { icon, draggable: true, keyboard: true, autoPan: true }).addTo(group)
  const element = marker.getElement()
  element?.setAttribute('aria-label', label)
  if (element) element.dataset.handle = key
  return marker
}

/** `move` gets by how many metres. */
export function onArrowKeys(handle: L.Marker, move: (byM: Point) => void): void {
  handle.getElement()?.addEventListener('keydown', (event) => {
    const direction = directions[event.key]
    if (!direction) return
    // The map itself would move otherwise.
    event.stopPropagation()
    event.preventDefault()
    const metres = event.shiftKey ? 1 : stepM
    move({ x: direction.x * metres, y: direction.y * metres })
  })
}

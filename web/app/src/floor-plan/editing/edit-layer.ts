// Zones and receivers as things to take hold of: corners, middles of edges and receivers are buttons that can be dragged, or
// moved with the arrow keys (a tenth of a metre, with Shift a whole one). Drawn anew from the draft after every step.
import * as L from 'leaflet'
import type { PlanPoint } from '@rollcall/contracts/domains/zones'
import type { Draft } from './edit-draft.ts'
import type { PlanMap } from '../map/plan-map.ts'
import { metresAt } from '../map/plan-point.ts'
import { addHandle, onArrowKeys } from './edit-handle.ts'
import type { HandleName } from './edit-handle.ts'
import { t } from './texts.ts'

export type EditView = {
  readonly draft: Draft
  readonly colourOf: (zoneTypeId: string) => string
  /** The zone whose corners are shown. */
  readonly zoneId: string | null
  readonly receiverId: string | null
  /** Corners of a zone that is being drawn. */
  readonly drawing: readonly PlanPoint[] | null
  /** What is drawn is a wall: it does not close. */
  readonly isWall: boolean
  /** Rooms that were found and wait to be taken. */
  readonly proposals: readonly { readonly id: number; readonly polygon: readonly PlanPoint[] }[]
  readonly mayZones: boolean
  readonly mayReceivers: boolean
}
export type EditEvents = {
  readonly chooseZone: (id: string) => void
  readonly chooseReceiver: (id: string) => void
  readonly moveCorner: (index: number, at: PlanPoint | null) => void
  readonly splitEdge: (index: number, at: PlanPoint | null) => void
  /** Where a corner goes that is dragged to a place. */
  readonly snapCorner: (index: number, at: PlanPoint) => PlanPoint
  readonly moveReceiver: (id: string, at: PlanPoint) => void
}

export function createEditLayer(
  { map, toMap }: PlanMap,
  size: { widthM: number; heightM: number },
  events: EditEvents,
) {
  const group = L.layerGroup().addTo(map)
  const handle = (at: L.LatLng, name: HandleName) => addHandle(group, at, name)
  const onArrows = (grip: L.Marker, moved: (at: PlanPoint) => void) =>
    onArrowKeys(grip, (byM) => {
      const { x, y } = toPlan(grip.getLatLng())
      moved({ x: x + (byM.x * 100) / size.widthM, y: y + (byM.y * 100) / size.heightM })
    })
  const toPlan = (at: L.LatLng): PlanPoint => {
    const { x, y } = metresAt(at)
    return { x: (x / size.widthM) * 100, y: (y / size.heightM) * 100 }
  }

  function show(view: EditView): void {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.handle : undefined
    group.clearLayers()
    for (const zone of view.draft.zones) showZone(view, zone)
    for (const receiver of view.draft.receivers) showReceiver(view, receiver)
    for (const { id, polygon } of view.proposals) group.addLayer(proposalShape(polygon.map(toMap), id))
    if (view.drawing) for (const shape of drawingShapes(view.drawing.map(toMap), view.isWall)) group.addLayer(shape)
    // Drawing anew took the focus away with the button that had it.
    if (focused) map.getPane('markerPane')?.querySelector<HTMLElement>(`[data-handle="${focused}"]`)?.focus()
  }

  function showZone(view: EditView, zone: Draft['zones'][number]): void {
    const chosen = zone.id === view.zoneId
    const colour = view.colourOf(zone.zoneTypeId)
    const shape = L.polygon(zone.polygon.map(toMap), {
      color: colour,
      weight: chosen ? 3 : 1.5,
      fillOpacity: chosen ? 0.28 : 0.12,
      interactive: view.mayZones && view.drawing === null,
    })
    shape.on('click', (event) => {
      L.DomEvent.stop(event)
      events.chooseZone(zone.id)
    })
    group.addLayer(shape)
    if (!chosen || !view.mayZones || view.drawing) return
    zone.polygon.forEach((corner, index) => {
      const next = zone.polygon[(index + 1) % zone.polygon.length] ?? corner
      const middle = { x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2 }
      const label = t('addACorner', { number: index + 1 })
      const add = handle(toMap(middle), { className: 'edit-middle', key: `middle-${index}`, label })
      add.on('click', () => events.splitEdge(index, null))
      const snapped = (grip: L.Marker) => toMap(events.snapCorner(index, toPlan(grip.getLatLng())))
      add.on('drag', () => add.setLatLng(snapped(add)))
      add.on('dragend', () => events.splitEdge(index, toPlan(add.getLatLng())))
      const name = t('cornerOf', { number: index + 1, name: zone.name || t('theNewZone') })
      const grip = handle(toMap(corner), { className: 'edit-corner', key: `corner-${index}`, label: name })
      grip.on('drag', () => {
        grip.setLatLng(snapped(grip))
        shape.setLatLngs(zone.polygon.map((one, at) => (at === index ? grip.getLatLng() : toMap(one))))
      })
      grip.on('dragend', () => events.moveCorner(index, toPlan(grip.getLatLng())))
      onArrows(grip, (at) => events.moveCorner(index, at))
      grip.getElement()?.addEventListener('keydown', (event) => {
        if (event.key === 'Delete' || event.key === 'Backspace') events.moveCorner(index, null)
      })
    })
  }

  function showReceiver(view: EditView, { id, name, x, y }: Draft['receivers'][number]): void {
    if (x === null || y === null) return
    const chosen = id === view.receiverId ? ' edit-chosen' : ''
    const label = t('receiverNameArrowKeysMove', { name })
    const grip = handle(toMap({ x, y }), { className: `edit-receiver${chosen}`, key: `receiver-${id}`, label })
    grip.bindTooltip(textElement(name), { direction: 'top', offset: [0, -10] })
    if (!view.mayReceivers) return void grip.dragging?.disable()
    grip.on('click', () => events.chooseReceiver(id))
    grip.on('dragend', () => events.moveReceiver(id, toPlan(grip.getLatLng())))
    onArrows(grip, (at) => events.moveReceiver(id, at))
  }

  return { show, remove: () => group.remove(), toPlan }
}

function drawingShapes(corners: readonly L.LatLng[], isWall: boolean): L.Layer[] {
  const outline = { className: 'edit-drawing', weight: 2, dashArray: '5 4', interactive: false }
  const dot = { className: 'edit-drawing', radius: 4, fillOpacity: 1, interactive: false }
  const line = isWall ? L.polyline([...corners], { ...outline, fill: false }) : L.polygon([...corners], outline)
  return [line, ...corners.map((corner) => L.circleMarker(corner, dot))]
}

function proposalShape(corners: L.LatLng[], id: number): L.Layer {
  const shape = { className: 'edit-proposal', weight: 2, dashArray: '6 5', fillOpacity: 0.06, interactive: false }
  const number = { permanent: true, direction: 'center', className: 'edit-number', opacity: 1 } as const
  return L.polygon(corners, shape).bindTooltip(textElement(String(id)), number)
}

/** As an element, never as HTML text: names are typed in by people. */
function textElement(text: string): HTMLElement {
  const element = document.createElement('span')
  element.textContent = text
  return element
}

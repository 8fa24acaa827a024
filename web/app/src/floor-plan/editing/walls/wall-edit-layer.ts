// Walls as things to take hold of: their points and doors are buttons that can be dragged, or moved with the arrow keys; Delete takes one
// away. Drawn anew from the draft after every step.
import * as L from 'leaflet'
import type { PlanPoint } from '@rollcall/contracts/domains/zones'
import type { PlanMap } from '../../map/plan-map.ts'
import type { DraftWall } from '../edit-draft.ts'
import { addHandle, onArrowKeys } from '../edit-handle.ts'
import { t } from '../texts.ts'
import { offeredPoint } from './wall-draft.ts'
import { doorPlace, type PlanSize } from '../../map/wall-shape.ts'

type Events = {
  readonly choose: (id: string) => void
  readonly movePoint: (index: number, at: PlanPoint | null) => void
  /** A new point between this one and the next. */
  readonly splitPiece: (index: number, at: PlanPoint) => void
  readonly moveDoor: (index: number, at: PlanPoint | null) => void
  readonly snapPoint: (index: number, at: PlanPoint) => PlanPoint
}
type View = { readonly walls: readonly DraftWall[]; readonly wallId: string | null; readonly isDrawing: boolean }

export function createWallEditLayer(
  { map, toMap }: PlanMap,
  size: PlanSize,
  toPlan: (at: L.LatLng) => PlanPoint,
  events: Events,
) {
  const group = L.layerGroup().addTo(map)
  // Above the zones, which are drawn anew too: a wall on their edge must be clicked.
  const pane = 'walls'
  if (!map.getPane(pane)) map.createPane(pane).style.zIndex = '450'

  function grip(at: PlanPoint, name: { className: string; key: string; label: string }, move: Events['movePoint']) {
    const handle = addHandle(group, toMap(at), name)
    const index = Number(name.key.split('-').at(-1))
    onArrowKeys(handle, (byM) => {
      const { x, y } = toPlan(handle.getLatLng())
      move(index, { x: x + (byM.x * 100) / size.widthM, y: y + (byM.y * 100) / size.heightM })
    })
    handle.getElement()?.addEventListener('keydown', (event) => {
      if (event.key === 'Delete' || event.key === 'Backspace') move(index, null)
    })
    handle.on('dragend', () => move(index, toPlan(handle.getLatLng())))
    return handle
  }

  function showChosen(wall: DraftWall, line: L.Polyline): void {
    const { points, doors } = wall
    points.forEach((point, index) => {
      const label = t('pointOfTheWall', { number: index + 1 })
      const handle = grip(point, { className: 'edit-corner', key: `wall-point-${index}`, label }, events.movePoint)
      handle.on('drag', () => {
        handle.setLatLng(toMap(events.snapPoint(index, toPlan(handle.getLatLng()))))
        line.setLatLngs(points.map((one, at) => (at === index ? handle.getLatLng() : toMap(one))))
      })
    })
    points.slice(1).forEach((_, index) => {
      const label = t('addAPoint', { number: index + 1 })
      const at = toMap(offeredPoint(wall, index))
      const add = addHandle(group, at, { className: 'edit-middle', key: `wall-middle-${index}`, label })
      const split = () => events.splitPiece(index, toPlan(add.getLatLng()))
      add.on('click', split)
      add.on('dragend', split)
    })
    doors.forEach((door, index) => {
      const place = doorPlace(points, door, size)
      if (!place) return
      const label = t('doorOfTheWall', { number: index + 1 })
      grip(place.middle, { className: 'edit-door', key: `wall-door-${index}`, label }, events.moveDoor)
    })
  }

  function show({ walls, wallId, isDrawing }: View): void {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.handle : undefined
    group.clearLayers()
    for (const wall of walls) {
      const isChosen = wall.id === wallId
      const style = { className: `edit-wall${isChosen ? ' edit-wall-chosen' : ''}`, weight: isChosen ? 5 : 3, pane }
      const line = L.polyline(wall.points.map(toMap), { ...style, interactive: !isDrawing }).addTo(group)
      line.on('click', (event) => {
        L.DomEvent.stop(event)
        events.choose(wall.id)
      })
      for (const door of wall.doors) {
        const ends = doorPlace(wall.points, door, size)?.ends.map(toMap)
        if (ends) L.polyline(ends, { className: 'edit-opening', weight: 5, interactive: false, pane }).addTo(group)
      }
      if (isChosen && !isDrawing) showChosen(wall, line)
    }
    if (focused?.startsWith('wall-'))
      map.getPane('markerPane')?.querySelector<HTMLElement>(`[data-handle="${focused}"]`)?.focus()
  }
  return { show, remove: () => group.remove() }
}

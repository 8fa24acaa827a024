// Everybody who is missing as a mark on the plan, with a halo for its accuracy. Marks are moved, not made anew: there may be thousands.
// Colours are in missing-plan.css. For use-missing-plan.ts.
import * as L from 'leaflet'
import type { PlanMap } from '../../../floor-plan/map/plan-map.ts'
import { planLatLng, scaleOf } from '../../../floor-plan/map/plan-point.ts'
import { initialsOf } from '../../../ui/entity-kind.ts'
import type { MissingMark } from './missing-marks.ts'

type Drawn = {
  readonly dot: L.CircleMarker
  readonly halo: L.Circle
  readonly label: L.Marker | null
  readonly key: string
}

type MarkView = {
  readonly key: string
  readonly labelled: boolean
  readonly haloed: boolean
  readonly isChosen: boolean
}

/** More marks than these have no initials, or no halo, unless chosen: they would only cover each other. */
const mostLabels = 80
const mostHalos = 12
/** Pixels per metre below which a crowd has no room for initials; so few have it everywhere. */
const roomyFrom = 6
const alwaysNamed = 10
/** How far beside a mark a tap still means it: half of a finger. */
const reachPx = 24

export function createMissingMarks(plan: PlanMap) {
  const { map } = plan
  const pane = map.createPane('missing')
  pane.style.zIndex = '620'
  pane.style.pointerEvents = 'none'
  const renderer = L.svg({ pane: 'missing' })
  const markGroup = L.layerGroup().addTo(map)
  const drawn = new Map<string, Drawn>()
  let marks: readonly MissingMark[] = []
  let chosenMark: string | null = null

  function show(next: readonly MissingMark[], chosen: string | null): void {
    marks = next
    chosenMark = chosen
    const roomy = next.length <= alwaysNamed || (next.length <= mostLabels && scaleOf(map) >= roomyFrom)
    const gone = new Set(drawn.keys())
    for (const mark of next) {
      gone.delete(mark.personId)
      const isChosen = mark.personId === chosen
      const labelled = roomy || isChosen
      const haloed = (next.length <= mostHalos || isChosen) && mark.accuracyM !== null
      const key = [mark.status, mark.state, labelled, haloed, isChosen].join()
      const before = drawn.get(mark.personId)
      const at = planLatLng({ x: mark.xM, y: mark.yM })
      if (before?.key === key) {
        before.dot.setLatLng(at)
        before.halo.setLatLng(at).setRadius(mark.accuracyM ?? 0)
        before.label?.setLatLng(at)
        continue
      }
      if (before) erase(before)
      put(mark, at, { key, labelled, haloed, isChosen })
    }
    for (const id of gone) {
      erase(drawn.get(id)!)
      drawn.delete(id)
    }
  }

  function put(mark: MissingMark, at: L.LatLng, view: MarkView): void {
    const made = draw(mark, at, view, renderer)
    for (const layer of [view.haloed ? made.halo : null, made.dot, made.label]) layer?.addTo(markGroup)
    drawn.set(mark.personId, made)
  }
  function erase({ dot, halo, label }: Drawn): void {
    for (const layer of [dot, halo, label]) if (layer) markGroup.removeLayer(layer)
  }

  /** Who is nearest to a point, within reach of a finger. */
  function at(point: L.Point): string | null {
    const near = marks
      .map(({ personId, xM, yM }) => {
        const away = map.latLngToContainerPoint(planLatLng({ x: xM, y: yM })).distanceTo(point)
        return { id: personId, away }
      })
      .filter(({ away }) => away <= reachPx)
      .toSorted((a, b) => a.away - b.away)[0]
    return near?.id ?? null
  }
  map.on('zoomend', () => show(marks, chosenMark))
  return { show, at }
}

function draw(mark: MissingMark, at: L.LatLng, view: MarkView, renderer: L.Renderer): Drawn {
  const shared = { interactive: false, pane: 'missing', renderer }
  const look = `missing missing-${mark.status} missing-${mark.state}`
  const halo = L.circle(at, { ...shared, radius: mark.accuracyM ?? 0, className: `${look} missing-halo` })
  const dot = L.circleMarker(at, {
    ...shared,
    radius: view.isChosen ? 15 : view.labelled ? 12 : 6,
    className: `${look} missing-dot${view.isChosen ? ' missing-chosen' : ''}`,
  })
  // Built as an element, never as HTML text: names are typed in by people.
  const initials = document.createElement('span')
  initials.textContent = initialsOf(mark.fullName)
  const icon = L.divIcon({ className: `missing-initials missing-${mark.state}`, html: initials, iconSize: [0, 0] })
  const over = { icon, interactive: false, keyboard: false, pane: 'missing', zIndexOffset: 10_000 }
  return { dot, halo, label: view.labelled ? L.marker(at, over) : null, key: view.key }
}

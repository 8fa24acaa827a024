// What the muster board draws over a floor's plan: zones by how their search stands, and a mark with its accuracy for everybody who
// is missing. Colours are in MissingPlan.vue. Marks are moved, not made anew: there may be thousands. For use-missing-plan.ts.
import * as L from 'leaflet'
import type { SweepState } from '@rollcall/contracts/domains/muster'
import type { PlanMap } from '../../../floor-plan/map/plan-map.ts'
import { metresAt, planLatLng, scaleOf } from '../../../floor-plan/map/plan-point.ts'
import { initialsOf } from '../../../ui/entity-kind.ts'
import { isInside } from './inside-polygon.ts'
import type { PlanPoint } from './inside-polygon.ts'
import type { MissingMark } from './missing-marks.ts'

export type PlanArea = {
  readonly id: string
  readonly name: string
  readonly isMusterPoint: boolean
  readonly state: SweepState
  /** Percent of the plan. */
  readonly polygon: readonly PlanPoint[]
}
export type Picked = { readonly type: 'person' | 'zone'; readonly id: string }
type Drawn = {
  readonly dot: L.CircleMarker
  readonly halo: L.Circle
  readonly label: L.Marker | null
  readonly key: string
}

/** More marks than these have no initials, or no halo, unless chosen: they would only cover each other. */
const mostLabels = 80
const mostHalos = 12
/** Pixels per metre below which a crowd has no room for initials; so few have it everywhere. */
const roomyFrom = 6
const alwaysNamed = 10
/** How far beside a mark a tap still means it: half of a finger. */
const reachPx = 24

export function createMissingLayer(plan: PlanMap) {
  const { map } = plan
  const pane = map.createPane('missing')
  pane.style.zIndex = '620'
  pane.style.pointerEvents = 'none'
  const renderer = L.svg({ pane: 'missing' })
  const zoneGroup = L.layerGroup().addTo(map)
  const markGroup = L.layerGroup().addTo(map)
  const drawn = new Map<string, Drawn>()
  let areas: readonly PlanArea[] = []
  let marks: readonly MissingMark[] = []
  let chosenMark: string | null = null

  function showZones(next: readonly PlanArea[], chosen: string | null, named: boolean): void {
    areas = next
    zoneGroup.clearLayers()
    for (const { id, name, isMusterPoint, state, polygon } of next) {
      const look = isMusterPoint ? 'muster' : state
      const className = `area area-${look}${id === chosen ? ' area-chosen' : ''}`
      const hatched = look === 'searched' ? { fillColor: 'url(#hatch-searched)', fillOpacity: 1 } : {}
      const shape = L.polygon(polygon.map(plan.toMap), { className, weight: 1.5, interactive: false, ...hatched })
      shape.addTo(zoneGroup)
      if (!named && look === 'open') continue
      const label = document.createElement('span')
      label.textContent = look === 'searched' ? `✓ ${name}` : name
      const icon = L.divIcon({ className: `area-name area-name-${look}`, html: label, iconSize: [0, 0] })
      L.marker(shape.getBounds().getCenter(), { icon, interactive: false, keyboard: false, pane: 'shadowPane' }).addTo(
        zoneGroup,
      )
    }
  }

  function showMarks(next: readonly MissingMark[], chosen: string | null): void {
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
      drawn.set(mark.personId, draw(mark, at, { key, labelled, haloed, isChosen }))
    }
    for (const id of gone) {
      erase(drawn.get(id)!)
      drawn.delete(id)
    }
  }

  function draw(
    mark: MissingMark,
    at: L.LatLng,
    view: { key: string; labelled: boolean; haloed: boolean; isChosen: boolean },
  ): Drawn {
    const shared = { interactive: false, pane: 'missing', renderer }
    const look = `missing missing-${mark.status} missing-${mark.state}`
    const halo = L.circle(at, { ...shared, radius: mark.accuracyM ?? 0, className: `${look} missing-halo` })
    const dot = L.circleMarker(at, {
      ...shared,
      radius: view.isChosen ? 15 : view.labelled ? 12 : 6,
      className: `${look} missing-dot${view.isChosen ? ' missing-chosen' : ''}`,
    })
    const initials = document.createElement('span')
    initials.textContent = initialsOf(mark.fullName)
    const icon = L.divIcon({ className: `missing-initials missing-${mark.state}`, html: initials, iconSize: [0, 0] })
    const label = view.labelled
      ? L.marker(at, { icon, interactive: false, keyboard: false, pane: 'missing', zIndexOffset: 10_000 })
      : null
    if (view.haloed) halo.addTo(markGroup)
    dot.addTo(markGroup)
    label?.addTo(markGroup)
    return { dot, halo, label, key: view.key }
  }
  function erase({ dot, halo, label }: Drawn): void {
    for (const layer of [dot, halo, label]) if (layer) markGroup.removeLayer(layer)
  }

  /** The nearest person, else the zone under it. */
  function at(point: L.Point): Picked | null {
    const near = marks
      .map(({ personId, xM, yM }) => {
        const away = map.latLngToContainerPoint(planLatLng({ x: xM, y: yM })).distanceTo(point)
        return { id: personId, away }
      })
      .filter(({ away }) => away <= reachPx)
      .toSorted((a, b) => a.away - b.away)[0]
    if (near) return { type: 'person', id: near.id }
    const here = metresAt(map.containerPointToLatLng(point))
    const isHere = (polygon: PlanArea['polygon']) =>
      isInside(
        here,
        polygon.map((corner) => metresAt(plan.toMap(corner))),
      )
    const zone = areas.find(({ polygon, isMusterPoint }) => !isMusterPoint && isHere(polygon))
    return zone ? { type: 'zone', id: zone.id } : null
  }
  map.on('zoomend', () => showMarks(marks, chosenMark))
  return { showZones, showMarks, at }
}

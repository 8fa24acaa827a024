// The zones of a floor by how their search stands: hatched when searched, dashed while somebody is there, green where people gather.
// Colours are in missing-plan.css, the hatching in MissingPlan.vue. For use-missing-plan.ts.
import * as L from 'leaflet'
import type { SweepState } from '@rollcall/contracts/domains/muster'
import type { PlanMap } from '../../../floor-plan/map/plan-map.ts'
import { metresAt } from '../../../floor-plan/map/plan-point.ts'
import { isInside } from './inside-polygon.ts'
import type { PlanPoint } from './inside-polygon.ts'

export type PlanArea = {
  readonly id: string
  readonly name: string
  readonly isMusterPoint: boolean
  readonly state: SweepState
  /** Percent of the plan. */
  readonly polygon: readonly PlanPoint[]
}

export function createSearchedZones(plan: PlanMap) {
  const group = L.layerGroup().addTo(plan.map)
  let areas: readonly PlanArea[] = []

  /** `named`: all of them; otherwise only those of which there is something to say, since plans carry the names of rooms. */
  function show(next: readonly PlanArea[], chosen: string | null, named: boolean): void {
    areas = next
    group.clearLayers()
    for (const { id, name, isMusterPoint, state, polygon } of next) {
      const look = isMusterPoint ? 'muster' : state
      const className = `area area-${look}${id === chosen ? ' area-chosen' : ''}`
      const shape = L.polygon(polygon.map(plan.toMap), { className, weight: 1.5, interactive: false }).addTo(group)
      // On the element: in a style sheet, some browsers look for the pattern in that file.
      if (look === 'searched') (shape.getElement() as SVGElement).style.fill = 'url(#hatch-searched)'
      if (!named && look === 'open') continue
      const label = document.createElement('span')
      label.textContent = look === 'searched' ? `✓ ${name}` : name
      const icon = L.divIcon({ className: `area-name area-name-${look}`, html: label, iconSize: [0, 0] })
      const options = { icon, interactive: false, keyboard: false, pane: 'shadowPane' }
      L.marker(shape.getBounds().getCenter(), options).addTo(group)
    }
  }

  /** The smallest zone under a point that can be searched: zones may lie in one another. */
  function at(point: L.Point): string | null {
    const here = metresAt(plan.map.containerPointToLatLng(point))
    const found = areas
      .filter(({ isMusterPoint }) => !isMusterPoint)
      .map(({ id, polygon }) => ({ id, corners: polygon.map((corner) => metresAt(plan.toMap(corner))) }))
      .filter(({ corners }) => isInside(here, corners))
      .toSorted((a, b) => extentOf(a.corners) - extentOf(b.corners))
    return found[0]?.id ?? null
  }
  return { show, at }
}

function extentOf(corners: readonly PlanPoint[]): number {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys))
}

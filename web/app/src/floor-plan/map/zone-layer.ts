// Zones on the map: tinted areas, how many people are in each, and their names where the plan itself carries none.
import * as L from 'leaflet'
import { namesInTheWay } from './zone-names.ts'

export type PlanPoint = { readonly x: number; readonly y: number }
export type PlanZone = {
  readonly id: string
  readonly name: string
  readonly colour: string
  readonly isMusterPoint: boolean
  readonly isRestricted: boolean
  /** Percent of the plan. */
  readonly polygon: readonly PlanPoint[]
}
export type ZoneView = {
  readonly zones: boolean
  readonly names: boolean
  readonly counts: ReadonlyMap<string, number>
}

export type ZoneLayer = {
  readonly show: (zones: readonly PlanZone[], toMap: (point: PlanPoint) => L.LatLng, view: ZoneView) => void
}

/** As in plan-map.css. */
const labelInset = 3

export function createZoneLayer(map: L.Map): ZoneLayer {
  const group = L.layerGroup().addTo(map)
  let named: { readonly bounds: L.LatLngBounds; readonly label: HTMLElement }[] = []

  /** A name stays within its zone, and leaves when another is in its way: at the next zoom there may be room. */
  function fitNames(): void {
    const boxes = named.map(({ bounds, label }) => {
      const [corner, other] = [bounds.getNorthEast(), bounds.getSouthWest()].map((at) => map.latLngToLayerPoint(at))
      const zoneWidth = (corner?.x ?? 0) - (other?.x ?? 0)
      label.style.maxWidth = `${Math.max(0, zoneWidth - 2 * labelInset)}px`
      label.classList.remove('nameless')
      const [right, top] = [(corner?.x ?? 0) - labelInset, (corner?.y ?? 0) + labelInset]
      return { left: right - label.offsetWidth, top, right, bottom: top + label.offsetHeight, zoneWidth }
    })
    for (const index of namesInTheWay(boxes)) named[index]?.label.classList.add('nameless')
  }
  map.on('zoomend resize', fitNames)
  return {
    show: (zones, toMap, view) => {
      group.clearLayers()
      named = []
      if (!view.zones) return
      for (const zone of zones) {
        const polygon = L.polygon(zone.polygon.map(toMap), {
          color: zone.colour,
          weight: zone.isMusterPoint ? 2 : 1,
          opacity: 0.75,
          ...(zone.isRestricted ? { dashArray: '5 4' } : {}),
          fillOpacity: zone.isMusterPoint ? 0.18 : 0.1,
          interactive: false,
        }).addTo(group)
        const label = labelElement(view.names ? zone.name : null, view.counts.get(zone.id) ?? 0)
        if (label === null) continue
        const icon = L.divIcon({ className: 'zone-label', html: label, iconSize: [0, 0] })
        const corner = polygon.getBounds().getNorthEast()
        // Below the markers of people, so that a number never hides somebody.
        L.marker(corner, { icon, interactive: false, keyboard: false, pane: 'shadowPane' }).addTo(group)
        if (view.names) named.push({ bounds: polygon.getBounds(), label })
      }
      fitNames()
    },
  }
}

/** Built as elements, never as HTML text: names are typed in by people. */
function labelElement(name: string | null, people: number): HTMLElement | null {
  if (name === null && people === 0) return null
  const label = document.createElement('span')
  if (name !== null) {
    const word = document.createElement('i')
    word.textContent = name
    label.append(word)
  }
  if (people > 0) {
    const count = document.createElement('b')
    count.textContent = String(people)
    label.append(count)
  }
  return label
}

// Receivers on the map: a small square each, filled when it is heard, hollow with a bar when it is silent.
import * as L from 'leaflet'
import type { PlanPoint } from './zone-layer.ts'

export type PlanReceiver = {
  readonly id: string
  readonly name: string
  readonly x: number | null
  readonly y: number | null
  readonly status: 'online' | 'offline'
}

export type ReceiverLayer = {
  readonly show: (receivers: readonly PlanReceiver[], toMap: (point: PlanPoint) => L.LatLng) => void
}

export function createReceiverLayer(map: L.Map): ReceiverLayer {
  const group = L.layerGroup().addTo(map)
  return {
    show: (receivers, toMap) => {
      group.clearLayers()
      for (const { name, x, y, status } of receivers) {
        if (x === null || y === null) continue
        const icon = L.divIcon({ className: `receiver receiver-${status}`, iconSize: [10, 10] })
        // Below the markers of people, so that a receiver never hides somebody.
        L.marker(toMap({ x, y }), { icon, keyboard: false, pane: 'shadowPane' })
          .bindTooltip(tooltipText(name, status), { direction: 'top', offset: [0, -6] })
          .addTo(group)
      }
    },
  }
}

function tooltipText(name: string, status: string): HTMLElement {
  const element = document.createElement('span')
  element.textContent = `${name}, ${status}`
  return element
}

// The map under the canvas: Leaflet with a plain metre grid (CRS.Simple), the plan image on the floor's frame, and the
// zones. Created and fed by FloorMap.vue.
import type { Wall } from '@rollcall/contracts/domains/walls'
import * as L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import './plan-map.css'
import { planLatLng, scaleOf } from './plan-point.ts'
import { solidParts } from './wall-shape.ts'
import { createZoneLayer } from './zone-layer.ts'
import type { PlanPoint, PlanZone, ZoneView } from './zone-layer.ts'

export type PlanFloor = { readonly widthM: number; readonly heightM: number }

export type PlanMap = {
  readonly map: L.Map
  readonly showFloor: (floor: PlanFloor) => void
  /** The picture of the floor; null for none. */
  readonly showImage: (url: string | null) => void
  readonly toMap: (point: PlanPoint) => L.LatLng
  readonly showZones: (zones: readonly PlanZone[], view: ZoneView) => void
  /** Quietly, with gaps where doors are. */
  readonly showWalls: (walls: readonly Wall[]) => void
  readonly fit: () => void
  /** Brings a place into the middle of what is not covered; `covered`: the share of the height, from below. */
  readonly goTo: (at: L.LatLng, covered: number) => void
  /** The same without coming nearer. */
  readonly follow: (at: L.LatLng, covered: number) => void
  /** Nearer or farther, until the zone fills a good part of the map. */
  readonly goToArea: (corners: readonly PlanPoint[]) => void
  readonly remove: () => void
}

/** Longer than a zoom of Leaflet's takes, which goes on after its map was removed and then fails. */
const zoomEndsMs = 500

/** Pixels per metre below which everything that stands still shrinks, to leave room for what moves. */
const farBelow = 9

export function createPlanMap(element: HTMLElement, onPlanMissing: () => void): PlanMap {
  const map = L.map(element, {
    crs: L.CRS.Simple,
    attributionControl: false,
    zoomControl: false,
    zoomSnap: 0.25,
    zoomDelta: 0.75,
    wheelPxPerZoomLevel: 90,
    maxBoundsViscosity: 0.8,
  })
  map.setView([0, 0], 0)
  // Frame below image below zones: Leaflet would draw every vector above every image of the same pane.
  const frameRenderer = L.svg({ pane: 'tilePane' })
  map.createPane('plan').style.zIndex = '300'
  const ground = L.layerGroup().addTo(map)
  const wallGroup = L.layerGroup().addTo(map)
  const zoneLayer = createZoneLayer(map)
  let floor: PlanFloor = { widthM: 1, heightM: 1 }

  const bounds = () => L.latLngBounds(planLatLng({ x: 0, y: floor.heightM }), planLatLng({ x: floor.widthM, y: 0 }))
  const toMap = (point: PlanPoint) =>
    planLatLng({ x: (point.x / 100) * floor.widthM, y: (point.y / 100) * floor.heightM })

  function fit(): void {
    map.fitBounds(bounds(), { padding: [20, 20], animate: false })
  }

  function showFloor(next: PlanFloor): void {
    floor = next
    ground.clearLayers()
    const frame = { className: 'plan-frame', interactive: false, weight: 1, pane: 'tilePane', renderer: frameRenderer }
    L.rectangle(bounds(), frame).addTo(ground)
    map.setMinZoom(-10)
    map.setMaxZoom(20)
    fit()
    map.setMinZoom(map.getZoom() - 1)
    map.setMaxZoom(map.getZoom() + 4)
    map.setMaxBounds(bounds().pad(0.6))
  }

  let image: L.ImageOverlay | null = null
  function showImage(url: string | null): void {
    image?.remove()
    image = null
    if (url === null) return
    image = L.imageOverlay(url, bounds(), { className: 'plan-image', alt: '', pane: 'plan' })
    image.on('error', onPlanMissing).addTo(map)
  }

  map.on('zoomend', () => {
    element.classList.toggle('map-far', scaleOf(map) < farBelow)
  })
  return {
    map,
    showFloor,
    showImage,
    toMap,
    showZones: (zones, view) => zoneLayer.show(zones, toMap, view),
    showWalls: (walls) => {
      wallGroup.clearLayers()
      const parts = walls.flatMap((wall) => solidParts(wall, floor)).map((part) => part.map(toMap))
      L.polyline(parts, { className: 'plan-wall', weight: 1.5, interactive: false }).addTo(wallGroup)
    },
    fit,
    goToArea: (corners) => void map.fitBounds(L.latLngBounds(corners.map(toMap)).pad(0.6)),
    goTo: (at, covered) => {
      const zoom = Math.max(map.getZoom(), map.getMinZoom() + 2)
      map.setView(middleFor(map, at, covered, zoom), zoom, { animate: true, duration: 0.5 })
    },
    follow: (at, covered) =>
      void map.panTo(middleFor(map, at, covered, map.getZoom()), { duration: 0.8, easeLinearity: 1 }),
    remove: () => void setTimeout(() => map.remove(), zoomEndsMs),
  }
}

/** What must lie in the middle of the map, so that `at` lies in the middle of what is not covered. */
function middleFor(map: L.Map, at: L.LatLng, covered: number, zoom: number): L.LatLng {
  return map.unproject(map.project(at, zoom).add([0, (map.getSize().y * covered) / 2]), zoom)
}

// From the floor's frame (metres, y down) to Leaflet's map and back: CRS.Simple with latitude growing upwards.
import * as L from 'leaflet'
import type { Point } from '../../realtime/marker-motion.ts'

export function planLatLng(point: Point): L.LatLng {
  return L.latLng(-point.y, point.x)
}

export function metresAt(at: L.LatLng): Point {
  return { x: at.lng, y: -at.lat }
}

/** Pixels per metre. */
export function scaleOf(map: L.Map, zoom = map.getZoom()): number {
  return L.CRS.Simple.scale(zoom)
}

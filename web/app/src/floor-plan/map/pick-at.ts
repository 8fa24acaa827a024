// What a click on the map means: the nearest marker, else the cluster or the receiver under it. For floor-canvas.ts.
import * as L from 'leaflet'
import type { Point } from '../../realtime/marker-motion.ts'
import { clusterRadius, groupNeighbours, markerRadius } from '../painting/clusters.ts'
import { planLatLng, scaleOf } from './plan-point.ts'

export type Pick =
  | { readonly type: 'marker'; readonly id: string }
  | { readonly type: 'receiver'; readonly id: string }
  | { readonly type: 'cluster'; readonly ids: readonly string[]; readonly bounds: L.LatLngBounds }

export type Pickable = {
  readonly markers: readonly (Point & { readonly id: string })[]
  /** Markers that are close together are drawn as one. */
  readonly clustered: boolean
  readonly receivers: readonly { readonly id: string; readonly at: Point }[]
}

/** How far beside a marker a click still means it; fingers are wider than arrows. */
const reachPx = 16

export function pickAt(map: L.Map, point: L.Point, { markers, clustered, receivers }: Pickable): Pick | null {
  const scale = scaleOf(map)
  const distanceTo = (at: Point) => map.latLngToContainerPoint(planLatLng(at)).distanceTo(point)
  const { clusters, alone } = clustered ? groupNeighbours(markers, scale) : { clusters: [], alone: markers }
  const marker = nearest(alone, distanceTo, Math.max(reachPx, markerRadius(scale) + 4))
  if (marker) return { type: 'marker', id: marker.id }
  const cluster = clusters.find((one) => distanceTo(one) <= clusterRadius(one.members.length) + 2)
  if (cluster) {
    const bounds = L.latLngBounds(cluster.members.map(planLatLng))
    return { type: 'cluster', ids: cluster.members.map(({ id }) => id), bounds }
  }
  const receiver = nearest(receivers, ({ at }) => distanceTo(at), reachPx)
  return receiver ? { type: 'receiver', id: receiver.id } : null
}

function nearest<T>(candidates: readonly T[], distanceTo: (one: T) => number, reach: number): T | null {
  let best: { one: T; distance: number } | null = null
  for (const one of candidates) {
    const distance = distanceTo(one)
    if (distance <= reach && (best === null || distance < best.distance)) best = { one, distance }
  }
  return best?.one ?? null
}

// Everything on the plan that is not the plan: people, assets, receivers, ambient devices and the lines between them, as one
// canvas in the Leaflet map. Fed by FloorMap.vue; tells what was pointed at and clicked.
import * as L from 'leaflet'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { CanvasPair } from './canvas-pair.ts'
import { isPerson } from '../../ui/entity-kind.ts'
import type { Point } from '../../realtime/marker-motion.ts'
import { createMarkerField } from '../../realtime/marker-field.ts'
import { createMarkerMirror } from './marker-mirror.ts'
import { clusterRadius, groupNeighbours, isCrowded, markerRadius } from '../painting/clusters.ts'
import type { MarkerMessage, PaintLook, PaintOverlay } from '../painting/paint-message.ts'
import { startPainter } from '../painting/start-painter.ts'
import { planLatLng, scaleOf } from './plan-point.ts'

export type CanvasLook = Omit<PaintLook, 'chosen' | 'hovered'> & { readonly chosen: string | null }

export type Pick =
  | { readonly type: 'marker'; readonly id: string }
  | { readonly type: 'receiver'; readonly id: string }
  | { readonly type: 'cluster'; readonly ids: readonly string[]; readonly bounds: L.LatLngBounds }

export type PlacedReceiver = PaintOverlay['receivers'][number] & { readonly id: string }

export type FloorCanvas = {
  /** Shown besides what comes through the live ports; nobody unless the past is played. */
  readonly showPast: (positions: ReadonlyMap<string, PositionEntry>) => void
  /** Markers that are told to both of these are painted, and can be pointed at. */
  readonly livePorts: () => readonly MessagePort[]
  readonly setLook: (look: CanvasLook) => void
  readonly setReceivers: (receivers: readonly PlacedReceiver[]) => void
  readonly setOverlay: (overlay: Partial<Omit<PaintOverlay, 'receivers'>>) => void
  readonly setFloor: (floorM2: number) => void
  readonly seenAt: (transmitterId: string) => Point | null
  readonly at: (point: L.Point) => Pick | null
  /** Lights up what is under the pointer; answers whether there is something. */
  readonly hover: (point: L.Point | null) => boolean
  readonly stop: () => void
}

/** How far beside a marker a click still means it; fingers are wider than arrows. */
const reachPx = 16
/** Far beyond the numbers that live markers get. */
const firstPastIndex = 1_000_000_000

export function createFloorCanvas(map: L.Map, firstLook: CanvasLook): FloorCanvas {
  let floorM2 = 1
  let look = firstLook
  let hovered: string | null = null
  let receivers: readonly PlacedReceiver[] = []
  const pair = new CanvasPair({ floorM2: () => floorM2, onView: (view) => painter.tell({ type: 'view', view }) })
  const painter = startPainter(pair.canvases, () => pair.painted())
  const mirror = createMarkerMirror(tellLook)
  const past = createMarkerField((message) => {
    painter.tell(message)
    mirror.receive(message)
  }, firstPastIndex)

  function tellLook(): void {
    const { chosen, ...rest } = look
    painter.tell({
      type: 'look',
      look: { ...rest, chosen: mirror.indexOf(chosen), hovered: mirror.indexOf(hovered) },
    })
  }
  function pixelOf(at: Point): L.Point {
    return map.latLngToContainerPoint(planLatLng(at))
  }
  function shown() {
    return mirror.seen().filter(({ id, kind }) => id === look.chosen || (isPerson(kind) ? look.people : look.assets))
  }

  function at(point: L.Point): Pick | null {
    const scale = scaleOf(map)
    const all = shown()
    const crowded = look.clusters && isCrowded(all.length, scale, floorM2)
    const { clusters, alone } = crowded ? groupNeighbours(all, scale) : { clusters: [], alone: all }
    const nearest = nearestTo(point, alone, Math.max(reachPx, markerRadius(scale) + 4))
    if (nearest) return { type: 'marker', id: nearest.id }
    const cluster = clusters.find((one) => pixelOf(one).distanceTo(point) <= clusterRadius(one.members.length) + 2)
    if (cluster) {
      const bounds = L.latLngBounds(cluster.members.map(planLatLng))
      return { type: 'cluster', ids: cluster.members.map(({ id }) => id), bounds }
    }
    const placed = look.receivers ? receivers.map(({ id, at: { x, y } }) => ({ id, x, y })) : []
    const receiver = nearestTo(point, placed, reachPx)
    return receiver ? { type: 'receiver', id: receiver.id } : null
  }

  function nearestTo<T extends Point>(point: L.Point, candidates: readonly T[], reach: number): T | null {
    let best: { one: T; distance: number } | null = null
    for (const one of candidates) {
      const distance = pixelOf(one).distanceTo(point)
      if (distance <= reach && (best === null || distance < best.distance)) best = { one, distance }
    }
    return best?.one ?? null
  }

  function hover(point: L.Point | null): boolean {
    const found = point === null ? null : at(point)
    const id = found?.type === 'marker' ? found.id : null
    if (id !== hovered) {
      hovered = id
      tellLook()
    }
    return found !== null
  }

  tellLook()
  pair.addTo(map)
  return {
    showPast: past.update,
    livePorts: () => {
      const [forPainter, forPage] = [new MessageChannel(), new MessageChannel()]
      painter.tell({ type: 'listen', port: forPainter.port1 }, [forPainter.port1])
      forPage.port1.onmessage = (event: MessageEvent<MarkerMessage>) => mirror.receive(event.data)
      return [forPainter.port2, forPage.port2]
    },
    setLook: (next) => {
      look = next
      tellLook()
    },
    setReceivers: (next) => {
      receivers = next
      painter.tell({ type: 'overlay', overlay: { receivers: next } })
    },
    setOverlay: (overlay) => painter.tell({ type: 'overlay', overlay }),
    setFloor: (next) => {
      floorM2 = next
      pair.ask()
    },
    seenAt: mirror.seenAt,
    at,
    hover,
    stop: () => painter.stop(),
  }
}

// Everything on the plan that is not the plan: people, assets, receivers, ambient devices and the lines between them, as one
// canvas in the Leaflet map. Fed by FloorMap.vue; tells what was pointed at and clicked.
import type { MarkerMessage } from '../../realtime/marker-message.ts'
import type * as L from 'leaflet'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { CanvasPair } from './canvas-pair.ts'
import { isPerson } from '../../ui/entity-kind.ts'
import type { Point } from '../../realtime/marker-motion.ts'
import { createMarkerField } from '../../realtime/marker-field.ts'
import { createMarkerMirror } from './marker-mirror.ts'
import { isCrowded } from '../painting/clusters.ts'
import type { PaintSettings, PaintOverlay } from '../painting/paint-message.ts'
import { startPainter } from '../painting/start-painter.ts'
import { pickAt } from './pick-at.ts'
import type { Pick } from './pick-at.ts'
import { scaleOf } from './plan-point.ts'

export type CanvasSettings = Omit<PaintSettings, 'chosen' | 'hovered'> & { readonly chosen: string | null }

export type PlacedReceiver = PaintOverlay['receivers'][number] & { readonly id: string }

export type FloorCanvas = {
  /** Shown besides what comes through the live ports; nobody unless the past is played. */
  readonly showPast: (positions: ReadonlyMap<string, PositionEntry>) => void
  /** Markers that are told to both of these are painted, and can be pointed at. */
  readonly livePorts: () => readonly MessagePort[]
  readonly setSettings: (settings: CanvasSettings) => void
  readonly setReceivers: (receivers: readonly PlacedReceiver[]) => void
  readonly setOverlay: (overlay: Partial<Omit<PaintOverlay, 'receivers'>>) => void
  readonly setFloor: (floorM2: number) => void
  readonly seenAt: (transmitterId: string) => Point | null
  readonly at: (point: L.Point) => Pick | null
  /** Lights up what is under the pointer; answers whether there is something. */
  readonly hover: (point: L.Point | null) => boolean
  readonly stop: () => void
}

/** Far beyond the numbers that live markers get. */
const firstPastIndex = 1_000_000_000

export function createFloorCanvas(map: L.Map, firstSettings: CanvasSettings): FloorCanvas {
  let floorM2 = 1
  let settings = firstSettings
  let hovered: string | null = null
  let receivers: readonly PlacedReceiver[] = []
  const pair = new CanvasPair({ floorM2: () => floorM2, onView: (view) => painter.send({ type: 'view', view }) })
  const painter = startPainter(pair.canvases, () => pair.painted())
  const mirror = createMarkerMirror(sendSettings)
  const past = createMarkerField((message) => {
    painter.send(message)
    mirror.receive(message)
  }, firstPastIndex)

  function sendSettings(): void {
    const { chosen, ...rest } = settings
    painter.send({
      type: 'settings',
      settings: { ...rest, chosen: mirror.indexOf(chosen), hovered: mirror.indexOf(hovered) },
    })
  }
  function at(point: L.Point): Pick | null {
    const markers = mirror
      .seen()
      .filter(({ id, kind }) => id === settings.chosen || (isPerson(kind) ? settings.people : settings.assets))
    const clustered = settings.clusters && isCrowded(markers.length, scaleOf(map), floorM2)
    return pickAt(map, point, { markers, clustered, receivers: settings.receivers ? receivers : [] })
  }

  function hover(point: L.Point | null): boolean {
    const found = point === null ? null : at(point)
    const id = found?.type === 'marker' ? found.id : null
    if (id !== hovered) {
      hovered = id
      sendSettings()
    }
    return found !== null
  }

  sendSettings()
  pair.addTo(map)
  return {
    showPast: past.update,
    livePorts: () => {
      const [forPainter, forPage] = [new MessageChannel(), new MessageChannel()]
      painter.send({ type: 'listen', port: forPainter.port1 }, [forPainter.port1])
      forPage.port1.onmessage = (event: MessageEvent<MarkerMessage>) => mirror.receive(event.data)
      return [forPainter.port2, forPage.port2]
    },
    setSettings: (next) => {
      settings = next
      sendSettings()
    },
    setReceivers: (next) => {
      receivers = next
      painter.send({ type: 'overlay', overlay: { receivers: next } })
    },
    setOverlay: (overlay) => painter.send({ type: 'overlay', overlay }),
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

// The canvas of the map, twice: what is painted elsewhere (in a worker) arrives a moment later, so a new view is painted on
// the hidden one and then shown in place of the other; the markers never slide over the plan. Both are a little larger than
// the map and move along with it while it is dragged.
import * as L from 'leaflet'
import type { PaintView } from '../painting/paint-message.ts'
import { scaleOf } from './plan-point.ts'

export type CanvasPairOptions = {
  readonly floorM2: () => number
  readonly onView: (view: PaintView) => void
}

/** How far the map can be dragged before a new view is needed. */
const marginPx = 64

export class CanvasPair extends L.Layer {
  readonly canvases = [newCanvas(), newCanvas()] as const
  readonly #options: CanvasPairOptions
  #map: L.Map | null = null
  /** What is on screen, and what was asked for and is not painted yet. */
  #shown: PaintView | null = null
  #asked: PaintView | null = null
  #again = false

  constructor(options: CanvasPairOptions) {
    super()
    this.#options = options
  }

  override onAdd(map: L.Map): this {
    this.#map = map
    map.getPane('markerPane')?.append(...this.canvases)
    this.ask()
    return this
  }

  override onRemove(): this {
    for (const canvas of this.canvases) canvas.remove()
    this.#map = null
    return this
  }

  override getEvents(): { [name: string]: L.LeafletEventHandlerFn } {
    const settle = () => {
      this.#follow()
      this.ask()
    }
    return {
      move: () => this.#isAtEdge() && this.ask(),
      moveend: () => this.ask(),
      resize: () => this.ask(),
      viewreset: settle,
      zoom: () => this.#follow(),
      zoomanim: (event) => this.#followZoom(event as L.ZoomAnimEvent),
      zoomend: settle,
    }
  }

  /** Wants the present view painted; one at a time, the latest wish last. */
  ask(): void {
    const map = this.#map
    if (map === null) return
    if (this.#asked !== null) {
      this.#again = true
      return
    }
    const size = map.getSize()
    const scale = scaleOf(map)
    const corner = map.containerPointToLayerPoint([0, 0]).subtract([marginPx, marginPx])
    const origin = map.getPixelOrigin().multiplyBy(-1).subtract(corner)
    const view: PaintView = {
      canvas: this.#shown?.canvas === 0 ? 1 : 0,
      originX: origin.x,
      originY: origin.y,
      scale,
      width: size.x + 2 * marginPx,
      height: size.y + 2 * marginPx,
      margin: marginPx,
      pixelRatio: globalThis.devicePixelRatio || 1,
      floorM2: this.#options.floorM2(),
    }
    this.#asked = view
    this.#options.onView(view)
  }

  /** The painter has painted what was asked for. */
  painted(): void {
    const map = this.#map
    if (map === null || this.#asked === null) return
    const view = this.#asked
    this.#asked = null
    const canvas = this.canvases[view.canvas]
    canvas.style.width = `${view.width}px`
    canvas.style.height = `${view.height}px`
    const before = this.#shown
    this.#shown = view
    this.#follow()
    canvas.style.visibility = 'visible'
    if (before) this.canvases[before.canvas].style.visibility = 'hidden'
    if (this.#again) {
      this.#again = false
      this.ask()
    }
  }

  /** Keeps the shown picture on the floor it was painted for, also while a zoom is on its way. */
  #follow(): void {
    if (this.#map) this.#place(this.#map.getPixelOrigin(), scaleOf(this.#map))
  }

  #followZoom({ center, zoom }: L.ZoomAnimEvent): void {
    const map = this.#map
    if (map === null) return
    const pane = L.DomUtil.getPosition(map.getPane('mapPane') as HTMLElement) ?? L.point(0, 0)
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).subtract(pane).round()
    this.#place(origin, scaleOf(map, zoom))
  }

  #place(pixelOrigin: L.Point, scale: number): void {
    const view = this.#shown
    if (view === null) return
    const growth = scale / view.scale
    // The canvas pixel (originX, originY) is the corner of the floor, which lies at -pixelOrigin in the layer.
    const at = L.point(-pixelOrigin.x - view.originX * growth, -pixelOrigin.y - view.originY * growth)
    L.DomUtil.setTransform(this.canvases[view.canvas], at, growth)
  }

  #isAtEdge(): boolean {
    const map = this.#map
    const view = this.#shown
    if (map === null || view === null || view.scale !== scaleOf(map)) return false
    const corner = map.containerPointToLayerPoint([0, 0]).add(map.getPixelOrigin())
    const left = corner.x + view.originX
    const top = corner.y + view.originY
    const { x, y } = map.getSize()
    return left < 0 || top < 0 || left + x > view.width || top + y > view.height
  }
}

function newCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.className = 'map-canvas leaflet-zoom-animated'
  canvas.dataset.testid = 'map-canvas'
  canvas.setAttribute('aria-hidden', 'true')
  canvas.style.visibility = 'hidden'
  return canvas
}

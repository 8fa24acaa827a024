// The one canvas on which everything moves: 1,000 markers cost one element instead of 1,000. Sits above plan, zones and
// receivers in the Leaflet map; fed by the floor plan page, draws only while something changes.
import * as L from 'leaflet'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { paintLabels } from './label-paint.ts'
import type { LabelWish } from './label-paint.ts'
import type { MapPalette } from './map-palette.ts'
import { paintChosenHalo, paintChosenRing, paintHalos, paintMarker } from './marker-paint.ts'
import type { MarkerLook } from './marker-paint.ts'
import { createSprites } from './marker-sprite.ts'
import { isMoving, pointAt } from './marker-motion.ts'
import { markerFor, stateOf } from './marker.ts'
import type { Marker } from './marker.ts'

export type MovingView = {
  readonly palette: MapPalette
  readonly shows: (entry: PositionEntry) => boolean
  readonly names: boolean
  readonly accuracy: boolean
  readonly chosen: string | null
}

export type MovingLayerOptions = {
  /** Now by the server's clock, epoch milliseconds: ages are told by the clock that stamped the readings. */
  readonly serverNow: () => number
  readonly onPick: (transmitterId: string | null) => void
}

/** More names than this at once are noise; zooming in brings them back. */
const mostNames = 80
/** More halos than this cover the whole floor and tell nothing. */
const mostHalos = 150
/** Pixels per metre below which names would hide the floor. */
const namesFrom = 9
const reachPx = 16

export class MovingLayer extends L.Layer {
  readonly #canvas = document.createElement('canvas')
  readonly #markers = new Map<string, Marker>()
  readonly #options: MovingLayerOptions
  #view: MovingView
  #sprites: ReturnType<typeof createSprites>
  #map: L.Map | null = null
  #frame = 0
  #hovered: string | null = null
  #zooming = false

  constructor(view: MovingView, options: MovingLayerOptions) {
    super()
    this.#view = view
    this.#sprites = createSprites(view.palette, pixelRatio())
    this.#options = options
    this.#canvas.className = 'leaflet-zoom-animated'
    this.#canvas.style.pointerEvents = 'none'
    this.#canvas.dataset.testid = 'map-canvas'
    this.#canvas.setAttribute('aria-hidden', 'true')
  }

  override onAdd(map: L.Map): this {
    this.#map = map
    map.getPane('markerPane')?.append(this.#canvas)
    this.#place()
    return this
  }

  override onRemove(): this {
    cancelAnimationFrame(this.#frame)
    this.#canvas.remove()
    this.#map = null
    return this
  }

  override getEvents(): { [name: string]: L.LeafletEventHandlerFn } {
    return {
      move: () => this.#place(),
      resize: () => this.#place(),
      viewreset: () => this.#place(),
      zoomanim: (event) => this.#followZoom(event as L.ZoomAnimEvent),
      zoomend: () => this.#endZoom(),
      mousemove: (event) => this.#hover((event as L.LeafletMouseEvent).containerPoint),
      mouseout: () => this.#hover(null),
      click: (event) => this.#options.onPick(this.#at((event as L.LeafletMouseEvent).containerPoint)),
    }
  }

  setView(view: MovingView): void {
    if (view.palette !== this.#view.palette) this.#sprites = createSprites(view.palette, pixelRatio())
    this.#view = view
    this.draw()
  }

  /** Brings the markers in line with `positions`; only those in `changed` are looked at, all when it is absent. */
  update(positions: ReadonlyMap<string, PositionEntry>, changed?: readonly string[]): void {
    const now = performance.now()
    for (const id of changed ?? [...positions.keys(), ...this.#markers.keys()]) {
      const entry = positions.get(id)
      const known = this.#markers.get(id)
      if (entry === undefined) this.#markers.delete(id)
      else if (entry !== known?.entry) this.#markers.set(id, markerFor(entry, known, now))
    }
    this.draw()
  }

  /** Where a marker is seen at this moment, on the map. */
  seenAt(transmitterId: string): L.LatLng | null {
    const marker = this.#markers.get(transmitterId)
    return marker ? planLatLng(pointAt(marker.motion, performance.now())) : null
  }

  draw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#drawNow())
  }

  #drawNow(): void {
    this.#frame = 0
    const map = this.#map
    const canvas = this.#canvas.getContext('2d')
    if (map === null || canvas === null || this.#zooming) return
    const ratio = pixelRatio()
    const size = map.getSize()
    canvas.setTransform(ratio, 0, 0, ratio, 0, 0)
    canvas.clearRect(0, 0, size.x, size.y)
    const now = performance.now()
    const scale = map.options.crs?.scale(map.getZoom()) ?? 1
    const looks = this.#looks(map, now, scale, size)
    const accuracy = this.#view.accuracy && looks.length <= mostHalos
    const halos = looks
      .filter(({ look }) => look.state !== 'stale' && (accuracy || look.emphasised))
      .map(({ marker, look }) => ({ x: look.x, y: look.y, radius: marker.entry.accuracyM * scale, look }))
    paintHalos(canvas, halos, this.#view.palette)
    for (const halo of halos) if (halo.look.emphasised) paintChosenHalo(canvas, halo, this.#view.palette)
    for (const { marker, look } of looks) {
      paintMarker(canvas, look, this.#view.palette, this.#sprites)
      if (marker.entry.transmitterId === this.#view.chosen) paintChosenRing(canvas, look, this.#view.palette)
    }
    paintLabels(canvas, this.#labels(looks, scale), this.#view.palette)
    for (const marker of this.#markers.values()) if (isMoving(marker.motion, now)) return this.draw()
  }

  #looks(map: L.Map, now: number, scale: number, size: L.Point): { marker: Marker; look: MarkerLook }[] {
    // Half pixels: the pictures of markers are kept by radius.
    const radius = Math.round(Math.min(13, Math.max(5.5, scale * 0.5)) * 2) / 2
    const serverNow = this.#options.serverNow()
    const origin = map.latLngToContainerPoint([0, 0])
    const looks: { marker: Marker; look: MarkerLook }[] = []
    for (const marker of this.#markers.values()) {
      const { entry } = marker
      const emphasised = entry.transmitterId === this.#view.chosen || entry.transmitterId === this.#hovered
      if (!emphasised && !this.#view.shows(entry)) continue
      const at = pointAt(marker.motion, now)
      const x = origin.x + at.x * scale
      const y = origin.y + at.y * scale
      if (x < -40 || y < -40 || x > size.x + 40 || y > size.y + 40) continue
      const { initials } = marker
      const ageMs = serverNow - entry.timestamp
      const state = stateOf(entry, serverNow)
      looks.push({ marker, look: { x, y, radius, kind: entry.entityType, state, ageMs, initials, emphasised } })
    }
    return looks
  }

  #labels(looks: readonly { marker: Marker; look: MarkerLook }[], scale: number): LabelWish[] {
    const all = this.#view.names && scale >= namesFrom && looks.length <= mostNames
    return looks
      .filter(({ look }) => all || look.emphasised)
      .map(({ marker, look }) => ({
        text: marker.entry.name,
        x: look.x + look.radius + 5,
        y: look.y,
        important: look.emphasised,
      }))
  }

  #at(point: L.Point): string | null {
    const map = this.#map
    if (map === null) return null
    const scale = map.options.crs?.scale(map.getZoom()) ?? 1
    const looks = this.#looks(map, performance.now(), scale, map.getSize())
    let best: { id: string; distance: number } | null = null
    for (const { marker, look } of looks) {
      const distance = Math.hypot(look.x - point.x, look.y - point.y)
      if (distance <= Math.max(reachPx, look.radius + 4) && (best === null || distance < best.distance)) {
        best = { id: marker.entry.transmitterId, distance }
      }
    }
    return best?.id ?? null
  }

  #hover(point: L.Point | null): void {
    const id = point === null ? null : this.#at(point)
    if (id === this.#hovered) return
    this.#hovered = id
    this.#map?.getContainer().style.setProperty('cursor', id === null ? '' : 'pointer')
    this.draw()
  }

  #place(): void {
    const map = this.#map
    if (map === null) return
    const size = map.getSize()
    const ratio = pixelRatio()
    if (this.#canvas.width !== Math.round(size.x * ratio) || this.#canvas.height !== Math.round(size.y * ratio)) {
      this.#canvas.width = Math.round(size.x * ratio)
      this.#canvas.height = Math.round(size.y * ratio)
      this.#canvas.style.width = `${size.x}px`
      this.#canvas.style.height = `${size.y}px`
    }
    L.DomUtil.setPosition(this.#canvas, map.containerPointToLayerPoint([0, 0]))
    // Drawn in the same turn as the move: a frame later the markers would seem to slide over the plan.
    cancelAnimationFrame(this.#frame)
    this.#drawNow()
  }

  /** During Leaflet's zoom animation the finished picture is scaled along; it is drawn sharp again at the end. */
  #followZoom(event: L.ZoomAnimEvent): void {
    const map = this.#map
    if (map === null) return
    this.#zooming = true
    const scale = map.getZoomScale(event.zoom, map.getZoom())
    const topLeft = map.containerPointToLatLng([0, 0])
    const offset = map.project(topLeft, event.zoom).subtract(newPixelOrigin(map, event))
    L.DomUtil.setTransform(this.#canvas, offset, scale)
  }

  #endZoom(): void {
    this.#zooming = false
    this.#place()
  }
}

/** The floor frame has y down, Leaflet's latitude grows upwards. */
export function planLatLng(point: { readonly x: number; readonly y: number }): L.LatLng {
  return L.latLng(-point.y, point.x)
}

function pixelRatio(): number {
  return globalThis.devicePixelRatio || 1
}

function newPixelOrigin(map: L.Map, event: L.ZoomAnimEvent): L.Point {
  return map
    .project(event.center, event.zoom)
    .subtract(map.getSize().divideBy(2))
    .subtract(L.DomUtil.getPosition(map.getPane('mapPane') as HTMLElement) ?? L.point(0, 0))
    .round()
}

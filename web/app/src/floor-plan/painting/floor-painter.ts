// Paints everything that stands or moves on the floor plan onto one canvas, while something changes. Runs in a worker
// (painter-worker.ts), so that 1,000 moving markers leave the page free; an old browser runs it in the page itself.
import { isPerson } from '../../ui/entity-kind.ts'
import { isMoving } from '../../realtime/marker-motion.ts'
import { groupNeighbours, isCrowded, markerRadius } from './clusters.ts'
import type { Frame } from './frame.ts'
import { paintHeat } from './heat-paint.ts'
import { forgetWidths, paintLabels } from './label-paint.ts'
import { paintLinks, paintRuler, paintTrail } from './line-paint.ts'
import { darkPalette, lightPalette } from './map-palette.ts'
import { paintChosenRing, paintClusters, paintHalos, paintMarkers } from './marker-paint.ts'
import { createSprites } from './marker-sprite.ts'
import type { Brush } from './marker-sprite.ts'
import { applyMarks, lookOf } from './paint-marker.ts'
import type { MarkerLook, Markers } from './paint-marker.ts'
import type { MapCanvas, PaintAnswer, PaintLook, PaintMessage, PaintOverlay, PaintView } from './paint-message.ts'
import { paintReceivers } from './receiver-paint.ts'

/** More names than this at once are noise; zooming in brings them back. */
const mostNames = 80
/** More halos than this cover the whole floor and tell nothing. */
const mostHalos = 150
/** Characters of a name; the card has the rest. */
const longestName = 32
/** Pixels per metre below which names would hide the floor. */
const namesFrom = 9
/** Ages fade without anything else happening. */
const fadeMs = 1_000

export type FloorPainter = {
  readonly receive: (message: PaintMessage) => void
  /** The font has come: what was measured or drawn with another is done again. */
  readonly fontCame: () => void
  readonly stop: () => void
}

export function createFloorPainter(answer: (message: PaintAnswer) => void): FloorPainter {
  const markers: Markers = new Map()
  let overlay: PaintOverlay = { receivers: [], links: [], trail: [], heat: null, ruler: [] }
  let canvases: readonly MapCanvas[] = []
  let ages = { activeMs: 0, lastSeenMs: 0 }
  let view: PaintView | null = null
  let look: PaintLook | null = null
  let sprites: { key: string; of: ReturnType<typeof createSprites> } | null = null
  let frame = 0

  function draw(): void {
    if (frame === 0) frame = requestAnimationFrame(drawNow)
  }

  function drawNow(): void {
    frame = 0
    const prepared = prepare()
    if (!prepared || !look) return
    const now = performance.timeOrigin + performance.now()
    paint(prepared, look, looksAt(prepared, look, now))
    for (const { motion } of markers.values()) if (isMoving(motion, now)) return draw()
  }

  function prepare(): Frame | null {
    const canvas = view && canvases[view.canvas]
    const brush = canvas?.getContext('2d') as Brush | null | undefined
    if (!view || !look || !canvas || !brush) return null
    const [width, height] = [Math.round(view.width * view.pixelRatio), Math.round(view.height * view.pixelRatio)]
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    brush.setTransform(view.pixelRatio, 0, 0, view.pixelRatio, 0, 0)
    brush.clearRect(0, 0, view.width, view.height)
    const palette = look.dark ? darkPalette : lightPalette
    const key = `${look.dark} ${view.pixelRatio}`
    if (sprites?.key !== key) sprites = { key, of: createSprites(palette, view.pixelRatio) }
    const { originX, originY, scale } = view
    const place = { x: (at: { x: number }) => originX + at.x * scale, y: (at: { y: number }) => originY + at.y * scale }
    return { brush, palette, sprites: sprites.of, view, radius: markerRadius(scale), ages, ...place }
  }

  /** Those to be seen: of a shown layer, and within the canvas. */
  function looksAt(
    on: Frame,
    { clockOffsetMs, chosen, hovered, people, assets }: PaintLook,
    now: number,
  ): MarkerLook[] {
    const looks: MarkerLook[] = []
    for (const [index, marker] of markers) {
      const one = lookOf(marker, index, { now, clockOffsetMs, ages, chosen, hovered })
      if (!one.emphasised && !(isPerson(marker.kind) ? people : assets)) continue
      const [x, y] = [on.x(one), on.y(one)]
      if (x < -40 || y < -40 || x > on.view.width + 40 || y > on.view.height + 40) continue
      looks.push(one)
    }
    return looks
  }

  function paint(on: Frame, shown: PaintLook, looks: readonly MarkerLook[]): void {
    const crowded = shown.clusters && isCrowded(markers.size, on.view.scale, on.view.floorM2)
    const chosen = looks.find(({ index }) => index === shown.chosen)
    const single = looks.filter(({ emphasised }) => emphasised)
    const { clusters, alone } = crowded
      ? groupNeighbours(
          looks.filter(({ emphasised }) => !emphasised),
          on.view.scale,
        )
      : { clusters: [], alone: looks.filter(({ emphasised }) => !emphasised) }
    const drawn = [...alone, ...single]
    if (overlay.heat) paintHeat(on, overlay.heat)
    if (shown.receivers) paintReceivers(on, overlay.receivers, shown.ambient)
    paintTrail(on, overlay.trail)
    if (chosen) paintLinks(on, chosen, overlay.links)
    const halosOfAll = shown.accuracy && drawn.length <= mostHalos
    paintHalos(
      on,
      drawn.filter(({ state, emphasised }) => state !== 'stale' && (halosOfAll || emphasised)),
    )
    paintMarkers(on, drawn)
    if (chosen) paintChosenRing(on, chosen)
    paintClusters(on, clusters)
    const namesOfAll = shown.names && !crowded && on.view.scale >= namesFrom && drawn.length <= mostNames
    const named = namesOfAll ? drawn : single
    if (named.length > 0)
      paintLabels(
        on,
        named.map((one) => labelOf(on, one)),
        drawn.map((one) => ({ x: on.x(one), y: on.y(one) })),
      )
    paintRuler(on, overlay.ruler, shown.units)
  }

  function receive(message: PaintMessage): void {
    if (message.type === 'start') ({ canvases, ages } = message)
    else if (message.type === 'look') ({ look } = message)
    else if (message.type === 'listen')
      message.port.onmessage = (event: MessageEvent<PaintMessage>) => receive(event.data)
    else if (message.type === 'overlay') overlay = { ...overlay, ...message.overlay }
    else if (message.type !== 'view') applyMarks(markers, message)
    else {
      ;({ view } = message)
      cancelAnimationFrame(frame)
      drawNow()
      // A frame later: by then what was drawn has reached the screen.
      requestAnimationFrame(() => answer({ type: 'shown' }))
    }
    draw()
  }

  const fading = setInterval(draw, fadeMs)
  return {
    receive,
    fontCame: () => {
      forgetWidths()
      draw()
    },
    stop: () => {
      clearInterval(fading)
      cancelAnimationFrame(frame)
    },
  }
}

function labelOf(on: Frame, look: MarkerLook) {
  const { index, marker, emphasised } = look
  return { index, text: shortName(marker.name), x: on.x(look), y: on.y(look), important: emphasised }
}

function shortName(name: string): string {
  return name.length <= longestName ? name : `${Array.from(name).slice(0, longestName).join('')}…`
}

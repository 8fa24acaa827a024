// Paints everything that stands or moves on the floor plan onto one canvas, while something changes. Runs in a worker
// (painter-worker.ts), so that 1,000 moving markers leave the page free; an old browser runs it in the page itself.
import { isMoving } from '../../realtime/marker-motion.ts'
import { markerRadius } from './clusters.ts'
import type { Frame } from './frame.ts'
import { forgetWidths } from './label-paint.ts'
import { darkPalette, lightPalette } from './map-palette.ts'
import { createSprites } from './marker-sprite.ts'
import type { Brush } from './marker-sprite.ts'
import { paintFrame } from './paint-frame.ts'
import { applyMarkerMessage } from './paint-marker.ts'
import type { Markers } from './paint-marker.ts'
import type { MapCanvas, PaintAnswer, PaintSettings, PaintMessage, PaintOverlay, PaintView } from './paint-message.ts'

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
  let surfaces: readonly Surface[] = []
  let ages = { activeMs: 0, lastSeenMs: 0 }
  let view: PaintView | null = null
  let settings: PaintSettings | null = null
  let sprites: { key: string; of: ReturnType<typeof createSprites> } | null = null
  let frame = 0

  function draw(): void {
    if (frame === 0) frame = requestAnimationFrame(drawNow)
  }

  function drawNow(): void {
    frame = 0
    const prepared = prepare()
    if (!prepared || !settings) return
    const now = performance.timeOrigin + performance.now()
    paintFrame(prepared, { settings, overlay, markers, now })
    for (const { motion } of markers.values()) if (isMoving(motion, now)) return draw()
  }

  function prepare(): Frame | null {
    const surface = view && surfaces[view.canvas]
    if (!view || !settings || !surface) return null
    const { canvas, brush } = surface
    const [width, height] = [Math.round(view.width * view.pixelRatio), Math.round(view.height * view.pixelRatio)]
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    brush.setTransform(view.pixelRatio, 0, 0, view.pixelRatio, 0, 0)
    brush.clearRect(0, 0, view.width, view.height)
    const palette = settings.dark ? darkPalette : lightPalette
    const key = `${settings.dark} ${view.pixelRatio}`
    if (sprites?.key !== key) sprites = { key, of: createSprites(palette, view.pixelRatio) }
    const { originX, originY, scale } = view
    const place = { x: (at: { x: number }) => originX + at.x * scale, y: (at: { y: number }) => originY + at.y * scale }
    return { brush, palette, sprites: sprites.of, view, radius: markerRadius(scale), ages, ...place }
  }

  function receive(message: PaintMessage): void {
    if (message.type === 'start') {
      surfaces = message.canvases.flatMap(surfaceOf)
      ;({ ages } = message)
    } else if (message.type === 'settings') ({ settings } = message)
    else if (message.type === 'listen')
      message.port.onmessage = (event: MessageEvent<PaintMessage>) => receive(event.data)
    else if (message.type === 'overlay') overlay = { ...overlay, ...message.overlay }
    else if (message.type !== 'view') applyMarkerMessage(markers, message)
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

type Surface = { readonly canvas: MapCanvas; readonly brush: Brush }

/** Asked for once: Firefox refuses a canvas of a page its brush the second time. */
function surfaceOf(canvas: MapCanvas): Surface[] {
  const brush = canvas.getContext('2d') as Brush | null
  return brush ? [{ canvas, brush }] : []
}

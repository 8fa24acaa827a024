// Lines on the map: where somebody came from, which receivers hear them, and the ruler.
import type { Point } from '../../realtime/marker-motion.ts'
import type { Frame } from './frame.ts'
import type { PaintLink, PaintOverlay } from './paint-message.ts'

/** A pause or a jump in the trail is left open: nobody knows the way taken. */
const openAfterMs = 90_000
const openBeyondM = 15

/** Older parts fade, so that the direction can be read without an arrow. */
export function paintTrail(frame: Frame, trail: PaintOverlay['trail']): void {
  const { brush } = frame
  brush.strokeStyle = frame.palette.trail
  brush.lineWidth = 2.5
  brush.lineCap = 'round'
  for (let index = 1; index < trail.length; index++) {
    const [from, to] = [trail[index - 1], trail[index]]
    if (!from || !to || to.at - from.at > openAfterMs || metres(from, to) > openBeyondM) continue
    brush.globalAlpha = 0.15 + (0.7 * index) / trail.length
    brush.beginPath()
    brush.moveTo(frame.x(from), frame.y(from))
    brush.lineTo(frame.x(to), frame.y(to))
    brush.stroke()
  }
  brush.globalAlpha = 1
  brush.lineCap = 'butt'
}

/** dBm from which a receiver hears well, and fairly. */
const strongFrom = -65
const fairFrom = -78

export function paintLinks(frame: Frame, badge: Point, links: readonly PaintLink[]): void {
  const { brush, palette } = frame
  for (const { at, rssi } of links) {
    const strong = rssi >= strongFrom
    brush.strokeStyle = strong ? palette.strong : rssi >= fairFrom ? palette.fair : palette.weak
    brush.lineWidth = strong ? 3 : rssi >= fairFrom ? 2 : 1.25
    brush.setLineDash(rssi >= fairFrom ? [] : [4, 4])
    brush.beginPath()
    brush.moveTo(frame.x(badge), frame.y(badge))
    brush.lineTo(frame.x(at), frame.y(at))
    brush.stroke()
  }
  brush.setLineDash([])
  for (const { at, rssi } of links) paintTag(frame, { x: at.x, y: at.y }, `${Math.round(rssi)} dBm`, 16)
}

export function paintRuler(frame: Frame, points: PaintOverlay['ruler']): void {
  const { brush, palette } = frame
  brush.strokeStyle = brush.fillStyle = palette.ruler
  brush.lineWidth = 2
  brush.setLineDash([6, 4])
  brush.beginPath()
  for (const point of points) brush.lineTo(frame.x(point), frame.y(point))
  brush.stroke()
  brush.setLineDash([])
  for (const point of points) {
    brush.beginPath()
    brush.arc(frame.x(point), frame.y(point), 4, 0, Math.PI * 2)
    brush.fillStyle = palette.ruler
    brush.fill()
  }
  for (let index = 1; index < points.length; index++) {
    const [from, to] = [points[index - 1], points[index]]
    if (!from || !to) continue
    paintTag(frame, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, to.length, 0)
  }
}

function paintTag(frame: Frame, at: Point, text: string, below: number): void {
  const { brush, palette } = frame
  brush.font = '600 11px "Inter Variable", system-ui, sans-serif'
  brush.textAlign = 'center'
  brush.textBaseline = 'middle'
  const width = brush.measureText(text).width + 10
  const [x, y] = [frame.x(at), frame.y(at) + below]
  brush.beginPath()
  brush.roundRect(x - width / 2, y - 8, width, 16, 4)
  brush.fillStyle = palette.textEdge
  brush.fill()
  brush.fillStyle = palette.text
  brush.fillText(text, x, y + 0.5)
}

function metres(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y)
}

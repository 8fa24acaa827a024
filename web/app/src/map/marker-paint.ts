// Draws one marker. Shape tells the kind (person round, visitor diamond, contractor hexagon, thing square), filling tells
// the age: full now, faded last seen, hollow stale (design: live things move honestly).
import { positionAges } from '@rollcall/contracts/domains/positions'
import type { EntityType } from '@rollcall/contracts/domains/positions'
import type { MapPalette } from './map-palette.ts'
import { isPerson } from './marker.ts'
import type { MarkerState } from './marker.ts'

export type MarkerLook = {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly kind: EntityType
  readonly state: MarkerState
  readonly ageMs: number
  readonly initials: string
  readonly emphasised: boolean
}

/** From this radius on, two letters are legible inside the marker. */
const initialsFrom = 10

/** Fades evenly while the reading ages from active to stale, so that nothing blinks at the boundary. */
export function opacityFor(ageMs: number): number {
  const { activeMs, lastSeenMs } = positionAges
  const share = Math.min(1, Math.max(0, (ageMs - activeMs) / (lastSeenMs - activeMs)))
  return 1 - 0.6 * share
}

export function paintMarker(canvas: CanvasRenderingContext2D, look: MarkerLook, palette: MapPalette): void {
  const colour = isPerson(look.kind) ? palette.person : palette.thing
  const stale = look.state === 'stale'
  canvas.globalAlpha = look.emphasised ? 1 : opacityFor(look.ageMs)
  trace(canvas, look.kind, look.x, look.y, look.radius)
  canvas.lineWidth = stale ? 1.75 : 2
  canvas.fillStyle = stale ? palette.ring : colour
  canvas.strokeStyle = stale ? colour : palette.ring
  canvas.fill()
  canvas.stroke()
  if (look.radius >= initialsFrom && isPerson(look.kind)) {
    canvas.fillStyle = stale ? colour : palette.initials
    canvas.font = `600 ${Math.round(look.radius * 0.82)}px "Inter Variable", system-ui, sans-serif`
    canvas.textAlign = 'center'
    canvas.textBaseline = 'middle'
    canvas.fillText(look.initials, look.x, look.y + 0.5)
  }
  canvas.globalAlpha = 1
}

export type Halo = { readonly x: number; readonly y: number; readonly radius: number }

/** All halos as one shape, so that overlapping ones do not add up to a blot. */
export function paintHalos(canvas: CanvasRenderingContext2D, halos: readonly Halo[], palette: MapPalette): void {
  canvas.beginPath()
  for (const { x, y, radius } of halos) {
    canvas.moveTo(x + radius, y)
    canvas.arc(x, y, radius, 0, Math.PI * 2)
  }
  canvas.fillStyle = palette.halo
  canvas.fill()
}

export function paintChosenHalo(canvas: CanvasRenderingContext2D, halo: Halo, palette: MapPalette): void {
  paintHalos(canvas, [halo], palette)
  canvas.globalAlpha = 0.7
  canvas.lineWidth = 1.25
  canvas.strokeStyle = palette.chosen
  canvas.stroke()
  canvas.globalAlpha = 1
}

export function paintChosenRing(canvas: CanvasRenderingContext2D, look: MarkerLook, palette: MapPalette): void {
  canvas.beginPath()
  canvas.arc(look.x, look.y, look.radius + 5, 0, Math.PI * 2)
  canvas.lineWidth = 2.5
  canvas.strokeStyle = palette.chosen
  canvas.stroke()
}

function trace(canvas: CanvasRenderingContext2D, kind: EntityType, x: number, y: number, radius: number): void {
  canvas.beginPath()
  if (kind === 'employee') canvas.arc(x, y, radius, 0, Math.PI * 2)
  else if (kind === 'visitor') polygon(canvas, x, y, radius * 1.2, 4, 0)
  else if (kind === 'contractor') polygon(canvas, x, y, radius * 1.12, 6, Math.PI / 6)
  else if (kind === 'asset') canvas.roundRect(x - radius * 0.82, y - radius * 0.82, radius * 1.64, radius * 1.64, 2.5)
  else canvas.arc(x, y, radius * 0.75, 0, Math.PI * 2)
  canvas.closePath()
}

function polygon(
  canvas: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  corners: number,
  turn: number,
): void {
  for (let corner = 0; corner < corners; corner++) {
    const angle = turn + (corner * Math.PI * 2) / corners
    canvas.lineTo(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius)
  }
}

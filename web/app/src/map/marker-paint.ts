// Draws markers and what surrounds them. Shape tells the kind (person round, visitor diamond, contractor hexagon, thing
// square), filling tells the age: full now, faded last seen, hollow stale (design: live things move honestly).
import type { EntityType } from '@rollcall/contracts/domains/positions'
import type { MapPalette } from './map-palette.ts'
import { opacityFor } from './marker-sprite.ts'
import type { createSprites } from './marker-sprite.ts'
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

export function paintMarker(
  canvas: CanvasRenderingContext2D,
  look: MarkerLook,
  palette: MapPalette,
  sprites: ReturnType<typeof createSprites>,
): void {
  const { kind, state, radius } = look
  const { picture, half } = sprites({ kind, state, radius, opacity: look.emphasised ? 1 : opacityFor(look.ageMs) })
  canvas.drawImage(picture, look.x - half, look.y - half, half * 2, half * 2)
  if (radius < initialsFrom || !isPerson(kind)) return
  canvas.fillStyle = state === 'stale' ? palette.person : palette.initials
  canvas.font = `600 ${Math.round(radius * 0.82)}px "Inter Variable", system-ui, sans-serif`
  canvas.textAlign = 'center'
  canvas.textBaseline = 'middle'
  canvas.fillText(look.initials, look.x, look.y + 0.5)
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

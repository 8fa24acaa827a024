// Markers as small pictures drawn once and copied often: copying 1,000 of them fits into a frame, tracing 1,000 does not.
import { positionAges } from '@rollcall/contracts/domains/positions'
import type { EntityType } from '@rollcall/contracts/domains/positions'
import type { MapPalette } from './map-palette.ts'
import { isPerson } from './marker.ts'
import type { MarkerState } from './marker.ts'

type Sprite = { readonly picture: HTMLCanvasElement; readonly half: number }

/** Opacity in tenths: finer steps would not be seen and would each need a picture of their own. */
export function opacityFor(ageMs: number): number {
  const { activeMs, lastSeenMs } = positionAges
  const share = Math.min(1, Math.max(0, (ageMs - activeMs) / (lastSeenMs - activeMs)))
  return Math.round((1 - 0.6 * share) * 10) / 10
}

export type SpriteWish = {
  readonly kind: EntityType
  readonly state: MarkerState
  readonly radius: number
  readonly opacity: number
}

export function createSprites(palette: MapPalette, pixelRatio: number): (wish: SpriteWish) => Sprite {
  const known = new Map<string, Sprite>()
  return (wish) => {
    const key = `${wish.kind} ${wish.state === 'stale'} ${wish.radius} ${wish.opacity}`
    const held = known.get(key)
    if (held) return held
    const sprite = drawSprite(wish, palette, pixelRatio)
    // Zooming asks for new sizes all the time; old ones are not worth keeping.
    if (known.size > 200) known.clear()
    known.set(key, sprite)
    return sprite
  }
}

function drawSprite({ kind, state, radius, opacity }: SpriteWish, palette: MapPalette, pixelRatio: number): Sprite {
  const half = Math.ceil(radius * 1.25 + 2)
  const picture = document.createElement('canvas')
  picture.width = picture.height = half * 2 * pixelRatio
  const canvas = picture.getContext('2d')
  if (canvas === null) return { picture, half }
  const colour = isPerson(kind) ? palette.person : palette.thing
  const stale = state === 'stale'
  canvas.scale(pixelRatio, pixelRatio)
  canvas.globalAlpha = opacity
  trace(canvas, kind, half, radius)
  canvas.lineWidth = stale ? 1.75 : 2
  canvas.fillStyle = stale ? palette.ring : colour
  canvas.strokeStyle = stale ? colour : palette.ring
  canvas.fill()
  canvas.stroke()
  return { picture, half }
}

function trace(canvas: CanvasRenderingContext2D, kind: EntityType, centre: number, radius: number): void {
  canvas.beginPath()
  if (kind === 'employee') canvas.arc(centre, centre, radius, 0, Math.PI * 2)
  else if (kind === 'visitor') polygon(canvas, centre, radius * 1.2, 4, 0)
  else if (kind === 'contractor') polygon(canvas, centre, radius * 1.12, 6, Math.PI / 6)
  else if (kind === 'asset')
    canvas.roundRect(centre - radius * 0.82, centre - radius * 0.82, radius * 1.64, radius * 1.64, 2.5)
  else canvas.arc(centre, centre, radius * 0.75, 0, Math.PI * 2)
  canvas.closePath()
}

function polygon(
  canvas: CanvasRenderingContext2D,
  centre: number,
  radius: number,
  corners: number,
  turn: number,
): void {
  for (let corner = 0; corner < corners; corner++) {
    const angle = turn + (corner * Math.PI * 2) / corners
    canvas.lineTo(centre + Math.cos(angle) * radius, centre + Math.sin(angle) * radius)
  }
}

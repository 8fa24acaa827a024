// Markers as small pictures drawn once and copied often: copying 1,000 of them fits into a frame, tracing 1,000 does not.
import type { EntityType } from '@rollcall/contracts/domains/positions'
import { isPerson } from '../../ui/entity-kind.ts'
import type { MapPalette } from './map-palette.ts'
import type { MapCanvas } from './paint-message.ts'

export type Brush = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D
type Sprite = { readonly picture: MapCanvas; readonly half: number }

/** Opacity in tenths: finer steps would not be seen and would each need a picture of their own. */
export function opacityFor(ageMs: number, ages: { readonly activeMs: number; readonly lastSeenMs: number }): number {
  const share = Math.min(1, Math.max(0, (ageMs - ages.activeMs) / (ages.lastSeenMs - ages.activeMs)))
  return Math.round((1 - 0.6 * share) * 10) / 10
}

const kinds: readonly EntityType[] = ['employee', 'visitor', 'contractor', 'asset', 'standalone']

export type SpriteWish = {
  readonly kind: EntityType
  readonly stale: boolean
  readonly radius: number
  readonly opacity: number
}

export function createSprites(palette: MapPalette, pixelRatio: number): (wish: SpriteWish) => Sprite {
  const cache = new Map<number, Sprite>()
  return (wish) => {
    const { kind, stale, radius, opacity } = wish
    const key = ((kinds.indexOf(kind) * 2 + Number(stale)) * 64 + radius * 2) * 11 + opacity * 10
    const cached = cache.get(key)
    if (cached) return cached
    const sprite = drawSprite(wish, palette, pixelRatio)
    // Zooming asks for new sizes all the time; old ones are not worth keeping.
    if (cache.size > 200) cache.clear()
    cache.set(key, sprite)
    return sprite
  }
}

function drawSprite({ kind, stale, radius, opacity }: SpriteWish, palette: MapPalette, pixelRatio: number): Sprite {
  const half = Math.ceil(radius * 1.25 + 2)
  const picture = newCanvas(Math.round(half * 2 * pixelRatio), Math.round(half * 2 * pixelRatio))
  const brush = picture.getContext('2d') as Brush | null
  if (brush === null) return { picture, half }
  const colour = isPerson(kind) ? palette.person : palette.asset
  brush.scale(pixelRatio, pixelRatio)
  brush.globalAlpha = opacity
  trace(brush, kind, half, radius)
  brush.lineWidth = stale ? 1.75 : 2
  brush.fillStyle = stale ? palette.ring : colour
  brush.strokeStyle = stale ? colour : palette.ring
  brush.fill()
  brush.stroke()
  return { picture, half }
}

/** In a worker there is no document; an old browser may have no OffscreenCanvas. */
export function newCanvas(width: number, height: number): MapCanvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height)
  return Object.assign(document.createElement('canvas'), { width, height })
}

function trace(brush: Brush, kind: EntityType, centre: number, radius: number): void {
  brush.beginPath()
  if (kind === 'employee') brush.arc(centre, centre, radius, 0, Math.PI * 2)
  else if (kind === 'visitor') polygon(brush, centre, radius * 1.2, 4, 0)
  else if (kind === 'contractor') polygon(brush, centre, radius * 1.12, 6, Math.PI / 6)
  else if (kind === 'asset')
    brush.roundRect(centre - radius * 0.82, centre - radius * 0.82, radius * 1.64, radius * 1.64, 2.5)
  else brush.arc(centre, centre, radius * 0.75, 0, Math.PI * 2)
  brush.closePath()
}

function polygon(brush: Brush, centre: number, radius: number, corners: number, turn: number): void {
  for (let corner = 0; corner < corners; corner++) {
    const angle = turn + (corner * Math.PI * 2) / corners
    brush.lineTo(centre + Math.cos(angle) * radius, centre + Math.sin(angle) * radius)
  }
}

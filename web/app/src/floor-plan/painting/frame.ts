// What every part of a picture needs to draw itself: the brush, the colours, and where a place of the floor lies.
import type { Point } from '../../realtime/marker-motion.ts'
import type { MapPalette } from './map-palette.ts'
import type { Brush, createSprites } from './marker-sprite.ts'
import type { PaintView } from './paint-message.ts'

export type Frame = {
  readonly brush: Brush
  readonly palette: MapPalette
  readonly sprites: ReturnType<typeof createSprites>
  readonly view: PaintView
  /** Of a marker, pixels. */
  readonly radius: number
  readonly ages: { readonly activeMs: number; readonly lastSeenMs: number }
  readonly x: (at: Point) => number
  readonly y: (at: Point) => number
}

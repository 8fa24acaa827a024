// Builder for tests: plans as pixels, drawn in metres.
import type { PlanPicture } from './plan-ink.ts'

type Ink = { readonly thick?: number; readonly grey?: number }

export function aPlanPicture({
  widthM,
  heightM,
  perMetre = 12,
}: {
  widthM: number
  heightM: number
  perMetre?: number
}) {
  const [width, height] = [Math.round(widthM * perMetre), Math.round(heightM * perMetre)]
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  /** Metres. */
  function fill(left: number, top: number, right: number, bottom: number, grey = 0): void {
    const px = (metres: number) => Math.round(metres * perMetre)
    for (let y = Math.max(0, px(top)); y < Math.min(height, Math.max(px(bottom), px(top) + 1)); y++)
      for (let x = Math.max(0, px(left)); x < Math.min(width, Math.max(px(right), px(left) + 1)); x++)
        pixels.set([grey, grey, grey, 255], (y * width + x) * 4)
  }
  /** Along the picture only. */
  function wall(x1: number, y1: number, x2: number, y2: number, { thick = 0.2, grey = 0 }: Ink = {}): void {
    fill(
      Math.min(x1, x2) - thick / 2,
      Math.min(y1, y2) - thick / 2,
      Math.max(x1, x2) + thick / 2,
      Math.max(y1, y2) + thick / 2,
      grey,
    )
  }
  function frame(left: number, top: number, right: number, bottom: number, ink?: Ink): void {
    wall(left, top, right, top, ink)
    wall(right, top, right, bottom, ink)
    wall(right, bottom, left, bottom, ink)
    wall(left, bottom, left, top, ink)
  }
  const plan = {
    /** Tables, hatching, fills. */
    fill,
    wall,
    frame,
    /** A gap in a wall. */
    door: (x: number, y: number, wide = 0.9) => fill(x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2, 255),
    /** Letters: strokes beside each other. */
    text: (x: number, y: number, letters: number, tall = 0.5) => {
      for (let index = 0; index < letters; index++) {
        const left = x + index * tall * 0.8
        fill(left, y, left + tall * 0.15, y + tall)
        fill(left, y, left + tall * 0.5, y + tall * 0.15)
      }
    },
    picture: (): PlanPicture => ({ width, height, pixels, metres: 1 / perMetre }),
  }
  return plan
}

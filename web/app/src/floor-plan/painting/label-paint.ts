// Names beside markers, where label-layout.ts finds room for them.
import type { Frame } from './frame.ts'
import { createLabelPlaces } from './label-layout.ts'
import type { LabelWish, Spot } from './label-layout.ts'
import type { Brush } from './marker-sprite.ts'

const font = '500 12px "Inter Variable", system-ui, sans-serif'
/** Measuring text costs more than drawing it; names rarely change. */
const widths = new Map<string, number>()
const placesOf = createLabelPlaces()

export function paintLabels(
  { brush, palette, radius, view }: Frame,
  wishes: readonly LabelWish[],
  markers: readonly Spot[],
) {
  brush.font = font
  brush.textAlign = 'left'
  brush.textBaseline = 'middle'
  brush.lineJoin = 'round'
  brush.lineWidth = 3.5
  brush.strokeStyle = palette.textEdge
  brush.fillStyle = palette.text
  const widthOf = (text: string) => measured(brush, text)
  const { margin, width, height } = view
  const within = { left: margin, top: margin, right: width - margin, bottom: height - margin }
  for (const { text, left, middle } of placesOf(wishes, markers, { radius, widthOf, within })) {
    brush.strokeText(text, left, middle)
    brush.fillText(text, left, middle)
  }
}

/** Widths measured before the font had come are wrong. */
export function forgetWidths(): void {
  widths.clear()
}

function measured(brush: Brush, text: string): number {
  const cached = widths.get(text)
  if (cached !== undefined) return cached
  if (widths.size > 5_000) widths.clear()
  const width = brush.measureText(text).width
  widths.set(text, width)
  return width
}

// Names beside markers, without ever covering each other: a label that finds no room is left out until it does.
import type { MapPalette } from './map-palette.ts'
import type { Brush } from './marker-sprite.ts'

export type LabelWish = { readonly text: string; readonly x: number; readonly y: number; readonly important: boolean }
type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

const font = '500 12px "Inter Variable", system-ui, sans-serif'
const height = 15
/** Measuring text costs more than drawing it; names rarely change. */
const widths = new Map<string, number>()

export function paintLabels(brush: Brush, wishes: readonly LabelWish[], palette: MapPalette): void {
  const placed: Box[] = []
  brush.font = font
  brush.textAlign = 'left'
  brush.textBaseline = 'middle'
  brush.lineJoin = 'round'
  brush.lineWidth = 3.5
  brush.strokeStyle = palette.textEdge
  brush.fillStyle = palette.text
  const importantFirst = wishes.toSorted((a, b) => Number(b.important) - Number(a.important))
  for (const { text, x, y, important } of importantFirst) {
    const box = { left: x, top: y - height / 2, right: x + widthOf(brush, text), bottom: y + height / 2 }
    if (!important && placed.some((other) => overlaps(box, other))) continue
    placed.push(box)
    brush.strokeText(text, x, y)
    brush.fillText(text, x, y)
  }
}

/** Widths measured before the font had come are wrong. */
export function forgetWidths(): void {
  widths.clear()
}

function widthOf(brush: Brush, text: string): number {
  const known = widths.get(text)
  if (known !== undefined) return known
  if (widths.size > 5_000) widths.clear()
  const width = brush.measureText(text).width
  widths.set(text, width)
  return width
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

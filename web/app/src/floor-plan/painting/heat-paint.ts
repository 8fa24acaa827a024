// Where people spent their time, as warmth: one small picture of the grid, stretched smoothly over the floor.
import type { Frame } from './frame.ts'
import { newCanvas } from './marker-sprite.ts'
import type { Brush } from './marker-sprite.ts'
import type { HeatGrid, MapCanvas } from './paint-message.ts'

let drawn: { grid: HeatGrid; dark: string; picture: MapCanvas } | null = null

export function paintHeat(frame: Frame, grid: HeatGrid): void {
  const colour = frame.palette.heat.join()
  if (drawn?.grid !== grid || drawn.dark !== colour) {
    drawn = { grid, dark: colour, picture: pictureOf(grid, frame.palette.heat) }
  }
  const { brush, view } = frame
  const { picture } = drawn
  brush.imageSmoothingEnabled = true
  brush.imageSmoothingQuality = 'high'
  const cell = grid.cellM * view.scale
  brush.drawImage(picture, view.originX, view.originY, picture.width * cell, picture.height * cell)
}

/** 0–255; quiet places are lifted a little, so that they are seen beside busy ones. The scale beside the map shows the same. */
export function heatOpacity(share: number): number {
  return share ** 0.8 * 165
}

/** One pixel per cell. */
function pictureOf({ columns, shares }: HeatGrid, [red, green, blue]: readonly number[]): MapCanvas {
  const rows = Math.ceil(shares.length / columns)
  const picture = newCanvas(columns, rows)
  const brush = picture.getContext('2d') as Brush | null
  const image = brush?.createImageData(columns, rows)
  if (!brush || !image) return picture
  shares.forEach((share, index) => {
    image.data.set([red ?? 0, green ?? 0, blue ?? 0, heatOpacity(share)], index * 4)
  })
  brush.putImageData(image, 0, 0)
  return picture
}

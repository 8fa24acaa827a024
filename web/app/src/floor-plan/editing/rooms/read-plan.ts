// The stored plan of a floor as pixels, as fine as rooms need and no finer. For use-find-rooms.ts.
import type { PlanPicture } from './plan-ink.ts'

/** Pixels of the longer side: enough for a door of a building of 200 m, and 25 MB at most. */
const mostPx = 2400
const perMetre = 14

/** Throws what cannot be read or drawn. */
export async function readPlan(
  url: string,
  { widthM, heightM }: { widthM: number; heightM: number },
): Promise<PlanPicture> {
  const image = new Image()
  image.src = url
  await image.decode()
  const scale = Math.min(perMetre, mostPx / Math.max(widthM, heightM))
  const [width, height] = [Math.max(1, Math.round(widthM * scale)), Math.max(1, Math.round(heightM * scale))]
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('This browser cannot draw pictures.')
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, 0, 0, width, height)
  return { width, height, pixels: pen.getImageData(0, 0, width, height).data, metres: 1 / scale }
}

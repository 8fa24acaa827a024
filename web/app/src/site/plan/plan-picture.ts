// A plan before it is stored: turned, cut, and measured by two points on it. Places on it are shares of its sides, 0 to 1.

export type Spot = { readonly x: number; readonly y: number }
export type Part = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
type Size = { readonly width: number; readonly height: number }

/** Pixels of the longer side; more is not seen on any screen, and a phone has to hold it. */
const mostPx = 4096
/** Of a side: less was a slip of the finger. */
const leastPart = 0.05

/** How wide the picture is when what lies between two points is so long; null where that says nothing. */
export function widthFrom([from, to]: readonly [Spot, Spot], lengthM: number, { width, height }: Size): number | null {
  const pixels = Math.hypot((to.x - from.x) * width, (to.y - from.y) * height)
  return pixels < 1 || !(lengthM > 0) ? null : rounded((lengthM / pixels) * width)
}

export const heightFor = (widthM: number, { width, height }: Size): number => rounded((widthM / width) * height)

/** What a part of a picture that is so wide shows. */
export const widthOfPart = (widthM: number, { width }: Part): number => rounded(widthM * width)

/** To centimetres. */
const rounded = (metres: number) => Math.round(metres * 100) / 100

/** Null: too little to be meant. */
export function partBetween(a: Spot, b: Spot): Part | null {
  const part = {
    left: Math.min(a.x, b.x),
    top: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  }
  return part.width < leastPart || part.height < leastPart ? null : part
}

export function drawn(image: HTMLImageElement): HTMLCanvasElement {
  // An SVG without a size of its own says zero.
  const [width, height] = [image.naturalWidth || mostPx, image.naturalHeight || mostPx]
  const scale = Math.min(1, mostPx / Math.max(width, height))
  return painted({ width: width * scale, height: height * scale }, (pen, size) =>
    pen.drawImage(image, 0, 0, size.width, size.height),
  )
}

/** By a quarter, clockwise. */
export function turned(picture: HTMLCanvasElement): HTMLCanvasElement {
  return painted({ width: picture.height, height: picture.width }, (pen, { width }) => {
    pen.translate(width, 0)
    pen.rotate(Math.PI / 2)
    pen.drawImage(picture, 0, 0)
  })
}

export function cut(picture: HTMLCanvasElement, { left, top, width, height }: Part): HTMLCanvasElement {
  const size = { width: width * picture.width, height: height * picture.height }
  return painted(size, (pen) => pen.drawImage(picture, -left * picture.width, -top * picture.height))
}

/** A page of a PDF is as sharp as it is drawn. */
export const sharpness = ({ width, height }: Size): number => mostPx / Math.max(width, height)

function painted(size: Size, paint: (pen: CanvasRenderingContext2D, size: Size) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(size.width))
  canvas.height = Math.max(1, Math.round(size.height))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot draw pictures.')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  paint(pen, canvas)
  return canvas
}

/** Smaller than PNG where the browser can write it. */
export function fileOf(picture: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('The picture is too large.')))
    picture.toBlob(done, 'image/webp', 0.92)
  })
}

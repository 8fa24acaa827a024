// Which square of a picture is kept: the largest that fits, made smaller by the zoom, moved within the picture.

type Picture = { readonly naturalWidth: number; readonly naturalHeight: number }
/** `x` and `y` from -1 (left, top) to 1; 0 is the middle. */
export type CropView = { zoom: number; readonly x: number; readonly y: number }

export function cropOf({ naturalWidth, naturalHeight }: Picture, { zoom, x, y }: CropView) {
  const side = Math.min(naturalWidth, naturalHeight) / zoom
  return {
    side,
    left: ((naturalWidth - side) / 2) * (1 + x),
    top: ((naturalHeight - side) / 2) * (1 + y),
  }
}

export function initialView(): CropView {
  return { zoom: 1, x: 0, y: 0 }
}

/** Pixels of the photo that is sent. */
const photoSide = 512

/** The square that is kept, as a file. Only in a browser. */
export async function squareOf(image: HTMLImageElement, view: CropView): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: photoSide, height: photoSide })
  const { left, top, side } = cropOf(image, view)
  canvas.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, photoSide, photoSide)
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88))
  if (file === null) throw new Error('The picture could not be drawn')
  return file
}

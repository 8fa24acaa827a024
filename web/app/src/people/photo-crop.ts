// Which square of a picture is kept: the largest that fits, made smaller by the zoom, moved within the picture.

type Picture = { readonly naturalWidth: number; readonly naturalHeight: number }
/** `x` and `y` from -1 (left, top) to 1; 0 is the middle. */
type View = { readonly zoom: number; readonly x: number; readonly y: number }

export function cropOf({ naturalWidth, naturalHeight }: Picture, { zoom, x, y }: View) {
  const side = Math.min(naturalWidth, naturalHeight) / zoom
  return {
    side,
    left: ((naturalWidth - side) / 2) * (1 + x),
    top: ((naturalHeight - side) / 2) * (1 + y),
  }
}

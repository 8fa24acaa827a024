// How many pixels a PNG, JPEG or WebP unpacks to, by its first bytes, without unpacking it: a file of kilobytes may be gigabytes in
// memory. Asked by the backend before it keeps one, and by the browser before it opens one.

export type PictureSize = { readonly width: number; readonly height: number }

/** Null: it does not say. */
export function pictureSize(mediaType: string, bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = readers[mediaType]?.(view) ?? null
    return size !== null && size.width > 0 && size.height > 0 ? size : null
  } catch {
    // It ends before it says.
    return null
  }
}

/** For the note that says so; null where they are few enough. */
export function tooManyPixels({ width, height }: PictureSize, most: number) {
  return width * height <= most ? null : { width, height, most: most / 1e6 }
}

const readers: Readonly<Record<string, (view: DataView) => PictureSize | null>> = {
  'image/png': (view) =>
    wordAt(view, 12) === 'IHDR' ? { width: view.getUint32(16), height: view.getUint32(20) } : null,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
}

function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; at < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    // Filling between segments.
    if (marker === 0xff) at += 1
    // SOF0 to SOF15 give the size; three in that range are tables.
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // Its content begins, and no size was given.
    else if (marker === 0xda) return null
    else at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return null
}

function webpSize(view: DataView): PictureSize | null {
  const kind = wordAt(view, 12)
  const threeBytes = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  if (kind === 'VP8X') return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 }
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (kind !== 'VP8L') return null
  const packed = view.getUint32(21, true)
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
}

const wordAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))

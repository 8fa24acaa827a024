// Reads a QR code or a Code 128 bar code from the pixels of a picture, in plain JavaScript: for browsers without a BarcodeDetector.
// Loaded when the first picture was taken (read-picture.ts).
import decodeQr from 'qr/decode.js'
import { readCode128 } from './code-128.ts'

export type ColourPicture = Pick<ImageData, 'data' | 'width' | 'height'>

/** Milliseconds for further attempts at a picture that is hard to read. */
const timeLimit = 500

/** Null: there is none that can be read. */
export function readCode(picture: ColourPicture): string | null {
  try {
    return decodeQr(picture, { format: 'RGBA', effort: 100, timeLimit })
  } catch {
    return readCode128({ ...picture, luma: lumaOf(picture) })
  }
}

function lumaOf({ data, width, height }: ColourPicture): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, index) => {
    const at = index * 4
    return (data[at]! * 54 + data[at + 1]! * 183 + data[at + 2]! * 19) >> 8
  })
}

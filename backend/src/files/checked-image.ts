// An uploaded picture is what it says it is, by its first bytes (rules 8). SVG is text with powers, so it is sanitised.
import type { UploadedFile } from '@rollcall/contracts/endpoint'
import { refuseField } from '../http/refusal.ts'
import { sanitiseSvg } from './sanitise-svg.ts'

/** Answers the bytes to keep. */
export function checkedImage(file: UploadedFile, field: string): Uint8Array {
  if (file.mediaType === 'image/svg+xml') {
    const clean = sanitiseSvg(decode(file.bytes, field))
    if (clean === null) refuseField(field, 'This is not an SVG picture')
    return new TextEncoder().encode(clean)
  }
  if (!hasSignature(file.mediaType, file.bytes)) refuseField(field, 'The content is not the picture it claims to be')
  return file.bytes
}

function hasSignature(mediaType: string, bytes: Uint8Array): boolean {
  const ascii = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (mediaType === 'image/png') return ascii.startsWith('\x89PNG\r\n\x1a\n')
  if (mediaType === 'image/jpeg') return ascii.startsWith('\xff\xd8\xff')
  return mediaType === 'image/webp' && ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP'
}

function decode(bytes: Uint8Array, field: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuseField(field, 'The picture is not UTF-8 text')
  }
}

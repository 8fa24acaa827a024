// An uploaded picture is what it says it is, by its first bytes, and not too large once unpacked (rules 8). SVG is text with powers, so
// it is sanitised, in a thread: a drawing of megabytes takes seconds.
import type { Upload, UploadedFile } from '@rollcall/contracts/endpoint'
import { pictureSize, tooManyPixels } from '@rollcall/contracts/picture-size'
import { refuseField } from '../http/refusal.ts'
import { sanitiseSvg } from './sanitise-svg.ts'

/** Runs a job of heavy-jobs.ts. */
type RunJob = { run(name: 'cleanSvg', input: Uint8Array): Promise<CleanSvg> }

/** Answers the bytes to keep. */
export async function checkedImage(file: UploadedFile, { upload }: Upload, heavy: RunJob): Promise<Uint8Array> {
  if (file.mediaType === 'image/svg+xml') {
    const { svg, refused } = await heavy.run('cleanSvg', file.bytes)
    return svg ?? refuseField(upload.field, refused)
  }
  const size = hasSignature(file.mediaType, file.bytes) ? pictureSize(file.mediaType, file.bytes) : null
  if (size === null) refuseField(upload.field, 'not_the_picture')
  const refusal = tooManyPixels(size, upload.maxPixels)
  return refusal === null ? file.bytes : refuseField(upload.field, 'too_many_pixels', refusal)
}

type CleanSvg = { svg: Uint8Array; refused?: never } | { svg: null; refused: 'picture_not_text' | 'not_svg' }

/** Done by heavy-jobs.ts. */
export function cleanSvg(bytes: Uint8Array): CleanSvg {
  const text = decoded(bytes)
  if (text === null) return { svg: null, refused: 'picture_not_text' }
  const clean = sanitiseSvg(text)
  return clean === null ? { svg: null, refused: 'not_svg' } : { svg: new TextEncoder().encode(clean) }
}

function hasSignature(mediaType: string, bytes: Uint8Array): boolean {
  const ascii = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (mediaType === 'image/png') return ascii.startsWith('\x89PNG\r\n\x1a\n')
  if (mediaType === 'image/jpeg') return ascii.startsWith('\xff\xd8\xff')
  return mediaType === 'image/webp' && ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP'
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

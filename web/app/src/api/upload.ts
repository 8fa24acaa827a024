// Sends a file and tells how far it is: `fetch` cannot. Otherwise like `call` (api/client.ts), with the same refusals.
import { csrfHeader } from '@rollcall/contracts/cookies'
import { serverLayer } from '@rollcall/contracts/domains/server-layer'
import type { CallResult, Endpoint, Upload } from '@rollcall/contracts/endpoint'
import { pictureSize, tooManyPixels } from '@rollcall/contracts/picture-size'
import { readCookie } from '../session/session-cookies.ts'
import { announceChange, call } from './call.ts'
import { ProblemError, problemFrom, unreachable } from './problem-error.ts'
import { rowUrl } from './row-url.ts'
import { t as noteText } from './notes/texts.ts'
import { t } from './texts.ts'

export type UploadRow = Endpoint & { readonly body: Upload }

export type UploadTo = {
  readonly params: Record<string, string>
  readonly query?: Record<string, unknown>
  /** The `updatedAt` of what gets the file (412). */
  readonly unchangedSince?: string | undefined
}

/** Refuses at once what the row would refuse: a wrong kind of file, or too large a one. */
export function refuseFile({ body: { upload } }: UploadRow, file: { type: string; size: number }): string | null {
  if (!upload.mediaTypes.includes(file.type)) {
    return t('wrongKind', { kinds: kindsOf(upload.mediaTypes).join(', ') })
  }
  if (file.size > upload.maxBytes) {
    return t('tooLarge', { size: megabytes(file.size), most: megabytes(upload.maxBytes) })
  }
  return file.size === 0 ? t('empty') : null
}

/** Before it is opened: a small file may be too large for the memory of this device. */
export async function refusePixels({ body: { upload } }: UploadRow, file: File): Promise<string | null> {
  const size = pictureSize(file.type, new Uint8Array(await file.arrayBuffer()))
  const pixels = size && tooManyPixels(size, upload.maxPixels)
  return pixels && noteText('too_many_pixels', pixels)
}

/** What the row accepts, before a file is chosen: "PNG, JPEG or WEBP, at most 5 MB". */
export function acceptedFiles({ body: { upload } }: UploadRow): string {
  const kinds = kindsOf(upload.mediaTypes)
  const last = kinds.pop() ?? ''
  return t('accepted', { kinds: kinds.join(', '), last, most: megabytes(upload.maxBytes) })
}

/** `onProgress` gets the share sent, 0 to 1. */
export async function upload<E extends UploadRow>(
  row: E,
  { file, onProgress, unchangedSince, ...where }: UploadTo & { file: Blob; onProgress: (share: number) => void },
): Promise<CallResult<E>> {
  const refusal = refuseFile(row, file)
  if (refusal !== null) throw new ProblemError({ code: 'validation_failed', message: refusal, status: 400 })
  const token = readCookie(document.cookie, 'csrf_token') ?? (await call(serverLayer.csrfToken)).csrfToken
  const form = new FormData()
  form.set(row.body.upload.field, file)
  const request = new XMLHttpRequest()
  request.open(row.method, rowUrl(row, where))
  request.setRequestHeader(csrfHeader, token)
  request.setRequestHeader('accept', 'application/json')
  if (unchangedSince) request.setRequestHeader('if-match', `"${unchangedSince}"`)
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
  await new Promise<void>((resolve, reject) => {
    request.addEventListener('load', () => resolve())
    for (const trouble of ['error', 'timeout', 'abort']) request.addEventListener(trouble, () => reject(unreachable()))
    request.send(form)
  })
  const body: unknown = parsed(request.responseText)
  if (request.status < 200 || request.status >= 300) throw problemFrom(request.status, new Headers(), body)
  announceChange(row)
  return (body as { data: CallResult<E> }).data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function kindsOf(mediaTypes: readonly string[]): string[] {
  return mediaTypes.map((type) =>
    type
      .replace(/^image\//, '')
      .replace('svg+xml', 'svg')
      .toUpperCase(),
  )
}

function megabytes(bytes: number): number {
  return Math.round((bytes / 1024 / 1024) * 10) / 10
}

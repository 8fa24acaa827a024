// A multipart body on its way to the backend (spec 4.2: floor plan, photo): streamed, never held. The backend checks the parts;
// here the media type and the size are checked, and the browser's connection is kept out of the backend's reach.
import { PassThrough, type Readable } from 'node:stream'
import type { Upload } from '@rollcall/contracts/endpoint'
import { refuse, type Refusal } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'

/** Boundaries and part headers on top of the file itself. */
const multipartOverhead = 64 * 1024

export type UploadBody = { readonly stream: Readable; readonly headers: readonly string[] }

export function uploadBody(context: RequestContext, { upload }: Upload, onTooLarge: () => void): UploadBody | Refusal {
  const { headers } = context.request
  const type = headers['content-type']
  if (
    type === undefined ||
    !/^multipart\/form-data *;.*\bboundary=/i.test(type) ||
    headers['content-encoding'] !== undefined
  ) {
    return refuse('unsupported_media_type')
  }
  const limit = upload.maxBytes + multipartOverhead
  const declared = headers['content-length']
  if (Number(declared ?? 0) > limit) return refuse('body_too_large')
  context.askForBody()
  const length = declared === undefined ? [] : ['content-length', declared]
  return { stream: limited(context, limit, onTooLarge), headers: ['content-type', type, ...length] }
}

/** A stream of its own, because the backend client destroys what it is given, and with the request would go our answer. */
function limited({ request }: RequestContext, limit: number, onTooLarge: () => void): PassThrough {
  const stream = new PassThrough()
  let received = 0
  request.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > limit && !stream.destroyed) onTooLarge()
  })
  request.pipe(stream)
  // What the backend no longer wants is read and dropped until the answer closes the connection.
  stream.once('close', () => request.unpipe(stream).resume())
  stream.on('error', () => undefined)
  return stream
}

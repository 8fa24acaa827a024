// Reads a request body into memory, up to a limit and a deadline; nothing is read of a body that is declared too long.
// Called for validated bodies and for the catch-all; uploads stream instead (upload-body.ts).
import { refuse, type Refusal } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'

export type BodyLimits = { readonly bytes: number; readonly timeoutMs: number }

/** The client went away while sending: nobody is left to answer. */
export const clientGone = Symbol('client gone')

export function hasBody({ request }: RequestContext): boolean {
  const length = request.headers['content-length']
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

export function readBody(context: RequestContext, limits: BodyLimits): Promise<Buffer | Refusal | typeof clientGone> {
  const { request } = context
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > limits.bytes) return Promise.resolve(refuse('body_too_large'))
  context.askForBody()
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const timer = setTimeout(() => finish(refuse('request_timeout')), limits.timeoutMs)
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > limits.bytes) return finish(refuse('body_too_large'))
      chunks.push(chunk)
    }
    const onEnd = () => finish(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length))
    const onClose = () => finish(clientGone)
    const finish = (result: Buffer | Refusal | typeof clientGone) => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      resolve(result)
    }
    request.on('data', onData).on('end', onEnd).on('close', onClose)
  })
}

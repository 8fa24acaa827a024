// The relay's plain HTTP transports (HTTP streaming, SSE, emulation) on the page's origin: proxied like the API, but neither
// limited in time, because they are silent by nature, nor authenticated here: the relay token inside is the relay's to judge.
import { refuse, sendProblem } from './problem.ts'
import type { Forward } from './proxy/forward.ts'
import { requestHeaders } from './proxy/forwarded-headers.ts'
import { clientGone, hasBody, readBody } from './proxy/read-body.ts'
import type { RequestContext } from './request-context.ts'

export type RelayHttp = (context: RequestContext) => void | Promise<void>

/** A command frame of the relay's protocol is far smaller. */
const maxBytes = 64 * 1024

export function createRelayHttp(options: {
  forward: Forward | null
  timeoutMs: number
  writeIdleMs: number
}): RelayHttp {
  const { forward, timeoutMs, writeIdleMs } = options
  return async (context) => {
    context.route = 'relay'
    if (forward === null) return sendProblem(context, refuse('not_found'))
    const headers = requestHeaders(context, null)
    const { origin, 'content-type': type } = context.request.headers
    if (origin !== undefined) headers.push('origin', origin)
    const body = hasBody(context) ? await readBody(context, { bytes: maxBytes, timeoutMs }) : null
    if (body === clientGone) return
    if (body !== null && 'code' in body) return sendProblem(context, body)
    if (body !== null && type !== undefined) headers.push('content-type', type)
    const { method, path, query } = context
    forward(context, { method, target: path + query, headers, body, timeoutMs, idleMs: 0, writeIdleMs })
  }
}

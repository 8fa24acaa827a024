// Writes an answer of our own: status, the headers of the first middleware, the request id, the body. Every answer that does
// not stream from the backend goes through here, so that no header is missing or doubled (appendix, security headers; rules 4).
import { isMutation } from './access-rule.ts'
import { isUnder } from './request-path.ts'
import { lingerAfterReply } from './lingering-close.ts'
import type { RequestContext } from './request-context.ts'

export type Reply = {
  readonly status: number
  /** Flat name, value, name, value. */
  readonly headers?: readonly string[]
  readonly body?: string | Buffer | null
}

/** An unread request body up to this many bytes is read and dropped, so that the connection can be kept. */
const drainableBytes = 64 * 1024

/** Longest time a client may take no byte of its answer, milliseconds. */
export const writeIdleMs = 60_000

export function sendReply(context: RequestContext, reply: Reply): void {
  const { response } = context
  const body = reply.body ?? null
  const headers = commonHeaders(context)
  if (reply.headers) headers.push(...withoutCaching(context, reply.headers))
  if (isUncacheable(context) && !hasHeader(headers, 'Cache-Control') && !hasHeader(headers, 'cache-control')) {
    headers.push('Cache-Control', 'no-store')
  }
  if (body !== null) headers.push('Content-Length', String(Buffer.byteLength(body)))
  else if (reply.status !== 204 && reply.status !== 304) headers.push('Content-Length', '0')
  response.writeHead(reply.status, headers)
  if (body === null || context.method === 'HEAD') response.end()
  else response.end(body)
  // Node would wait for ever. It looks twice before it hangs up, whether bytes went since, and stops with the next request.
  context.request.socket.setTimeout(writeIdleMs / 2)
}

/** Of what we say ourselves: true now, for this caller. */
export const jsonHeaders = ['Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'no-store'] as const

/** `{ success: true, data }` (rules 1); `undefined` data is no content. */
export function sendData(context: RequestContext, data: unknown): void {
  if (data === undefined) return sendReply(context, { status: 204 })
  sendReply(context, { status: 200, headers: jsonHeaders, body: JSON.stringify({ success: true, data }) })
}

/** The headers every answer has, our own and the proxied ones alike. */
export function commonHeaders(context: RequestContext): string[] {
  const headers = [...context.securityHeaders, 'X-Request-Id', context.requestId, ...context.replyHeaders]
  if (leavesBodyUnread(context)) {
    headers.push('Connection', 'close')
    lingerAfterReply(context.request.socket)
  } else if (context.server.lifecycle.stopping) {
    headers.push('Connection', 'close')
  }
  return headers
}

function leavesBodyUnread({ request, awaitsContinue }: RequestContext): boolean {
  if (request.complete) return false
  // Whoever was not asked for a body may leave it out, and what comes next would be taken for it.
  if (awaitsContinue || request.headers['transfer-encoding'] !== undefined) return true
  return Number(request.headers['content-length'] ?? 0) > drainableBytes
}

/** Everything under /api, every answer to what is sent, and every one that sets a cookie: a cache would hand it to somebody else. */
export function isUncacheable({ method, path, replyHeaders }: RequestContext): boolean {
  return isUnder(path, '/api') || isMutation(method) || hasHeader(replyHeaders, 'Set-Cookie')
}

/** A file is cacheable by its own headers, but not together with somebody's session. */
function withoutCaching(context: RequestContext, headers: readonly string[]): readonly string[] {
  if (!hasHeader(context.replyHeaders, 'Set-Cookie')) return headers
  return headers.filter((_, at) => headers[at - (at % 2)] !== 'Cache-Control')
}

function hasHeader(headers: readonly string[], name: string): boolean {
  return headers.includes(name)
}

// Header hygiene in both directions (rules 4). Toward the backend only what is listed here goes through, so no header can
// impersonate, whatever it will be called; toward the browser ours win and nothing of the backend's machinery shows.
import type { IncomingHttpHeaders } from 'node:http'
import { ownedHeaderNames } from '../middleware/security-headers.ts'
import { isUncacheable } from '../reply.ts'
import type { RequestContext } from '../request-context.ts'

const forwardable = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'idempotency-key',
  'pragma',
  'prefer',
  'range',
  'traceparent',
  'tracestate',
  'user-agent',
])

/** Flat name, value, name, value. `Host` is the backend's own; the body's headers are added by whoever sends a body. */
export function requestHeaders(context: RequestContext, token: string | null): string[] {
  const { headers } = context.request
  const sent: string[] = []
  for (const name in headers) if (forwardable.has(name)) sent.push(name, headers[name] as string)
  sent.push('x-request-id', context.requestId, 'x-forwarded-for', context.client)
  sent.push('x-forwarded-proto', context.protocol, 'x-forwarded-host', context.publicHost)
  if (token !== null) sent.push('authorization', `Bearer ${token}`)
  return sent
}

/** For an answer that we read ourselves: we do not inflate. */
export function withoutCompression(headers: readonly string[]): string[] {
  return dropField(headers, 'accept-encoding')
}

export function dropField(headers: readonly string[], name: string): string[] {
  return headers.filter((_, at) => headers[at - (at % 2)] !== name)
}

const neverReturned = new Set([
  ...ownedHeaderNames,
  // hop by hop
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // ours, or nobody's business
  'date',
  'x-request-id',
  'set-cookie',
  'server',
  'via',
  'x-powered-by',
  'x-aspnet-version',
  'alt-svc',
  'service-worker-allowed',
  'clear-site-data',
])

/** Flat. Everything under /api is uncacheable unless the backend already says so; a limit of ours hides the backend's. */
export function replyHeaders(context: RequestContext, status: number, headers: IncomingHttpHeaders): string[] {
  const noStore = isUncacheable(context)
  const named = namedByConnection(headers.connection)
  const ours = context.replyHeaders.length === 0 ? null : namesIn(context.replyHeaders)
  const returned: string[] = []
  for (const name in headers) {
    if (neverReturned.has(name) || name.startsWith('access-control-') || named?.has(name) || ours?.has(name)) continue
    if (status === 204 && name.startsWith('content-')) continue
    const value = headers[name]
    if (name === 'cache-control' && noStore && !/\bno-store\b/i.test(String(value))) continue
    // First, because behind a Content-Length Node decodes it as UTF-8 and then refuses it or writes other bytes.
    if (name === 'content-disposition') returned.unshift(name, String(value))
    else if (Array.isArray(value)) for (const one of value) returned.push(name, one)
    else if (value !== undefined) returned.push(name, value)
  }
  if (noStore && !returned.includes('cache-control')) returned.push('Cache-Control', 'no-store')
  return returned
}

/** Our own headers, which win; a file that the backend shuts in (`sandbox`) stays so: its policy stands behind ours in the same header, and a
 * browser keeps to both, so that it can only tighten. */
export function keepSandbox(
  ours: readonly string[],
  { 'content-security-policy': given }: IncomingHttpHeaders,
): string[] {
  const policy = String(given ?? '')
  if (!/(^|;)\s*sandbox\s*(;|$)/.test(policy) || /[^\x20-\x7e]/.test(policy)) return [...ours]
  return ours.map((value, at) => (ours[at - 1] === 'Content-Security-Policy' ? `${value}, ${policy}` : value))
}

const namesIn = (flat: readonly string[]) =>
  new Set(flat.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()))

function namedByConnection(connection: string | undefined): Set<string> | null {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return null
  return new Set(
    String(connection)
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  )
}

// What happens to an /api/ request that no route of ours answers (spec 4.1): a contract row is forwarded with its validated
// body, any other path as it is. Called by api-routes.ts after the middlewares.
import { isUpload, type Endpoint, type Upload } from '@rollcall/contracts/endpoint'
import { Nothing } from '@rollcall/contracts/list'
import type { DeniedAccess } from '../denied-access.ts'
import { refuse, sendProblem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import type { CookieJar } from '../session-cookies.ts'
import { bearerToken } from './bearer-token.ts'
import type { Forward } from './forward.ts'
import { requestHeaders } from './forwarded-headers.ts'
import { clientGone, hasBody, readBody } from './read-body.ts'
import { uploadBody } from './upload-body.ts'
import type { UpstreamCall } from './upstream.ts'
import { validatedBody } from './validated-body.ts'

export type ProxyLimits = {
  readonly backendTimeoutMs: number
  readonly uploadTimeoutMs: number
  readonly bodyTimeoutMs: number
  readonly writeIdleMs: number
  readonly jsonBytes: number
}

export type ApiProxyOptions = {
  readonly forward: Forward
  /** The way of urgent rows (rules 9). */
  readonly forwardUrgent: Forward
  readonly cookies: CookieJar
  readonly denied: DeniedAccess
  readonly limits: ProxyLimits
}

export type ApiProxy = {
  readonly row: (context: RequestContext, row: Endpoint) => void | Promise<void>
  /** A row whose credential is in its path: nobody's session goes with it. */
  readonly withoutSession: (context: RequestContext, row: Endpoint) => void | Promise<void>
  readonly catchAll: (context: RequestContext) => void | Promise<void>
  /** The headers for the backend, or null when the token was refused and the request is answered. */
  readonly headersWithToken: (context: RequestContext) => Promise<string[] | null>
}

/** Absent: as long as any answer may take, on everybody's way. */
type Sending = { readonly timeoutMs?: number; readonly urgent?: boolean }

const withoutBody = new Set(['GET', 'HEAD', 'OPTIONS'])

export function createApiProxy(options: ApiProxyOptions): ApiProxy {
  const { cookies, denied, limits } = options
  const bodyLimits = { bytes: limits.jsonBytes, timeoutMs: limits.bodyTimeoutMs }

  const headersWithToken = async (context: RequestContext): Promise<string[] | null> => {
    const bearer = bearerToken(context, cookies)
    if (bearer.kind !== 'rejected') return requestHeaders(context, bearer.kind === 'token' ? bearer.token : null)
    await denied(context, 'unauthenticated')
    sendProblem(context, refuse('unauthenticated'))
    return null
  }
  const send = (context: RequestContext, headers: readonly string[], body: UpstreamCall['body'], how: Sending = {}) => {
    const { method, path, query } = context
    const { backendTimeoutMs: idleMs, writeIdleMs } = limits
    const { timeoutMs = idleMs, urgent = false } = how
    const forward = urgent ? options.forwardUrgent : options.forward
    return forward(context, { method, target: path + query, headers, body, timeoutMs, idleMs, writeIdleMs })
  }

  const sendUpload = (context: RequestContext, headers: string[], shape: Upload) => {
    const upload = uploadBody(context, shape, () => callOff(refuse('body_too_large')))
    if ('code' in upload) return sendProblem(context, upload)
    const callOff = send(context, [...headers, ...upload.headers], upload.stream, { timeoutMs: limits.uploadTimeoutMs })
  }

  const sendRow = async (context: RequestContext, row: Endpoint, headers: string[] | null) => {
    if (headers === null) return
    const { urgent } = row
    if (withoutBody.has(context.method)) return void send(context, headers, null, { urgent })
    if (isUpload(row.body)) return sendUpload(context, headers, row.body)
    const body = await validatedBody(context, row.body ?? Nothing, bodyLimits)
    if (body === clientGone) return
    if ('code' in body) return sendProblem(context, body)
    // A row without a body schema (most DELETEs) takes none and sends none.
    const bytes = row.body === null ? null : body.bytes
    if (bytes !== null) headers.push('content-type', 'application/json')
    send(context, headers, bytes, { urgent })
  }

  const catchAll: ApiProxy['catchAll'] = async (context) => {
    const headers = await headersWithToken(context)
    if (headers === null) return
    if (withoutBody.has(context.method) || !hasBody(context)) return void send(context, headers, null)
    const { 'content-type': type, 'content-encoding': encoding } = context.request.headers
    if (type === undefined) return sendProblem(context, refuse('unsupported_media_type'))
    const body = await readBody(context, bodyLimits)
    if (body === clientGone) return
    if ('code' in body) return sendProblem(context, body)
    headers.push('content-type', type)
    if (encoding !== undefined) headers.push('content-encoding', encoding)
    send(context, headers, body)
  }

  return {
    row: async (context, row) => sendRow(context, row, await headersWithToken(context)),
    withoutSession: (context, row) => sendRow(context, row, requestHeaders(context, null)),
    catchAll,
    headersWithToken,
  }
}

// POST /api/auth/logout (rules 2): the cookies go in any case; the backend is told, but cannot prevent it by being down.
import { auth } from '@rollcall/contracts/domains/auth'
import { Nothing } from '@rollcall/contracts/list'
import { sendProblem } from '../problem.ts'
import { bearerToken } from '../proxy/bearer-token.ts'
import { requestHeaders } from '../proxy/forwarded-headers.ts'
import { clientGone, type BodyLimits } from '../proxy/read-body.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { validatedBody } from '../proxy/validated-body.ts'
import { sendData } from '../reply.ts'
import type { RequestContext } from '../request-context.ts'
import type { CookieJar } from '../session-cookies.ts'

/** Nobody waits longer than this to be signed out, milliseconds. */
const notifyBackendMs = 3000
const maxReplyBytes = 64 * 1024

export type LogoutOptions = {
  readonly backend: Upstream
  readonly cookies: CookieJar
  readonly bodyLimits: BodyLimits
  /** Otherwise the next page would exchange the identity-provider session for a new one at once. */
  readonly endProviderSession: (context: RequestContext) => void
}

export function createLogoutRoute(options: LogoutOptions): (context: RequestContext) => Promise<void> {
  return async (context) => {
    options.cookies.clearAll(context)
    options.endProviderSession(context)
    const body = await validatedBody(context, Nothing, options.bodyLimits)
    if (body === clientGone) return
    if ('code' in body) return sendProblem(context, body)
    const bearer = bearerToken(context, options.cookies)
    if (bearer.kind === 'token') {
      const headers = requestHeaders(context, bearer.token)
      const call = {
        method: auth.logout.method,
        target: auth.logout.path,
        headers,
        body: null,
        timeoutMs: notifyBackendMs,
      }
      await options.backend.call(call, maxReplyBytes)
    }
    sendData(context, undefined)
  }
}

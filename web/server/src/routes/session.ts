// Signing in: POST /api/auth/login, backend-login and passkey-login, and the password change, which also gives a new session (spec 2.4, 4.3;
// rules 2). The backend decides; on success its session becomes cookies, and every earlier one is replaced.
import { auth } from '@rollcall/contracts/domains/auth'
import type { Endpoint } from '@rollcall/contracts/endpoint'
import { z } from 'zod'
import type { CsrfTokens } from '../csrf-tokens.ts'
import { refuse, sendProblem } from '../problem.ts'
import type { ApiProxy } from '../proxy/api-proxy.ts'
import { dropField, replyHeaders, requestHeaders, withoutCompression } from '../proxy/forwarded-headers.ts'
import { clientGone, type BodyLimits } from '../proxy/read-body.ts'
import type { Upstream, UpstreamReply } from '../proxy/upstream.ts'
import { validatedBody } from '../proxy/validated-body.ts'
import { sendReply } from '../reply.ts'
import type { RequestContext } from '../request-context.ts'
import { Session, type CookieJar } from '../session-cookies.ts'

export type SessionRouteOptions = {
  readonly backend: Upstream
  readonly proxy: ApiProxy
  readonly cookies: CookieJar
  readonly csrfTokens: CsrfTokens
  readonly bodyLimits: BodyLimits
  readonly timeoutMs: number
  /** Otherwise that session would be exchanged, perhaps for another account, as soon as this one is over. */
  readonly endProviderSession: (context: RequestContext) => void
  /** Strict profile: scripts never see the token, not even at login. */
  readonly hideToken: boolean
}

export type SessionRoute = (context: RequestContext, row: Endpoint) => Promise<void>

export const SessionReply = z.object({ success: z.literal(true), data: Session })
export const maxSessionReplyBytes = 1024 * 1024

export function createSessionRoute(options: SessionRouteOptions): SessionRoute {
  return async (context, row) => {
    const { method, path, query } = context
    // A login brings no earlier token along; a password change is made as the one who is signed in.
    const headers =
      row === auth.changePassword ? await options.proxy.headersWithToken(context) : requestHeaders(context, null)
    if (headers === null) return
    const body = await validatedBody(context, row.body as z.ZodType, options.bodyLimits)
    if (body === clientGone) return
    if ('code' in body) return sendProblem(context, body)
    const reply = await options.backend.call(
      {
        method,
        target: path + query,
        headers: [...withoutCompression(headers), 'content-type', 'application/json'],
        body: body.bytes,
        timeoutMs: options.timeoutMs,
      },
      maxSessionReplyBytes,
    )
    if ('code' in reply) return sendProblem(context, refuse(reply.code))
    answer(context, reply, options)
  }
}

function answer(context: RequestContext, reply: UpstreamReply, options: SessionRouteOptions): void {
  const headers = dropField(replyHeaders(context, reply.status, reply.headers), 'content-length')
  const saysYes = reply.status >= 200 && reply.status < 300
  const json = saysYes ? parse(reply.body) : null
  // Neither yes nor no: no browser is to take such a 200 for a session.
  if (saysYes && typeof json?.success !== 'boolean') return sendProblem(context, refuse('backend_unavailable'))
  if (json?.success !== true) return sendReply(context, { status: reply.status, headers, body: reply.body })
  const session = SessionReply.safeParse(json)
  if (!session.success || !options.cookies.startSession(context, session.data.data, 'password')) {
    return sendProblem(context, refuse('backend_unavailable'))
  }
  options.endProviderSession(context)
  options.cookies.set(context, 'csrf_token', options.csrfTokens.create(session.data.data.token))
  const body = options.hideToken ? JSON.stringify({ ...json, data: { ...json.data, token: undefined } }) : reply.body
  sendReply(context, { status: reply.status, headers, body })
}

function parse(body: Buffer): { success?: unknown; data?: object } | null {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

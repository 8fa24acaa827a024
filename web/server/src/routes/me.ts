// GET /api/auth/backend-me (rules 5): who is signed in, as the backend has it now. The cookies that tell the page are renewed with it, so
// that a role edit shows without another sign-in; they end when they would have ended.
import { auth } from '@rollcall/contracts/domains/auth'
import { z } from 'zod'
import { refuse, sendProblem } from '../problem.ts'
import type { ApiProxy } from '../proxy/api-proxy.ts'
import { dropField, replyHeaders, withoutCompression } from '../proxy/forwarded-headers.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { sendReply } from '../reply.ts'
import type { RequestContext } from '../request-context.ts'
import { Session, type CookieJar } from '../session-cookies.ts'

const maxReplyBytes = 256 * 1024
const MeReply = z.object({ success: z.literal(true), data: Session.shape.user })

export type MeOptions = {
  /** The way of urgent rows: every page begins with it. */
  readonly backend: Upstream
  readonly proxy: ApiProxy
  readonly cookies: CookieJar
  readonly timeoutMs: number
}

export function createMeRoute({ backend, proxy, cookies, timeoutMs }: MeOptions) {
  return async (context: RequestContext): Promise<void> => {
    const headers = await proxy.headersWithToken(context)
    if (headers === null) return
    const { path: target } = auth.me
    const call = { method: 'GET', target, headers: withoutCompression(headers), body: null, timeoutMs }
    const reply = await backend.call(call, maxReplyBytes)
    if ('code' in reply) return sendProblem(context, refuse(reply.code))
    if (reply.status === 200) renew(context, reply.body, cookies)
    const sent = dropField(replyHeaders(context, reply.status, reply.headers), 'content-length')
    sendReply(context, { status: reply.status, headers: sent, body: reply.body })
  }
}

/** Only for a browser that holds a session in cookies; a program with a header keeps its own. */
function renew(context: RequestContext, body: Buffer, cookies: CookieJar): void {
  if (!cookies.read(context, 'auth_token')) return
  try {
    const me = MeReply.safeParse(JSON.parse(body.toString()))
    if (me.success) cookies.renewUser(context, me.data.data)
  } catch {
    // Not ours to mend: the body goes on as it came.
  }
}

// GET /api/auth/csrf-token (spec 4.3, rules 2): a new token in the body and, equal, in its cookie.
import type { CsrfTokens } from '../csrf-tokens.ts'
import { sendData } from '../reply.ts'
import type { RequestContext } from '../request-context.ts'
import type { CookieJar } from '../session-cookies.ts'

export function createCsrfTokenRoute(cookies: CookieJar, tokens: CsrfTokens): (context: RequestContext) => void {
  return (context) => {
    const csrfToken = tokens.create(context.exchangedToken ?? cookies.read(context, 'auth_token'))
    cookies.set(context, 'csrf_token', csrfToken)
    sendData(context, { csrfToken })
  }
}

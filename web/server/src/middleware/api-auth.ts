// Middleware 4: who may pass to /api/ (spec 5.1, production only): reads the auth_token cookie, verifies signature and expiry,
// wants the role admin under /api/admin, attaches the claims as `context.auth`, and records every denial (spec 2.5, 6.2) before it is answered.
import { verifyAppToken } from '@rollcall/tokens/app-token'
import { accessRule } from '../access-rule.ts'
import type { DeniedAccess } from '../denied-access.ts'
import type { Middleware } from './run-middleware.ts'
import { refuse } from '../problem.ts'
import type { CookieJar } from '../session-cookies.ts'

export type ApiAuthOptions = {
  readonly enabled: boolean
  /** The current secret and, during a rotation, the previous ones. */
  readonly secrets: readonly string[]
  readonly readsNeedAuth: boolean
  readonly cookies: CookieJar
  readonly denied: DeniedAccess
  readonly now: () => number
}

export function apiAuth(options: ApiAuthOptions): Middleware {
  const { secrets, cookies, denied, now } = options
  if (!options.enabled) return () => undefined
  return (context) => {
    const rule = accessRule(context.path, context.method, options.readsNeedAuth)
    if (rule === 'open') return undefined
    const token = cookies.read(context, 'auth_token')
    const verdict = token === undefined ? null : verifyAppToken(token, secrets, now())
    if (verdict === null || !verdict.ok) {
      const code = verdict?.reason === 'expired' ? 'token_expired' : 'unauthenticated'
      return denied(context, code).then(() => refuse(code))
    }
    context.auth = verdict.claims
    if (rule === 'admin' && verdict.claims.role !== 'admin') {
      return denied(context, 'forbidden').then(() => refuse('forbidden'))
    }
    return undefined
  }
}

// Middleware 3: the double-submit check (appendix, CSRF), production only: the csrf_token cookie must equal the
// X-CSRF-Token header on every mutation under /api/. The strict profile also wants the token signed for this session. What is
// answered by a token in the path needs no pair, but no foreign page may send it either.
import { timingSafeEqual } from 'node:crypto'
import { csrfHeader } from '@rollcall/contracts/cookies'
import { auth } from '@rollcall/contracts/domains/auth'
import { serverLayer } from '@rollcall/contracts/domains/server-layer'
import { isMutation } from '../access-rule.ts'
import { isCrossSite } from '../cross-site.ts'
import type { CsrfTokens } from '../csrf-tokens.ts'
import type { Middleware } from './run-middleware.ts'
import { outsideRow } from '../outside-rows.ts'
import { refuse } from '../problem.ts'
import { isUnder } from '../request-path.ts'
import type { RequestContext } from '../request-context.ts'
import type { CookieJar } from '../session-cookies.ts'

export type CsrfOptions = {
  readonly enabled: boolean
  readonly cookies: CookieJar
  readonly tokens: CsrfTokens
}

const { login, backendLogin } = auth
const { csrfToken, health } = serverLayer
const skipped = new Set<string>([login, backendLogin, csrfToken, health].map((row) => row.path))

export function csrf(options: CsrfOptions): Middleware {
  if (!options.enabled) return () => undefined
  return (context) => {
    const { method, path } = context
    const isOutside = outsideRow(method, path) !== null
    if (!isMutation(method) || !(isOutside || isUnder(path, '/api'))) return undefined
    // Also on the skipped paths: a foreign page must not sign a visitor in to somebody else's account.
    if (isCrossSite(context)) return refuse('csrf_failed')
    if (isOutside || skipped.has(path) || hasMatchingPair(context, options)) return undefined
    return refuse('csrf_failed')
  }
}

function hasMatchingPair(context: RequestContext, { cookies, tokens }: CsrfOptions): boolean {
  const cookie = cookies.read(context, 'csrf_token')
  const header = context.request.headers[csrfHeader]
  if (!cookie || typeof header !== 'string') return false
  const [left, right] = [Buffer.from(cookie), Buffer.from(header)]
  if (left.length !== right.length || !timingSafeEqual(left, right)) return false
  return tokens.isOurs(cookie, cookies.read(context, 'auth_token'))
}

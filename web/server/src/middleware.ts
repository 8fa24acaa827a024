// The five middlewares in the order of the specification's appendix, and how they run: each may refuse, none may be skipped.
// server.ts runs the list for every request with a canonical path.
import { apiAuth, type ApiAuthOptions } from './middleware/api-auth.ts'
import { csrf, type CsrfOptions } from './middleware/csrf.ts'
import { loginRateLimit, type LoginRateLimitOptions } from './middleware/login-rate-limit.ts'
import { oidcExchange, type OidcExchangeOptions } from './middleware/oidc-exchange.ts'
import { securityHeaders, type SecurityHeaderTable } from './middleware/security-headers.ts'
import type { Refusal } from './problem.ts'
import type { RequestContext } from './request-context.ts'

/** Undefined lets the request pass. Synchronous where possible: a promise per step and request is not free. */
export type Middleware = (context: RequestContext) => Refusal | undefined | Promise<Refusal | undefined>

export type MiddlewareOptions = {
  readonly headers: SecurityHeaderTable
  readonly loginRateLimit: LoginRateLimitOptions
  readonly csrf: CsrfOptions
  readonly apiAuth: ApiAuthOptions
  readonly oidcExchange: OidcExchangeOptions
}

export function createMiddleware(options: MiddlewareOptions): readonly Middleware[] {
  return [
    securityHeaders(options.headers),
    loginRateLimit(options.loginRateLimit),
    csrf(options.csrf),
    apiAuth(options.apiAuth),
    // After API auth: the first mutation of an identity-provider session without auth_token is denied, and the page's
    // first GET does the exchange. That is specified (appendix, middleware order; rules 3).
    oidcExchange(options.oidcExchange),
  ]
}

/** Goes on asynchronously from the first step that answers with a promise. */
export function runMiddleware(
  steps: readonly Middleware[],
  context: RequestContext,
  from = 0,
): Refusal | undefined | Promise<Refusal | undefined> {
  for (let at = from; at < steps.length; at += 1) {
    const verdict = steps[at]?.(context)
    if (verdict instanceof Promise) {
      return verdict.then((refusal) => refusal ?? runMiddleware(steps, context, at + 1))
    }
    if (verdict !== undefined) return verdict
  }
  return undefined
}

// The five middlewares in the order of the specification's appendix: each may refuse, none may be skipped.
import { apiAuth, type ApiAuthOptions } from './middleware/api-auth.ts'
import { csrf, type CsrfOptions } from './middleware/csrf.ts'
import { loginRateLimit, type LoginRateLimitOptions } from './middleware/login-rate-limit.ts'
import { oidcExchange, type OidcExchangeOptions } from './middleware/oidc-exchange.ts'
import type { Middleware } from './middleware/run-middleware.ts'
import { securityHeaders, type SecurityHeaderTable } from './middleware/security-headers.ts'

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

// Middleware 2: at most 5 POSTs to /api/auth/* per client in 15 minutes, production only (spec 7, 8). Success and failure count
// alike; refused attempts do not extend the window.
import { auth } from '@rollcall/contracts/domains/auth'
import { limiterKey } from '../client-address.ts'
import { isCrossSite } from '../cross-site.ts'
import type { AttemptStore } from '../attempt-windows.ts'
import type { Middleware } from './run-middleware.ts'
import { refuse, type Refusal } from '../problem.ts'
import { isUnder } from '../request-path.ts'
import type { RequestContext } from '../request-context.ts'
import type { CookieJar } from '../session-cookies.ts'

export const loginLimit = { attempts: 5, windowMs: 15 * 60_000, sweepMs: 5 * 60_000 } as const

export type LoginRateLimitOptions = {
  readonly enabled: boolean
  readonly attempts: AttemptStore
  readonly cookies: CookieJar
  /** Of the identity provider, if there is one. */
  readonly endProviderSession: (context: RequestContext) => void
  readonly now: () => number
}

export function loginRateLimit(options: LoginRateLimitOptions): Middleware {
  if (!options.enabled) return () => undefined
  return (context) => {
    if (context.method !== 'POST' || !isUnder(context.path, '/api/auth')) return undefined
    // Refused by the next middleware anyway; counting it would let a foreign page use up a visitor's attempts.
    if (isCrossSite(context)) return undefined
    const counted = options.attempts.count(limiterKey(context.client), options.now())
    return counted instanceof Promise
      ? counted.then((window) => applyLimit(context, window, options))
      : applyLimit(context, counted, options)
  }
}

type Counted = { readonly used: number; readonly resetAt: number }

function applyLimit(
  context: RequestContext,
  { used, resetAt }: Counted,
  options: LoginRateLimitOptions,
): Refusal | undefined {
  const remaining = Math.max(0, loginLimit.attempts - used)
  context.replyHeaders.push('X-RateLimit-Limit', String(loginLimit.attempts))
  context.replyHeaders.push('X-RateLimit-Remaining', String(remaining))
  context.replyHeaders.push('X-RateLimit-Reset', String(Math.ceil(resetAt / 1000)))
  if (used <= loginLimit.attempts) return undefined
  // Nobody may be kept signed in on a shared machine because of the limiter (rules 2).
  if (context.path === auth.logout.path) {
    options.cookies.clearAll(context)
    options.endProviderSession(context)
  }
  const seconds = Math.max(1, Math.ceil((resetAt - options.now()) / 1000))
  return refuse('too_many_attempts', ['Retry-After', String(seconds)])
}

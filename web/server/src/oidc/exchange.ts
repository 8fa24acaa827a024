// Exchanges an identity-provider session for a backend session (spec 2.4, 3, 5.2; rules 3): at most one exchange at a time per
// session, the body signed. "No account" is remembered in the browser and here for five minutes; trouble is not remembered.
import { createHash } from 'node:crypto'
import { cookies as cookieRules } from '@rollcall/contracts/cookies'
import { auth, exchangeHeader } from '@rollcall/contracts/domains/auth'
import { verifyAppToken } from '@rollcall/tokens/app-token'
import { signExchange } from '@rollcall/tokens/exchange-assertion'
import type { CsrfTokens } from '../csrf-tokens.ts'
import type { Log } from '../logging.ts'
import { requestHeaders } from '../proxy/forwarded-headers.ts'
import type { Upstream } from '../proxy/upstream.ts'
import type { RequestContext } from '../request-context.ts'
import { maxSessionReplyBytes, SessionReply } from '../routes/session.ts'
import type { CookieJar, Session } from '../session-cookies.ts'
import type { Identity, ProviderSessions } from './provider-session.ts'

export type ExchangeOptions = {
  readonly sessions: ProviderSessions
  readonly backend: Upstream
  readonly cookies: CookieJar
  /** Only in the strict profile, where a CSRF token belongs to one session. */
  readonly csrfTokens: CsrfTokens | null
  readonly apiSecrets: readonly string[]
  readonly exchangeSecret: string
  readonly log: Log
  readonly now: () => number
}

type Outcome = Session | 'no account' | 'trouble'

/** A page waits no longer than this for its session, milliseconds. */
const timeoutMs = 3000
const failedMs = cookieRules.oidc_exchange_failed.lifetime * 1000
const maxRemembered = 10_000

export function createExchange(options: ExchangeOptions): (context: RequestContext) => Promise<void> | undefined {
  const { sessions, cookies, now } = options
  const underWay = new Map<string, Promise<Outcome>>()
  const failed = new Map<string, number>()

  const shared = (key: string, context: RequestContext, identity: Identity) => {
    const running = underWay.get(key)
    if (running) return running
    const started = ask(context, identity, options).finally(() => underWay.delete(key))
    underWay.set(key, started)
    return started
  }
  const finish = async (context: RequestContext, identity: Identity) => {
    const outcome = await shared(keyOf(identity), context, identity)
    if (outcome === 'trouble') return
    if (outcome !== 'no account') return begin(context, outcome, options)
    if (failed.size >= maxRemembered) failed.delete(failed.keys().next().value ?? '')
    failed.set(identity.sub, now() + failedMs)
    markFailed(context, cookies)
  }
  return (context) => {
    // Asked first: most visitors have none, and verifying a token costs more than the rest of this file.
    if (!sessions.isThere(context)) return undefined
    if (hasUsableToken(context, options) || cookies.read(context, 'oidc_exchange_failed') !== undefined)
      return undefined
    const identity = sessions.read(context)
    if (identity === null) return undefined
    if ((failed.get(identity.sub) ?? 0) > now()) return void markFailed(context, cookies)
    return finish(context, identity)
  }
}

/** An expired token is as good as none (spec 3 would otherwise leave the session stuck); a forged one is not ours to mend. */
function hasUsableToken(context: RequestContext, { cookies, apiSecrets, now }: ExchangeOptions): boolean {
  const token = cookies.read(context, 'auth_token')
  if (token === undefined || token === '') return false
  const verdict = verifyAppToken(token, apiSecrets, now())
  return verdict.ok || verdict.reason !== 'expired'
}

function begin(context: RequestContext, session: Session, options: ExchangeOptions): void {
  if (!options.cookies.startSession(context, session, 'oidc')) return
  const { csrfTokens } = options
  if (csrfTokens) options.cookies.set(context, 'csrf_token', csrfTokens.create(session.token))
  // This very request already goes on with the new session.
  context.exchangedToken = session.token
  const verdict = verifyAppToken(session.token, options.apiSecrets, options.now())
  context.auth = verdict.ok ? verdict.claims : null
}

function markFailed(context: RequestContext, cookies: CookieJar): void {
  cookies.set(context, 'oidc_exchange_failed', '1', cookieRules.oidc_exchange_failed.lifetime)
}

async function ask(context: RequestContext, identity: Identity, options: ExchangeOptions): Promise<Outcome> {
  const { email, name, groups } = identity
  const body = JSON.stringify({ email, name, okta: true, groups })
  const assertion = signExchange(body, options.exchangeSecret, options.now())
  const own = requestHeaders(context, null).filter((_, at, all) => all[at - (at % 2)]?.startsWith('x-'))
  const headers = [...own, 'content-type', 'application/json', exchangeHeader, assertion]
  const call = {
    method: auth.backendLogin.method,
    target: auth.backendLogin.path,
    headers,
    body: Buffer.from(body),
    timeoutMs,
  }
  const reply = await options.backend.call(call, maxSessionReplyBytes)
  const outcome = 'code' in reply ? 'trouble' : outcomeOf(reply.status, reply.body)
  if (typeof outcome === 'string') options.log.warn({ outcome, requestId: context.requestId }, 'oidc_exchange_failed')
  return outcome
}

function outcomeOf(status: number, body: Buffer): Outcome {
  if (status >= 500 || status === 429) return 'trouble'
  try {
    const json: unknown = JSON.parse(body.toString())
    const session = SessionReply.safeParse(json)
    if (session.success) return session.data.data
    return (json as { success?: unknown } | null)?.success === false ? 'no account' : 'trouble'
  } catch {
    return 'trouble'
  }
}

const keyOf = (identity: Identity) => createHash('sha256').update(JSON.stringify(identity)).digest('base64')

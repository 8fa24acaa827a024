// GET /auth/login, /auth/callback and /auth/logout (rules 3): the standard authorization-code flow with PKCE. Trouble with
// the provider ends on the sign-in page, which says so; it never loops.
import { isCrossSite } from '../cross-site.ts'
import type { Log } from '../logging.ts'
import { refuse, sendProblem } from '../problem.ts'
import { sendReply } from '../reply.ts'
import type { RequestContext } from '../request-context.ts'
import { parseTarget } from '../request-path.ts'
import type { CookieJar } from '../session-cookies.ts'
import { identityOf } from './identity.ts'
import type { Provider } from './provider.ts'
import type { ProviderSessions } from './provider-session.ts'

export type LoginRouteOptions = {
  readonly provider: Provider
  readonly sessions: ProviderSessions
  readonly cookies: CookieJar
  readonly log: Log
}

export type LoginRoutes = (context: RequestContext) => Promise<void> | undefined

export function createLoginRoutes(options: LoginRouteOptions): LoginRoutes {
  const answers: Record<string, (context: RequestContext) => Promise<void>> = {
    '/auth/login': (context) => begin(context, options),
    '/auth/callback': (context) => finish(context, options),
    '/auth/logout': (context) => end(context, options),
  }
  return (context) => {
    const answer = answers[context.path]
    if (answer === undefined) return undefined
    context.route = context.path
    if (context.method === 'GET') return answer(context)
    return Promise.resolve(sendProblem(context, refuse('method_not_allowed', ['Allow', 'GET'])))
  }
}

async function begin(context: RequestContext, { provider, sessions, log }: LoginRouteOptions): Promise<void> {
  const returnTo = ownPath(new URLSearchParams(context.query).get('returnTo'), context.host)
  try {
    const { url, pending } = await provider.begin(returnTo)
    sessions.writePending(context, pending)
    redirect(context, url)
  } catch (error) {
    trouble(context, log, 'provider_unreachable', error)
  }
}

async function finish(context: RequestContext, { provider, sessions, cookies, log }: LoginRouteOptions): Promise<void> {
  const pending = sessions.readPending(context)
  sessions.clearPending(context)
  if (pending === null) return trouble(context, log, 'sign_in_expired')
  try {
    const identity = identityOf(await provider.finish(context.query, pending))
    if (identity === null) return trouble(context, log, 'identity_incomplete')
    sessions.write(context, identity)
    // Whoever was signed in before is not any more, an earlier "no account" is asked again, and the page gets a new CSRF token.
    cookies.clearAll(context)
    redirect(context, pending.returnTo)
  } catch (error) {
    trouble(context, log, 'sign_in_failed', error)
  }
}

async function end(context: RequestContext, { provider, sessions, cookies }: LoginRouteOptions): Promise<void> {
  // A link on a foreign page must not sign anybody out.
  if (isCrossSite(context)) return redirect(context, '/')
  cookies.clearAll(context)
  sessions.clear(context)
  redirect(context, await provider.endUrl().catch(() => '/login'))
}

function trouble(context: RequestContext, log: Log, code: string, error?: unknown): void {
  log.warn({ err: error, requestId: context.requestId }, code)
  redirect(context, `/login?problem=${code}`)
}

function redirect(context: RequestContext, location: string): void {
  sendReply(context, { status: 302, headers: ['Location', location, 'Cache-Control', 'no-store'] })
}

/** Only a page of ours, in its plain form: anything else would make the login a way to send people elsewhere. */
function ownPath(requested: string | null, host: string): string {
  if (requested === null || !requested.startsWith('/')) return '/'
  const target = parseTarget(requested, host)
  return typeof target === 'string' ? '/' : target.path + target.query
}

// Builds everything a server layer consists of from its settings, once, and knows how to take it down again. server.ts puts the
// parts behind a listener; nothing here decides about a request.
import { createAttemptWindows, type AttemptStore } from './attempt-windows.ts'
import { createAuditLog, type AuditLog } from './audit-log.ts'
import { createTrustedProxies } from './client-address.ts'
import type { Settings } from './config.ts'
import { createCsrfTokens, type CsrfTokens } from './csrf-tokens.ts'
import { createDeniedAccess, loggablePath, type DeniedAccess } from './denied-access.ts'
import type { Log } from './logging.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createMiddleware, type Middleware } from './middleware.ts'
import { loginLimit } from './middleware/login-rate-limit.ts'
import { createSecurityHeaderTable, type SecurityHeaderTable } from './middleware/security-headers.ts'
import { createIdentityProvider, type IdentityProvider } from './oidc/identity-provider.ts'
import { createUpstream, type Upstream } from './proxy/upstream.ts'
import { createRedisAttempts } from './redis-attempts.ts'
import { createRelayUpgrade, type RelayUpgrade } from './relay-upgrade.ts'
import type { RequestContext, Surroundings } from './request-context.ts'
import { createRoutes, type Routes } from './routes.ts'
import { createCookieJar, type CookieJar } from './session-cookies.ts'

export type PartOptions = {
  readonly settings: Settings
  readonly log: Log
  /** Epoch milliseconds. */
  readonly now?: () => number
  /** Where audit lines go that the file does not take. */
  readonly errorConsole?: (text: string) => Promise<void>
}

/** What the routes and the middlewares are made of. */
export type Foundation = {
  readonly settings: Settings
  readonly log: Log
  readonly now: () => number
  readonly surroundings: Surroundings
  readonly headers: SecurityHeaderTable
  readonly cookies: CookieJar
  readonly csrfTokens: CsrfTokens
  readonly backend: Upstream
  readonly relay: Upstream | null
  readonly loginAttempts: AttemptStore
  readonly audit: AuditLog
  readonly denied: DeniedAccess
  readonly metrics: Metrics
}

export type Parts = {
  readonly log: Log
  readonly surroundings: Surroundings
  readonly securityHeaders: readonly string[]
  readonly middleware: readonly Middleware[]
  readonly route: Routes['route']
  readonly relay: RelayUpgrade
  readonly metrics: Metrics
  readonly onDone: (context: RequestContext) => void
  readonly close: () => Promise<void>
}

export async function createParts(options: PartOptions): Promise<Parts> {
  const foundation = lay(options, await createLoginAttempts(options))
  const { settings, headers, surroundings, metrics, log } = foundation
  const identityProvider = createIdentityProvider(foundation)
  const routes = await createRoutes(foundation, identityProvider)
  return {
    log,
    surroundings,
    securityHeaders: headers.fixed,
    middleware: middlewareOf(foundation, identityProvider),
    route: routes.route,
    relay: createRelayUpgrade({
      relayUrl: settings.relayUrl,
      securityHeaders: headers.fixed,
      isTrustedProxy: surroundings.isTrustedProxy,
      connectTimeoutMs: 10_000,
      maxConnections: 20_000,
    }),
    metrics,
    onDone: (context) => record(context, foundation),
    close: async () => {
      await foundation.loginAttempts.close()
      await Promise.all([
        routes.close(),
        foundation.backend.close(),
        foundation.relay?.close(),
        foundation.audit.flush(),
      ])
    },
  }
}

type LoginAttempts = { readonly store: AttemptStore; readonly keys: () => number; readonly isShared: () => boolean }

async function createLoginAttempts({ settings, log, now = Date.now }: PartOptions): Promise<LoginAttempts> {
  const alone = createAttemptWindows({ ...loginLimit, now })
  if (settings.redisUrl === null) return { store: alone, keys: alone.size, isShared: () => false }
  const store = await createRedisAttempts({ url: settings.redisUrl, windowMs: loginLimit.windowMs, alone, log })
  return { store, keys: alone.size, isShared: store.isShared }
}

function lay(options: PartOptions, loginAttempts: LoginAttempts): Foundation {
  const { settings, log, now = Date.now } = options
  const { strict, development } = settings
  const backend = createUpstream({
    ...poolLimits,
    origin: settings.backendUrl,
    atOnce: settings.backendConnections,
  })
  const metrics = createMetrics({
    pool: backend.pool,
    limiterKeys: loginAttempts.keys,
    limiterIsShared: loginAttempts.isShared,
  })
  const audit = createAuditLog({
    file: settings.auditLogFile,
    console: options.errorConsole,
    onFallback: (_error, lines) => metrics.auditFallback(lines),
  })
  return {
    settings,
    log,
    now,
    surroundings: {
      isTrustedProxy: createTrustedProxies(settings.trustedProxies),
      now,
      lifecycle: { stopping: false },
    },
    headers: createSecurityHeaderTable({ development, strict, hosts: settings.contentHosts }),
    cookies: createCookieJar({ secure: !development, hostPrefix: strict, now }),
    csrfTokens: createCsrfTokens({ bindingSecret: strict ? settings.sessionSecret : null }),
    backend,
    relay:
      settings.relayUrl === null ? null : createUpstream({ ...poolLimits, origin: settings.relayUrl, atOnce: 1024 }),
    loginAttempts: loginAttempts.store,
    audit,
    denied: createDeniedAccess(audit.write),
    metrics,
  }
}

const poolLimits = { waiting: 512, stalled: 256, connectTimeoutMs: 3000 } as const

function middlewareOf(foundation: Foundation, identityProvider: IdentityProvider): readonly Middleware[] {
  const { settings, headers, cookies, csrfTokens, denied, now } = foundation
  const enabled = !settings.development
  return createMiddleware({
    headers,
    loginRateLimit: {
      enabled,
      attempts: foundation.loginAttempts,
      cookies,
      endProviderSession: identityProvider.endSession,
      now,
    },
    csrf: { enabled, cookies, tokens: csrfTokens },
    apiAuth: { enabled, secrets: settings.apiSecrets, readsNeedAuth: settings.strict, cookies, denied, now },
    oidcExchange: { exchange: identityProvider.exchange },
  })
}

/** One metric per answer, and a log line where somebody should look. */
function record(context: RequestContext, { settings, metrics, log, now }: Foundation): void {
  const { response } = context
  const status = response.headersSent ? response.statusCode : 0
  metrics.request(context.method, context.route, status)
  const fields = () => ({
    requestId: context.requestId,
    method: context.method,
    path: loggablePath(context.path),
    route: context.route,
    status,
    milliseconds: now() - context.receivedAt,
  })
  if (status >= 500) log.warn(fields(), 'request_failed')
  else if (settings.logLevel === 'debug') log.debug(fields(), 'request')
}

// What the middlewares and the routes of one server layer share: made from its settings once, passed to whoever needs it.
import { createAttemptWindows, type AttemptStore } from './attempt-windows.ts'
import { createAuditLog, type AuditLog } from './audit-log.ts'
import { createTrustedProxies } from './client-address.ts'
import type { Settings } from './config.ts'
import { createCsrfTokens, type CsrfTokens } from './csrf-tokens.ts'
import { createDeniedAccess, type DeniedAccess } from './denied-access.ts'
import { keepAudit } from './kept-audit.ts'
import type { Log } from './logging.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { loginLimit } from './middleware/login-rate-limit.ts'
import { createSecurityHeaderTable, type SecurityHeaderTable } from './middleware/security-headers.ts'
import { createUpstream, type Upstream } from './proxy/upstream.ts'
import { createRedisAttempts } from './redis-attempts.ts'
import type { ServerContext } from './request-context.ts'
import { createCookieJar, type CookieJar } from './session-cookies.ts'

export type ServerLayerOptions = {
  readonly settings: Settings
  readonly log: Log
  /** Epoch milliseconds. */
  readonly now?: () => number
  /** The same, but never corrected: what limits go by. */
  readonly steadyNow?: () => number
  /** Where audit lines go that the file does not take. */
  readonly errorConsole?: (text: string) => Promise<void>
  /** The longest that a denial waits for its audit line, milliseconds. */
  readonly denialWaitMs?: number
}

export type Dependencies = {
  readonly settings: Settings
  readonly log: Log
  readonly now: () => number
  readonly steadyNow: () => number
  readonly serverContext: ServerContext
  readonly headers: SecurityHeaderTable
  readonly cookies: CookieJar
  readonly csrfTokens: CsrfTokens
  readonly backend: Upstream
  /** Connections for urgent rows only (rules 9): however many others wait, an alarm does not. */
  readonly urgentBackend: Upstream
  /** For signing in only: whoever must do so first is not behind everybody's requests, and no stranger's guesses are before an alarm. */
  readonly signInBackend: Upstream
  readonly relay: Upstream | null
  readonly loginAttempts: AttemptStore
  readonly audit: AuditLog
  readonly denied: DeniedAccess
  readonly metrics: Metrics
}

/** More would only wait for the backend's processor: each compares a password. */
const signInsAtOnce = 16
/** A scraper waits for ten seconds. */
const metricsTimeoutMs = 8000

export async function createDependencies(options: ServerLayerOptions): Promise<Dependencies> {
  const loginAttempts = await createLoginAttempts(options)
  const { settings, log, now = Date.now, steadyNow = monotonicNow } = options
  const { strict, development, readWaitsMs } = settings
  const poolLimits = { waiting: 512, readWaitsMs, stalled: 256, connectTimeoutMs: 3000 }
  const backend = createUpstream({
    ...poolLimits,
    origin: settings.backendUrl,
    atOnce: settings.backendConnections,
  })
  const urgentBackend = createUpstream({
    ...poolLimits,
    origin: settings.backendUrl,
    atOnce: settings.urgentConnections,
  })
  const signInBackend = createUpstream({ ...poolLimits, origin: settings.backendUrl, atOnce: signInsAtOnce })
  const relay =
    settings.relayUrl === null ? null : createUpstream({ ...poolLimits, origin: settings.relayUrl, atOnce: 1024 })
  const metrics = createMetrics({
    pool: backend.pool,
    urgentPool: urgentBackend.pool,
    limiterKeys: loginAttempts.keys,
    limiterIsShared: loginAttempts.isShared,
    tokens: settings.metricsTokens,
    behind: { backend, relay },
    timeoutMs: metricsTimeoutMs,
  })
  const audit = createAuditLog({
    file: settings.auditLogFile,
    kept: settings.auditLogFile === null ? undefined : keepAudit(settings.auditLogFile, settings.auditLimits),
    console: options.errorConsole,
    onFallback: (_error, lines) => metrics.auditFallback(lines),
  })
  return {
    settings,
    log,
    now,
    steadyNow,
    serverContext: {
      isTrustedProxy: createTrustedProxies(settings.trustedProxies),
      now,
      lifecycle: { stopping: false },
    },
    headers: createSecurityHeaderTable({ development, strict, hosts: settings.contentHosts }),
    cookies: createCookieJar({ secure: !development, hostPrefix: strict, now }),
    csrfTokens: createCsrfTokens({ bindingSecrets: strict ? settings.sessionSecrets : null }),
    backend,
    urgentBackend,
    signInBackend,
    relay,
    loginAttempts: loginAttempts.store,
    audit,
    denied: createDeniedAccess({ write: audit.write, waitMs: options.denialWaitMs }),
    metrics,
  }
}

type LoginAttempts = { readonly store: AttemptStore; readonly keys: () => number; readonly isShared: () => boolean }

async function createLoginAttempts(options: ServerLayerOptions): Promise<LoginAttempts> {
  const { settings, log, steadyNow = monotonicNow } = options
  const alone = createAttemptWindows({ ...loginLimit, now: steadyNow })
  if (settings.redisUrl === null) return { store: alone, keys: alone.size, isShared: () => false }
  const store = await createRedisAttempts({ url: settings.redisUrl, windowMs: loginLimit.windowMs, alone, log })
  return { store, keys: alone.size, isShared: store.isShared }
}

/** The time of day when this process began, and what has passed since: nobody's correction of the clock opens or locks a limit. */
const monotonicNow = () => performance.timeOrigin + performance.now()

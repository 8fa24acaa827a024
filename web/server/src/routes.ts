// Which route answers a request that has passed the middlewares: the API, the relay's paths, or a page. Everything a route needs
// is put together here, once, at start.
import { createApiRoutes } from './api-routes.ts'
import { createDatabaseCheck } from './database-check.ts'
import { createDevelopmentFiles } from './development-files.ts'
import type { DeniedAccess } from './denied-access.ts'
import type { Dependencies } from './dependencies.ts'
import type { IdentityProvider } from './oidc/identity-provider.ts'
import { refuse, sendProblem } from './problem.ts'
import { outsideMethods, outsideRow } from './outside-rows.ts'
import { createApiProxy, type ApiProxy } from './proxy/api-proxy.ts'
import { neverOpen } from './proxy/circuit-breaker.ts'
import { createForward } from './proxy/forward.ts'
import { createRelayHttp } from './relay-http.ts'
import { isRelayPath } from './relay-upgrade.ts'
import { sendData, writeIdleMs } from './reply.ts'
import type { RequestContext } from './request-context.ts'
import { isUnder } from './request-path.ts'
import { createRowLimits, type RowLimits } from './row-limits.ts'
import { createApiDescription } from './routes/api-description.ts'
import { createCsrfTokenRoute } from './routes/csrf-token.ts'
import { createDevelopmentOnly, isDevelopmentPath } from './routes/development-only.ts'
import { createErrorLogRoute } from './routes/error-log.ts'
import { answerHealth, createDatabaseHealthRoute } from './routes/health.ts'
import { createLogoutRoute } from './routes/logout.ts'
import { createMeRoute } from './routes/me.ts'
import { createReadyRoute } from './routes/ready.ts'
import { createSessionRoute } from './routes/session.ts'
import { readStaticFiles } from './static-files.ts'

export type Routes = {
  readonly route: (context: RequestContext) => void | Promise<void>
  readonly close: () => Promise<void>
}

/** Milliseconds and bytes (rules 1, VA-06, HT-08). */
const limits = { bodyTimeoutMs: 30_000, writeIdleMs, jsonBytes: 1024 * 1024 } as const

export async function createRoutes(dependencies: Dependencies, identityProvider: IdentityProvider): Promise<Routes> {
  const { settings, headers, backend, metrics, now, steadyNow } = dependencies
  const database = createDatabaseCheck(settings.databaseUrl, settings.healthTimeoutMs)
  const rowLimits = createRowLimits(steadyNow)
  const description = createApiDescription('1')
  const developmentOnly = createDevelopmentOnly({
    enabled: settings.development,
    secret: settings.apiSecrets[0] ?? '',
    backend,
    cookies: dependencies.cookies,
    now,
  })
  const relayHttp = createRelayHttp({
    forward: dependencies.relay && createForward(dependencies.relay, () => undefined),
    timeoutMs: settings.backendTimeoutMs,
    writeIdleMs: limits.writeIdleMs,
  })
  const { appDevUrl } = settings
  const staticFiles = appDevUrl ? createDevelopmentFiles(appDevUrl) : await readStaticFiles(settings.appDir, headers)
  const { endSession } = identityProvider
  const proxy = apiProxyOf(dependencies)
  const api = apiRoutesOf(dependencies, { proxy, database, rowLimits, description, developmentOnly, endSession })

  return {
    route: (context) => {
      const { path } = context
      if (isUnder(path, '/api'))
        return path.length > '/api/'.length ? api(context) : sendProblem(context, refuse('not_found'))
      if (isRelayPath(path)) return relayHttp(context)
      if (isDevelopmentPath(path)) return developmentOnly(context)
      if (isUnder(path, '/metrics')) return readOnly(context, metrics.answer)
      if (path === '/docs') return readOnly(context, description.page)
      const outside = outsideMethods(path)
      if (outside !== null && !isRead(context)) return answerOutside(context, proxy, outside)
      return identityProvider.routes(context) ?? staticFiles(context)
    },
    close: async () => {
      rowLimits.close()
      await database.close()
    },
  }
}

const isRead = ({ method }: RequestContext) => method === 'GET' || method === 'HEAD'

/** The page of the same address is read as every page is. */
function answerOutside(context: RequestContext, proxy: ApiProxy, allow: string): void | Promise<void> {
  const row = outsideRow(context.method, context.path)
  if (row === null) return sendProblem(context, refuse('method_not_allowed', ['Allow', allow]))
  context.route = row.path
  return proxy.withoutSession(context, row)
}

function readOnly(context: RequestContext, answer: Routes['route']): void | Promise<void> {
  if (isRead(context)) return answer(context)
  return sendProblem(context, refuse('method_not_allowed', ['Allow', 'GET, HEAD']))
}

type ApiResources = {
  readonly proxy: ApiProxy
  readonly database: ReturnType<typeof createDatabaseCheck>
  readonly rowLimits: RowLimits
  readonly description: ReturnType<typeof createApiDescription>
  readonly developmentOnly: ReturnType<typeof createDevelopmentOnly>
  readonly endSession: IdentityProvider['endSession']
}

function apiProxyOf({ settings, backend, urgentBackend, cookies, denied, metrics }: Dependencies): ApiProxy {
  const { backendTimeoutMs, uploadTimeoutMs } = settings
  const deniedHere: DeniedAccess = (context, code) => {
    metrics.denial(code)
    return denied(context, code)
  }
  return createApiProxy({
    forward: createForward(backend, metrics.upstream),
    forwardUrgent: createForward(urgentBackend, metrics.upstream, neverOpen),
    cookies,
    denied: deniedHere,
    limits: { ...limits, backendTimeoutMs, uploadTimeoutMs },
  })
}

function apiRoutesOf(dependencies: Dependencies, resources: ApiResources): Routes['route'] {
  const { settings, backend, urgentBackend, signInBackend, relay, cookies, csrfTokens, log } = dependencies
  const { backendTimeoutMs, strict } = settings
  const { proxy } = resources
  const bodyLimits = { bytes: limits.jsonBytes, timeoutMs: limits.bodyTimeoutMs }
  return createApiRoutes({
    proxy,
    session: createSessionRoute({
      backend: signInBackend,
      proxy,
      cookies,
      csrfTokens,
      bodyLimits,
      timeoutMs: backendTimeoutMs,
      endProviderSession: resources.endSession,
      hideToken: strict,
    }),
    logout: createLogoutRoute({ backend, cookies, bodyLimits, endProviderSession: resources.endSession }),
    me: createMeRoute({ backend: urgentBackend, proxy, cookies, timeoutMs: backendTimeoutMs }),
    own: {
      csrfToken: createCsrfTokenRoute(cookies, csrfTokens),
      signInOptions: (context) => {
        const noAccount = cookies.read(context, 'oidc_exchange_failed') !== undefined
        sendData(context, { identityProvider: settings.oidc !== null, noAccount })
      },
      health: answerHealth,
      ready: createReadyRoute({
        backend: urgentBackend,
        relay,
        timeoutMs: settings.healthTimeoutMs,
        auditLogFile: settings.auditLogFile,
        leastFreeMb: settings.diskLeastFreeMb,
      }),
      databaseHealth: createDatabaseHealthRoute(resources.database.isAlive),
      errorLog: createErrorLogRoute({ log, bodyLimits }),
    },
    limited: resources.rowLimits.limited,
    openApi: resources.description.json,
    developmentOnly: resources.developmentOnly,
    onlyListed: strict,
  })
}

// The way of a request through one server layer: the middlewares in order, the routes, the relay's upgrades, and what is recorded
// at its end. server.ts puts it behind a listener.
import { createDependencies, type Dependencies, type ServerLayerOptions } from './dependencies.ts'
import type { Log } from './logging.ts'
import type { Metrics } from './metrics.ts'
import { createMiddleware } from './middleware.ts'
import type { Middleware } from './middleware/run-middleware.ts'
import { createIdentityProvider, type IdentityProvider } from './oidc/identity-provider.ts'
import { createRelayUpgrade, type RelayUpgrade } from './relay-upgrade.ts'
import type { RequestContext, ServerContext } from './request-context.ts'
import { createRoutes, type Routes } from './routes.ts'
import { loggablePath } from './secret-paths.ts'

export type RequestPipeline = {
  readonly log: Log
  readonly serverContext: ServerContext
  readonly securityHeaders: readonly string[]
  readonly middleware: readonly Middleware[]
  readonly route: Routes['route']
  readonly relay: RelayUpgrade
  readonly metrics: Metrics
  readonly onDone: (context: RequestContext) => void
  readonly close: () => Promise<void>
}

export async function createRequestPipeline(options: ServerLayerOptions): Promise<RequestPipeline> {
  const dependencies = await createDependencies(options)
  const { settings, headers, serverContext, metrics, log } = dependencies
  const identityProvider = createIdentityProvider(dependencies)
  const routes = await createRoutes(dependencies, identityProvider)
  return {
    log,
    serverContext,
    securityHeaders: headers.fixed,
    middleware: middlewareOf(dependencies, identityProvider),
    route: routes.route,
    relay: createRelayUpgrade({
      relayUrl: settings.relayUrl,
      securityHeaders: headers.fixed,
      isTrustedProxy: serverContext.isTrustedProxy,
      connectTimeoutMs: 10_000,
      maxConnections: 20_000,
    }),
    metrics,
    onDone: (context) => record(context, dependencies),
    close: async () => {
      await dependencies.loginAttempts.close()
      await Promise.all([
        routes.close(),
        dependencies.backend.close(),
        dependencies.urgentBackend.close(),
        dependencies.signInBackend.close(),
        dependencies.relay?.close(),
        dependencies.audit.flush(),
      ])
    },
  }
}

function middlewareOf(dependencies: Dependencies, identityProvider: IdentityProvider): readonly Middleware[] {
  const { settings, headers, cookies, csrfTokens, denied, now, steadyNow } = dependencies
  const enabled = !settings.development
  return createMiddleware({
    headers,
    loginRateLimit: {
      enabled,
      attempts: dependencies.loginAttempts,
      cookies,
      endProviderSession: identityProvider.endSession,
      now: steadyNow,
    },
    csrf: { enabled, cookies, tokens: csrfTokens },
    apiAuth: { enabled, secrets: settings.apiSecrets, readsNeedAuth: settings.strict, cookies, denied, now },
    oidcExchange: { exchange: identityProvider.exchange },
  })
}

/** One metric per answer, and a log line where somebody should look. */
function record(context: RequestContext, { settings, metrics, log, now }: Dependencies): void {
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

// Puts everything of the identity provider together when one is configured (OIDC_ISSUER); otherwise there is nothing of it.
import type { Dependencies } from '../dependencies.ts'
import type { RequestContext } from '../request-context.ts'
import { createExchange } from './exchange.ts'
import { createLoginRoutes, type LoginRoutes } from './login-routes.ts'
import { createProvider } from './provider.ts'
import { createProviderSessions } from './provider-session.ts'

export type IdentityProvider = {
  readonly exchange: ((context: RequestContext) => Promise<void> | undefined) | null
  readonly routes: LoginRoutes
  readonly endSession: (context: RequestContext) => void
}

export function createIdentityProvider(dependencies: Dependencies): IdentityProvider {
  const { settings, signInBackend: backend, cookies, csrfTokens, log, now } = dependencies
  const { oidc, development, strict, sessionSecrets, exchangeSecret, apiSecrets } = settings
  if (oidc === null) return { exchange: null, routes: () => undefined, endSession: () => undefined }
  const sessions = createProviderSessions({ secrets: sessionSecrets, secure: !development, hostPrefix: strict, now })
  return {
    exchange: createExchange({
      sessions,
      backend,
      cookies,
      csrfTokens: strict ? csrfTokens : null,
      apiSecrets,
      exchangeSecret,
      log,
      now,
    }),
    routes: createLoginRoutes({ provider: createProvider(oidc), sessions, cookies, log }),
    endSession: sessions.clear,
  }
}

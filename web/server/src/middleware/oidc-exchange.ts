// Middleware 5: an identity-provider session without auth_token is exchanged for a backend session (spec 3, 5.2).
import type { Middleware } from './run-middleware.ts'
import type { RequestContext } from '../request-context.ts'

export type OidcExchangeOptions = {
  /** Null when no identity provider is configured. */
  readonly exchange: ((context: RequestContext) => Promise<void> | undefined) | null
}

export function oidcExchange({ exchange }: OidcExchangeOptions): Middleware {
  if (exchange === null) return () => undefined
  return (context) => exchange(context)?.then(() => undefined)
}

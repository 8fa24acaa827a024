// Does a browser say that this request comes from another site? (rules 2, LG-08.) Clients that are not
// browsers send neither header and are not concerned. Called by the login limiter and the CSRF check.
import type { RequestContext } from './request-context.ts'

export function isCrossSite({ request, host, publicHost }: RequestContext): boolean {
  if (request.headers['sec-fetch-site'] === 'cross-site') return true
  const { origin } = request.headers
  if (origin === undefined) return false
  // The scheme is not compared: TLS ends at the reverse proxy.
  const originHost = /^https?:\/\/(.+)$/.exec(origin)?.[1]
  return originHost !== host && originHost !== publicHost
}

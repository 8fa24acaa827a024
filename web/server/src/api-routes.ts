// Everything under /api/ after the middlewares (spec 4.1, 4.2): first the routes with behaviour of their own, then the contract
// rows as validating proxies, then the catch-all.
import { allRows } from '@rollcall/contracts/api'
import { auth } from '@rollcall/contracts/domains/auth'
import { serverLayer } from '@rollcall/contracts/domains/server-layer'
import { refuse, sendProblem } from './problem.ts'
import type { ApiProxy } from './proxy/api-proxy.ts'
import type { RequestContext } from './request-context.ts'
import type { RowLimits } from './row-limits.ts'
import { createRowTable } from './row-table.ts'
import { isDevelopmentPath, type DevelopmentOnly } from './routes/development-only.ts'
import type { SessionRoute } from './routes/session.ts'

type Route = (context: RequestContext) => void | Promise<void>

export type ApiRouteOptions = {
  readonly proxy: ApiProxy
  readonly session: SessionRoute
  readonly logout: Route
  readonly me: Route
  /** One route for every row the server layer answers itself; a missing one does not compile. */
  readonly own: { readonly [K in keyof typeof serverLayer]: Route }
  readonly limited: RowLimits['limited']
  readonly openApi: Route
  readonly developmentOnly: DevelopmentOnly
  /** Strict profile: what is not in the contract is not there. */
  readonly onlyListed: boolean
}

export function createApiRoutes(options: ApiRouteOptions): Route {
  const rowOf = createRowTable(allRows)
  const own = ownRoutes(options)
  return (context) => {
    const route = own.get(context.path)
    if (route !== undefined) return answerOwn(context, route, options)
    if (isDevelopmentPath(context.path)) return options.developmentOnly(context)
    const row = rowOf(context.method, context.path)
    if (row !== null) {
      context.route = row.path
      return options.proxy.row(context, row)
    }
    if (options.onlyListed) return sendProblem(context, refuse('not_found'))
    context.route = 'catch-all'
    return options.proxy.catchAll(context)
  }
}

type OwnRoute = { readonly method: string; readonly handle: Route; readonly forwardOthers: boolean }

function ownRoutes({ own, limited, session, logout, me, openApi }: ApiRouteOptions): Map<string, OwnRoute> {
  const routes = new Map<string, OwnRoute>()
  for (const row of [auth.login, auth.backendLogin, auth.passkeyLogin, auth.changePassword]) {
    routes.set(row.path, { method: row.method, handle: (context) => session(context, row), forwardOthers: true })
  }
  routes.set(auth.me.path, { method: auth.me.method, handle: me, forwardOthers: true })
  routes.set(auth.logout.path, { method: auth.logout.method, handle: logout, forwardOthers: true })
  for (const name of Object.keys(serverLayer) as (keyof typeof serverLayer)[]) {
    const row = serverLayer[name]
    routes.set(row.path, { method: row.method, handle: limited(row, own[name]), forwardOthers: false })
  }
  routes.set('/api/openapi.json', { method: 'GET', handle: openApi, forwardOthers: false })
  return routes
}

/** Another method on a path of the backend is the backend's to refuse; on a path that ends here it is ours. */
function answerOwn(context: RequestContext, route: OwnRoute, options: ApiRouteOptions): void | Promise<void> {
  context.route = context.path
  if (context.method === route.method || (context.method === 'HEAD' && route.method === 'GET'))
    return route.handle(context)
  if (route.forwardOthers && !options.onlyListed) return options.proxy.catchAll(context)
  const allow = route.method === 'GET' ? 'GET, HEAD' : route.method
  return sendProblem(context, refuse('method_not_allowed', ['Allow', allow]))
}

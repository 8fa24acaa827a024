// Every HTTP request to the relay, by path: the WebSocket and its substitutes, the HTTP API, health and metrics. The runtime finds
// routes by the path as it stands in the request; what it tidied up before we see it (`/x/../metrics`) is no route, and is refused.
import { showsMetricsToken } from '@rollcall/tokens/metrics-access'
import type { Server } from 'bun'
import type { AdminHandler } from '../admin/admin-routes.ts'
import { ownPaths, type MovedPaths } from '../centrifugo/configuration/handler-paths.ts'
import { expositionType } from '../operators/exposition.ts'
import type { Metrics } from '../operators/metrics.ts'
import { cameThroughProxy } from './forwarded.ts'
import { negotiateUni, upgrade, type SocketData, type UpgradeOptions } from './websocket.ts'

export type RequestHandlerOptions = {
  api: (request: Request, path: string) => Promise<Response>
  /** Null when there is no page for operators. */
  admin: AdminHandler | null
  metrics: Metrics
  /** Empty: metrics are for this machine only. */
  metricsTokens: readonly string[]
  /** Of the engine: whether publications reach their subscribers. */
  isWorking: () => Promise<boolean>
  movedPaths: MovedPaths
  upgrade: UpgradeOptions
  streaming: (request: Request, server: Server<SocketData>, path: string) => Promise<Response | null>
}

type Handler = (request: Request, server: Server<SocketData>) => Response | undefined | Promise<Response>

/** Of the API and the operators' pages. */
export type InternalHandler = (
  request: Request,
  server: Pick<Server<SocketData>, 'requestIP'>,
) => Response | Promise<Response>

/** `internal`: for a listener of their own, and then not among the others. An upgrade waits for nothing, so no promise is made for it. */
export function createRequestHandler(options: RequestHandlerOptions, hasInternalPort: boolean) {
  const { movedPaths, streaming } = options
  const internal: Record<string, InternalHandler> = { '/ready': () => readiness(options) }
  const routes: Record<string, Handler> = {}
  for (const own of Object.values(ownPaths)) {
    const given = movedPaths.get(own) ?? own
    if (movedPaths.get(own) === null) continue
    if (own === '/connection/websocket') routes[given] = (request, server) => upgrade(request, server, options.upgrade)
    else if (own === '/connection/uni_websocket')
      routes[given] = (request, server) => upgrade(request, server, options.upgrade, negotiateUni)
    else if (own === '/health') internal[given] = () => Response.json({})
    else if (own === '/metrics') internal[given] = (request, server) => metricsPage(request, server, options)
    else if (own === '/api') addApi(internal, given, options.api)
    else if (own === '/admin') addTree(internal, given, adminPages(options))
    else routes[given] = async (request, server) => (await streaming(request, server, own)) ?? notFound()
  }
  if (!hasInternalPort) Object.assign(routes, internal)
  return {
    external: { routes, fetch: refuseOthers(Object.keys(routes)) },
    internal: ((request, server) => routeOf(request, internal)(request, server)) satisfies InternalHandler,
  }
}

/** As the runtime finds it among its routes. */
function routeOf(request: Request, routes: Record<string, InternalHandler>): InternalHandler {
  const path = pathOf(request) ?? ''
  const tree = Object.keys(routes).find((one) => one.endsWith('/*') && path.startsWith(one.slice(0, -1)))
  const found = Object.hasOwn(routes, path) ? routes[path] : tree === undefined ? undefined : routes[tree]
  return found ?? notFound
}

/** For everything below a path too. */
function addTree(
  routes: Record<string, InternalHandler>,
  given: string,
  handle: (request: Request, rest: string, server: Pick<Server<SocketData>, 'requestIP'>) => Promise<Response>,
): void {
  routes[given] = (request, server) => handle(request, '', server)
  routes[`${given}/*`] = (request, server) => {
    const path = pathOf(request)
    // Something that leads out again.
    if (!path?.startsWith(`${given}/`)) return badRequest()
    return handle(request, path.slice(given.length), server)
  }
}

/** With a route for what is called most: its path needs no look. */
function addApi(routes: Record<string, InternalHandler>, given: string, api: RequestHandlerOptions['api']): void {
  addTree(routes, given, (request, rest) => api(request, `/api${rest}`))
  routes[`${given}/publish`] = (request) => api(request, '/api/publish')
}

function adminPages({ admin }: RequestHandlerOptions) {
  return async (request: Request, rest: string, server: Pick<Server<SocketData>, 'requestIP'>) =>
    (await admin?.(request, `/admin${rest}`, server.requestIP(request)?.address ?? '')) ?? notFound()
}

/** Paths that are no route: unknown, or routes that were written in another way. */
function refuseOthers(paths: readonly string[]): (request: Request) => Response {
  const trees = paths.filter((path) => path.endsWith('/*')).map((path) => path.slice(0, -1))
  return (request) => {
    const path = pathOf(request)
    const isOneOfOurs = path === null || paths.includes(path) || trees.some((tree) => path.startsWith(tree))
    return isOneOfOurs ? badRequest() : notFound()
  }
}

const badRequest = () => new Response('Bad Request', { status: 400 })
const notFound = () => new Response('Not Found', { status: 404 })

/** For load balancers and supervisors: unlike `/health`, it fails while the engine is dead or the relay is stopping. */
async function readiness({ isWorking, upgrade: { isStopping } }: RequestHandlerOptions): Promise<Response> {
  const isReady = !isStopping() && (await isWorking())
  return Response.json({ ready: isReady }, { status: isReady ? 200 : 503 })
}

/** The runtime builds the URL from the Host header; when that is missing or malformed, the URL is no absolute one. */
function pathOf({ url }: Request): string | null {
  const start = url.startsWith('http://') ? url.indexOf('/', 'http://'.length) : -1
  if (start === -1) return null
  const end = url.indexOf('?', start)
  return end === -1 ? url.slice(start) : url.slice(start, end)
}

/** For the exporter on this machine (spec 4.5), and for whoever shows the token; strangers, and what the proxy passes on, are refused. */
async function metricsPage(
  request: Request,
  server: Pick<Server<SocketData>, 'requestIP'>,
  { metrics, metricsTokens, upgrade: { peers } }: RequestHandlerOptions,
): Promise<Response> {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } })
  const isLocal = peers.isLocal(() => server.requestIP(request)?.address ?? '')
  const isAllowed =
    (isLocal && !cameThroughProxy(request.headers)) ||
    showsMetricsToken(request.headers.get('authorization'), metricsTokens)
  if (!isAllowed) return metricsTokens.length > 0 ? new Response('Unauthorized', { status: 401 }) : notFound()
  return new Response(await metrics.text(), { headers: { 'content-type': expositionType } })
}

// Every HTTP request to the relay, by path: the WebSocket and its substitutes, the HTTP API, health and metrics.
import type { Server } from 'bun'
import type { AdminHandler } from '../admin/admin-routes.ts'
import { isApiPath } from '../publish-api/api-routes.ts'
import { expositionType } from '../operators/exposition.ts'
import type { Metrics } from '../operators/metrics.ts'
import { cameThroughProxy } from './forwarded.ts'
import { upgrade, type SocketData, type UpgradeOptions } from './websocket.ts'

export type RequestHandlerOptions = {
  api: (request: Request, path: string) => Promise<Response>
  /** Null when there is no page for operators. */
  admin: AdminHandler | null
  metrics: Metrics
  /** Of the engine: whether publications reach their subscribers. */
  isWorking: () => Promise<boolean>
  /** By a request's path: the relay's own, null for none. */
  ownPath: (path: string) => string | null
  upgrade: UpgradeOptions
  streaming: (request: Request, server: Server<SocketData>, path: string) => Promise<Response | null>
}

export function createRequestHandler(options: RequestHandlerOptions) {
  /** An upgrade waits for nothing, so no promise is made for it. */
  return (request: Request, server: Server<SocketData>): Response | undefined | Promise<Response> => {
    const asked = pathOf(request)
    if (asked === null) return new Response('Bad Request', { status: 400 })
    const path = options.ownPath(asked)
    if (path === null) return new Response('Not Found', { status: 404 })
    if (path === '/connection/websocket') return upgrade(request, server, options.upgrade)
    if (path === '/health') return Response.json({})
    if (path === '/ready') return readiness(options)
    if (path === '/metrics') return metricsPage(request, options.metrics)
    if (isApiPath(path)) return options.api(request, path)
    return others(request, server, path, options)
  }
}

async function others(
  request: Request,
  server: Server<SocketData>,
  path: string,
  { admin, streaming }: RequestHandlerOptions,
): Promise<Response> {
  const address = server.requestIP(request)?.address ?? ''
  const answer = (await admin?.(request, path, address)) ?? (await streaming(request, server, path))
  return answer ?? new Response('Not Found', { status: 404 })
}

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

/** For the exporter on this machine only (spec 4.5). The relay listens on loopback; what the proxy passes on is refused. */
async function metricsPage(request: Request, metrics: Metrics): Promise<Response> {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } })
  if (cameThroughProxy(request.headers)) return new Response('Not Found', { status: 404 })
  return new Response(await metrics.text(), { headers: { 'content-type': expositionType } })
}

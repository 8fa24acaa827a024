// Prometheus metrics of the server layer. Shown at /metrics to this machine only: a request that came over the network or
// through a reverse proxy is told that there is nothing.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { sendProblem } from './problem.ts'
import type { PoolState } from './proxy/upstream.ts'
import { sendReply } from './reply.ts'
import type { RequestContext } from './request-context.ts'

export type Metrics = {
  readonly request: (method: string, route: string, status: number) => void
  readonly upstream: (milliseconds: number, status: number) => void
  readonly denial: (reason: string) => void
  readonly auditFallback: (lines: number) => void
  readonly answer: (context: RequestContext) => Promise<void>
}

export type MetricsOptions = {
  readonly pool: () => PoolState
  /** Of urgent rows. */
  readonly urgentPool: () => PoolState
  readonly limiterKeys: () => number
  readonly limiterIsShared: () => boolean
}

export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'rollcall_web_' })
  const requests = new Counter({
    name: 'rollcall_web_requests_total',
    help: 'Requests by method, route pattern and status; status 0: the client left before the answer',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const upstream = new Histogram({
    name: 'rollcall_web_upstream_seconds',
    help: 'Time from a forwarded request to the first byte of its answer; status 0: none came',
    labelNames: ['status'] as const,
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers,
  })
  const denials = new Counter({
    name: 'rollcall_web_denials_total',
    help: 'Refused requests by reason',
    labelNames: ['reason'] as const,
    registers,
  })
  const fallback = new Counter({
    name: 'rollcall_web_audit_fallback_lines_total',
    help: 'Audit lines written to the error console because the file could not be written',
    registers,
  })
  for (const [name, help, read] of gauges(options)) registry.registerMetric(gauge(`rollcall_web_${name}`, help, read))

  return {
    request: (method, route, status) => requests.inc({ method, route, status }),
    upstream: (milliseconds, status) => upstream.observe({ status }, milliseconds / 1000),
    denial: (reason) => denials.inc({ reason }),
    auditFallback: (lines) => fallback.inc(lines),
    answer: async (context) => {
      if (!isFromThisMachine(context)) return sendProblem(context, { code: 'not_found' })
      const body = await registry.metrics()
      sendReply(context, {
        status: 200,
        headers: ['Content-Type', registry.contentType, 'Cache-Control', 'no-store'],
        body,
      })
    },
  }
}

function gauges({ pool, urgentPool, limiterKeys, limiterIsShared }: MetricsOptions): [string, string, () => number][] {
  return [
    ['pool_connected', 'Open connections to the backend', () => pool().connected],
    ['pool_running', 'Requests the backend is working on', () => pool().running],
    ['pool_pending', 'Requests that wait for a connection to the backend', () => pool().pending],
    ['pool_size', 'Requests to the backend, running and waiting', () => pool().size],
    ['urgent_pool_connected', 'Open connections to the backend for urgent rows', () => urgentPool().connected],
    ['urgent_pool_size', 'Urgent requests to the backend, running and waiting', () => urgentPool().size],
    ['login_limiter_keys', 'Clients the login limiter of this process remembers', limiterKeys],
    [
      'login_limiter_shared',
      '1 while Redis counts for all instances, 0 while this process counts alone',
      () => Number(limiterIsShared()),
    ],
  ]
}

function gauge(name: string, help: string, read: () => number): Gauge {
  return new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read())
    },
  })
}

const proxyTraces = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via']

/** By address and by name: a foreign page whose name leads here (DNS rebinding) reads nothing. */
function isFromThisMachine({ request, host }: RequestContext): boolean {
  const address = request.socket.remoteAddress ?? ''
  const isLoopback = address === '::1' || /^(?:::ffff:)?127\./.test(address)
  const isLocalName = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(host)
  return isLoopback && isLocalName && proxyTraces.every((name) => request.headers[name] === undefined)
}

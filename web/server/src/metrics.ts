// Prometheus metrics: /metrics are those of the server layer, /metrics/backend and /metrics/relay pass on what is behind it, so that one
// address shows all of them. To this machine, and with METRICS_TOKEN to whoever bears it; without, others are told that there is nothing.
import { isFromThisMachine, showsMetricsToken } from '@rollcall/tokens/metrics-access'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { sendProblem } from './problem.ts'
import type { PoolState, Upstream } from './proxy/upstream.ts'
import { sendReply } from './reply.ts'
import type { RequestContext } from './request-context.ts'

export type Metrics = {
  readonly request: (method: string, route: string, status: number) => void
  readonly upstream: (milliseconds: number, status: number) => void
  readonly denial: (reason: string) => void
  readonly auditFallback: (lines: number) => void
  /** Of /metrics and what lies below it. */
  readonly answer: (context: RequestContext) => Promise<void>
}

export type MetricsOptions = {
  readonly pool: () => PoolState
  /** Of urgent rows. */
  readonly urgentPool: () => PoolState
  readonly limiterKeys: () => number
  readonly limiterIsShared: () => boolean
  /** Empty: this machine only. */
  readonly tokens: readonly string[]
  /** By name, as in the address; null: there is none. */
  readonly behind: Readonly<Record<string, Upstream | null>>
  readonly timeoutMs: number
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
      const { authorization } = context.request.headers
      const mayRead = showsMetricsToken(authorization, options.tokens) || isLocal(context)
      if (!mayRead) return sendProblem(context, { code: options.tokens.length > 0 ? 'unauthenticated' : 'not_found' })
      if (context.path !== '/metrics') return answerFromBehind(context, options)
      sendFigures(context, await registry.metrics())
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

const isLocal = ({ request: { socket, headers }, host }: RequestContext) =>
  isFromThisMachine({ address: socket.remoteAddress, host, headers })

const mostBytes = 8 * 1024 * 1024

/** With our token, which is theirs too; without one they are on this machine, or they refuse. */
async function answerFromBehind(context: RequestContext, { behind, tokens, timeoutMs }: MetricsOptions): Promise<void> {
  const name = context.path.slice('/metrics/'.length)
  const upstream = Object.hasOwn(behind, name) ? (behind[name] ?? null) : null
  if (upstream === null) return sendProblem(context, { code: 'not_found' })
  const headers = tokens[0] === undefined ? [] : ['Authorization', `Bearer ${tokens[0]}`]
  const reply = await upstream.call({ method: 'GET', target: '/metrics', headers, body: null, timeoutMs }, mostBytes)
  if ('code' in reply) return sendProblem(context, { code: reply.code })
  if (reply.status !== 200) return sendProblem(context, { code: 'backend_unavailable' })
  sendFigures(context, reply.body)
}

function sendFigures(context: RequestContext, body: string | Buffer): void {
  const type = 'text/plain; version=0.0.4; charset=utf-8'
  sendReply(context, { status: 200, headers: ['Content-Type', type, 'Cache-Control', 'no-store'], body })
}

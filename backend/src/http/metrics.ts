// Prometheus metrics at GET /metrics: answers per row, what parts count, how they stand, and how the background work does. For this machine,
// and with METRICS_TOKEN for whoever shows it; the server layer passes it on as /metrics/backend.
import { isFromThisMachine, showsMetricsToken } from '@rollcall/tokens/metrics-access'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Repeated } from '../background/repeat.ts'
import { refuse } from './refusal.ts'

type Numbers = Readonly<Record<string, number>>

export type GaugeSource = {
  readonly name: string
  readonly help: string
  /** Then there is a number for each value of it. */
  readonly label?: string
  /** Asked at every scrape; never throws. */
  readonly read: () => number | Numbers | Promise<number | Numbers>
}

type MetricsOptions = {
  /** By name, such as `{ publish: publisher.counters }`: each number becomes rollcall_backend_<name>_<field>_total. */
  readonly counters: Readonly<Record<string, object>>
  readonly gauges: readonly GaugeSource[]
  readonly background: readonly Repeated[]
  /** Before every scrape: what is counted elsewhere. */
  readonly look: () => Promise<void>
  /** None: this machine only. */
  readonly tokens: readonly string[]
}

export function addMetrics(app: FastifyInstance, { counters, gauges, background, look, tokens }: MetricsOptions): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'rollcall_backend_' })
  const answers = new Histogram({
    name: 'rollcall_backend_request_seconds',
    help: 'Time to answer, by row and status',
    labelNames: ['row', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  for (const [name, source] of Object.entries(counters)) exposeCounters(registry, name, source as Numbers)
  for (const source of gauges) exposeGauge(registry, source)
  exposeBackgroundWork(registry, background)
  app.addHook('onResponse', async (request, reply) => {
    const row = request.routeOptions.config.key ?? request.routeOptions.url ?? 'unknown'
    answers.observe({ row, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    requireAccess(request, tokens)
    await look()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function requireAccess({ headers, socket, host }: FastifyRequest, tokens: readonly string[]): void {
  if (showsMetricsToken(headers.authorization, tokens)) return
  if (isFromThisMachine({ address: socket.remoteAddress, host, headers })) return
  refuse(tokens.length > 0 ? 'unauthenticated' : 'not_found')
}

function exposeCounters(registry: Registry, name: string, source: Numbers): void {
  for (const field of Object.keys(source).filter((key) => typeof source[key] === 'number')) {
    const words = `${name}_${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
    const counter: Counter = new Counter({
      name: `rollcall_backend_${words}_total`,
      help: `Counted by ${name}: ${field}`,
      registers: [registry],
      collect() {
        counter.reset()
        counter.inc(source[field] ?? 0)
      },
    })
  }
}

function exposeGauge(registry: Registry, { name, help, label, read }: GaugeSource): void {
  const gauge: Gauge = new Gauge({
    name: `rollcall_backend_${name}`,
    help,
    labelNames: label ? [label] : [],
    registers: [registry],
    async collect() {
      const value = await read()
      // What is not known now must not stay as it was.
      if (label) gauge.reset()
      if (typeof value === 'number') gauge.set(value)
      else for (const [key, one] of Object.entries(value)) gauge.set({ [label ?? '']: key }, one)
    },
  })
}

function exposeBackgroundWork(registry: Registry, background: readonly Repeated[]): void {
  const all = (valueOf: (status: Repeated['status']) => number) => () =>
    Object.fromEntries(background.map(({ name, status }) => [name, valueOf(status)]))
  exposeGauge(registry, {
    name: 'background_work_ended_seconds',
    help: 'When its last run ended, in seconds since 1970; 0: none yet',
    label: 'work',
    read: all(({ endedAt }) => (endedAt ?? 0) / 1000),
  })
  exposeGauge(registry, {
    name: 'background_work_failing',
    help: '1: its last run failed',
    label: 'work',
    read: all(({ failing }) => Number(failing)),
  })
}

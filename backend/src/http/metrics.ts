// Prometheus metrics at GET /metrics: answers per row, and what ingest, positioning and publishing count, and how the
// background work does. The server layer forwards /api only, so this is for the machine itself.
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Repeated } from '../background/repeat.ts'

type Numbers = Readonly<Record<string, number>>

/** `counters` by name, such as `{ publish: publisher.counters }`: each number becomes rollcall_<name>_<field>_total. */
export function addMetrics(
  app: FastifyInstance,
  counters: Readonly<Record<string, object>>,
  background: readonly Repeated[],
): void {
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
  exposeBackgroundWork(registry, background)
  app.addHook('onResponse', async (request, reply) => {
    const row = request.routeOptions.config.key ?? request.routeOptions.url ?? 'unknown'
    answers.observe({ row, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
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

function exposeBackgroundWork(registry: Registry, background: readonly Repeated[]): void {
  const expose = (name: string, help: string, valueOf: (status: Repeated['status']) => number) => {
    const gauge: Gauge<'work'> = new Gauge({
      name: `rollcall_backend_background_work_${name}`,
      help,
      labelNames: ['work'],
      registers: [registry],
      collect() {
        for (const work of background) gauge.set({ work: work.name }, valueOf(work.status))
      },
    })
  }
  expose(
    'ended_seconds',
    'When its last run ended, in seconds since 1970; 0: none yet',
    ({ endedAt }) => (endedAt ?? 0) / 1000,
  )
  expose('failing', '1: its last run failed', ({ failing }) => Number(failing))
}

// POST /ingest/{format}: gateways and the simulator hand in what they heard (decisions 12). Registered by the server;
// answers 202 with counts as soon as the readings are queued. A format is one line in the table below.
import type { FastifyInstance } from 'fastify'
import { Refusal, refuse } from '../http/refusal.ts'
import { createKeyCheck } from './ingest-key.ts'
import type { IngestCounters } from './ingest-counters.ts'
import { readRaddec } from './raddec-adapter.ts'
import type { Reading } from './reading.ts'
import type { ReadingQueue } from './reading-queue.ts'

export interface IngestOptions {
  /** Null: everything is refused. */
  ingestKey: string | null
  queue: ReadingQueue
  counters: IngestCounters
  now?: () => number
}

/** Limits of one request (spec/positioning, the pipeline). */
const most = { items: 1000, bytes: 1_000_000 } as const

/** Turns one item into readings; null rejects the item. */
type Adapter = (item: unknown, arrivedAt: number) => Reading[] | null
const formats: Readonly<Record<string, Adapter>> = { raddec: readRaddec }

export async function ingestRoutes(app: FastifyInstance, options: IngestOptions): Promise<void> {
  const { queue, counters, now = Date.now } = options
  const isAllowed = createKeyCheck(options.ingestKey)

  for (const [format, adapter] of Object.entries(formats)) {
    app.post(`/ingest/${format}`, {
      bodyLimit: most.bytes,
      // Before the body is read: a stranger costs us no parsing.
      onRequest: async (request) => {
        if (!isAllowed(request.headers.authorization)) refuse('unauthenticated')
      },
      handler: async (request, reply) => {
        const items: readonly unknown[] = Array.isArray(request.body) ? request.body : [request.body]
        if (items.length > most.items) refuse('body_too_large')
        const { readings, accepted } = readAll(items, adapter, now())
        const rejected = items.length - accepted
        if (!queue.offer(readings)) {
          counters.refused += items.length
          throw new Refusal('too_many_requests', undefined, { 'retry-after': '1' })
        }
        counters.accepted += accepted
        counters.rejected += rejected
        return reply.code(202).send({ success: true, data: { accepted, rejected } })
      },
    })
  }
}

function readAll(items: readonly unknown[], adapter: Adapter, arrivedAt: number) {
  const readings: Reading[] = []
  let accepted = 0
  for (const item of items) {
    const found = adapter(item, arrivedAt)
    if (found === null) continue
    accepted++
    for (const reading of found) readings.push(reading)
  }
  return { readings, accepted }
}

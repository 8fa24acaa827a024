// POST /ingest/{format}: gateways and the simulator hand in what they heard (decisions 12). Registered by the server;
// answers 202 with counts as soon as the readings are queued. A format is one line in the table below.
import type { FastifyInstance } from 'fastify'
import { Refusal, refuse } from '../http/refusal.ts'
import { readDynamb } from './dynamb-adapter.ts'
import { createKeyCheck } from './ingest-key.ts'
import type { IngestCounters } from './ingest-counters.ts'
import { readMinew } from './minew-adapter.ts'
import { readRaddec } from './raddec-adapter.ts'
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

/** What became of a body: how many items were usable, and whether the queue had room for them. */
interface Outcome {
  accepted: number
  rejected: number
  hasRoom: boolean
}

/** Reads the items of a body and queues what they say. */
type Format = (items: readonly unknown[], arrivedAt: number, queue: ReadingQueue) => Outcome

const formats: Readonly<Record<string, Format>> = {
  raddec: (items, now, queue) =>
    outcome(
      items.map((item) => readRaddec(item, now)),
      (found) => queue.offer(found.flat()),
    ),
  minew: (items, now, queue) => outcome(readMinew(items, now), (found) => queue.offer(found.flat())),
  dynamb: (items, now, queue) =>
    outcome(
      items.map((item) => readDynamb(item, now)),
      (found) => queue.offerBatteries(found),
    ),
}

export async function ingestRoutes(app: FastifyInstance, options: IngestOptions): Promise<void> {
  const { queue, counters, now = Date.now } = options
  const isAllowed = createKeyCheck(options.ingestKey)

  for (const [name, read] of Object.entries(formats)) {
    app.post(`/ingest/${name}`, {
      bodyLimit: most.bytes,
      // Before the body is read: a stranger costs us no parsing.
      onRequest: async (request) => {
        if (!isAllowed(request.headers.authorization)) refuse('unauthenticated')
      },
      handler: async (request, reply) => {
        const items: readonly unknown[] = Array.isArray(request.body) ? request.body : [request.body]
        if (items.length > most.items) refuse('body_too_large')
        const { accepted, rejected, hasRoom } = read(items, now(), queue)
        if (!hasRoom) {
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

function outcome<T>(results: readonly (T | null)[], offer: (found: T[]) => boolean): Outcome {
  const found = results.filter((result) => result !== null)
  return { accepted: found.length, rejected: results.length - found.length, hasRoom: offer(found) }
}

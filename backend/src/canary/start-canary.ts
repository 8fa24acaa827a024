// Puts the canary together for this backend: posted to its own address over HTTP, with a key that is made anew at every start. Called by
// server.ts; null where no relay is configured.
import type { FastifyInstance } from 'fastify'
import type { RealtimeSettings } from '../config.ts'
import { canaryRaddec } from '../ingest/canary-reading.ts'
import type { Publisher } from '../realtime/publisher.ts'
import { type Canary, createCanary } from './canary.ts'
import { listenForCanaries } from './canary-client.ts'

type Options = {
  readonly app: FastifyInstance
  /** Accepted by /ingest. */
  readonly key: string
  readonly realtime: RealtimeSettings | null
  readonly publisher: Publisher
}

const withinMs = 5000

export function startCanary({ app, key, realtime, publisher }: Options): Canary | null {
  if (!realtime) return null
  const post = async (sentAt: number) => {
    const address = app.server.address()
    if (address === null || typeof address === 'string') return null
    const host = address.family === 'IPv6' ? '[::1]' : address.address === '0.0.0.0' ? '127.0.0.1' : address.address
    try {
      const reply = await fetch(`http://${host}:${address.port}/ingest/raddec`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(canaryRaddec(sentAt)),
        signal: AbortSignal.timeout(withinMs),
      })
      await reply.arrayBuffer()
      return reply.status === 202
    } catch {
      return false
    }
  }
  return createCanary({ post, publisher, listen: (on) => listenForCanaries(realtime, on), log: app.log })
}

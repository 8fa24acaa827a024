// Publishes to the relay: fire and forget, 3 s at most, never throws (spec 6.1). Per channel one request is under way and the
// newest message of each type waits; an older one waiting is dropped, so a stalled relay costs memory for a few messages per channel,
// and foreign devices never push an emergency aside.
import type { FastifyBaseLogger } from 'fastify'
import type { RelayCall } from './relay-call.ts'

type Message = { readonly type: string; readonly data: unknown }

export interface Publisher {
  publish(channel: string, message: Message): void
  readonly counters: Readonly<PublishCounters>
  /** Waits for what is under way (3 s at most); what waits is dropped. */
  stop(): Promise<void>
}

export interface PublishCounters {
  published: number
  failed: number
  /** Replaced by a newer message of the same channel and type, or over the limit of channels. */
  dropped: number
}

interface PublisherOptions {
  /** Null: no relay is configured, and nothing is published. */
  call: RelayCall | null
  log: FastifyBaseLogger
}

/** Requests under way at once; more channels than this wait for the next batch. */
const mostInFlight = 64
const complainEveryMs = 60_000

export function createPublisher({ call, log }: PublisherOptions): Publisher {
  const counters: PublishCounters = { published: 0, failed: 0, dropped: 0 }
  const inFlight = new Map<string, Promise<void>>()
  /** By channel, in the order in which they shall go. */
  const waiting = new Map<string, Message[]>()
  const complain = createComplaint(log)
  let stopped = false

  const send = async (channel: string, message: Message): Promise<void> => {
    try {
      await call?.('publish', { channel, data: message })
      counters.published++
    } catch (error) {
      counters.failed++
      complain(error)
    }
  }
  const run = async (channel: string, message: Message): Promise<void> => {
    await send(channel, message)
    inFlight.delete(channel)
    const [next, ...rest] = waiting.get(channel) ?? []
    if (rest.length > 0) waiting.set(channel, rest)
    else waiting.delete(channel)
    if (next && !stopped) start(channel, next)
  }
  const start = (channel: string, message: Message) => void inFlight.set(channel, run(channel, message))

  return {
    counters,
    publish(channel, message) {
      if (call === null || stopped) return
      if (inFlight.has(channel)) {
        const others = waiting.get(channel) ?? []
        const kept = others.filter(({ type }) => type !== message.type)
        counters.dropped += others.length - kept.length
        waiting.set(channel, [...kept, message])
      } else if (inFlight.size >= mostInFlight) counters.dropped++
      else start(channel, message)
    },
    async stop() {
      stopped = true
      waiting.clear()
      await Promise.all(inFlight.values())
    },
  }
}

/** One line a minute, with the number of failures since the last. */
function createComplaint(log: FastifyBaseLogger): (error: unknown) => void {
  let last = -Infinity
  let since = 0
  return (error) => {
    since++
    if (performance.now() - last < complainEveryMs) return
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
    log.warn(
      { code: 'publish_failed', failures: since, reason },
      'The relay takes no messages; positions are stored all the same.',
    )
    last = performance.now()
    since = 0
  }
}

// Publishes to the relay: fire and forget, 3 s at most, never throws (spec 6.1). Per channel one request is under way and one message
// of each type waits; a newer one takes its place, or joins it when the caller says how, so a stalled relay costs memory for a
// few messages per channel, nobody is missing from the next batch, and ambient devices never push an emergency aside.
import type { FastifyBaseLogger } from 'fastify'
import type { RelayCall } from './relay-call.ts'

type Message<Data = unknown> = { readonly type: string; readonly data: Data }
/** `key`: of this message, remembered for five minutes. `version`: where the channel keeps history, no older one is handed on. */
export type Once = { readonly key: string; readonly version?: number }
type Join<Data> = (older: Data, newer: Data) => Data

export interface Publisher {
  /** Without `join` the newest message of a type replaces the one that waits. */
  publish<Data>(channel: string, message: Message<Data>, join?: Join<Data>): void
  /** At once, past what waits. False when it must be tried again, which the relay knows by `once` and does not hand on. */
  deliver(channel: string, message: Message, once: Once): Promise<boolean>
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

/** Requests under way at once; more channels than this wait for their turn. */
const mostInFlight = 64
/** Channels that wait at once: a floor or an event each. */
const mostWaiting = 1000
const complainEveryMs = 60_000

export function createPublisher({ call, log }: PublisherOptions): Publisher {
  const counters: PublishCounters = { published: 0, failed: 0, dropped: 0 }
  const inFlight = new Map<string, Promise<void>>()
  /** By channel, in the order in which they shall go. */
  const waiting = new Map<string, Message[]>()
  const complain = createComplaint(log)
  let stopped = false

  const attempt = async (params: object): Promise<boolean> => {
    try {
      await call?.('publish', params)
      counters.published++
      return true
    } catch (error) {
      counters.failed++
      complain(error)
      return false
    }
  }
  const send = async (channel: string, message: Message): Promise<void> => {
    await attempt({ channel, data: message })
    inFlight.delete(channel)
    startWaiting()
  }
  const startWaiting = (): void => {
    for (const [channel, [next, ...rest]] of waiting) {
      if (inFlight.size >= mostInFlight) return
      if (!next || inFlight.has(channel)) continue
      waiting.delete(channel)
      if (rest.length > 0) waiting.set(channel, rest)
      inFlight.set(channel, send(channel, next))
    }
  }

  return {
    counters,
    publish(channel, message, join) {
      if (call === null || stopped) return
      const others = waiting.get(channel)
      if (!others && waiting.size >= mostWaiting) {
        counters.dropped++
        return
      }
      const older = others?.find(({ type }) => type === message.type)
      if (older && !join) counters.dropped++
      // A type has one shape of data on a channel.
      const data = older && join ? join(older.data as typeof message.data, message.data) : message.data
      waiting.set(channel, [...(others ?? []).filter((one) => one !== older), { type: message.type, data }])
      startWaiting()
    },
    deliver: async (channel, message, { key, version }) =>
      call === null || attempt({ channel, data: message, idempotency_key: key, version }),
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

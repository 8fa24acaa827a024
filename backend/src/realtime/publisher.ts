// Publishes to the relay: fire and forget, 3 s at most, never throws (spec 6.1). Per channel one request is under way and the
// newest message waits; an older one waiting is dropped, so a stalled relay costs memory for two messages per channel.
import type { FastifyBaseLogger } from 'fastify'

export interface Publisher {
  publish(channel: string, message: object): void
  readonly counters: Readonly<PublishCounters>
  /** Waits for what is under way (3 s at most); what waits is dropped. */
  stop(): Promise<void>
}

export interface PublishCounters {
  published: number
  failed: number
  /** Replaced by a newer message of the same channel, or over the limit of channels. */
  dropped: number
}

interface PublisherOptions {
  /** REALTIME_PUBLISH_URL, `…/api`; null: nothing is published. */
  url: string | null
  apiKey: string | null
  log: FastifyBaseLogger
  timeoutMs?: number
}

/** Requests under way at once; more channels than this wait for the next batch. */
const mostInFlight = 64
const complainEveryMs = 60_000

export function createPublisher({ url, apiKey, log, timeoutMs = 3000 }: PublisherOptions): Publisher {
  const counters: PublishCounters = { published: 0, failed: 0, dropped: 0 }
  const target = url === null ? null : `${url.replace(/\/$/, '')}/publish`
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey ?? '' }
  const inFlight = new Map<string, Promise<void>>()
  const waiting = new Map<string, object>()
  const complain = createComplaint(log)
  let stopped = false

  const send = async (channel: string, message: object): Promise<void> => {
    try {
      const body = JSON.stringify({ channel, data: message })
      const response = await fetch(target!, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) })
      const answer = await response.text()
      if (!response.ok) throw new Error(`The relay answered ${response.status}.`)
      // The relay reports its own refusals inside a 200.
      if (answer.includes('"error"')) throw new Error('The relay refused the message.')
      counters.published++
    } catch (error) {
      counters.failed++
      complain(error)
    }
  }
  const run = async (channel: string, message: object): Promise<void> => {
    await send(channel, message)
    inFlight.delete(channel)
    const next = waiting.get(channel)
    waiting.delete(channel)
    if (next && !stopped) start(channel, next)
  }
  const start = (channel: string, message: object) => void inFlight.set(channel, run(channel, message))

  return {
    counters,
    publish(channel, message) {
      if (target === null || stopped) return
      if (inFlight.has(channel)) {
        if (waiting.has(channel)) counters.dropped++
        waiting.set(channel, message)
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

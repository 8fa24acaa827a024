// The canary: a virtual badge that goes through the whole chain every ten seconds, from a request to /ingest to a client that is
// subscribed at the relay. Its delay is on the lamp of every page; when it does not arrive, the link where it was seen last is named.
import { canaryChannel, type CanaryMessage } from '@rollcall/contracts/channels'
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Publisher } from '../realtime/publisher.ts'

/** In the order of the chain: where a canary that did not arrive got stuck. */
export const canaryLinks = ['ingest', 'positioning', 'publishing', 'relay'] as const
export type CanaryLink = (typeof canaryLinks)[number]

export type Canary = {
  /** It came out of the round that made positions of the readings it came with. */
  located(sentAt: number): void
  /** Null: it arrives. */
  brokenLink(): CanaryLink | null
  /** Of the last that arrived, milliseconds; null: none did. */
  readonly delayMs: number | null
  /** When that was, epoch milliseconds; null: none did. */
  readonly arrivedAt: number | null
  readonly counters: Readonly<{ sent: number; arrived: number }>
  readonly work: Repeated
  stop(): void
}

type Options = {
  /** Posts it to this backend's own address, and answers whether it was taken; null: nobody listens there yet. */
  readonly post: (sentAt: number) => Promise<boolean | null>
  readonly publisher: Pick<Publisher, 'deliver'>
  /** Calls back with every canary that arrives, and whenever it is subscribed anew. */
  readonly listen: (on: { canary(sentAt: number): void; subscribed(): void }) => { stop(): void }
  readonly log: FastifyBaseLogger
  readonly now?: () => number
}

export const canaryEveryMs = 10_000
/** Two and a half rounds: one lost message is no fault. */
export const missedAfterMs = 25_000

export function createCanary({ post, publisher, listen, log, now = Date.now }: Options): Canary {
  let round: { sentAt: number; reached: CanaryLink } | null = null
  let delayMs: number | null = null
  let arrivedAt: number | null = null
  /** When the last arrived, or the first was sent. */
  let wellAt: number | null = null
  let lastRunAt = -Infinity
  let listener: { stop(): void } | null = null
  const counters = { sent: 0, arrived: 0 }

  const send = async () => {
    const sentAt = now()
    // Somebody else did it meanwhile, or nobody could.
    if (sentAt - lastRunAt > 3 * canaryEveryMs) wellAt = null
    lastRunAt = sentAt
    const mine = { sentAt, reached: 'ingest' as CanaryLink }
    round = mine
    const posted = await post(sentAt)
    if (posted === null) return
    counters.sent++
    wellAt ??= sentAt
    if (posted && mine.reached === 'ingest') mine.reached = 'positioning'
    listener ??= listen({ canary: arrived, subscribed: () => void work.run() })
  }
  const arrived = (sentAt: number) => {
    if (sentAt !== round?.sentAt) return
    counters.arrived++
    wellAt = arrivedAt = now()
    delayMs = Math.max(0, wellAt - sentAt)
  }
  const located = async (sentAt: number) => {
    const mine = round
    if (mine?.sentAt !== sentAt) return
    mine.reached = 'publishing'
    const message: CanaryMessage = { type: 'canary', data: { sentAt, delayMs } }
    if (await publisher.deliver(canaryChannel, message, { key: `canary ${sentAt}` })) mine.reached = 'relay'
  }
  const work = repeat({
    name: 'canary',
    everyMs: canaryEveryMs,
    work: send,
    leaderOnly: true,
    atOnce: true,
    log,
    whileFailing: 'Nobody knows whether live positions arrive.',
  })
  return {
    located: (sentAt) => void located(sentAt),
    brokenLink: () => {
      if (wellAt === null || round === null || now() - wellAt < missedAfterMs) return null
      return round.reached
    },
    get delayMs() {
      return delayMs
    },
    get arrivedAt() {
      return arrivedAt
    },
    counters,
    work,
    stop: () => listener?.stop(),
  }
}

/** What an alert says; also docs/alerts.md. */
export const brokenLinkWords: Readonly<Record<CanaryLink, string>> = {
  ingest: 'Live positions do not arrive: the backend takes no readings.',
  positioning: 'Live positions do not arrive: readings become no positions.',
  publishing: 'Live positions do not arrive: the relay takes no messages from the backend.',
  relay: 'Live positions do not arrive: the relay hands nothing on to its clients.',
}

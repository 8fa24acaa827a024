// The channels that this node's clients listen to: subscribed in Redis with the first, given up with the last. Redis delivers at
// most once, so every publication is checked to follow the one before; whatever may be missing is told to the subscribers.
import type { StreamPosition } from '../protocol/messages.ts'
import { EngineAway, type Delivery } from './engine.ts'
import type { RedisConnection } from './redis-connection.ts'
import type { RedisKeys } from './redis-keys.ts'
import { readChannelMessage } from './redis-messages.ts'

type Listening = {
  subscribers: number
  /** Until Redis has confirmed. */
  opening: Promise<void> | undefined
  /** Of the last publication that was delivered here; null while none is known, and without history. */
  position: StreamPosition | null
  /** When that publication came, or was last compared with Redis. */
  checkedAt: number
}

type ReadTop = (channel: string) => Promise<StreamPosition>

export type RedisChannels = ReturnType<typeof createRedisChannels>

/** Positions that are compared at once after a break. */
const comparedAtOnce = 500

export function createRedisChannels(connection: () => RedisConnection, keys: RedisKeys, delivery: Delivery) {
  const channels = new Map<string, Listening>()

  async function open(channel: string, listening: Listening): Promise<void> {
    await connection().subscribe(keys.client(channel))
    listening.opening = undefined
  }

  function enter(channel: string): Promise<void> | undefined {
    const known = channels.get(channel)
    if (known) {
      known.subscribers++
      return connection().isUp() ? known.opening : Promise.reject(new EngineAway())
    }
    const listening: Listening = { subscribers: 1, opening: undefined, position: null, checkedAt: 0 }
    channels.set(channel, listening)
    listening.opening = open(channel, listening)
    return listening.opening
  }

  function leave(channel: string): void {
    const listening = channels.get(channel)
    if (!listening || --listening.subscribers > 0) return
    channels.delete(channel)
    connection().unsubscribe(keys.client(channel))
  }

  function lose(channel: string, listening: Listening): void {
    listening.position = null
    delivery.lost(channel)
  }

  function receive(channel: string, text: string): void {
    const listening = channels.get(channel)
    if (!listening) return
    const message = readChannelMessage(text)
    if (message.type === 'join') return delivery.join(channel, message.info)
    if (message.type === 'leave') return delivery.leave(channel, message.info)
    const { publication, position, sentAt } = message
    // Of another machine's clock, perhaps.
    delivery.lagged(channel, Math.max(0, Date.now() - sentAt))
    if (position) {
      if (listening.position && !follows(position, listening.position)) return lose(channel, listening)
      listening.position = position
      listening.checkedAt = Date.now()
    }
    delivery.publication(channel, publication, position)
  }

  /**
   * History was read: what follows it must come. Answers when all that it holds has come in, so that none of it is taken for news.
   * Before Redis confirmed the subscription it would prove nothing.
   */
  async function learn(channel: string, position: StreamPosition): Promise<void> {
    const listening = channels.get(channel)
    if (!listening || listening.opening) return
    await connection().catchUp()
    listening.position ??= position
  }

  /** After a break: `subscribed` holds again, but not what was published meanwhile. */
  async function compare(subscribed: readonly string[], readTop: ReadTop): Promise<void> {
    const names = subscribed.flatMap((name) => keys.channelOf(name) ?? [])
    for (const name of names) if (!channels.has(name)) connection().unsubscribe(keys.client(name))
    await compareAll(names, readTop)
  }

  /** Should Redis have taken a publication that it never passed on. */
  async function checkSilent(silence: number, readTop: ReadTop): Promise<void> {
    const since = Date.now() - silence
    const silent = [...channels].filter(([, { position, checkedAt }]) => position && checkedAt <= since)
    await compareAll(
      silent.map(([channel]) => channel),
      readTop,
    )
  }

  async function compareAll(names: readonly string[], readTop: ReadTop): Promise<void> {
    for (let at = 0; at < names.length; at += comparedAtOnce) {
      const some = names.slice(at, at + comparedAtOnce)
      await Promise.all(some.map((channel) => compareOne(channel, readTop)))
    }
  }

  async function compareOne(channel: string, readTop: ReadTop): Promise<void> {
    const listening = channels.get(channel)
    if (!listening) return
    // Without a position nobody can tell whether something was missed.
    if (!listening.position) return lose(channel, listening)
    const top = await readTop(channel)
    await connection().catchUp()
    listening.checkedAt = Date.now()
    const { position } = listening
    const isCurrent = position && position.epoch === top.epoch && position.offset >= top.offset
    if (position && !isCurrent) lose(channel, listening)
  }

  return { enter, leave, receive, learn, compare, checkSilent, names: () => [...channels.keys()].map(keys.client) }
}

const follows = (next: StreamPosition, last: StreamPosition) =>
  next.epoch === last.epoch && next.offset === last.offset + 1

// The channels that this node's clients are subscribed to: subscribed in Redis with the first, given up with the last. Redis delivers
// at most once, so every publication is checked to follow the one before; subscribers learn of whatever may be missing.
import type { StreamPosition } from '../protocol/messages.ts'
import { EngineUnavailable, type Delivery } from './engine.ts'
import type { RedisConnection } from './redis-connection.ts'
import type { RedisKeys } from './redis-keys.ts'
import { readChannelMessage } from './redis-messages.ts'
import { createPositionCheck, type ChannelState, type ReadTop } from './redis-position-check.ts'

type RedisChannel = ChannelState & {
  subscribers: number
  /** Until Redis has confirmed. */
  opening: Promise<void> | undefined
}

export type RedisChannels = ReturnType<typeof createRedisChannels>

export function createRedisChannels(connection: () => RedisConnection, keys: RedisKeys, delivery: Delivery) {
  const channels = new Map<string, RedisChannel>()
  const check = createPositionCheck(channels, connection, delivery.lost)

  async function open(name: string, channel: RedisChannel): Promise<void> {
    await connection().subscribe(keys.client(name))
    channel.opening = undefined
  }

  return {
    enter(name: string): Promise<void> | undefined {
      const subscribed = channels.get(name)
      if (subscribed) {
        subscribed.subscribers++
        return connection().isUp() ? subscribed.opening : Promise.reject(new EngineUnavailable())
      }
      const channel: RedisChannel = { subscribers: 1, opening: undefined, position: null, checkedAt: 0 }
      channels.set(name, channel)
      channel.opening = open(name, channel)
      return channel.opening
    },
    leave(name: string): void {
      const channel = channels.get(name)
      if (!channel || --channel.subscribers > 0) return
      channels.delete(name)
      connection().unsubscribe(keys.client(name))
    },
    receive(name: string, text: string): void {
      const channel = channels.get(name)
      if (!channel) return
      const message = readChannelMessage(text)
      if (message.type === 'join') return delivery.join(name, message.info)
      if (message.type === 'leave') return delivery.leave(name, message.info)
      if (message.type === 'cleared') {
        channel.position = null
        return delivery.lost(name)
      }
      const { publication, position, sentAt } = message
      // Of another machine's clock, perhaps.
      delivery.lagged(name, Math.max(0, Date.now() - sentAt))
      if (position && !check.advance(name, channel, position)) return delivery.dropped(name)
      delivery.publication(name, publication, position)
    },
    /**
     * History was read: what follows it must come. Answers when all that it holds has come in, so that none of it is delivered twice.
     * Before Redis confirmed the subscription it would prove nothing.
     */
    async historyRead(name: string, position: StreamPosition): Promise<void> {
      const channel = channels.get(name)
      if (!channel || channel.opening) return
      await connection().catchUp()
      channel.position ??= position
    },
    /** After a break: `subscribed` holds again, but not what was published meanwhile. */
    async compare(subscribed: readonly string[], readTop: ReadTop): Promise<void> {
      const names = subscribed.flatMap((name) => keys.channelOf(name) ?? [])
      for (const name of names) if (!channels.has(name)) connection().unsubscribe(keys.client(name))
      await check.compare(names, readTop)
    },
    checkSilent: check.compareSilent,
    names: () => [...channels.keys()].map(keys.client),
  }
}

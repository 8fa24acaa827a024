// The names under which everything lies in Redis. Not shared with a Centrifugo on the same Redis: what is inside differs.

import { slotOf } from './redis-slots.ts'

export type RedisKeys = ReturnType<typeof redisKeys>

/** In a cluster everything about a channel is in one place, which its name in braces alone would not ensure: it may have braces. */
export function redisKeys(prefix: string, isCluster = false) {
  const clientPrefix = `${prefix}.client.`
  const placed = (channel: string) => (isCluster ? `{${slotOf(channel)}}.${channel}` : channel)
  return {
    /** Pub/sub channels. */
    client: (channel: string) => clientPrefix + placed(channel),
    /** Null when it is none of a client's. */
    channelOf(name: string): string | null {
      if (!name.startsWith(clientPrefix)) return null
      return name.slice(isCluster ? name.indexOf('.', clientPrefix.length) + 1 : clientPrefix.length)
    },
    control: `${prefix}.control`,
    node: (uid: string) => `${prefix}.node.${uid}`,
    meta: (channel: string) => `${prefix}.stream.meta.${placed(channel)}`,
    stream: (channel: string) => `${prefix}.stream.data.${placed(channel)}`,
    /** Values, keys in their order, keys by their time. */
    map: (channel: string) => [
      `${prefix}.map.values.${placed(channel)}`,
      `${prefix}.map.order.${placed(channel)}`,
      `${prefix}.map.expire.${placed(channel)}`,
    ],
    answer: (channel: string, key: string) => `${prefix}.result.${placed(channel)}\n${key}`,
    presence: (channel: string) => [
      `${prefix}.presence.data.${placed(channel)}`,
      `${prefix}.presence.expire.${placed(channel)}`,
    ],
  }
}

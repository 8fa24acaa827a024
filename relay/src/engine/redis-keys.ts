// The names under which everything lies in Redis. Not shared with a Centrifugo on the same Redis: what is inside differs.

export type RedisKeys = ReturnType<typeof redisKeys>

export function redisKeys(prefix: string) {
  const clientPrefix = `${prefix}.client.`
  return {
    /** Pub/sub channels. */
    client: (channel: string) => clientPrefix + channel,
    /** Null when it is none of a client's. */
    channelOf: (name: string) => (name.startsWith(clientPrefix) ? name.slice(clientPrefix.length) : null),
    control: `${prefix}.control`,
    node: (uid: string) => `${prefix}.node.${uid}`,
    meta: (channel: string) => `${prefix}.stream.meta.${channel}`,
    stream: (channel: string) => `${prefix}.stream.data.${channel}`,
    /** Values, keys in their order, keys by their time. */
    map: (channel: string) => [
      `${prefix}.map.values.${channel}`,
      `${prefix}.map.order.${channel}`,
      `${prefix}.map.expire.${channel}`,
    ],
    answer: (channel: string, key: string) => `${prefix}.result.${channel}\n${key}`,
    presence: (channel: string) => [`${prefix}.presence.data.${channel}`, `${prefix}.presence.expire.${channel}`],
  }
}

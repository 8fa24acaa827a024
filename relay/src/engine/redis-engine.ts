// The engine of several nodes on one Redis or Valkey: publications reach the subscribers of all nodes, history and presence are
// common, and each node can ask the others. While Redis is away clients stay connected; afterwards they learn that they may have missed something.
import type { Log } from '../log.ts'
import type { Delivery, Engine, MetaTtlOf } from './engine.ts'
import { inTime } from './in-time.ts'
import { createRedisChannels } from './redis-channels.ts'
import { createRedisConnection, type RedisConnection, type RedisHandlers } from './redis-connection.ts'
import { redisKeys } from './redis-keys.ts'
import { announcement } from './redis-messages.ts'
import { createRedisPeers } from './redis-peers.ts'
import { createRedisPresence, type PresenceTimes } from './redis-presence.ts'
import type { RedisSettings } from './redis-address.ts'
import type { MapRulesOf } from '../map/map-rules.ts'
import type { MapLimits } from '../map/map-store.ts'
import { createRedisMaps } from '../map/redis-maps.ts'
import { createRedisStreams } from './redis-streams.ts'

export type RedisEngineSettings = RedisSettings & {
  /** Of all keys; nodes with the same one are one relay. */
  prefix: string
  presence: PresenceTimes
  /** Milliseconds without a publication after which a channel's position is compared with that in Redis. */
  positionCheckDelay: number
}

/** Milliseconds that a readiness check waits. */
const answerWithin = 1_000

// Long because it puts the parts of the engine together.
export function createRedisEngine(
  settings: RedisEngineSettings,
  uid: string,
  delivery: Delivery,
  metaTtlOf: MetaTtlOf,
  mapRulesOf: MapRulesOf,
  mapLimits: MapLimits,
  log: Log,
): Engine {
  const keys = redisKeys(settings.prefix, settings.clusterAddresses !== undefined)
  const own = keys.node(uid)
  const channels = createRedisChannels(() => connection, keys, {
    ...delivery,
    publication(channel, publication, position) {
      if (publication.key !== undefined) maps.seen(channel)
      delivery.publication(channel, publication, position)
    },
  })

  const handlers: RedisHandlers = {
    channels: () => [keys.control, own, ...channels.names()],
    onMessage(text, name) {
      try {
        const channel = keys.channelOf(name)
        if (channel === null) control.receive(text)
        else channels.receive(channel, text)
      } catch (error) {
        log.error({ error: String(error), channel: name }, 'a message from Redis was not understood')
      }
    },
    onDown: delivery.broken,
    async onUp(subscribed) {
      await channels.compare(subscribed, readTop)
      await presence.renew()
    },
  }
  const connection: RedisConnection = createRedisConnection(settings, handlers, log)
  const streams = createRedisStreams(connection, keys, metaTtlOf)
  const maps = createRedisMaps(connection, keys, delivery, mapRulesOf, metaTtlOf, mapLimits)
  const readTop = async (channel: string) => (await streams.read(channel, { limit: 0 })).position
  // A broken connection ends the check; the next one begins with another.
  const checking = setInterval(
    () => void channels.checkSilent(settings.positionCheckDelay, readTop).catch(() => {}),
    settings.presence.interval,
  )
  const presence = createRedisPresence(connection, keys, settings.presence)
  const control = createRedisPeers(connection, keys, uid, log)
  const announce = createAnnouncer(connection, keys, delivery)

  return {
    enter: channels.enter,
    leave: channels.leave,
    async publish(channel, data, options) {
      const { historySize, info, tags } = options
      if (!connection.isUp() && historySize <= 1) {
        // Better than nothing where the newest is all that counts. It fails all the same: other nodes do not get it.
        delivery.publication(channel, { data, offset: 0, info, tags }, null)
      }
      const { position, suppressed } = await streams.publish(channel, data, options)
      if (suppressed) delivery.suppressed(suppressed, channel)
      else delivery.accepted('publication', channel)
      return position
    },
    async history(channel, filter) {
      const history = await streams.read(channel, filter)
      await channels.historyRead(channel, history.position)
      return history
    },
    removeHistory: streams.clear,
    maps,
    addPresence: presence.add,
    removePresence: presence.remove,
    presence: presence.read,
    presenceStats: presence.count,
    publishJoin: announce('join'),
    publishLeave: announce('leave'),
    isWorking: () => hasSubscription(connection, own),
    peers: control.peers,
    async stop() {
      clearInterval(checking)
      presence.stop()
      maps.stop()
      await connection.stop()
    },
  }
}

type Info = Parameters<typeof announcement>[1]

/** That somebody came or went. */
function createAnnouncer(connection: RedisConnection, keys: ReturnType<typeof redisKeys>, delivery: Delivery) {
  return (type: 'join' | 'leave') => async (channel: string, info: Info) => {
    // Nobody could hear it, and nothing depends on it.
    if (!connection.isUp()) return
    delivery.accepted(type, channel)
    await connection.send('PUBLISH', [keys.client(channel), announcement(type, info)])
  }
}

/** Redis answers and still has this node's subscription. */
async function hasSubscription(connection: RedisConnection, own: string): Promise<boolean> {
  try {
    const asked = Promise.all([connection.send('PUBSUB', ['NUMSUB', own]), connection.catchUp()])
    const [[, subscribers]] = (await inTime(asked, answerWithin)) as [[string, number], void]
    return subscribers === 1
  } catch {
    return false
  }
}

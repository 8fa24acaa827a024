// The engine of a single node: everything in this process, nothing survives a restart. Publications are delivered before
// `publish` answers, in the order of the calls, so that no subscriber of this node can miss one.
import type { ClientInfo, Publication, StreamPosition } from '../protocol/messages.ts'
import type { Delivery, Engine, MetaTtlOf } from './engine.ts'
import { createIdempotencyCache } from './idempotency-cache.ts'
import { createMemoryStreams } from './memory-streams.ts'
import { createMemoryMaps } from '../map/memory-maps.ts'
import type { MapRulesOf } from '../map/map-rules.ts'
import type { MapLimits } from '../map/map-store.ts'

const sweepEvery = 5_000
/** Keys of maps live for seconds. */
const sweepMapsEvery = 1_000

export function createMemoryEngine(
  delivery: Delivery,
  metaTtlOf: MetaTtlOf,
  mapRulesOf: MapRulesOf,
  mapLimits: MapLimits,
  now: () => number = Date.now,
): Engine {
  const streams = createMemoryStreams(metaTtlOf, now)
  const maps = createMemoryMaps(streams, delivery, mapRulesOf, mapLimits, now)
  const answers = createIdempotencyCache<StreamPosition | null>(now)
  const present = new Map<string, Map<string, ClientInfo>>()
  const sweeping = setInterval(() => {
    streams.sweep()
    answers.sweep()
  }, sweepEvery)
  const sweepingMaps = setInterval(maps.sweep, sweepMapsEvery)

  return {
    enter: () => undefined,
    leave: () => {},
    async publish(channel, data, options) {
      const { idempotencyKey, version, versionEpoch = '', historySize, historyTtl } = options
      const answerKey = idempotencyKey && `${channel}\n${idempotencyKey}`
      const earlier = answerKey && answers.find(answerKey)
      if (earlier) {
        delivery.suppressed('idempotency', channel)
        return earlier.result
      }

      const keepsHistory = historySize > 0 && historyTtl > 0
      const isNewer = !keepsHistory || !version || streams.advanceVersion(channel, version, versionEpoch)
      if (!isNewer) {
        delivery.suppressed('version', channel)
        return streams.open(channel)
      }

      const publication: Publication = { data, offset: 0, info: options.info, tags: options.tags }
      const position = keepsHistory ? streams.append(channel, publication, historySize, historyTtl) : null
      delivery.accepted('publication', channel)
      delivery.publication(channel, publication, position)
      if (answerKey) answers.remember(answerKey, position)
      return position
    },
    history: async (channel, filter) => streams.read(channel, filter),
    removeHistory: async (channel) => streams.clear(channel),
    maps,

    async addPresence(channel, info) {
      const clients = present.get(channel)
      if (clients) clients.set(info.client, info)
      else present.set(channel, new Map([[info.client, info]]))
    },
    async removePresence(channel, client) {
      const clients = present.get(channel)
      if (clients?.delete(client) && clients.size === 0) present.delete(channel)
    },
    presence: async (channel) => [...(present.get(channel)?.values() ?? [])],
    async presenceStats(channel) {
      const clients = [...(present.get(channel)?.values() ?? [])]
      return { numClients: clients.length, numUsers: new Set(clients.map(({ user }) => user)).size }
    },
    async publishJoin(channel, info) {
      delivery.accepted('join', channel)
      delivery.join(channel, info)
    },
    async publishLeave(channel, info) {
      delivery.accepted('leave', channel)
      delivery.leave(channel, info)
    },
    isWorking: async () => true,
    peers: null,
    async stop() {
      clearInterval(sweeping)
      clearInterval(sweepingMaps)
    },
  }
}

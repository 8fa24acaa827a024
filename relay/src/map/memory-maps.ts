// Maps in the memory of one node: what a change does, and keys that expire. Owned by the memory engine.
import type { Delivery } from '../engine/engine.ts'
import { createIdempotencyCache } from '../engine/idempotency-cache.ts'
import type { MemoryStreams } from '../engine/memory-streams.ts'
import type { Publication, StreamPosition } from '../protocol/messages.ts'
import { createKeptMaps, type KeptValue } from './kept-maps.ts'
import type { MapRulesOf } from './map-rules.ts'
import type { MapLimits, MapOutcome, MapPublishOptions, MapStore, MapSuppression } from './map-store.ts'

/** Of one channel, in one sweep; the others follow with the next. */
const expiredAtOnce = 1000

export type MemoryMaps = MapStore & { sweep: () => void }

// Long because every change has to do with the same values, stream and subscribers.
export function createMemoryMaps(
  streams: MemoryStreams,
  delivery: Delivery,
  rulesOf: MapRulesOf,
  limits: MapLimits,
  now: () => number,
): MemoryMaps {
  const maps = createKeptMaps(limits)
  const answers = createIdempotencyCache<StreamPosition>(now)

  /** Answers the position after it. */
  function announce(channel: string, publication: Publication, position: StreamPosition): StreamPosition {
    const { streamSize = 0, streamTtl = 0 } = rulesOf(channel) ?? {}
    const reached = streamSize > 0 ? streams.append(channel, publication, streamSize, streamTtl) : position
    delivery.accepted('publication', channel)
    delivery.publication(channel, publication, streamSize > 0 ? reached : null)
    return reached
  }

  function remove(channel: string, key: string, { publication }: KeptValue, position: StreamPosition): StreamPosition {
    maps.take(channel, key)
    const { tags } = publication
    return announce(channel, { data: '', offset: 0, tags, key, removed: true, time: now() }, position)
  }

  /** Once for each idempotency key, as long as the stream lives. */
  function once(
    kind: 'publish' | 'remove',
    channel: string,
    idempotencyKey: string | undefined,
    change: (position: StreamPosition) => StreamPosition | MapSuppression,
  ): MapOutcome {
    const position = streams.open(channel)
    const answerKey = idempotencyKey && `${channel}\n${position.epoch}\n${idempotencyKey}`
    const earlier = answerKey ? answers.find(answerKey) : undefined
    const outcome = earlier ? 'idempotency' : change(position)
    if (typeof outcome === 'string') {
      delivery.mapSuppressed(kind, outcome, channel)
      return { position: earlier?.result ?? position, suppressed: outcome }
    }
    if (answerKey) answers.remember(answerKey, outcome)
    return { position: outcome }
  }

  return {
    publish: async (channel, key, data, options) =>
      once('publish', channel, options.idempotencyKey, (position) => {
        const { info, tags, version = 0, versionEpoch = '', refreshes } = options
        const before = maps.value(channel, key, position)
        const expiresAt = now() + (rulesOf(channel)?.keyTtl || Infinity)
        const reason = whyNot(before, options)
        if (reason) {
          if (refreshes && before) maps.put(channel, key, { ...before, expiresAt }, position)
          return reason
        }
        const publication: Publication = { data, offset: 0, info, tags, key, time: now() }
        const last = { version: before?.version ?? 0, versionEpoch: before?.versionEpoch ?? '' }
        const versions = version > 0 ? { version, versionEpoch } : last
        maps.put(channel, key, { publication, expiresAt, ...versions }, position)
        return announce(channel, publication, position)
      }),
    remove: async (channel, key, { idempotencyKey }) =>
      once('remove', channel, idempotencyKey, (position) => {
        const value = maps.value(channel, key, position)
        return value ? remove(channel, key, value, position) : 'key_not_found'
      }),
    read: async (channel, filter) => maps.page(channel, streams.open(channel), filter),
    count: async (channel) => maps.size(channel),
    async clear(channel) {
      maps.drop(channel)
      streams.remove(channel)
      delivery.lost(channel)
    },
    cleanupLag: () => Math.max(0, now() - maps.firstExpiry()) / 1000,
    sweep() {
      answers.sweep()
      let count = 0
      for (const { channel, key, value } of maps.expired(now(), expiredAtOnce)) {
        remove(channel, key, value, streams.open(channel))
        count++
      }
      delivery.mapSwept(count)
    },
  }
}

function whyNot(before: KeptValue | undefined, options: MapPublishOptions): MapSuppression | undefined {
  const { version = 0, versionEpoch = '', onlyIf } = options
  const isSameEpoch = versionEpoch === '' || versionEpoch === before?.versionEpoch
  if (before && version > 0 && isSameEpoch && version <= before.version) return 'version'
  if (onlyIf === 'new' && before) return 'key_exists'
  return onlyIf === 'exists' && !before ? 'key_not_found' : undefined
}

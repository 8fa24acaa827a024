// Subscribers of a map who take patches: a key's value as what changed since the last one. Whoever is on the topic has the last value
// of every key, from the pages that it read first or live. Used by the fan-out.
import { asPatch, asWhole } from '../centrifugo/delta/delta-publication.ts'
import { fossilPatch } from '../centrifugo/delta/fossil-delta.ts'
import type { SubscriberKind } from '../hub/subscriber.ts'
import { createTopics, type TopicOptions } from '../hub/topics.ts'
import type { Format } from '../protocol/format.ts'
import type { Payload, Publication, SentPublication } from '../protocol/messages.ts'

export type MapDeltaSubscribers = SubscriberKind & {
  /** Somebody who is on the topic now has these values, in this order: they are the last ones of their keys. */
  know: (channel: string, values: readonly Publication[]) => void
}

export function createMapDeltaSubscribers(options: TopicOptions): MapDeltaSubscribers {
  const topics = createTopics('map-patches', options)
  /** By channel and key: what was published, or read, since somebody is on the topic. */
  const bases = new Map<string, Map<string, Payload>>()

  function basesOf(channel: string): Map<string, Payload> {
    const known = bases.get(channel) ?? new Map<string, Payload>()
    bases.set(channel, known)
    return known
  }

  return {
    add: topics.join,
    remove(subscriber, channel) {
      topics.leave(subscriber, channel)
      if (!topics.has(channel)) bases.delete(channel)
      return true
    },
    publish(channel, pub) {
      if (!topics.has(channel)) return 0
      const patch = patchOf(pub, basesOf(channel))
      let bytes = 0
      for (const topic of topics.of(channel).values()) {
        const { format } = topic
        const changed = (patch && asPatch(pub, patch, format)) ?? asWhole(pub, format)
        bytes += topics.send('publication', topic, { channel, pub: changed })
      }
      return bytes
    },
    know(channel, values) {
      const known = basesOf(channel)
      const last = new Map(values.map((value) => [value.key ?? '', value]))
      for (const [key, { data, removed }] of last)
        if (!removed && data.length > 0 && !known.has(key)) known.set(key, data)
    },
  }
}

/** Against the value before, which it replaces. Null for a key without one, and for one that is gone. */
function patchOf({ key = '', data, removed }: Publication, bases: Map<string, Payload>): Uint8Array | null {
  const base = bases.get(key)
  if (removed || data.length === 0) {
    bases.delete(key)
    return null
  }
  bases.set(key, data)
  return base === undefined ? null : fossilPatch(Buffer.from(base), Buffer.from(data))
}

/** Changes that follow each other: of each key the first as it is, then what changes from one to the next. */
export function asMapChain(publications: readonly Publication[], format: Format): SentPublication[] {
  const bases = new Map<string, Payload>()
  return publications.map((publication) => {
    const patch = patchOf(publication, bases)
    return (patch && asPatch(publication, patch, format)) ?? asWhole(publication, format)
  })
}

// Subscribers who take patches: those who have the publication before get what changed, on a topic; those who came since get the
// next one whole and are on the topic from then on. Used by the fan-out.
import { asPatch, asWhole } from '../centrifugo/delta/delta-publication.ts'
import { fossilPatch } from '../centrifugo/delta/fossil-delta.ts'
import type { Payload, Publication } from '../protocol/messages.ts'
import { addTo, removeFrom, type ChannelSets } from './channel-sets.ts'
import type { Subscriber, SubscriberKind } from './subscriber.ts'
import { createTopics, type TopicOptions } from './topics.ts'

export type DeltaSubscribers = SubscriberKind & {
  /** It is about to get the channel's newest publication: patches follow. */
  addWithNewest: (subscriber: Subscriber, channel: string) => void
}

export function createDeltaSubscribers(options: TopicOptions): DeltaSubscribers {
  const topics = createTopics('patches', options)
  const withoutBase: ChannelSets<Subscriber> = new Map()
  /** What everybody on the channel's topic has. */
  const bases = new Map<string, Payload>()

  function publishPatch(channel: string, pub: Publication): number {
    if (!topics.has(channel)) {
      bases.delete(channel)
      return 0
    }
    const base = bases.get(channel)
    bases.set(channel, pub.data)
    const patch = base === undefined ? null : fossilPatch(Buffer.from(base), Buffer.from(pub.data))
    let bytes = 0
    for (const topic of topics.of(channel).values()) {
      const { format } = topic
      const changed = (patch && asPatch(pub, patch, format)) ?? asWhole(pub, format)
      bytes += topics.send('publication', topic, { channel, pub: changed })
    }
    return bytes
  }

  return {
    add: (subscriber, channel) => void addTo(withoutBase, channel, subscriber),
    addWithNewest: topics.join,
    remove(subscriber, channel) {
      if (removeFrom(withoutBase, channel, subscriber)) return true
      topics.leave(subscriber, channel)
      if (!topics.has(channel)) bases.delete(channel)
      return true
    },
    publish(channel, pub) {
      const bytes = publishPatch(channel, pub)
      for (const subscriber of withoutBase.get(channel) ?? []) {
        const subscription = subscriber.subscriptionTo(channel)
        if (!subscription) continue
        removeFrom(withoutBase, channel, subscriber)
        topics.join(subscriber, channel)
        bases.set(channel, pub.data)
        subscriber.pushPublication(subscription, pub)
      }
      return bytes
    },
  }
}

// Nearly all subscribers: every publication as it is, on a topic. Used by the fan-out.
import type { SubscriberKind } from './subscriber.ts'
import { createTopics, type TopicOptions } from './topics.ts'

export function createPlainSubscribers(options: TopicOptions): SubscriberKind {
  const topics = createTopics('plain', options)
  return {
    add: topics.join,
    remove(subscriber, channel) {
      topics.leave(subscriber, channel)
      return true
    },
    publish(channel, pub) {
      let bytes = 0
      for (const topic of topics.of(channel).values()) bytes += topics.send('publication', topic, { channel, pub })
      return bytes
    },
  }
}

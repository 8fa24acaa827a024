// Subscribers who get the same frame: it is encoded once per format, and the runtime writes it to all who joined the topic. One for
// each kind of subscriber that needs no care of its own; used by the fan-out.
import type { MessageType } from '../engine/engine.ts'
import type { Format, Frame } from '../protocol/format.ts'
import type { Push } from '../protocol/messages.ts'
import type { Transport } from './link.ts'
import type { Subscriber } from './subscriber.ts'

export type TopicOptions = {
  /** Sends a frame to every connection that joined the topic. */
  publishToTopic: (topic: string, frame: Frame) => void
  /** For the metrics: so many clients were sent a frame of so many bytes. */
  onFanOut: (type: MessageType, channel: string, transport: Transport, clients: number, bytes: number) => void
}

/** Its clients are counted by transport. */
export type Topic = { name: string; format: Format; clients: Map<Transport, number> }

/** A channel has one topic per format. */
type TopicsOfChannel = Map<Format['name'], Topic>

const none: ReadonlyMap<Format['name'], Topic> = new Map()

export function createTopics(kind: string, { publishToTopic, onFanOut }: TopicOptions) {
  /** By channel; no topic is without clients. */
  const channels = new Map<string, TopicsOfChannel>()

  return {
    join({ link }: Subscriber, channel: string): void {
      const { transport, format } = link
      let topics = channels.get(channel)
      if (!topics) channels.set(channel, (topics = new Map()))
      let topic = topics.get(format.name)
      if (!topic) {
        topic = { name: `${kind}:${format.name}:${channel}`, format, clients: new Map() }
        topics.set(format.name, topic)
      }
      link.joinTopic(topic.name)
      topic.clients.set(transport, (topic.clients.get(transport) ?? 0) + 1)
    },
    leave({ link }: Subscriber, channel: string): void {
      const { transport, format } = link
      const topics = channels.get(channel)
      const topic = topics?.get(format.name)
      if (!topics || !topic) return
      link.leaveTopic(topic.name)
      const left = (topic.clients.get(transport) ?? 1) - 1
      if (left > 0) topic.clients.set(transport, left)
      else topic.clients.delete(transport)
      if (topic.clients.size === 0) topics.delete(format.name)
      if (topics.size === 0) channels.delete(channel)
    },
    has: (channel: string) => channels.has(channel),
    of: (channel: string): ReadonlyMap<Format['name'], Topic> => channels.get(channel) ?? none,
    /** Answers the bytes of the frame. */
    send(type: MessageType, { name, format, clients }: Topic, push: Push & { channel: string }): number {
      const frame = format.push(push)
      publishToTopic(name, frame)
      const bytes = Buffer.byteLength(frame)
      for (const [transport, count] of clients) onFanOut(type, push.channel, transport, count, bytes)
      return bytes
    },
  }
}

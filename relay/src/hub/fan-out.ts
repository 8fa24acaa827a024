// Brings a channel's publications to its subscribers on this node, each kind in its own way. Owned by the hub.
import type { ClientInfo, Publication } from '../protocol/messages.ts'
import { createDeltaSubscribers } from './delta-subscribers.ts'
import { createFilteredSubscribers } from './filtered-subscribers.ts'
import { createMapDeltaSubscribers } from '../map/map-delta-subscribers.ts'
import { createPlainSubscribers } from './plain-subscribers.ts'
import { createSlowSubscribers } from './slow-subscribers.ts'
import type { ChannelSubscription, Subscriber } from './subscriber.ts'
import { createTopics, type TopicOptions } from './topics.ts'

export type FanOutOptions = TopicOptions & {
  /** For the metrics: a subscriber's filter held a publication back. */
  onFiltered: (channel: string) => void
  /** For the metrics: a publication was replaced by a newer one before a slow client took it. */
  onConflated: (channel: string) => void
}

export type FanOut = ReturnType<typeof createFanOut>

export function createFanOut(options: FanOutOptions) {
  const plain = createPlainSubscribers(options)
  const delta = createDeltaSubscribers(options)
  const mapDelta = createMapDeltaSubscribers(options)
  const filtered = createFilteredSubscribers(options.onFiltered)
  const slow = createSlowSubscribers(options.onConflated)
  const joinLeave = createTopics('joinLeave', options)

  const kindOf = ({ filter, usesDelta, rules }: ChannelSubscription) =>
    filter ? filtered : usesDelta ? (rules.map ? mapDelta : delta) : plain

  return {
    /** Answers the bytes that were added to the queue of a subscriber, at most. */
    publication: (channel: string, pub: Publication): number =>
      plain.publish(channel, pub) +
      (pub.key === undefined ? delta : mapDelta).publish(channel, pub) +
      filtered.publish(channel, pub) +
      slow.publish(channel, pub),
    announce(type: 'join' | 'leave', channel: string, info: ClientInfo): void {
      const push = type === 'join' ? { channel, join: info } : { channel, leave: info }
      for (const topic of joinLeave.of(channel).values()) joinLeave.send(type, topic, push)
    },
    knowMap: mapDelta.know,
    enter(subscriber: Subscriber, subscription: ChannelSubscription): void {
      const { channel } = subscription
      if (subscription.wantsJoinLeave) joinLeave.join(subscriber, channel)
      kindOf(subscription).add(subscriber, channel)
    },
    exit(subscriber: Subscriber, subscription: ChannelSubscription): void {
      const { channel } = subscription
      if (subscription.wantsJoinLeave) joinLeave.leave(subscriber, channel)
      if (!slow.remove(subscriber, channel)) kindOf(subscription).remove(subscriber, channel)
    },
    /** Its queue grows: from channels that allow it, it gets only the newest publication once it is free again. */
    slowDown(subscriber: Subscriber): void {
      for (const subscription of subscriber.subscriptions) {
        const { channel, isLive, rules, filter } = subscription
        if (!isLive || !rules.conflate || filter || slow.has(subscriber, channel)) continue
        kindOf(subscription).remove(subscriber, channel)
        slow.add(subscriber, channel)
        subscriber.isSlow = true
      }
    },
    speedUp(subscriber: Subscriber): void {
      subscriber.isSlow = false
      for (const subscription of subscriber.subscriptions) {
        const { channel, usesDelta } = subscription
        const newest = slow.takeNewest(subscriber, channel)
        if (newest === undefined) continue
        if (usesDelta && newest) delta.addWithNewest(subscriber, channel)
        else kindOf(subscription).add(subscriber, channel)
        if (newest) subscriber.pushPublication(subscription, newest)
      }
    },
  }
}

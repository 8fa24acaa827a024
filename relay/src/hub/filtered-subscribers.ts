// Subscribers with a filter on tags: each is asked by itself whether a publication passes. Used by the fan-out.
import { matchesTags } from '../protocol/tags-filter.ts'
import { addTo, removeFrom, type ChannelSets } from './channel-sets.ts'
import type { Subscriber, SubscriberKind } from './subscriber.ts'

/** `onFiltered`, for the metrics: a filter held a publication back. */
export function createFilteredSubscribers(onFiltered: (channel: string) => void): SubscriberKind {
  const subscribers: ChannelSets<Subscriber> = new Map()
  return {
    add: (subscriber, channel) => void addTo(subscribers, channel, subscriber),
    remove: (subscriber, channel) => removeFrom(subscribers, channel, subscriber),
    publish(channel, publication) {
      for (const subscriber of subscribers.get(channel) ?? []) {
        const subscription = subscriber.subscriptionTo(channel)
        if (!subscription) continue
        if (matchesTags(subscription.filter, publication.tags)) subscriber.pushPublication(subscription, publication)
        else onFiltered(channel)
      }
      return 0
    },
  }
}

// Subscribers whose queue is long, in channels where each publication is the whole picture: the newest waits until they are free
// again. Used by the fan-out.
import type { Publication } from '../protocol/messages.ts'
import type { Subscriber, SubscriberKind } from './subscriber.ts'

export type SlowSubscribers = SubscriberKind & {
  has: (subscriber: Subscriber, channel: string) => boolean
  /** Removes it. Undefined when it was none of these; null when nothing was published meanwhile. */
  takeNewest: (subscriber: Subscriber, channel: string) => Publication | null | undefined
}

/** `onConflated`, for the metrics: a publication was replaced by a newer one before a slow client took it. */
export function createSlowSubscribers(onConflated: (channel: string) => void): SlowSubscribers {
  /** What waits for each, by channel. */
  const newest = new Map<string, Map<Subscriber, Publication | null>>()

  function remove(subscriber: Subscriber, channel: string): boolean {
    const ofChannel = newest.get(channel)
    if (!ofChannel?.delete(subscriber)) return false
    if (ofChannel.size === 0) newest.delete(channel)
    return true
  }

  return {
    has: (subscriber, channel) => newest.get(channel)?.has(subscriber) ?? false,
    add(subscriber, channel) {
      newest.set(channel, (newest.get(channel) ?? new Map<Subscriber, null>()).set(subscriber, null))
    },
    remove,
    takeNewest(subscriber, channel) {
      const publication = newest.get(channel)?.get(subscriber)
      remove(subscriber, channel)
      return publication
    },
    publish(channel, publication) {
      const ofChannel = newest.get(channel)
      for (const [subscriber, earlier] of ofChannel ?? []) {
        if (earlier) onConflated(channel)
        ofChannel?.set(subscriber, publication)
      }
      return 0
    },
  }
}

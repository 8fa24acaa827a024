// Watches the queues of clients that read too slowly: they get less where their channels allow it, and are evicted beyond the
// limit. Owned by the hub. Queues that grow by replies are checked with each reply, by the session.
import type { FanOut } from './fan-out.ts'
import type { Subscriber } from './subscriber.ts'

/** Of the queue's limit: above it a client counts as slow and gets less, where its channels allow that. */
const slowAbove = 1 / 8
/** Of the queue's limit: so much may be published to a channel between two checks of its subscribers' queues. */
const checkEvery = 1 / 16

/** `queueSize`: bytes queued for one client before it is evicted. */
export type QueueLimits = { queueSize: number }

export function createQueueWatch(
  limits: QueueLimits,
  fanOut: FanOut,
  subscribersOf: (channel: string) => Iterable<Subscriber>,
) {
  /** Bytes published since the last check, by channel. */
  const unchecked = new Map<string, number>()
  /** Checked until their queues are empty, should the transport not say so. */
  const slow = new Set<Subscriber>()

  function checkQueuesOf(channel: string): void {
    for (const subscriber of subscribersOf(channel)) {
      const queued = subscriber.link.queuedBytes()
      if (queued > limits.queueSize) subscriber.evict()
      else if (queued > limits.queueSize * slowAbove) fanOut.slowDown(subscriber)
      if (subscriber.isSlow) slow.add(subscriber)
    }
  }

  function drained(subscriber: Subscriber): void {
    slow.delete(subscriber)
    if (subscriber.isSlow) fanOut.speedUp(subscriber)
  }

  return {
    published(channel: string, added: number): void {
      const bytes = (unchecked.get(channel) ?? 0) + added
      const isMuch = bytes > limits.queueSize * checkEvery
      if (isMuch) checkQueuesOf(channel)
      unchecked.set(channel, isMuch ? 0 : bytes)
    },
    /** Called from time to time. */
    check(): void {
      for (const channel of unchecked.keys()) checkQueuesOf(channel)
      unchecked.clear()
      for (const subscriber of slow) if (subscriber.link.queuedBytes() === 0) drained(subscriber)
    },
    /** The client's queue is empty again. */
    drained,
    /** The client is gone. */
    forget: (subscriber: Subscriber): void => void slow.delete(subscriber),
  }
}

// Who is subscribed to what on this node. Hands the engine's publications to the fan-out and watches the queues of clients that
// read too slowly.
import type { Delivery, MessageType } from '../engine/engine.ts'
import { disconnects } from '../protocol/disconnects.ts'
import type { ClientInfo, Publication } from '../protocol/messages.ts'
import { matchesTags } from '../protocol/tags-filter.ts'
import { addTo, removeFrom, type ChannelSets } from './channel-sets.ts'
import { createCollectors } from './collectors.ts'
import { createFanOut, type FanOutOptions } from './fan-out.ts'
import { createQueueWatch, type QueueLimits } from './queue-watch.ts'
import type { ChannelSubscription, Subscriber } from './subscriber.ts'

export type HubOptions = FanOutOptions & {
  limits: QueueLimits
  /** For the metrics: the engine took a message on this node. */
  onAccepted: (type: MessageType, channel: string) => void
  onSuppressed: Delivery['suppressed']
  onMapChange: Pick<Delivery, 'mapSuppressed' | 'mapSwept' | 'mapSweepFailed'>
  onLag: Delivery['lagged']
  onDropped: Delivery['dropped']
  onBroken: Delivery['broken']
  /** For the metrics: the engine delivered a message, with or without subscribers here, and it was handed to all of them. */
  onMessage: (type: MessageType, channel: string, startedAt: number) => void
  /** For the metrics: the channel has its first subscriber here, or has lost its last. */
  onOccupied: (channel: string, isOccupied: boolean) => void
}

export type Hub = ReturnType<typeof createHub>

const nobody: ReadonlySet<Subscriber> = new Set()

export function createHub({
  limits,
  onAccepted,
  onSuppressed,
  onMapChange,
  onMessage,
  onOccupied,
  ...options
}: HubOptions) {
  const channels: ChannelSets<Subscriber> = new Map()
  const subscribersOf = (channel: string): ReadonlySet<Subscriber> => channels.get(channel) ?? nobody
  const fanOut = createFanOut(options)
  const queues = createQueueWatch(limits, fanOut, subscribersOf)
  const collectors = createCollectors()
  let subscriptions = 0

  function announce(type: 'join' | 'leave', channel: string, info: ClientInfo): void {
    const startedAt = performance.now()
    fanOut.announce(type, channel, info)
    onMessage(type, channel, startedAt)
  }

  const delivery: Delivery = {
    accepted: onAccepted,
    suppressed: onSuppressed,
    ...onMapChange,
    lagged: options.onLag,
    dropped: options.onDropped,
    broken: options.onBroken,
    publication(channel, publication) {
      const startedAt = performance.now()
      collectors.publication(channel, publication)
      if (typeof publication.data !== 'string') closeReadersOfJson(subscribersOf(channel), channel, publication)
      const added = fanOut.publication(channel, publication)
      onMessage('publication', channel, startedAt)
      if (added > 0) queues.published(channel, added)
    },
    join: (channel, info) => announce('join', channel, info),
    leave: (channel, info) => announce('leave', channel, info),
    lost(channel) {
      collectors.lost(channel)
      for (const subscriber of subscribersOf(channel)) subscriber.missedPublications(channel)
    },
  }

  return {
    delivery,
    collect: collectors.collect,
    /** See `map/map-delta-subscribers.ts`. */
    knowMap: fanOut.knowMap,
    queues,
    subscribe(subscriber: Subscriber, subscription: ChannelSubscription): void {
      const { channel } = subscription
      if (!addTo(channels, channel, subscriber)) return
      if (channels.get(channel)?.size === 1) onOccupied(channel, true)
      subscriptions++
      fanOut.enter(subscriber, subscription)
    },
    unsubscribe(subscriber: Subscriber, subscription: ChannelSubscription): void {
      const { channel } = subscription
      if (!removeFrom(channels, channel, subscriber)) return
      if (!channels.has(channel)) onOccupied(channel, false)
      subscriptions--
      fanOut.exit(subscriber, subscription)
    },
    channels: (): IterableIterator<[string, ReadonlySet<unknown>]> => channels.entries(),
    counts: () => ({ channels: channels.size, subscriptions }),
  }
}

/** They cannot read bytes, and must not miss a publication without a word. */
function closeReadersOfJson(subscribers: Iterable<Subscriber>, channel: string, { tags }: Publication): void {
  for (const subscriber of subscribers) {
    const passesFilter = matchesTags(subscriber.subscriptionTo(channel)?.filter ?? null, tags)
    if (subscriber.link.format.name !== 'protobuf' && passesFilter)
      subscriber.disconnect(disconnects.inappropriateProtocol)
  }
}

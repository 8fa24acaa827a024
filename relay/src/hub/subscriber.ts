// What the hub knows of a client, and no more: where its frames go, what it is subscribed to, what it can be asked to do. Sessions
// implement it (`session/session.ts`).
import type { ChannelRules } from '../channels/channel-rules.ts'
import type { Disconnect } from '../protocol/disconnects.ts'
import type { Publication } from '../protocol/messages.ts'
import type { TagsFilter } from '../protocol/tags-filter.ts'
import type { Link } from './link.ts'

export type ChannelSubscription = {
  readonly channel: string
  readonly rules: ChannelRules
  wantsJoinLeave: boolean
  /** Publications may come as patches. */
  usesDelta: boolean
  /** Null: all publications. */
  filter: TagsFilter | null
  /** False while history is read: other clients do not know of it yet. */
  isLive: boolean
}

export type Subscriber = {
  readonly link: Link
  readonly subscriptions: readonly ChannelSubscription[]
  /** Its queue is long: from some channels it gets only the newest publication. Set by the hub. */
  isSlow: boolean
  subscriptionTo: (channel: string) => ChannelSubscription | undefined
  pushPublication: (subscription: ChannelSubscription, publication: Publication) => void
  /** Publications of the channel were missed: it has to recover. */
  missedPublications: (channel: string) => void
  /** Its queue is longer than allowed. */
  evict: () => void
  disconnect: (how: Disconnect) => void
}

/** One kind of subscriber: who they are, and how a publication reaches them. The fan-out has one of each. */
export type SubscriberKind = {
  add: (subscriber: Subscriber, channel: string) => void
  /** False when it was none of these. */
  remove: (subscriber: Subscriber, channel: string) => boolean
  /** Answers the bytes that were added to the queue of one of them, at most; 0 where each is sent to by itself. */
  publish: (channel: string, publication: Publication) => number
}

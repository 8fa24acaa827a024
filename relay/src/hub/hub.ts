// Who is connected and who listens to what on this node. Hands publications to the fan-out and looks after clients that read
// too slowly.
import type { Delivery, MessageType } from '../engine/engine.ts'
import { createFanOut, type FanOutOptions } from './fan-out.ts'
import { disconnects } from '../protocol/disconnects.ts'
import type { ClientInfo, Publication } from '../protocol/messages.ts'
import { matchesTags } from '../protocol/tags-filter.ts'
import type { Session, Subscription } from '../session/session.ts'
import { endSubscription } from '../session/subscription.ts'
import { createUpkeepWheel } from './upkeep-wheel.ts'

export type HubOptions = FanOutOptions & {
  /** `queueSize`: bytes queued for one client before it is evicted. */
  limits: { queueSize: number }
  /** For the metrics: the engine took a message on this node. */
  onAccepted: (type: MessageType, channel: string) => void
  onSuppressed: Delivery['suppressed']
  onLag: Delivery['lagged']
  /** For the metrics: the engine delivered a message, with or without subscribers here, and it was handed to all of them. */
  onMessage: (type: MessageType, channel: string, startedAt: number) => void
  /** For the metrics: the channel has its first subscriber here, or has lost its last. */
  onListening: (channel: string, isHeard: boolean) => void
}

export type Hub = ReturnType<typeof createHub>

/** Of the queue's limit: above it a client counts as slow and gets less, where its channels allow that. */
const slowAbove = 1 / 8
/** Of the queue's limit: so much may be published to a channel between two looks at the queues of its subscribers. */
const lookEvery = 1 / 16

/** What was published since the collecting began; incomplete when something was lost. */
type Collected = { publications: Publication[]; isComplete: boolean }

const nobody: ReadonlySet<Session> = new Set()

export function createHub({ limits, onAccepted, onSuppressed, onLag, onMessage, onListening, ...options }: HubOptions) {
  const fanOut = createFanOut(options)
  const sessions = new Set<Session>()
  /** Most users have one connection, and a set for each would cost more than all else about it. */
  const users = new Map<string, Session | Set<Session>>()
  const channels = new Map<string, Set<Session>>()
  /** Publications for clients that are reading a channel's history and not live yet. */
  const collectors = new Map<string, Set<Collected>>()
  const wheel = createUpkeepWheel()
  /** Bytes published since the last look at the queues, by channel. */
  const published = new Map<string, number>()
  /** Looked at until their queues are empty, should the transport not say so. */
  const slow = new Set<Session>()
  let subscriptions = 0
  let identified = 0

  function lookAtQueuesOf(channel: string): void {
    for (const session of channels.get(channel) ?? nobody) {
      const queued = session.link.queuedBytes()
      if (queued > limits.queueSize) session.evict()
      else if (queued > limits.queueSize * slowAbove) fanOut.slowDown(session)
      if (session.isSlow) slow.add(session)
    }
  }

  function drained(session: Session): void {
    slow.delete(session)
    if (session.isSlow) fanOut.speedUp(session)
  }

  /** Called from time to time; queues that grow by replies are looked at with each reply. */
  function upkeep(now: number): void {
    wheel.turn(now)
    for (const channel of published.keys()) lookAtQueuesOf(channel)
    published.clear()
    for (const session of slow) if (session.link.queuedBytes() === 0) drained(session)
  }

  const delivery: Delivery = {
    accepted: onAccepted,
    suppressed: onSuppressed,
    lagged: onLag,
    publication(channel, publication) {
      const startedAt = performance.now()
      for (const { publications } of collectors.get(channel) ?? []) publications.push(publication)
      if (typeof publication.data !== 'string') closeReadersOfJson(channel, publication)
      const added = fanOut.publication(channel, publication)
      onMessage('publication', channel, startedAt)
      if (added === 0) return
      const bytes = (published.get(channel) ?? 0) + added
      const isMuch = bytes > limits.queueSize * lookEvery
      if (isMuch) lookAtQueuesOf(channel)
      published.set(channel, isMuch ? 0 : bytes)
    },
    join: (channel, info) => announce('join', channel, info),
    leave: (channel, info) => announce('leave', channel, info),
    lost(channel) {
      for (const collected of collectors.get(channel) ?? []) collected.isComplete = false
      for (const session of channels.get(channel) ?? []) endSubscription(session, channel, 'insufficientState')
    },
  }

  /** They cannot be told of bytes, and must not miss a publication without a word. */
  function closeReadersOfJson(channel: string, { tags }: Publication): void {
    for (const session of channels.get(channel) ?? nobody) {
      const isMeant = matchesTags(session.subscriptionTo(channel)?.filter ?? null, tags)
      if (session.link.format.name === 'json' && isMeant) session.disconnect(disconnects.inappropriateProtocol)
    }
  }

  function announce(type: 'join' | 'leave', channel: string, info: ClientInfo): void {
    const startedAt = performance.now()
    fanOut.announce(type, channel, info)
    onMessage(type, channel, startedAt)
  }

  function collect(channel: string): Readonly<Collected> & { stop: () => void } {
    const collected: Collected = { publications: [], isComplete: true }
    addTo(collectors, channel, collected)
    return Object.assign(collected, { stop: () => void removeFrom(collectors, channel, collected) })
  }

  function subscribe(session: Session, subscription: Subscription): void {
    const { channel } = subscription
    if (!addTo(channels, channel, session)) return
    if (channels.get(channel)?.size === 1) onListening(channel, true)
    subscriptions++
    fanOut.enter(session, subscription)
  }

  function unsubscribe(session: Session, subscription: Subscription): void {
    const { channel } = subscription
    if (!removeFrom(channels, channel, session)) return
    if (!channels.has(channel)) onListening(channel, false)
    subscriptions--
    fanOut.exit(session, subscription)
  }

  return {
    delivery,
    collect,
    subscribe,
    unsubscribe,
    upkeep,
    schedule: wheel.schedule,
    /** The client's queue is empty again. */
    drained,
    add(session: Session): void {
      sessions.add(session)
      session.reschedule()
    },
    /** From now on the session is found by its user. */
    identify(session: Session): void {
      identified++
      const others = users.get(session.user)
      if (others === undefined) users.set(session.user, session)
      else if (others instanceof Set) others.add(session)
      else if (others !== session) users.set(session.user, new Set([others, session]))
    },
    remove(session: Session): void {
      sessions.delete(session)
      wheel.remove(session)
      slow.delete(session)
      const others = users.get(session.user)
      const wasFound = others === session || (others instanceof Set && others.delete(session))
      if (!wasFound) return
      identified--
      if (others === session || (others instanceof Set && others.size === 0)) users.delete(session.user)
    },
    sessions: (): IterableIterator<Session> => sessions.values(),
    /** Connections whose client has not said who it is. */
    unidentified: () => sessions.size - identified,
    connectionsOf(user: string): ReadonlySet<Session> {
      const found = users.get(user)
      return found === undefined ? nobody : found instanceof Set ? found : new Set([found])
    },
    channels: (): IterableIterator<[string, ReadonlySet<Session>]> => channels.entries(),
    counts: () => ({
      clients: sessions.size,
      users: users.size,
      channels: channels.size,
      subscriptions,
    }),
  }
}

/** True when it was not there yet. */
function addTo<Item>(sets: Map<string, Set<Item>>, key: string, item: Item): boolean {
  const set = sets.get(key)
  if (!set) sets.set(key, new Set<Item>().add(item))
  else if (set.has(item)) return false
  else set.add(item)
  return true
}

/** True when it was there. */
function removeFrom<Item>(sets: Map<string, Set<Item>>, key: string, item: Item): boolean {
  const set = sets.get(key)
  if (!set?.delete(item)) return false
  if (set.size === 0) sets.delete(key)
  return true
}

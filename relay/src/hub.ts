// Who is connected and who listens to what on this node. Hands publications to the fan-out and looks after clients that read
// too slowly.
import type { Delivery } from './engine/engine.ts'
import { createFanOut, type FanOutOptions, type MessageType } from './fan-out.ts'
import type { ClientInfo, Publication } from './protocol/messages.ts'
import type { Session, Subscription } from './session/session.ts'

export type HubOptions = FanOutOptions & {
  /** `queueSize`: bytes queued for one client before it is evicted. */
  limits: { queueSize: number }
  /** For the metrics: the engine delivered a message, with or without subscribers here. */
  onMessage: (type: MessageType, channel: string) => void
}

export type Hub = ReturnType<typeof createHub>

/** Of the queue's limit: above it a client counts as slow and gets less, where its channels allow that. */
const slowAbove = 1 / 8
/** Of the queue's limit: so much may be published between two looks at all queues. */
const lookEvery = 1 / 16

const nobody: ReadonlySet<Session> = new Set()

export function createHub({ limits, onMessage, ...options }: HubOptions) {
  const fanOut = createFanOut(options)
  const sessions = new Map<string, Session>()
  const users = new Map<string, Set<Session>>()
  const channels = new Map<string, Set<Session>>()
  /** Publications for clients that are reading a channel's history and not live yet. */
  const collectors = new Map<string, Set<Publication[]>>()
  let subscriptions = 0
  let bytesSinceLook = 0

  /** Also called from time to time, for queues that grew by replies or were emptied. */
  function lookAtQueues(): void {
    bytesSinceLook = 0
    for (const session of sessions.values()) {
      const queued = session.link.queuedBytes()
      if (queued > limits.queueSize) session.evict()
      else if (queued > limits.queueSize * slowAbove) fanOut.slowDown(session)
      else if (session.isSlow && queued === 0) fanOut.speedUp(session)
    }
  }

  const delivery: Delivery = {
    publication(channel, publication) {
      onMessage('publication', channel)
      for (const collected of collectors.get(channel) ?? []) collected.push(publication)
      bytesSinceLook += fanOut.publication(channel, publication)
      if (bytesSinceLook > limits.queueSize * lookEvery) lookAtQueues()
    },
    join: (channel, info) => announce('join', channel, info),
    leave: (channel, info) => announce('leave', channel, info),
  }

  function announce(type: 'join' | 'leave', channel: string, info: ClientInfo): void {
    onMessage(type, channel)
    fanOut.announce(type, channel, info)
  }

  function collect(channel: string): { publications: Publication[]; stop: () => void } {
    const publications: Publication[] = []
    addTo(collectors, channel, publications)
    return { publications, stop: () => removeFrom(collectors, channel, publications) }
  }

  function subscribe(session: Session, channel: string, subscription: Subscription): void {
    if (!addTo(channels, channel, session)) return
    subscriptions++
    fanOut.enter(session, channel, subscription)
  }

  function unsubscribe(session: Session, channel: string, subscription: Subscription): void {
    if (!removeFrom(channels, channel, session)) return
    subscriptions--
    fanOut.exit(session, channel, subscription)
  }

  return {
    delivery,
    collect,
    subscribe,
    unsubscribe,
    lookAtQueues,
    /** The client's queue is empty again. */
    drained: (session: Session) => session.isSlow && fanOut.speedUp(session),
    add: (session: Session) => void sessions.set(session.id, session),
    /** From now on the session is found by its user. */
    identify: (session: Session) => void addTo(users, session.user, session),
    remove(session: Session): void {
      sessions.delete(session.id)
      removeFrom(users, session.user, session)
    },
    sessions: (): IterableIterator<Session> => sessions.values(),
    connectionsOf: (user: string): ReadonlySet<Session> => users.get(user) ?? nobody,
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
  if (!set) sets.set(key, new Set([item]))
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

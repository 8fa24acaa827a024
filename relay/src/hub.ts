// Who is connected and who listens to what on this node; fans publications out. One encoded frame per publication goes to
// the runtime's native topic, which writes it to every subscriber without returning to JavaScript.
import type { Delivery } from './engine/engine.ts'
import { encodeJsonPush } from './protocol/json-codec.ts'
import type { ClientInfo, Publication } from './protocol/messages.ts'
import type { Session } from './session/session.ts'

type MessageType = 'publication' | 'join' | 'leave'

export type HubOptions = {
  /** Sends a frame to every connection that joined the topic. */
  publishToTopic: (topic: string, frame: string) => void
  /** Bytes queued for one client before it is evicted. */
  queueSize: number
  /** For the metrics: the engine delivered a message, with or without subscribers here. */
  onMessage: (type: MessageType, channel: string) => void
  /** For the metrics: so many clients were sent a frame of so many bytes. */
  onFanOut: (type: MessageType, channel: string, clients: number, bytes: number) => void
}

export type Hub = ReturnType<typeof createHub>

const publicationTopic = (channel: string) => `p${channel}`
const joinLeaveTopic = (channel: string) => `j${channel}`

const nobody: ReadonlySet<Session> = new Set()

export function createHub({ publishToTopic, queueSize, onMessage, onFanOut }: HubOptions) {
  const sessions = new Map<string, Session>()
  const users = new Map<string, Set<Session>>()
  const channels = new Map<string, Set<Session>>()
  /** Publications for clients that are reading a channel's history and not live yet. */
  const collectors = new Map<string, Set<Publication[]>>()
  let subscriptions = 0
  /** A client's queue cannot have grown by more than this since the last look at all queues. */
  let bytesSinceLook = 0

  function fanOut(type: MessageType, topic: string, channel: string, frame: string): void {
    const clients = channels.get(channel)?.size ?? 0
    if (clients === 0) return
    publishToTopic(topic, frame)
    const bytes = Buffer.byteLength(frame)
    onFanOut(type, channel, clients, bytes)
    bytesSinceLook += bytes
    if (bytesSinceLook > queueSize / 4) evictSlow()
  }

  /** Also called from time to time, for queues that grew by replies. */
  function evictSlow(): void {
    bytesSinceLook = 0
    for (const session of sessions.values()) if (session.link.queuedBytes() > queueSize) session.evict()
  }

  const delivery: Delivery = {
    publication(channel, publication) {
      onMessage('publication', channel)
      for (const collected of collectors.get(channel) ?? []) collected.push(publication)
      if (channels.has(channel)) {
        fanOut('publication', publicationTopic(channel), channel, encodeJsonPush({ channel, pub: publication }))
      }
    },
    join: (channel, info) => announce('join', channel, info),
    leave: (channel, info) => announce('leave', channel, info),
  }

  function announce(type: 'join' | 'leave', channel: string, info: ClientInfo): void {
    onMessage(type, channel)
    const push = type === 'join' ? { channel, join: info } : { channel, leave: info }
    fanOut(type, joinLeaveTopic(channel), channel, encodeJsonPush(push))
  }

  function collect(channel: string): { publications: Publication[]; stop: () => void } {
    const publications: Publication[] = []
    addTo(collectors, channel, publications)
    return { publications, stop: () => removeFrom(collectors, channel, publications) }
  }

  function subscribe(session: Session, channel: string, wantsJoinLeave: boolean): void {
    session.link.joinTopic(publicationTopic(channel))
    if (wantsJoinLeave) session.link.joinTopic(joinLeaveTopic(channel))
    if (addTo(channels, channel, session)) subscriptions++
  }

  function unsubscribe(session: Session, channel: string, wantsJoinLeave: boolean): void {
    session.link.leaveTopic(publicationTopic(channel))
    if (wantsJoinLeave) session.link.leaveTopic(joinLeaveTopic(channel))
    if (removeFrom(channels, channel, session)) subscriptions--
  }

  return {
    delivery,
    collect,
    subscribe,
    unsubscribe,
    evictSlow,
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

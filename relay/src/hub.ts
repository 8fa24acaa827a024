// Who is connected and who listens to what on this node; fans publications out. A publication is encoded once per format, and
// the frame goes to a topic, which the runtime writes to every subscriber without returning to JavaScript.
import type { Delivery } from './engine/engine.ts'
import type { Format, Frame } from './protocol/format.ts'
import { jsonFormat } from './protocol/json-codec.ts'
import type { ClientInfo, Publication, Push } from './protocol/messages.ts'
import { protobufFormat } from './protocol/protobuf-codec.ts'
import type { Transport } from './session/link.ts'
import type { Session } from './session/session.ts'

type MessageType = 'publication' | 'join' | 'leave'

export type HubOptions = {
  /** Sends a frame to every connection that joined the topic. */
  publishToTopic: (topic: string, frame: Frame) => void
  /** Bytes queued for one client before it is evicted. */
  queueSize: number
  /** For the metrics: the engine delivered a message, with or without subscribers here. */
  onMessage: (type: MessageType, channel: string) => void
  /** For the metrics: so many clients were sent a frame of so many bytes. */
  onFanOut: (type: MessageType, channel: string, transport: Transport, clients: number, bytes: number) => void
}

export type Hub = ReturnType<typeof createHub>

const formats = [jsonFormat, protobufFormat]
const publicationTopic = ({ name }: Format, channel: string) => `p${name}:${channel}`
const joinLeaveTopic = ({ name }: Format, channel: string) => `j${name}:${channel}`

const nobody: ReadonlySet<Session> = new Set()

export function createHub({ publishToTopic, queueSize, onMessage, onFanOut }: HubOptions) {
  const sessions = new Map<string, Session>()
  const users = new Map<string, Set<Session>>()
  const channels = new Map<string, Set<Session>>()
  /** By topic: how many listen, by transport. */
  const audiences = new Map<string, Map<Transport, number>>()
  /** Publications for clients that are reading a channel's history and not live yet. */
  const collectors = new Map<string, Set<Publication[]>>()
  let subscriptions = 0
  /** A client's queue cannot have grown by more than this since the last look at all queues. */
  let bytesSinceLook = 0

  function fanOut(type: MessageType, topicOf: typeof publicationTopic, push: Extract<Push, { channel: string }>): void {
    for (const format of formats) {
      const topic = topicOf(format, push.channel)
      const audience = audiences.get(topic)
      if (!audience) continue
      const frame = format.push(push)
      publishToTopic(topic, frame)
      const bytes = Buffer.byteLength(frame)
      for (const [transport, clients] of audience) onFanOut(type, push.channel, transport, clients, bytes)
      bytesSinceLook += bytes
    }
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
      fanOut('publication', publicationTopic, { channel, pub: publication })
    },
    join: (channel, info) => announce('join', channel, info),
    leave: (channel, info) => announce('leave', channel, info),
  }

  function announce(type: 'join' | 'leave', channel: string, info: ClientInfo): void {
    onMessage(type, channel)
    fanOut(type, joinLeaveTopic, type === 'join' ? { channel, join: info } : { channel, leave: info })
  }

  function collect(channel: string): { publications: Publication[]; stop: () => void } {
    const publications: Publication[] = []
    addTo(collectors, channel, publications)
    return { publications, stop: () => removeFrom(collectors, channel, publications) }
  }

  function subscribe(session: Session, channel: string, wantsJoinLeave: boolean): void {
    if (!addTo(channels, channel, session)) return
    subscriptions++
    join(session, publicationTopic(session.link.format, channel))
    if (wantsJoinLeave) join(session, joinLeaveTopic(session.link.format, channel))
  }

  function unsubscribe(session: Session, channel: string, wantsJoinLeave: boolean): void {
    if (!removeFrom(channels, channel, session)) return
    subscriptions--
    leave(session, publicationTopic(session.link.format, channel))
    if (wantsJoinLeave) leave(session, joinLeaveTopic(session.link.format, channel))
  }

  function join({ link }: Session, topic: string): void {
    link.joinTopic(topic)
    const audience = audiences.get(topic) ?? new Map<Transport, number>()
    audiences.set(topic, audience.set(link.transport, (audience.get(link.transport) ?? 0) + 1))
  }

  function leave({ link }: Session, topic: string): void {
    link.leaveTopic(topic)
    const audience = audiences.get(topic)
    const left = (audience?.get(link.transport) ?? 1) - 1
    if (left > 0) audience?.set(link.transport, left)
    else audience?.delete(link.transport)
    if (audience?.size === 0) audiences.delete(topic)
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

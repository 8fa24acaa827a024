// Brings a channel's publications to its subscribers on this node. Most are on a topic: the frame is encoded once per format
// and the runtime writes it to all of them. Those who need more care are served one by one (`Outsider`). Owned by the hub.
import type { MessageType } from '../engine/engine.ts'
import { fossilPatch } from '../centrifugo/delta/fossil-delta.ts'
import type { Format, Frame } from '../protocol/format.ts'
import type { ClientInfo, Payload, Publication, Push } from '../protocol/messages.ts'
import { matchesTags } from '../protocol/tags-filter.ts'
import type { Transport } from './link.ts'
import { asPatch, asWhole } from '../centrifugo/delta/delta-publication.ts'
import type { Session, Subscription } from '../session/session.ts'

export type FanOutOptions = {
  /** Sends a frame to every connection that joined the topic. */
  publishToTopic: (topic: string, frame: Frame) => void
  /** For the metrics: so many clients were sent a frame of so many bytes. */
  onFanOut: (type: MessageType, channel: string, transport: Transport, clients: number, bytes: number) => void
  /** For the metrics: a subscriber's filter kept a publication back. */
  onFiltered: (channel: string) => void
  /** For the metrics: a publication was replaced by a newer one before a slow client took it. */
  onConflated: (channel: string) => void
}

/** `filtered`: only what passes its filter. `newcomer`: has no base for patches yet. `slow`: gets the newest when it can. */
type Outsider = { kind: 'filtered' } | { kind: 'newcomer' } | { kind: 'slow'; newest: Publication | null }

type TopicKind = 'plain' | 'patches' | 'joinLeave'

/** The listeners of one topic, counted by transport. */
type Audience = { topic: string; kind: TopicKind; format: Format; listeners: Map<Transport, number> }

const topicName = (kind: TopicKind, { name }: Format, channel: string) => `${kind}:${name}:${channel}`
const kindOf = ({ usesDelta }: Subscription) => (usesDelta ? 'patches' : 'plain')

export function createFanOut({ publishToTopic, onFanOut, onFiltered, onConflated }: FanOutOptions) {
  /** By channel and topic; none is empty. */
  const audiences = new Map<string, Map<string, Audience>>()
  const outsiders = new Map<string, Map<Session, Outsider>>()
  /** What the listeners of patches have, by channel. */
  const bases = new Map<string, Payload>()

  /** Answers the bytes that were added to the queue of a listener, at most. */
  function toTopic(
    type: MessageType,
    { topic, format, listeners }: Audience,
    push: Push & { channel: string },
  ): number {
    const frame = format.push(push)
    publishToTopic(topic, frame)
    const bytes = Buffer.byteLength(frame)
    for (const [transport, clients] of listeners) onFanOut(type, push.channel, transport, clients, bytes)
    return bytes
  }

  function listening(channel: string, kind: TopicKind): Audience[] {
    const found: Audience[] = []
    for (const audience of audiences.get(channel)?.values() ?? []) if (audience.kind === kind) found.push(audience)
    return found
  }

  function publication(channel: string, pub: Publication): number {
    let bytes = 0
    for (const audience of listening(channel, 'plain')) bytes += toTopic('publication', audience, { channel, pub })
    bytes += toPatchListeners(channel, pub)
    for (const [session, outsider] of outsiders.get(channel) ?? []) serve(session, channel, outsider, pub)
    return bytes
  }

  function toPatchListeners(channel: string, pub: Publication): number {
    const patched = listening(channel, 'patches')
    if (patched.length === 0) {
      bases.delete(channel)
      return 0
    }
    const base = bases.get(channel)
    bases.set(channel, pub.data)
    const patch = base === undefined ? null : fossilPatch(Buffer.from(base), Buffer.from(pub.data))
    let bytes = 0
    for (const audience of patched) {
      const { format } = audience
      const changed = (patch && asPatch(pub, patch, format)) ?? asWhole(pub, format)
      bytes += toTopic('publication', audience, { channel, pub: changed })
    }
    return bytes
  }

  function serve(session: Session, channel: string, outsider: Outsider, pub: Publication): void {
    const subscription = session.subscriptionTo(channel)
    if (!subscription) return
    if (outsider.kind === 'slow') {
      if (outsider.newest) onConflated(channel)
      outsider.newest = pub
    } else if (outsider.kind === 'newcomer') {
      // After the topics were served: the next patch is the first that it gets.
      takeIn(session, subscription)
      bases.set(channel, pub.data)
      session.pushPublication(subscription, pub)
    } else if (matchesTags(subscription.filter, pub.tags)) session.pushPublication(subscription, pub)
    else onFiltered(channel)
  }

  function announce(type: 'join' | 'leave', channel: string, info: ClientInfo): void {
    const push = type === 'join' ? { channel, join: info } : { channel, leave: info }
    for (const audience of listening(channel, 'joinLeave')) toTopic(type, audience, push)
  }

  function enter(session: Session, subscription: Subscription): void {
    const { channel } = subscription
    if (subscription.wantsJoinLeave) join(session, 'joinLeave', channel)
    if (subscription.filter) setAside(session, channel, { kind: 'filtered' })
    else if (subscription.usesDelta) setAside(session, channel, { kind: 'newcomer' })
    else join(session, 'plain', channel)
  }

  function exit(session: Session, subscription: Subscription): void {
    const { channel } = subscription
    if (subscription.wantsJoinLeave) leave(session, 'joinLeave', channel)
    if (removeOutsider(session, channel)) return
    leave(session, kindOf(subscription), channel)
    if (subscription.usesDelta && listening(channel, 'patches').length === 0) bases.delete(channel)
  }

  /** A client whose queue grows: from channels that allow it, it gets only the newest publication once it is free again. */
  function slowDown(session: Session): void {
    for (const subscription of session.subscriptions) {
      const { channel } = subscription
      if (!subscription.isLive || !subscription.rules.conflate || subscription.filter) continue
      if (outsiders.get(channel)?.get(session)?.kind === 'slow') continue
      if (!removeOutsider(session, channel)) leave(session, kindOf(subscription), channel)
      setAside(session, channel, { kind: 'slow', newest: null })
      session.isSlow = true
    }
  }

  function speedUp(session: Session): void {
    session.isSlow = false
    for (const subscription of session.subscriptions) {
      const { channel } = subscription
      const outsider = outsiders.get(channel)?.get(session)
      if (outsider?.kind !== 'slow') continue
      const { newest } = outsider
      if (subscription.usesDelta && !newest) setAside(session, channel, { kind: 'newcomer' })
      else takeIn(session, subscription)
      if (newest) session.pushPublication(subscription, newest)
    }
  }

  function setAside(session: Session, channel: string, outsider: Outsider): void {
    const others = outsiders.get(channel)
    if (others) others.set(session, outsider)
    else outsiders.set(channel, new Map([[session, outsider]]))
  }

  function takeIn(session: Session, subscription: Subscription): void {
    const { channel } = subscription
    removeOutsider(session, channel)
    join(session, kindOf(subscription), channel)
  }

  function removeOutsider(session: Session, channel: string): boolean {
    const others = outsiders.get(channel)
    if (!others?.delete(session)) return false
    if (others.size === 0) outsiders.delete(channel)
    return true
  }

  function join({ link }: Session, kind: TopicKind, channel: string): void {
    const { transport, format } = link
    const topic = topicName(kind, format, channel)
    link.joinTopic(topic)
    const topics = audiences.get(channel) ?? new Map<string, Audience>()
    const audience = topics.get(topic) ?? { topic, kind, format, listeners: new Map<Transport, number>() }
    audience.listeners.set(transport, (audience.listeners.get(transport) ?? 0) + 1)
    audiences.set(channel, topics.set(topic, audience))
  }

  function leave({ link }: Session, kind: TopicKind, channel: string): void {
    const topic = topicName(kind, link.format, channel)
    link.leaveTopic(topic)
    const topics = audiences.get(channel)
    const listeners = topics?.get(topic)?.listeners
    const left = (listeners?.get(link.transport) ?? 1) - 1
    if (left > 0) listeners?.set(link.transport, left)
    else listeners?.delete(link.transport)
    if (listeners?.size === 0) topics?.delete(topic)
    if (topics?.size === 0) audiences.delete(channel)
  }

  return { publication, announce, enter, exit, slowDown, speedUp }
}

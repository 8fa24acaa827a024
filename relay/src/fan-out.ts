// Brings a channel's publications to its subscribers on this node. Most are on a topic: the frame is encoded once per format
// and the runtime writes it to all of them. Those who need more care are served one by one (`Outsider`). Owned by the hub.
import type { MessageType } from './engine/engine.ts'
import { fossilPatch } from './protocol/fossil-delta.ts'
import type { Format, Frame } from './protocol/format.ts'
import { jsonFormat } from './protocol/json-codec.ts'
import type { ClientInfo, Publication, Push } from './protocol/messages.ts'
import { protobufFormat } from './protocol/protobuf-codec.ts'
import { matchesTags } from './protocol/tags-filter.ts'
import type { Transport } from './session/link.ts'
import { asPatch, asWhole } from './session/delta-publication.ts'
import type { Session, Subscription } from './session/session.ts'

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

const formats = [jsonFormat, protobufFormat]
const topicName = (kind: TopicKind, { name }: Format, channel: string) => `${kind}:${name}:${channel}`
const kindOf = ({ usesDelta }: Subscription) => (usesDelta ? 'patches' : 'plain')

export function createFanOut({ publishToTopic, onFanOut, onFiltered, onConflated }: FanOutOptions) {
  /** By topic: how many listen, by transport. */
  const audiences = new Map<string, Map<Transport, number>>()
  const outsiders = new Map<string, Map<Session, Outsider>>()
  /** What the listeners of patches have, by channel. */
  const bases = new Map<string, string>()

  /** Answers the bytes that were added to the queue of a listener, at most. */
  function toTopic(type: MessageType, kind: TopicKind, push: Push & { channel: string }, format: Format): number {
    const topic = topicName(kind, format, push.channel)
    const audience = audiences.get(topic)
    if (!audience) return 0
    const frame = format.push(push)
    publishToTopic(topic, frame)
    const bytes = Buffer.byteLength(frame)
    for (const [transport, clients] of audience) onFanOut(type, push.channel, transport, clients, bytes)
    return bytes
  }

  function publication(channel: string, pub: Publication): number {
    let bytes = 0
    for (const format of formats) bytes += toTopic('publication', 'plain', { channel, pub }, format)
    bytes += toPatchListeners(channel, pub)
    for (const [session, outsider] of outsiders.get(channel) ?? []) serve(session, channel, outsider, pub)
    return bytes
  }

  function toPatchListeners(channel: string, pub: Publication): number {
    const listening = formats.filter((format) => audiences.has(topicName('patches', format, channel)))
    if (listening.length === 0) {
      bases.delete(channel)
      return 0
    }
    const base = bases.get(channel)
    bases.set(channel, pub.data)
    const patch = base === undefined ? null : fossilPatch(Buffer.from(base), Buffer.from(pub.data))
    let bytes = 0
    for (const format of listening) {
      const changed = (patch && asPatch(pub, patch, format)) ?? asWhole(pub, format)
      bytes += toTopic('publication', 'patches', { channel, pub: changed }, format)
    }
    return bytes
  }

  function serve(session: Session, channel: string, outsider: Outsider, pub: Publication): void {
    const subscription = session.subscriptions.get(channel)
    if (!subscription) return
    if (outsider.kind === 'slow') {
      if (outsider.newest) onConflated(channel)
      outsider.newest = pub
    } else if (outsider.kind === 'newcomer') {
      // After the topics were served: the next patch is the first that it gets.
      takeIn(session, channel, subscription)
      bases.set(channel, pub.data)
      session.pushPublication(channel, subscription, pub)
    } else if (matchesTags(subscription.filter, pub.tags)) session.pushPublication(channel, subscription, pub)
    else onFiltered(channel)
  }

  function announce(type: 'join' | 'leave', channel: string, info: ClientInfo): void {
    const push = type === 'join' ? { channel, join: info } : { channel, leave: info }
    for (const format of formats) toTopic(type, 'joinLeave', push, format)
  }

  function enter(session: Session, channel: string, subscription: Subscription): void {
    if (subscription.wantsJoinLeave) join(session, topicName('joinLeave', session.link.format, channel))
    if (subscription.filter) setAside(session, channel, { kind: 'filtered' })
    else if (subscription.usesDelta) setAside(session, channel, { kind: 'newcomer' })
    else join(session, topicName('plain', session.link.format, channel))
  }

  function exit(session: Session, channel: string, subscription: Subscription): void {
    if (subscription.wantsJoinLeave) leave(session, topicName('joinLeave', session.link.format, channel))
    if (removeOutsider(session, channel)) return
    leave(session, topicName(kindOf(subscription), session.link.format, channel))
    const isLastOfPatches = !formats.some((format) => audiences.has(topicName('patches', format, channel)))
    if (subscription.usesDelta && isLastOfPatches) bases.delete(channel)
  }

  /** A client whose queue grows: from channels that allow it, it gets only the newest publication once it is free again. */
  function slowDown(session: Session): void {
    for (const [channel, subscription] of session.subscriptions) {
      if (!subscription.isLive || !subscription.rules.conflate || subscription.filter) continue
      if (outsiders.get(channel)?.get(session)?.kind === 'slow') continue
      if (!removeOutsider(session, channel))
        leave(session, topicName(kindOf(subscription), session.link.format, channel))
      setAside(session, channel, { kind: 'slow', newest: null })
      session.isSlow = true
    }
  }

  function speedUp(session: Session): void {
    session.isSlow = false
    for (const [channel, subscription] of session.subscriptions) {
      const outsider = outsiders.get(channel)?.get(session)
      if (outsider?.kind !== 'slow') continue
      const { newest } = outsider
      if (subscription.usesDelta && !newest) setAside(session, channel, { kind: 'newcomer' })
      else takeIn(session, channel, subscription)
      if (newest) session.pushPublication(channel, subscription, newest)
    }
  }

  function setAside(session: Session, channel: string, outsider: Outsider): void {
    const others = outsiders.get(channel)
    if (others) others.set(session, outsider)
    else outsiders.set(channel, new Map([[session, outsider]]))
  }

  function takeIn(session: Session, channel: string, subscription: Subscription): void {
    removeOutsider(session, channel)
    join(session, topicName(kindOf(subscription), session.link.format, channel))
  }

  function removeOutsider(session: Session, channel: string): boolean {
    const others = outsiders.get(channel)
    if (!others?.delete(session)) return false
    if (others.size === 0) outsiders.delete(channel)
    return true
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

  return { publication, announce, enter, exit, slowDown, speedUp }
}

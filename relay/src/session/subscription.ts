// Entering and leaving a channel: history first, then the announcement, then live publications without a gap; presence,
// join, leave. Called for subscriptions by clients, by tokens and by the HTTP API, and when a connection ends.
import { namespaceLabel } from '../channels/channel-name.ts'
import { disconnects } from '../protocol/disconnects.ts'
import { unsubscribes, type Unsubscribe } from '../protocol/unsubscribes.ts'
import type { SubscribeResult } from '../protocol/messages.ts'
import { matchesTags } from '../protocol/tags-filter.ts'
import { asChain } from '../centrifugo/delta/delta-publication.ts'
import { recoverChannel, type RecoveryRequest } from './recovery.ts'
import type { Subscription } from './client-subscription.ts'
import type { Session } from './session.ts'

/** A subscription whose history is read: announce `result`, then `goLive`; nothing of the channel is sent before. */
export type PreparedEntry = { result: SubscribeResult; goLive: () => void }

export const noRecovery: RecoveryRequest = { isRecovering: false, since: { offset: 0, epoch: '' } }

/** Null when the client left meanwhile. Synchronous for channels that keep neither history nor presence. */
export function prepareEntry(
  session: Session,
  subscription: Subscription,
  request: RecoveryRequest,
): PreparedEntry | Promise<PreparedEntry | null> {
  const { channel, rules, isPositioned, isRecoverable } = subscription
  session.subscriptions = [...session.subscriptions, subscription]
  const entering = session.context.engine.enter(channel)
  const needsHistory = isPositioned || isRecoverable
  const wasRecovering = request.isRecovering || undefined
  // Patches are granted in the answer that history makes.
  subscription.usesDelta &&= needsHistory
  if (needsHistory || rules.presence || entering)
    return prepareWithEngine(session, subscription, needsHistory ? request : null, { wasRecovering }, entering)
  return { result: { wasRecovering }, goLive: () => goLive(session, subscription) }
}

async function prepareWithEngine(
  session: Session,
  subscription: Subscription,
  request: RecoveryRequest | null,
  withoutHistory: SubscribeResult,
  entering: Promise<void> | undefined,
): Promise<PreparedEntry | null> {
  const { hub, engine, limits, metrics } = session.context
  const { channel, rules } = subscription
  const { namespace } = rules
  const collected = hub.collect(channel)
  try {
    await entering
    // Who left meanwhile must not become present.
    if (rules.presence && isStillIn(session, subscription)) {
      metrics.action('add_presence', namespace)
      await engine.addPresence(channel, infoIn(session, subscription))
    }
    if (request) metrics.action(readingName(subscription, request), namespace)
    const recovered = request
      ? await recoverChannel(channel, subscription, request, engine, limits.publicationsPerRecovery)
      : null
    // The client may be gone, or the server may have unsubscribed it meanwhile.
    if (!isStillIn(session, subscription)) {
      collected.stop()
      return null
    }
    if (recovered && request?.isRecovering && subscription.isRecoverable)
      metrics.recovered(recovered.result.recovered === true, namespace, recovered.result.publications?.length ?? 0)
    const top = recovered?.top.offset ?? 0
    return {
      result: recovered ? asNegotiated(session, subscription, recovered.result) : withoutHistory,
      goLive() {
        collected.stop()
        const rest = collected.publications.filter(({ offset }) => offset === 0 || offset > top)
        const numbered = rest.filter(({ offset }) => offset > 0)
        const hasGap = recovered && numbered.some(({ offset }, index) => offset !== top + 1 + index)
        // The announcement may have ended it: a refused loss, or a queue that overflowed.
        if (!isStillIn(session, subscription)) return
        if (hasGap || !collected.isComplete) return endSubscription(session, channel, 'insufficientState')
        for (const pub of rest) {
          if (matchesTags(subscription.filter, pub.tags)) session.pushPublication(subscription, pub)
        }
        goLive(session, subscription)
      },
    }
  } catch (error) {
    collected.stop()
    if (isStillIn(session, subscription)) leaveChannel(session, channel)
    throw error
  }
}

/** As Centrifugo calls it in its figures. */
function readingName({ rules, isRecoverable }: Subscription, request: RecoveryRequest): string {
  const isRecovering = request.isRecovering && isRecoverable
  if (rules.recoveryMode === 'cache' && (isRecovering || rules.autoCacheRecover)) return 'history_recover_cache'
  return isRecovering ? 'history_recover' : 'history_stream_top'
}

/** What was missed, as this subscription negotiated it. Those that its filter drops are no gap. */
function asNegotiated(
  { link }: Session,
  { usesDelta, filter }: Subscription,
  result: SubscribeResult,
): SubscribeResult {
  const passed = result.publications?.filter(({ tags }) => matchesTags(filter, tags))
  return {
    ...result,
    delta: usesDelta,
    publications: usesDelta && passed ? asChain(passed, link.format) : passed,
  }
}

export function isStillIn(session: Session, subscription: Subscription): boolean {
  return session.subscriptions.includes(subscription)
}

/** It is announced: from now on publications reach it. */
export function goLive(session: Session, subscription: Subscription): void {
  const { channel, rules } = subscription
  const { hub, engine, metrics } = session.context
  subscription.isLive = true
  if (subscription.expiresAt !== null) session.reschedule()
  hub.subscribe(session, subscription)
  metrics.subscribed(session.clientName, rules.namespace)
  if (rules.joinLeave) inBackground(session, engine.publishJoin(channel, infoIn(session, subscription)))
  if (rules.clientsMapPrefix || rules.usersMapPrefix)
    session.context.mapPresence.enter(rules, channel, infoIn(session, subscription))
}

/** False when the session was not in the channel. */
export function leaveChannel(session: Session, channel: string): boolean {
  const subscription = session.subscriptionTo(channel)
  if (!subscription) return false
  session.subscriptions = session.subscriptions.filter((one) => one !== subscription)
  release(session, subscription)
  return true
}

function release(session: Session, subscription: Subscription): void {
  const { channel, rules, isLive } = subscription
  const { hub, engine, metrics } = session.context
  if (isLive) metrics.action('remove_subscription', rules.namespace)
  hub.unsubscribe(session, subscription)
  engine.leave(channel)
  if (rules.presence) {
    metrics.action('remove_presence', rules.namespace)
    inBackground(session, engine.removePresence(channel, session.id))
  }
  if (rules.joinLeave && isLive) inBackground(session, engine.publishLeave(channel, infoIn(session, subscription)))
  if (!isLive) return
  if (rules.clientsMapPrefix || rules.usersMapPrefix)
    session.context.mapPresence.leave(rules, channel, infoIn(session, subscription))
  if (rules.map?.removesClient) inBackground(session, engine.maps.remove(channel, session.id, {}))
}

/** Leaves the channel and tells the client why, which may be about to enter it. */
export function unsubscribeByServer(session: Session, channel: string, why: Unsubscribe): void {
  const namespace = namespaceLabel(channel, session.context.namespaces)
  leaveChannel(session, channel)
  session.context.metrics.unsubscribed(why.code, namespace)
  session.push('unsubscribe', { channel, unsubscribe: why }, namespace)
}

const endings = {
  /** Its token ran out. */
  expired: { unsubscribe: unsubscribes.expired, disconnect: disconnects.subscriptionExpired },
  /** Publications were missed. */
  insufficientState: { unsubscribe: unsubscribes.insufficientState, disconnect: disconnects.insufficientState },
}

/** The client asks again by itself; for what the server gave, it has to connect again. */
export function endSubscription(session: Session, channel: string, why: keyof typeof endings): void {
  const subscription = session.subscriptionTo(channel)
  if (!subscription) return
  if (subscription.isServerSide) return session.disconnect(endings[why].disconnect)
  unsubscribeByServer(session, channel, endings[why].unsubscribe)
}

export function leaveAllChannels(session: Session): void {
  const all = session.subscriptions
  session.subscriptions = []
  for (const subscription of all) release(session, subscription)
}

export function infoIn(session: Session, { info }: Pick<Subscription, 'info'>) {
  return info === undefined ? session.info : { ...session.info, chanInfo: info }
}

function inBackground(session: Session, work: Promise<unknown>): void {
  work.catch((error: unknown) => session.context.log.error({ error: String(error) }, 'presence could not be updated'))
}

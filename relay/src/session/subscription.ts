// Entering and leaving a channel: history first, then the reply, then live publications without a gap; presence, join, leave.
// Called for client-side subscriptions, for those made by the HTTP API, and when a connection ends.
import { keepsHistory } from '../channels/channel-rules.ts'
import { disconnects } from '../protocol/disconnects.ts'
import type { Publication, SubscribeResult } from '../protocol/messages.ts'
import { recoverChannel, type RecoveryRequest } from './recovery.ts'
import type { Session, Subscription } from './session.ts'

/** `announce` writes the reply (or the push) that must precede the channel's first publication. */
export function enterChannel(
  session: Session,
  channel: string,
  subscription: Subscription,
  request: RecoveryRequest & { isPositioned: boolean },
  announce: (result: SubscribeResult) => void,
): void | Promise<void> {
  const { rules } = subscription
  session.subscriptions.set(channel, subscription)
  const needsHistory = keepsHistory(rules) && (request.isPositioned || request.isRecoverable || request.isRecovering)
  if (!needsHistory && !rules.presence) {
    announce({})
    return goLive(session, channel, subscription)
  }
  return enterWithHistory(session, channel, subscription, needsHistory ? request : null, announce)
}

async function enterWithHistory(
  session: Session,
  channel: string,
  subscription: Subscription,
  request: RecoveryRequest | null,
  announce: (result: SubscribeResult) => void,
): Promise<void> {
  const { hub, engine, limits, metrics } = session.context
  const missed = hub.collect(channel)
  try {
    if (subscription.rules.presence) await engine.addPresence(channel, session.info)
    const recovered = request
      ? await recoverChannel(channel, subscription.rules, request, engine, limits.publicationsPerRecovery)
      : null
    // The client may be gone, or the server may have unsubscribed it meanwhile.
    if (session.subscriptions.get(channel) !== subscription) return
    if (recovered && request?.isRecovering) metrics.recovered(subscription.namespace, recovered.result)
    const rest = recovered
      ? missed.publications.filter(({ offset }) => offset > recovered.top.offset)
      : missed.publications
    if (recovered && !continues(rest, recovered.top.offset)) return session.disconnect(disconnects.insufficientState)
    announce(recovered?.result ?? {})
    // The announcement may have ended it: a refused loss, or a queue that overflowed.
    if (session.subscriptions.get(channel) !== subscription) return
    for (const pub of rest) session.push({ channel, pub })
    goLive(session, channel, subscription)
  } catch (error) {
    session.subscriptions.delete(channel)
    throw error
  } finally {
    missed.stop()
  }
}

function continues(publications: readonly Publication[], after: number): boolean {
  return publications.every(({ offset }, index) => offset === after + 1 + index)
}

function goLive(session: Session, channel: string, subscription: Subscription): void {
  const { namespace, rules, wantsJoinLeave } = subscription
  const { hub, engine, metrics } = session.context
  subscription.isLive = true
  hub.subscribe(session, channel, wantsJoinLeave)
  metrics.subscribed(namespace)
  if (rules.joinLeave) inBackground(session, engine.publishJoin(channel, session.info))
}

/** False when the session was not in the channel. */
export function leaveChannel(session: Session, channel: string): boolean {
  const subscription = session.subscriptions.get(channel)
  if (!subscription) return false
  session.subscriptions.delete(channel)
  const { hub, engine } = session.context
  hub.unsubscribe(session, channel, subscription.wantsJoinLeave)
  if (subscription.rules.presence) inBackground(session, engine.removePresence(channel, session.id))
  if (subscription.rules.joinLeave && subscription.isLive)
    inBackground(session, engine.publishLeave(channel, session.info))
  return true
}

export function leaveAllChannels(session: Session): void {
  for (const channel of session.subscriptions.keys()) leaveChannel(session, channel)
}

function inBackground(session: Session, work: Promise<void>): void {
  work.catch((error: unknown) => session.context.log.error({ error: String(error) }, 'presence could not be updated'))
}

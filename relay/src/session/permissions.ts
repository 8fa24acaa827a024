// What a namespace lets this client do in a channel, and which subscription it gets. Called by the commands that need it.
import type { ResolvedChannel } from '../channels/channel-name.ts'
import type { Proxy } from '../centrifugo/proxies/proxy.ts'
import type { ChannelRules } from '../channels/channel-rules.ts'
import type { Subscription } from './client-subscription.ts'
import type { Session } from './session.ts'

export function mayUse(
  session: Session,
  channel: string,
  rules: ChannelRules,
  what: 'Publish' | 'Presence' | 'History',
  isSubscriber = session.subscriptionTo(channel) !== undefined,
): boolean {
  if (session.context.authentication.allowsEverything) return true
  if (session.user === '' && !rules[`allow${what}ForAnonymous`]) return false
  return rules[`allow${what}ForClient`] || (rules[`allow${what}ForSubscriber`] && isSubscriber)
}

/** Without a token for the channel. */
export function maySubscribe(session: Session, channel: string, { rules, isPrivate }: ResolvedChannel): boolean {
  if (session.context.authentication.allowsEverything) return true
  if (isPrivate) return false
  const users = rules.allowUserLimitedChannels ? limitedTo(channel) : null
  if (users) return session.user !== '' && users.includes(session.user)
  return rules.allowSubscribeForClient && (session.user !== '' || rules.allowSubscribeForAnonymous)
}

/** Who decides instead, about a channel that is neither private nor of certain users; null for nobody. */
export function backendFor(channel: string, { rules, isPrivate }: ResolvedChannel): Proxy | null {
  if (isPrivate) return null
  return rules.allowUserLimitedChannels && limitedTo(channel) ? null : rules.proxies.subscribe
}

/** The users that a name is limited to; null when it is not. */
function limitedTo(channel: string): string[] | null {
  const boundary = channel.lastIndexOf('#')
  return boundary === -1 ? null : channel.slice(boundary + 1).split(',')
}

export type RequestedOptions = { positioned: boolean; recoverable: boolean; joinLeave: boolean; delta: boolean }

/** A new subscription: what the namespace forces, and what the client asks for and may have. */
export function newSubscription(
  session: Session,
  channel: string,
  rules: ChannelRules,
  requested: RequestedOptions,
): Subscription {
  // Who is let in is a subscriber, although the list does not have it yet.
  const seesHistory = mayUse(session, channel, rules, 'History', true)
  const seesPresence = mayUse(session, channel, rules, 'Presence', true)
  return {
    channel,
    rules,
    isServerSide: false,
    isLive: false,
    isRecoverable: rules.forceRecovery || (requested.recoverable && (rules.allowRecovery || seesHistory)),
    isPositioned: rules.forcePositioning || (requested.positioned && (rules.allowPositioning || seesHistory)),
    wantsJoinLeave: rules.joinLeave && (rules.forcePushJoinLeave || (requested.joinLeave && seesPresence)),
    usesDelta: requested.delta && rules.allowDelta,
    filter: null,
    expiresAt: null,
    info: undefined,
  }
}

export const nothingRequested: RequestedOptions = {
  positioned: false,
  recoverable: false,
  joinLeave: false,
  delta: false,
}

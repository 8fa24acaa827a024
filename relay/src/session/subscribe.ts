// `subscribe`, `unsubscribe` and `sub_refresh`: may this client enter this channel, and with what.
import { findChannel, hasAllowedName, isChannelName, type ResolvedChannel } from '../channels/channel-name.ts'
import { askToEnter } from '../centrifugo/proxies/channel-proxies.ts'
import type { Proxy } from '../centrifugo/proxies/proxy.ts'
import { disconnects } from '../protocol/disconnects.ts'
import { errors, type ProtocolError } from '../protocol/errors.ts'
import type { CommandRequest } from '../protocol/messages.ts'
import { readTagsFilter } from '../protocol/tags-filter.ts'
import { continueMap, enterMap, forgetAbandoned, unfinishedMap } from '../map/map-subscribe.ts'
import { mapTypes } from '../map/map-rules.ts'
import { expiryOf, isOver } from './connect.ts'
import { backendFor, maySubscribe, newSubscription, nothingRequested, type RequestedOptions } from './permissions.ts'
import { refuse } from './refuse.ts'
import { recoveryRequest, wholeNumber } from './recovery-request.ts'
import type { Subscription } from './client-subscription.ts'
import type { Session } from './session.ts'
import { leaveChannel, prepareEntry, type PreparedEntry } from './subscription.ts'
import { readSubscriptionToken, type ChannelGrant } from './subscription-token.ts'

/** Bit of the request's `flag`: answer error 112 instead of a subscription that lost publications. */
const rejectUnrecovered = 2

const sharedPollType = 4

const noGrant: ChannelGrant = { expiresAt: null }

export function subscribe(session: Session, request: CommandRequest): void | Promise<void> {
  const { id, fields } = request
  const { channel, delta = '', token } = fields
  if (delta !== '' && delta !== 'fossil') return session.disconnect(disconnects.badRequest)
  const unfinished = unfinishedMap(session, fields)
  if (unfinished) return continueMap(session, request, unfinished)
  forgetAbandoned(session, channel)
  const resolved = checkRequest(session, fields)
  if ('code' in resolved) return session.fail(id, resolved)
  if (!isChannelName(channel)) return session.fail(id, errors.badRequest)
  const grant = typeof token === 'string' ? readSubscriptionToken(session, channel, token) : 'none'
  if (grant === 'mismatch') return session.disconnect(disconnects.invalidToken)
  if (grant === 'expired') return session.fail(id, errors.tokenExpired)
  if (grant === 'later') return session.fail(id, errors.internal)
  if (grant === 'invalid') return session.fail(id, errors.permissionDenied)
  const proxy = grant === 'none' ? backendFor(channel, resolved) : null
  if (proxy) return enterByBackend(session, request, channel, resolved, proxy)
  if (grant === 'none' && !maySubscribe(session, channel, resolved)) return session.fail(id, errors.permissionDenied)
  const requested = {
    positioned: fields['positioned'] === true,
    recoverable: fields['recoverable'] === true,
    joinLeave: fields['join_leave'] === true,
    delta: delta === 'fossil',
  }
  return enterWith(session, request, resolved, requested, grant === 'none' ? noGrant : grant)
}

/** The backend says who may enter, and how. */
async function enterByBackend(
  session: Session,
  request: CommandRequest,
  channel: string,
  resolved: ResolvedChannel,
  proxy: Proxy,
): Promise<void> {
  const answer = await askToEnter(session, request, channel, proxy)
  if (session.status !== 'connected') return
  if (!('expiresAt' in answer)) return refuse(session, request.id, answer)
  // The server may have subscribed it meanwhile.
  const changed = checkRequest(session, request.fields)
  if ('code' in changed) return session.fail(request.id, changed)
  const requested = { ...nothingRequested, delta: request.fields['delta'] === 'fossil' }
  await enterWith(session, request, resolved, requested, answer)
}

function enterWith(
  session: Session,
  request: CommandRequest,
  resolved: ResolvedChannel,
  requested: RequestedOptions,
  grant: ChannelGrant,
): void | Promise<void> {
  const { id, fields } = request
  const { channel } = fields
  if (!isChannelName(channel)) return session.fail(id, errors.badRequest)
  const { expiresAt, info, data, overrides } = grant
  if (isOver(expiresAt)) return session.fail(id, errors.expired)
  const rules = overrides ? { ...resolved.rules, ...overrides } : resolved.rules
  const subscription = newSubscription(session, channel, rules, requested)
  subscription.expiresAt = expiresAt
  subscription.info = info
  if (!setFilter(subscription, fields['tf'])) return session.fail(id, errors.badRequest)
  return rules.map
    ? enterMap(session, request, subscription, rules.map, data)
    : enter(session, request, subscription, data)
}

function enter(
  session: Session,
  { id, fields }: CommandRequest,
  subscription: Subscription,
  data: string | undefined,
): void | Promise<void> {
  const recovery = recoveryRequest(fields)
  const refusesLoss = (wholeNumber(fields['flag']) & rejectUnrecovered) !== 0
  const announce = (entry: PreparedEntry | null) => {
    if (!entry) return
    if (recovery.isRecovering && subscription.isRecoverable && !entry.result.recovered && refusesLoss) {
      leaveChannel(session, subscription.channel)
      session.fail(id, errors.unrecoverablePosition)
    } else {
      // Who is refreshed by a backend need not know.
      const { expires, ttl } = expiryOf(subscription.rules.proxies.subRefresh ? null : subscription.expiresAt)
      session.reply({ id, subscribe: { ...entry.result, expires, ttl, data } })
    }
    entry.goLive()
  }
  const prepared = prepareEntry(session, subscription, recovery)
  return prepared instanceof Promise ? prepared.then(announce) : announce(prepared)
}

/** The channel's place, or why this client may not enter. Nothing here ends the connection. */
function checkRequest(session: Session, fields: CommandRequest['fields']): ResolvedChannel | ProtocolError {
  const { channel, type = 0 } = fields
  if (!isChannelName(channel)) return errors.badRequest
  if (session.subscriptionTo(channel)) return errors.alreadySubscribed
  if (session.subscriptions.length >= session.context.limits.channelsPerConnection) return errors.limitExceeded
  const resolved = findChannel(channel, session.context.namespaces)
  if (!resolved) return errors.unknownChannel
  if (!hasAllowedName(channel, resolved)) return errors.badRequest
  const { map } = resolved.rules
  if (type !== (map ? mapTypes[map.type] : 0))
    return type === sharedPollType ? errors.notAvailable : errors.permissionDenied
  return resolved
}

/** False when the filter is broken, or not allowed here, or together with patches, which need every publication. */
function setFilter(subscription: Subscription, tree: unknown): boolean {
  if (tree === undefined || tree === null) return true
  subscription.filter = readTagsFilter(tree)
  return subscription.filter !== null && subscription.rules.allowTagsFilter && !subscription.usesDelta
}

/** Never fails: an error would make the client give up the whole connection. */
export function unsubscribe(session: Session, { id, fields }: CommandRequest): void {
  const { channel } = fields
  if (typeof channel === 'string') leaveChannel(session, channel)
  session.reply({ id, empty: 'unsubscribe' })
}

export function subRefresh(session: Session, { id, fields }: CommandRequest): void {
  const { channel, token } = fields
  const subscription = typeof channel === 'string' ? session.subscriptionTo(channel) : undefined
  if (typeof channel !== 'string' || !subscription) return session.fail(id, errors.permissionDenied)
  // Those that the server gave, or a backend refreshes, are no matter of the client's.
  if (subscription.isServerSide || subscription.rules.proxies.subRefresh)
    return session.disconnect(disconnects.badRequest)
  if (typeof token !== 'string' || token === '') return session.fail(id, errors.badRequest)
  const grant = readSubscriptionToken(session, channel, token)
  if (grant === 'none') return session.fail(id, errors.permissionDenied)
  if (grant === 'expired') return session.disconnect(disconnects.subscriptionExpired)
  if (grant === 'later') return session.fail(id, errors.internal)
  if (grant === 'mismatch' || grant === 'invalid') return session.disconnect(disconnects.invalidToken)
  if (isOver(grant.expiresAt)) return session.fail(id, errors.expired)
  subscription.expiresAt = grant.expiresAt
  subscription.info = grant.info
  session.reschedule()
  session.reply({ id, subRefresh: expiryOf(subscription.expiresAt) })
}

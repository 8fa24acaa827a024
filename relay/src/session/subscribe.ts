// `subscribe`, `unsubscribe` and `sub_refresh`: may this client enter this channel, and with what.
import { findChannel, isChannelName, type ChannelPlace } from '../channels/channel-name.ts'
import { disconnects } from '../protocol/disconnects.ts'
import { errors, type ProtocolError } from '../protocol/errors.ts'
import type { Request } from './commands.ts'
import { mayRead } from './channel-reads.ts'
import type { Session } from './session.ts'
import { enterChannel, leaveChannel } from './subscription.ts'

/** Bit of the request's `flag`: answer error 112 instead of a subscription that lost publications. */
const rejectUnrecovered = 2

const sharedPollType = 4

export function subscribe(session: Session, request: Request): void | Promise<void> {
  const { id, fields } = request
  const { channel, delta = '' } = fields
  if (delta !== '' && delta !== 'fossil') return session.disconnect(disconnects.badRequest)
  const place = judge(session, fields)
  if ('code' in place) return session.fail(id, place)
  if (!isChannelName(channel)) return session.fail(id, errors.badRequest)
  const { rules, namespace } = place

  const canSeeHistory = mayRead(session, channel, rules.allowHistoryForClient, rules.allowHistoryForSubscriber)
  const isRecoverable =
    rules.forceRecovery || (fields['recoverable'] === true && (rules.allowRecovery || canSeeHistory))
  const isPositioned =
    rules.forcePositioning || (fields['positioned'] === true && (rules.allowPositioning || canSeeHistory))
  const wantsJoinLeave =
    rules.joinLeave &&
    (rules.forcePushJoinLeave || (fields['join_leave'] === true && rules.presence && rules.allowPresenceForClient))
  const recovery = {
    isRecovering: fields['recover'] === true && isRecoverable,
    since: { offset: wholeNumber(fields['offset']), epoch: typeof fields['epoch'] === 'string' ? fields['epoch'] : '' },
    isRecoverable,
    isPositioned,
  }
  const refusesLoss = (wholeNumber(fields['flag']) & rejectUnrecovered) !== 0
  const subscription = { namespace, rules, isServerSide: false, wantsJoinLeave, isLive: false }
  return enterChannel(session, channel, subscription, recovery, (result) => {
    if (recovery.isRecovering && !result.recovered && refusesLoss) {
      leaveChannel(session, channel)
      session.fail(id, errors.unrecoverablePosition)
    } else session.reply({ id, subscribe: result })
  })
}

/** The channel's place, or why this client may not enter. Nothing here ends the connection. */
function judge(session: Session, fields: Request['fields']): ChannelPlace | ProtocolError {
  const { channel, type = 0 } = fields
  if (!isChannelName(channel)) return errors.badRequest
  if (session.subscriptions.has(channel)) return errors.alreadySubscribed
  if (session.subscriptions.size >= session.context.limits.channelsPerConnection) return errors.limitExceeded
  const place = findChannel(channel, session.context.namespaces)
  if (!place) return errors.unknownChannel
  if (type !== 0) return type === sharedPollType ? errors.notAvailable : errors.permissionDenied
  // Tag filters are not allowed in any namespace.
  if (fields['tf'] !== undefined && fields['tf'] !== null) return errors.badRequest
  if (place.isPrivate || !place.rules.allowSubscribeForClient) return errors.permissionDenied
  return place
}

/** Never fails: an error would make the client give up the whole connection. */
export function unsubscribe(session: Session, { id, fields }: Request): void {
  const { channel } = fields
  if (typeof channel === 'string') leaveChannel(session, channel)
  session.reply({ id, empty: 'unsubscribe' })
}

/** No subscription here carries a token, so there is nothing to renew. */
export function subRefresh(session: Session, { id }: Request): void {
  session.fail(id, errors.permissionDenied)
}

function wholeNumber(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}

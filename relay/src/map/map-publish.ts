// `publish` by a client into a map: a value for a key, or that the key is gone. Off unless the namespace allows it.
import type { ChannelRules } from '../channels/channel-rules.ts'
import { errors } from '../protocol/errors.ts'
import type { CommandRequest } from '../protocol/messages.ts'
import { hasFormat } from '../protocol/payload.ts'
import type { Session } from '../session/session.ts'
import { infoIn } from '../session/subscription.ts'
import { isMapKey, type MapRules } from './map-rules.ts'
import { MapFull } from './map-store.ts'

export async function changeMap(
  session: Session,
  request: CommandRequest,
  channel: string,
  { map, dataFormat }: ChannelRules,
): Promise<void> {
  const { id, fields } = request
  const { maps } = session.context.engine
  const isRemoval = fields['removed'] === true
  const subscription = session.subscriptionTo(channel)
  const isSubscriber = subscription?.isLive === true
  if (!mayChange(session, map, isRemoval ? 'Remove' : 'Publish', isSubscriber))
    return session.fail(id, errors.permissionDenied)
  if (map?.clientKey === 'user_id' && session.user === '') return session.fail(id, errors.permissionDenied)
  const key = keyOf(session, map, fields['key'])
  const data = isRemoval ? '' : (request.payload() ?? '')
  // Also a publication without a key, and one with a key for a channel that is no map.
  if (!map || fields['type'] !== 1 || !isMapKey(key) || (!isRemoval && !hasFormat(data, dataFormat)))
    return session.fail(id, errors.badRequest)
  session.context.metrics.action(isRemoval ? 'map_remove' : 'map_publish', session.currentNamespace)
  try {
    if (isRemoval) await maps.remove(channel, key, {})
    else await maps.publish(channel, key, data, { info: infoIn(session, subscription ?? { info: undefined }) })
  } catch (error) {
    if (error instanceof MapFull) return session.fail(id, errors.limitExceeded)
    throw error
  }
  session.reply({ id, empty: 'publish' })
}

function keyOf(session: Session, map: MapRules | null, asked: unknown): unknown {
  if (map?.clientKey === 'client_id') return session.id
  return map?.clientKey === 'user_id' ? session.user : asked
}

function mayChange(session: Session, map: MapRules | null, what: 'Publish' | 'Remove', isSubscriber: boolean): boolean {
  if (session.context.authentication.allowsEverything) return true
  if (!map || (session.user === '' && !map[`allow${what}ForAnonymous`])) return false
  return map[`allow${what}ForClient`] || (map[`allow${what}ForSubscriber`] && isSubscriber)
}

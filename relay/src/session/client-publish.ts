// `publish` by a client: off in every namespace unless its rules allow it.
import { findChannel, hasAllowedName, isChannelName } from '../channels/channel-name.ts'
import { askToPublish } from '../centrifugo/proxies/channel-proxies.ts'
import type { Proxy } from '../centrifugo/proxies/proxy.ts'
import type { ChannelRules } from '../channels/channel-rules.ts'
import { errors } from '../protocol/errors.ts'
import type { CommandRequest, Payload } from '../protocol/messages.ts'
import { hasFormat } from '../protocol/payload.ts'
import { changeMap } from '../map/map-publish.ts'
import { refuse } from './refuse.ts'
import { mayUse } from './permissions.ts'
import type { Session } from './session.ts'

/** The request's `type`. */
const changesMap = 1

export function publish(session: Session, request: CommandRequest): void | Promise<void> {
  const { id, fields } = request
  const { channel } = fields
  if (!isChannelName(channel)) return session.fail(id, errors.badRequest)
  const resolved = findChannel(channel, session.context.namespaces)
  if (!resolved) return session.fail(id, errors.unknownChannel)
  if (!hasAllowedName(channel, resolved)) return session.fail(id, errors.badRequest)
  const { map, proxies } = resolved.rules
  if (map || fields['type'] === changesMap) return changeMap(session, request, channel, resolved.rules)
  const data = request.payload()
  if (data === undefined || !hasFormat(data, resolved.rules.dataFormat)) return session.fail(id, errors.badRequest)
  const { publish: proxy } = proxies
  if (!proxy && !mayUse(session, channel, resolved.rules, 'Publish')) {
    return session.fail(id, errors.permissionDenied)
  }
  if (proxy) return publishByBackend(session, id, channel, data, resolved.rules, proxy)
  const { historySize, historyTtl } = resolved.rules
  const options = { historySize, historyTtl, info: session.info }
  return session.context.engine.publish(channel, data, options).then(() => session.reply({ id, empty: 'publish' }))
}

/** The backend says whether, and may change what. */
async function publishByBackend(
  session: Session,
  id: number,
  channel: string,
  data: Payload,
  { historySize, historyTtl }: ChannelRules,
  proxy: Proxy,
): Promise<void> {
  const { info } = session
  const answer = await askToPublish(session, channel, data, proxy)
  if (!('data' in answer)) return refuse(session, id, answer)
  const { data: changed, skipsHistory, ...options } = answer
  const history = skipsHistory ? { historySize: 0, historyTtl: 0 } : { historySize, historyTtl }
  await session.context.engine.publish(channel, changed, { ...options, ...history, info })
  session.reply({ id, empty: 'publish' })
}

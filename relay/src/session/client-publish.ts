// `publish` by a client: off in every namespace unless its rules allow it.
import { findChannel, hasAllowedName, isChannelName } from '../channels/channel-name.ts'
import { errors } from '../protocol/errors.ts'
import type { CommandRequest } from '../protocol/messages.ts'
import { hasFormat } from '../protocol/payload.ts'
import { mayUse } from './permissions.ts'
import type { Session } from './session.ts'

export function publish(session: Session, request: CommandRequest): void | Promise<void> {
  const { id, fields } = request
  const { channel } = fields
  if (!isChannelName(channel)) return session.fail(id, errors.badRequest)
  const resolved = findChannel(channel, session.context.namespaces)
  if (!resolved) return session.fail(id, errors.unknownChannel)
  if (!hasAllowedName(channel, resolved)) return session.fail(id, errors.badRequest)
  const { historySize, historyTtl } = resolved.rules
  if (!mayUse(session, channel, resolved.rules, 'Publish')) {
    return session.fail(id, errors.permissionDenied)
  }
  const data = request.payload()
  if (data === undefined || !hasFormat(data, resolved.rules.dataFormat)) return session.fail(id, errors.badRequest)
  const options = { historySize, historyTtl, info: session.info }
  return session.context.engine.publish(channel, data, options).then(() => session.reply({ id, empty: 'publish' }))
}

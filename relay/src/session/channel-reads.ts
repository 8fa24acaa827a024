// `presence`, `presence_stats` and `history` asked by a client: allowed per namespace, for everyone or for subscribers.
import { findChannel, hasAllowedName, isChannelName } from '../channels/channel-name.ts'
import { keepsHistory, type ChannelRules } from '../channels/channel-rules.ts'
import { errors } from '../protocol/errors.ts'
import { historyFilter } from '../protocol/history-filter.ts'
import type { CommandRequest } from '../protocol/messages.ts'
import { mayUse } from './permissions.ts'
import type { Session } from './session.ts'

export async function presence(session: Session, request: CommandRequest): Promise<void> {
  const channel = presenceChannel(session, request)
  if (channel) session.reply({ id: request.id, presence: await session.context.engine.presence(channel) })
}

export async function presenceStats(session: Session, request: CommandRequest): Promise<void> {
  const channel = presenceChannel(session, request)
  if (channel) session.reply({ id: request.id, presenceStats: await session.context.engine.presenceStats(channel) })
}

export async function history(session: Session, request: CommandRequest): Promise<void> {
  const { id, fields } = request
  const found = readableChannel(session, request, 'History', keepsHistory)
  if (!found) return
  const filter = historyFilter(fields)
  if (!filter) return session.fail(id, errors.badRequest)
  const { engine, limits } = session.context
  session.context.metrics.action('history', session.currentNamespace)
  const limit = Math.min(filter.limit ?? Infinity, limits.publicationsPerHistory)
  const result = await engine.history(found.channel, { ...filter, limit })
  const expectedEpoch = filter.since?.epoch
  if (expectedEpoch && expectedEpoch !== result.position.epoch) return session.fail(id, errors.unrecoverablePosition)
  session.reply({ id, history: result })
}

function presenceChannel(session: Session, request: CommandRequest): string | null {
  const found = readableChannel(session, request, 'Presence', ({ presence: isOn }) => isOn)
  if (!found) return null
  session.context.metrics.action(request.name, session.currentNamespace)
  return found.channel
}

/** The channel and its rules; otherwise the refusal is already sent. */
function readableChannel(
  session: Session,
  { id, fields }: CommandRequest,
  what: 'Presence' | 'History',
  hasIt: (rules: ChannelRules) => boolean,
): { channel: string; rules: ChannelRules } | null {
  const { channel } = fields
  const resolved = isChannelName(channel) ? findChannel(channel, session.context.namespaces) : null
  if (!resolved || !isChannelName(channel) || !hasAllowedName(channel, resolved)) {
    session.fail(id, resolved === undefined ? errors.unknownChannel : errors.badRequest)
    return null
  }
  if (!hasIt(resolved.rules)) {
    session.fail(id, errors.notAvailable)
    return null
  }
  if (!mayUse(session, channel, resolved.rules, what)) {
    session.fail(id, errors.permissionDenied)
    return null
  }
  return { channel, rules: resolved.rules }
}

// API methods about channels: publish, broadcast, presence, history (spec 4.5, 6.1).
import { findChannel, hasAllowedName, type ResolvedChannel } from '../channels/channel-name.ts'
import { keepsHistory, type ChannelRules } from '../channels/channel-rules.ts'
import { errors } from '../protocol/errors.ts'
import { historyFilter } from '../protocol/history-filter.ts'
import { jsonObject, ifSet, presenceJson, publicationsJson } from '../protocol/json-fields.ts'
import { hasFormat } from '../protocol/payload.ts'
import { globToRegExp } from '../transport/glob.ts'
import type { ApiContext, ApiMethod } from './api-context.ts'
import { ApiFailure, type ApiParams } from './api-params.ts'

/** Channels of one broadcast. */
const maximumChannels = 1024

export const publish: ApiMethod = (params, context) => publishTo(params.channel(), params, context)

export const broadcast: ApiMethod = async (params, context) => {
  const channels = params.texts('channels') ?? []
  if (channels.length === 0 || channels.length > maximumChannels) throw new ApiFailure(errors.badRequest)
  const responses: string[] = []
  for (const channel of channels) {
    try {
      responses.push(`{"result":${await publishTo(channel, params, context)}}`)
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure
      const { code, message } = failure.error
      responses.push(JSON.stringify({ error: { code, message } }))
    }
  }
  return `{"responses":[${responses.join(',')}]}`
}

async function publishTo(channel: string, params: ApiParams, context: ApiContext): Promise<string> {
  const { rules } = resolveChannel(channel, context)
  // Those have methods of their own.
  if (rules.map) throw new ApiFailure(errors.badRequest)
  const keeps = keepsHistory(rules) && !params.flag('skip_history')
  const data = params.data()
  if (!hasFormat(data, rules.dataFormat)) throw new ApiFailure(errors.badRequest)
  const position = await context.engine.publish(channel, data, {
    historySize: keeps ? rules.historySize : 0,
    historyTtl: keeps ? rules.historyTtl : 0,
    tags: tagsOf(params),
    idempotencyKey: params.text('idempotency_key'),
    version: versionOf(params),
    versionEpoch: params.text('version_epoch'),
  })
  return jsonObject({ offset: ifSet.number(position?.offset), epoch: ifSet.text(position?.epoch) })
}

const keepsPresence = ({ presence: isOn }: ChannelRules) => isOn

export const presence: ApiMethod = async (params, context) => {
  const channel = channelWith(keepsPresence, 'presence', params, context)
  return `{"presence":${presenceJson(await context.engine.presence(channel))}}`
}

export const presenceStats: ApiMethod = async (params, context) => {
  const channel = channelWith(keepsPresence, 'presence_stats', params, context)
  const { numClients, numUsers } = await context.engine.presenceStats(channel)
  return `{"num_clients":${numClients},"num_users":${numUsers}}`
}

export const history: ApiMethod = async (params, context) => {
  const channel = channelWith(keepsHistory, 'history', params, context)
  const [limit, since, reverse] = [params.value('limit'), params.value('since'), params.value('reverse')]
  const filter = historyFilter({ limit, since, reverse })
  if (!filter) throw new ApiFailure(errors.badRequest)
  const { publications, position } = await context.engine.history(channel, filter)
  if (filter.since?.epoch && filter.since.epoch !== position.epoch) throw new ApiFailure(errors.unrecoverablePosition)
  const { epoch, offset } = position
  const shown = publications.map((publication) => ({ ...publication, epoch: undefined }))
  return `{"publications":${publicationsJson(shown)},"epoch":${JSON.stringify(epoch)},"offset":${offset}}`
}

export const historyRemove: ApiMethod = async (params, context) => {
  await context.engine.removeHistory(channelWith(keepsHistory, 'history_remove', params, context))
  return '{}'
}

export const channels: ApiMethod = async (params, { hub }) => {
  const pattern = params.text('pattern')
  const matcher = pattern ? globToRegExp(pattern) : null
  if (pattern && !matcher) throw new ApiFailure(errors.badRequest)
  const found: Record<string, string> = {}
  for (const [channel, clients] of hub.channels()) {
    if (!matcher || matcher.test(channel)) found[channel] = `{"num_clients":${clients.size}}`
  }
  const members = Object.entries(found).map(([channel, count]) => `${JSON.stringify(channel)}:${count}`)
  return `{"channels":{${members.join(',')}}}`
}

export function resolveChannel(channel: string, { namespaces }: ApiContext): ResolvedChannel {
  const resolved = findChannel(channel, namespaces)
  if (!resolved) throw new ApiFailure(errors.unknownChannel)
  // A pattern binds clients only, as in Centrifugo.
  if (!resolved.rules.namePattern && !hasAllowedName(channel, resolved)) throw new ApiFailure(errors.badRequest)
  return resolved
}

/** The channel that the action is about; counts the action. */
function channelWith(
  feature: (rules: ChannelRules) => boolean,
  action: string,
  params: ApiParams,
  context: ApiContext,
): string {
  const channel = params.channel()
  const { rules } = resolveChannel(channel, context)
  if (!feature(rules)) throw new ApiFailure(errors.notAvailable)
  context.metrics.action(action, rules.namespace)
  return channel
}

/** Not below zero: it would be older than everything, and dropped without a word. */
export function versionOf(params: ApiParams): number | undefined {
  const version = params.count('version')
  if (version !== undefined && version < 0) throw new ApiFailure(errors.badRequest)
  return version
}

export function tagsOf(params: ApiParams): Record<string, string> | undefined {
  const tags = params.object('tags')
  if (!tags) return undefined
  // Null is the empty text, as Centrifugo reads it.
  const texts = Object.entries(tags).map(([name, value]): [string, unknown] => [name, value ?? ''])
  if (!texts.every(([, value]) => typeof value === 'string')) throw new ApiFailure(errors.badRequest)
  return Object.fromEntries(texts) as Record<string, string>
}

// API methods about maps: change a key, read the values or the changes, count, clear.
import { errors } from '../protocol/errors.ts'
import { ifSet, jsonObject } from '../protocol/json-fields.ts'
import type { Publication, StreamPosition } from '../protocol/messages.ts'
import { hasFormat } from '../protocol/payload.ts'
import type { ApiContext, ApiMethod } from '../publish-api/api-context.ts'
import { ApiFailure, type ApiParams } from '../publish-api/api-params.ts'
import { resolveChannel, tagsOf, versionOf } from '../publish-api/channel-methods.ts'
import { isMapKey } from './map-rules.ts'
import { MapFull, type MapOutcome, type MapPublishOptions } from './map-store.ts'

const conditions = new Map<string, MapPublishOptions['onlyIf']>([
  ['', undefined],
  ['if_new', 'new'],
  ['if_exists', 'exists'],
])

const publish: ApiMethod = async (params, context) => {
  const { channel, rules, map } = mapOf('map_publish', params, context)
  const [key, data, mode, version] = [
    keyOf(params),
    params.dataOrNothing(),
    params.text('key_mode') ?? '',
    versionOf(params),
  ]
  // Versions are those of a stream's changes.
  if (!conditions.has(mode) || !hasFormat(data, rules.dataFormat) || (version && map.streamSize === 0))
    throw badRequest()
  const outcome = await context.engine.maps
    .publish(channel, key, data, {
      tags: tagsOf(params),
      idempotencyKey: params.text('idempotency_key'),
      version,
      versionEpoch: params.text('version_epoch'),
      onlyIf: conditions.get(mode),
    })
    .catch((error: unknown) => {
      throw error instanceof MapFull ? new ApiFailure(errors.limitExceeded) : error
    })
  return outcomeJson(outcome)
}

const remove: ApiMethod = async (params, context) => {
  const { channel } = mapOf('map_remove', params, context)
  const idempotencyKey = params.text('idempotency_key')
  return outcomeJson(await context.engine.maps.remove(channel, keyOf(params), { idempotencyKey }))
}

const readState: ApiMethod = async (params, context) => {
  const { channel } = mapOf('map_state_read', params, context)
  const since = positionOf(params, 'revision')
  const key = params.text('key') || undefined
  const filter = { key, after: params.text('cursor'), limit: limitOf(params) }
  const { values, position, cursor } = await context.engine.maps.read(channel, filter)
  if (since && since.epoch !== position.epoch) throw new ApiFailure(errors.unrecoverablePosition)
  return entriesJson(values, position, cursor)
}

const readStream: ApiMethod = async (params, context) => {
  const { channel } = mapOf('map_stream_read', params, context)
  const since = positionOf(params, 'since')
  const reverse = params.flag('reverse')
  const { publications, position } = await context.engine.history(channel, { since, limit: limitOf(params), reverse })
  const isOther = since && since.epoch !== '' && since.epoch !== position.epoch
  const first = publications[0]?.offset ?? position.offset + 1
  const isTrimmed = since && !reverse && since.offset > 0 && first > since.offset + 1 && limitOf(params) !== 0
  if (isOther || isTrimmed) throw new ApiFailure(errors.unrecoverablePosition)
  return entriesJson(publications, position, '')
}

const stats: ApiMethod = async (params, context) => {
  const { channel } = mapOf('map_stats', params, context)
  return jsonObject({ num_keys: ifSet.number(await context.engine.maps.count(channel)) })
}

const clear: ApiMethod = async (params, context) => {
  const { channel } = mapOf('map_clear', params, context)
  await context.engine.maps.clear(channel)
  return '{}'
}

export const mapMethods: ReadonlyMap<string, ApiMethod> = new Map(
  Object.entries<ApiMethod>({
    map_publish: publish,
    map_remove: remove,
    map_read_state: readState,
    map_read_stream: readStream,
    map_stats: stats,
    map_clear: clear,
  }),
)

/** The channel that the action is about; counts the action. */
function mapOf(action: string, params: ApiParams, context: ApiContext) {
  const channel = params.channel()
  const { rules } = resolveChannel(channel, context)
  const { map } = rules
  if (!map) throw badRequest()
  context.metrics.action(action, rules.namespace)
  return { channel, rules, map }
}

function keyOf(params: ApiParams): string {
  const key = params.text('key')
  if (!isMapKey(key)) throw badRequest()
  return key
}

/** Undefined for all; without one, only the position is asked for. */
function limitOf(params: ApiParams): number | undefined {
  const limit = params.count('limit') ?? 0
  return limit < 0 ? undefined : limit
}

/** Undefined when none is given. */
function positionOf(params: ApiParams, name: 'revision' | 'since'): StreamPosition | undefined {
  const [offset, epoch] = [params.count(`${name}_offset`) ?? 0, params.text(`${name}_epoch`) ?? '']
  if (offset < 0) throw badRequest()
  return offset > 0 || epoch !== '' ? { offset, epoch } : undefined
}

function outcomeJson({ position, suppressed }: MapOutcome): string {
  return jsonObject({
    offset: ifSet.number(position.offset),
    epoch: ifSet.text(position.epoch),
    suppressed: ifSet.flag(suppressed !== undefined),
    suppress_reason: ifSet.text(suppressed),
  })
}

function entriesJson(publications: readonly Publication[], { offset, epoch }: StreamPosition, cursor: string): string {
  const entries = publications.map(entryJson)
  return jsonObject({
    entries: entries.length > 0 ? `[${entries.join(',')}]` : undefined,
    offset: ifSet.number(offset),
    epoch: ifSet.text(epoch),
    cursor: ifSet.text(cursor),
  })
}

function entryJson({ key, data, tags, offset, removed, time }: Publication): string {
  return jsonObject({
    key: ifSet.text(key),
    data: typeof data === 'string' ? data || undefined : undefined,
    b64data: typeof data === 'string' ? undefined : JSON.stringify(data.toBase64()),
    tags: tags && JSON.stringify(tags),
    offset: ifSet.number(offset),
    removed: ifSet.flag(removed),
    time: ifSet.number(time),
  })
}

const badRequest = () => new ApiFailure(errors.badRequest)

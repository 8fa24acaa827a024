// The options of maps in a Centrifugo configuration (rules 7): their schema, what is wrong with them, and the rules that they make.
// Used by `file-schema.ts` and `read-file.ts`.
import { z } from 'zod'
import type { ChannelRules } from '../../channels/channel-rules.ts'
import { forEver, mapTypes, type MapRules, type MapType } from '../../map/map-rules.ts'
import { Duration } from './value-forms.ts'
import { unsupported } from './unsupported.ts'

const size = (largest: number) => z.int().min(0).max(largest).default(0)
const flag = z.boolean().default(false)

const MapOptions = z.strictObject({
  mode: z.enum(['', 'ephemeral', 'recoverable', 'persistent']).default(''),
  key_ttl: Duration.default(0),
  stream_size: size(100_000),
  stream_ttl: Duration.default(0),
  meta_ttl: Duration.default(0),
  remove_client_on_unsubscribe: flag,
  client_key: z.enum(['', 'client_id', 'user_id']).default(''),
  allow_publish_for_client: flag,
  allow_publish_for_subscriber: flag,
  allow_publish_for_anonymous: flag,
  allow_remove_for_client: flag,
  allow_remove_for_subscriber: flag,
  allow_remove_for_anonymous: flag,
  publish_proxy_enabled: unsupported(),
  remove_proxy_enabled: unsupported(),
  default_page_size: size(10_000),
  min_page_size: size(10_000),
  max_page_size: size(10_000),
  live_transition_max_publication_limit: size(100_000),
  subscribe_catch_up_timeout: Duration.default(0),
})

/** Members of a namespace's options. */
export const mapFields = {
  subscription_type: z.enum(['', 'stream', 'map', 'map_clients', 'map_users']).default(''),
  map: MapOptions.optional(),
  map_clients_presence_channel_prefix: z.string().default(''),
  map_users_presence_channel_prefix: z.string().default(''),
}

const Fields = z.object(mapFields)
type MapContent = z.infer<typeof Fields>
type MapMembers = z.infer<typeof MapOptions>

/** Where maps are kept: always where the engine keeps the rest. */
export const MapBroker = z
  .looseObject({ type: z.enum(['memory', 'redis']).default('memory'), redis: z.looseObject({}).optional() })
  .optional()

const isMapType = (type: string): type is MapType => Object.hasOwn(mapTypes, type)

type Named = MapContent & { name: string; conflate: boolean }

export function mapProblems(namespaces: readonly Named[], bare: Omit<Named, 'name'> | undefined): string[] {
  const all: Named[] = [...namespaces, ...(bare ? [{ ...bare, name: '' }] : [])]
  const typeOf = (prefix: string) => {
    const [name] = `${prefix}x`.split(':')
    return all.find((one) => one.name === (prefix.includes(':') ? name : ''))?.subscription_type
  }
  return all.flatMap((one) => {
    const where = one.name === '' ? 'channel.without_namespace' : `the namespace ${one.name}`
    const prefixes = {
      map_clients: one.map_clients_presence_channel_prefix,
      map_users: one.map_users_presence_channel_prefix,
    }
    const lost = Object.entries(prefixes)
      .filter(([type, prefix]) => prefix !== '' && typeOf(prefix) !== type)
      .map(([type]) => `${type}_presence_channel_prefix must lead to a namespace whose subscription_type is ${type}.`)
    return [...lost, ...optionProblems(one)].map((problem) => `${where}: ${problem}`)
  })
}

function optionProblems({ subscription_type: type, map, conflate }: Named): string[] {
  const { mode = '', key_ttl: keyTtl = 0, meta_ttl: metaTtl = 0, stream_size: streamSize = 0 } = map ?? {}
  const streamTtl = map?.stream_ttl ?? 0
  const isMap = isMapType(type)
  const checks: [boolean, string][] = [
    [isMap && mode === '', `map.mode is needed with subscription_type ${type}.`],
    [isMap && conflate, 'conflate loses keys of a map.'],
    [!isMap && (map?.remove_client_on_unsubscribe ?? false), 'map.remove_client_on_unsubscribe is for maps.'],
    [['ephemeral', 'recoverable'].includes(mode) && keyTtl === 0, `map.key_ttl is needed with map.mode ${mode}.`],
    [mode === 'persistent' && keyTtl + metaTtl > 0, 'with map.mode persistent, key_ttl and meta_ttl mean nothing.'],
    [mode === 'persistent' && isMap && type !== 'map', `map.mode persistent would keep ${type} for ever.`],
    [mode === 'ephemeral' && streamSize + streamTtl + metaTtl > 0, 'map.mode ephemeral keeps no stream.'],
    [metaTtl > 0 && metaTtl < (streamTtl || 60), 'map.meta_ttl must not be shorter than map.stream_ttl.'],
    [metaTtl > 0 && metaTtl < keyTtl, 'map.meta_ttl must not be shorter than map.key_ttl.'],
  ]
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem)
}

/** What differs from a namespace of streams. */
export function mapRules(options: MapContent): Partial<ChannelRules> {
  const { subscription_type: type, map } = options
  const prefixes = {
    clientsMapPrefix: options.map_clients_presence_channel_prefix,
    usersMapPrefix: options.map_users_presence_channel_prefix,
  }
  if (!map || !isMapType(type)) return prefixes
  const rules = rulesOf(type, map)
  return { ...prefixes, map: rules, historyMetaTtl: metaTtlOf(rules, map) }
}

/** Milliseconds. Never less than a key lives: with the position all is gone. */
function metaTtlOf({ keyTtl, streamTtl }: MapRules, { mode, meta_ttl: metaTtl }: MapMembers): number {
  if (mode === 'persistent') return forEver
  return metaTtl * 1000 || Math.max(10 * streamTtl, 2 * keyTtl)
}

function rulesOf(type: MapType, map: MapMembers): MapRules {
  const keepsStream = map.mode !== 'ephemeral'
  const largestPage = map.max_page_size || 1000
  return {
    type,
    keyTtl: map.key_ttl * 1000,
    streamSize: keepsStream ? map.stream_size || 100 : 0,
    streamTtl: keepsStream ? (map.stream_ttl || 60) * 1000 : 0,
    clientKey: map.client_key,
    removesClient: map.remove_client_on_unsubscribe,
    pageSize: map.default_page_size || 100,
    smallestPage: map.min_page_size || 100,
    largestPage,
    liveLimit: map.live_transition_max_publication_limit || largestPage,
    catchUpTime: map.subscribe_catch_up_timeout * 1000 || 5000,
    allowPublishForClient: map.allow_publish_for_client,
    allowPublishForSubscriber: map.allow_publish_for_subscriber,
    allowPublishForAnonymous: map.allow_publish_for_anonymous,
    allowRemoveForClient: map.allow_remove_for_client,
    allowRemoveForSubscriber: map.allow_remove_for_subscriber,
    allowRemoveForAnonymous: map.allow_remove_for_anonymous,
  }
}

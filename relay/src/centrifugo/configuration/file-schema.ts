// A Centrifugo v6 configuration file as far as this relay implements it (rules 7), under its own names. What is not here is
// warned of and ignored. Used by `read-file.ts`.
import { z } from 'zod'
import type { ChannelRules } from '../../channels/channel-rules.ts'
import { readPublicKey } from '../tokens/public-keys.ts'
import { Consumer } from './consumer-schema.ts'
import { MapBroker, mapFields } from './map-options.ts'
import { ChannelProxies, ClientProxies, channelProxyOptions, NamedProxy, RpcOptions } from './proxy-schema.ts'
import { switchedOff, unsupported } from './unsupported.ts'
import { Duration, Pattern, TlsOptions } from './value-forms.ts'

export const flags = {
  presence: 'presence',
  join_leave: 'joinLeave',
  force_push_join_leave: 'forcePushJoinLeave',
  force_positioning: 'forcePositioning',
  allow_positioning: 'allowPositioning',
  force_recovery: 'forceRecovery',
  allow_recovery: 'allowRecovery',
  auto_cache_recover: 'autoCacheRecover',
  allow_tags_filter: 'allowTagsFilter',
  // Not Centrifugo's, which warns of it and goes on.
  conflate: 'conflate',
  allow_subscribe_for_client: 'allowSubscribeForClient',
  allow_user_limited_channels: 'allowUserLimitedChannels',
  allow_subscribe_for_anonymous: 'allowSubscribeForAnonymous',
  allow_publish_for_client: 'allowPublishForClient',
  allow_publish_for_subscriber: 'allowPublishForSubscriber',
  allow_publish_for_anonymous: 'allowPublishForAnonymous',
  allow_presence_for_client: 'allowPresenceForClient',
  allow_presence_for_subscriber: 'allowPresenceForSubscriber',
  allow_presence_for_anonymous: 'allowPresenceForAnonymous',
  allow_history_for_client: 'allowHistoryForClient',
  allow_history_for_subscriber: 'allowHistoryForSubscriber',
  allow_history_for_anonymous: 'allowHistoryForAnonymous',
} as const satisfies Record<string, keyof ChannelRules>

const DataFormat = z.enum(['', 'binary', 'json', 'json_object'])

const ChannelOptions = z.strictObject({
  history_size: z.int().min(0).max(100_000).default(0),
  history_ttl: Duration.default(0),
  history_meta_ttl: Duration.default(0),
  allowed_delta_types: z.array(z.literal('fossil')).default([]),
  // Here every publication is a candidate: a patch is sent whenever it is smaller.
  delta_publish: z.boolean().default(false),
  channel_regex: Pattern.default(null),
  publication_data_format: DataFormat.default(''),
  force_recovery_mode: z.enum(['stream', 'cache', '']).default(''),
  ...(Object.fromEntries(Object.keys(flags).map((name) => [name, z.boolean().default(false)])) as Record<
    keyof typeof flags,
    z.ZodDefault<z.ZodBoolean>
  >),
  ...mapFields,
  ...channelProxyOptions,
  subscribe_stream_proxy_enabled: unsupported(),
})

export const Namespace = ChannelOptions.extend({ name: z.string().regex(/^[-a-zA-Z0-9_.]{2,}$/) })

/** In PEM. */
const PublicKey = (type: 'rsa' | 'ec') =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      const key = text === '' ? null : readPublicKey(text, type)
      if (text !== '' && !key)
        context.addIssue(`must be a public ${type === 'rsa' ? 'RSA key of 2048 bits' : 'EC key'} in PEM`)
      return key
    })

const TokenOptions = z.strictObject({
  hmac_secret_key: z.string().default(''),
  hmac_previous_secret_key: z.string().default(''),
  // Seconds since 1970; 0 for as long as it is there.
  hmac_previous_secret_key_valid_until: z.int().min(0).default(0),
  audience: z.string().default(''),
  audience_regex: Pattern.default(null),
  issuer: z.string().default(''),
  issuer_regex: Pattern.default(null),
  user_id_claim: z
    .string()
    .regex(/^(\w+(\.\w+)*)?$/)
    .default(''),
  rsa_public_key: PublicKey('rsa'),
  ecdsa_public_key: PublicKey('ec'),
  // Without the parts in braces that Centrifugo fills in from a token.
  jwks_public_endpoint: z
    .string()
    .regex(/^(https?:\/\/[^\s{}]+)?$/, 'must be an address without parts in braces')
    .default(''),
})

const number = z.number().optional()
const flag = z.boolean().optional()
/** A path of its own, from the first slash on. */
const Prefix = z
  .string()
  .regex(/^(\/[-\w./]*)?$/)
  .optional()
export const RedisOptions = z.strictObject({
  // Not a list: one Redis carries all channels.
  address: z.string().default('127.0.0.1:6379'),
  user: z.string().default(''),
  password: z.string().default(''),
  db: z.int().min(0).default(0),
  prefix: z.string().optional(),
  connect_timeout: Duration.optional(),
  io_timeout: Duration.optional(),
  presence_ttl: Duration.optional(),
  // One text is one cluster, its members joined by commas.
  cluster_address: z
    .array(z.string().regex(/^[^\s/@,]+:\d+(,[^\s/@,]+:\d+)*$/, 'must be host:port, or several joined by commas'))
    .max(1, 'must be one cluster: members are joined by commas in one text')
    .default([]),
  tls: TlsOptions,
  sentinel_address: z.array(z.string().regex(/^[^\s/@]+:\d+$/, 'must be host:port')).default([]),
  sentinel_master_name: z.string().default(''),
  sentinel_user: z.string().default(''),
  sentinel_password: z.string().default(''),
  sentinel_tls: TlsOptions,
})
export const CentrifugoFile = z.strictObject({
  http_server: z
    .strictObject({
      // Nothing is loopback, and not every address of the machine as in Centrifugo.
      address: z.string().optional(),
      port: number,
      // Figures are for this machine only.
      internal_address: z.literal(['127.0.0.1', 'localhost', '']).optional(),
      internal_port: z.union([z.literal(''), z.coerce.number().int().min(0).max(65_535)]).default(''),
      // Other listeners than these, which are without TLS.
      tls: switchedOff,
      tls_autocert: switchedOff,
    })
    .optional(),
  client: z
    .strictObject({
      token: TokenOptions.optional(),
      subscription_token: TokenOptions.extend({ enabled: z.boolean().default(false) }).optional(),
      allowed_origins: z.array(z.string()).optional(),
      insecure: z.boolean().optional(),
      allow_anonymous_connect_without_token: z.boolean().optional(),
      disallow_anonymous_connection_tokens: z.boolean().default(false),
      subscribe_to_user_personal_channel: z
        .strictObject({
          enabled: z.boolean().default(false),
          personal_channel_namespace: z.string().default(''),
          single_connection: z.boolean().default(false),
        })
        .optional(),
      connect_include_server_time: z.boolean().default(false),
      ping_interval: Duration.optional(),
      pong_timeout: Duration.optional(),
      stale_close_delay: Duration.optional(),
      expired_close_delay: Duration.optional(),
      expired_sub_close_delay: Duration.optional(),
      channel_limit: number,
      user_connection_limit: number,
      connection_limit: number,
      connection_rate_limit: number,
      queue_max_size: number,
      history_max_publication_limit: number,
      recovery_max_publication_limit: number,
      presence_update_interval: Duration.optional(),
      channel_position_check_delay: Duration.optional(),
      user_id_http_header: unsupported(),
      proxy: ClientProxies.optional(),
    })
    .optional(),
  websocket: z
    .strictObject({ disabled: flag, handler_prefix: Prefix, message_size_limit: number, compression: flag })
    .optional(),
  http_api: z
    .strictObject({
      disabled: flag,
      key: z.string().optional(),
      insecure: z.boolean().optional(),
      error_mode: z.enum(['', 'transport']).default(''),
      handler_prefix: Prefix,
    })
    .optional(),
  log: z
    .strictObject({ level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'none']).optional() })
    .optional(),
  // `secret` signs Centrifugo's own tokens; here a key is made at each start.
  admin: z
    .strictObject({
      handler_prefix: Prefix,
      enabled: flag,
      password: z.string().optional(),
      secret: z.string().optional(),
    })
    .optional(),
  // On unless switched off; figures on loopback only.
  http_stream: z.strictObject({ handler_prefix: Prefix, enabled: flag }).optional(),
  sse: z.strictObject({ handler_prefix: Prefix, enabled: flag }).optional(),
  uni_sse: z.strictObject({ handler_prefix: Prefix, enabled: flag }).optional(),
  uni_websocket: z.strictObject({ handler_prefix: Prefix, enabled: flag }).optional(),
  prometheus: z.strictObject({ handler_prefix: Prefix, enabled: flag }).optional(),
  health: z.strictObject({ handler_prefix: Prefix, enabled: flag }).optional(),
  emulation: z.strictObject({ handler_prefix: Prefix }).optional(),
  node: z.strictObject({ name: z.string().optional() }).optional(),
  // Other ways between nodes than the engine's.
  broker: switchedOff,
  presence_manager: switchedOff,
  controller: switchedOff,
  map_broker: MapBroker,
  consumers: z.array(Consumer).default([]),
  proxies: z.array(NamedProxy).default([]),
  rpc: RpcOptions.optional(),
  engine: z
    .strictObject({ type: z.enum(['memory', 'redis']).default('memory'), redis: RedisOptions.optional() })
    .optional(),
  channel: z
    .strictObject({
      history_meta_ttl: Duration.default(720 * 3600),
      publication_data_format: DataFormat.default(''),
      max_length: unsupported(255),
      private_prefix: unsupported('$'),
      namespace_boundary: unsupported(':'),
      user_boundary: unsupported('#'),
      user_separator: unsupported(','),
      proxy: ChannelProxies.optional(),
      without_namespace: ChannelOptions.optional(),
      namespaces: z.array(Namespace).optional(),
    })
    .optional(),
})

export type FileContent = z.infer<typeof CentrifugoFile>
export type ChannelContent = z.infer<typeof ChannelOptions>
export type TokenContent = z.infer<typeof TokenOptions>
export type RedisContent = z.infer<typeof RedisOptions>

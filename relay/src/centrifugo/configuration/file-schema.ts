// A Centrifugo v6 configuration file as far as this relay implements it (rules 7), under its own names. What is not here is
// warned of and ignored. Used by `read-file.ts`.
import { z } from 'zod'
import type { ChannelRules } from '../../channels/channel-rules.ts'
import { readPublicKey } from '../tokens/public-keys.ts'
import { switchedOff, unsupported } from './unsupported.ts'

const unitsInSeconds: Record<string, number> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 0.001, s: 1, m: 60, h: 3600 }

/** Go's notation, such as `1m30s`; answers seconds. */
const Duration = z.string().transform((text, context) => {
  if (text === '0') return 0
  const terms = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)]
  if (terms.length === 0 || terms.map(([term]) => term).join('') !== text) {
    context.addIssue('must be a duration such as "10s" or "1m30s"')
    return z.NEVER
  }
  return terms.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitsInSeconds[unit ?? ''] ?? 0), 0)
})

/** Go's syntax where it is JavaScript's too, and Go's way to name a group. */
const Pattern = z.string().transform((text, context) => {
  try {
    return text === '' ? null : new RegExp(text.replaceAll('(?P<', '(?<'), 'u')
  } catch {
    context.addIssue('must be a regular expression')
    return z.NEVER
  }
})

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
  subscription_type: unsupported('stream'),
  subscribe_proxy_enabled: unsupported(),
  publish_proxy_enabled: unsupported(),
  sub_refresh_proxy_enabled: unsupported(),
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
/** Keys and certificates in PEM. */
const TlsOptions = z
  .strictObject({
    enabled: z.boolean().default(false),
    cert_pem: z.string().default(''),
    key_pem: z.string().default(''),
    server_ca_pem: z.string().default(''),
    insecure_skip_verify: z.boolean().default(false),
    server_name: z.string().default(''),
  })
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
  cluster_address: unsupported(),
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
      address: z.literal(['127.0.0.1', 'localhost', '']).optional(),
      port: number,
      internal_address: z.literal(['127.0.0.1', 'localhost', '']).optional(),
      internal_port: z.union([z.literal(''), z.coerce.number().int().min(0).max(65_535)]).default(''),
      // Other listeners than these, which are on loopback and without TLS.
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
      proxy: z.looseObject({ connect: switchedOff, refresh: switchedOff }).optional(),
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
  consumers: unsupported(),
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
      without_namespace: ChannelOptions.optional(),
      namespaces: z.array(Namespace).optional(),
    })
    .optional(),
})

export type FileContent = z.infer<typeof CentrifugoFile>
export type ChannelContent = z.infer<typeof ChannelOptions>
export type TokenContent = z.infer<typeof TokenOptions>
export type RedisContent = z.infer<typeof RedisOptions>
export type TlsContent = z.infer<typeof TlsOptions>

// Reads a Centrifugo v6 configuration file (JSON), the subset that this relay implements (decisions 7): unknown keys are
// warned of and ignored, wrong values refuse the start. Plain options become the environment's names, which win over it.
// Centrifugo's own environment variables count as part of the file.
import { z } from 'zod'
import { layEnvironmentOver } from './config-environment.ts'
import type { DemandedClaims } from './authentication/centrifugo-tokens.ts'
import { defineNamespaces, type ChannelRules, type Namespaces } from './channels/channel-rules.ts'

const unitsInSeconds: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 }

/** Go's notation, such as `1m30s`; answers seconds. */
const Duration = z.string().transform((text, context) => {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) {
    context.addIssue('must be a duration such as "10s" or "1m30s"')
    return z.NEVER
  }
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitsInSeconds[unit ?? ''] ?? 0), 0)
})

const Pattern = z.string().transform((text, context) => {
  try {
    return text === '' ? null : new RegExp(text, 'u')
  } catch {
    context.addIssue('must be a regular expression')
    return z.NEVER
  }
})

const flags = {
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

const ChannelOptions = z.strictObject({
  history_size: z.int().min(0).max(100_000).default(0),
  history_ttl: Duration.default(0),
  allowed_delta_types: z.array(z.literal('fossil')).default([]),
  // Here every publication is a candidate: a patch is sent whenever it is smaller.
  delta_publish: z.boolean().default(false),
  channel_regex: Pattern.default(null),
  publication_data_format: z.enum(['', 'binary', 'json', 'json_object']).default(''),
  force_recovery_mode: z.enum(['stream', 'cache', '']).default(''),
  ...(Object.fromEntries(Object.keys(flags).map((name) => [name, z.boolean().default(false)])) as Record<
    keyof typeof flags,
    z.ZodDefault<z.ZodBoolean>
  >),
})

const Namespace = ChannelOptions.extend({ name: z.string().regex(/^[-a-zA-Z0-9_.]{2,}$/) })

const number = z.number().optional()
const RedisOptions = z.strictObject({
  // Not a list: one Redis carries all channels.
  address: z.string().default('127.0.0.1:6379'),
  user: z.string().default(''),
  password: z.string().default(''),
  db: z.int().min(0).default(0),
  prefix: z.string().optional(),
  connect_timeout: Duration.optional(),
  io_timeout: Duration.optional(),
  presence_ttl: Duration.optional(),
})
const CentrifugoFile = z.strictObject({
  http_server: z
    .strictObject({ address: z.literal(['127.0.0.1', 'localhost', '']).optional(), port: number })
    .optional(),
  client: z
    .strictObject({
      token: z
        .strictObject({
          hmac_secret_key: z.string().optional(),
          hmac_previous_secret_key: z.string().optional(),
          audience: z.string().default(''),
          issuer: z.string().default(''),
        })
        .optional(),
      allowed_origins: z.array(z.string()).optional(),
      insecure: z.boolean().optional(),
      allow_anonymous_connect_without_token: z.boolean().optional(),
      ping_interval: Duration.optional(),
      pong_timeout: Duration.optional(),
      stale_close_delay: Duration.optional(),
      expired_close_delay: Duration.optional(),
      channel_limit: number,
      user_connection_limit: number,
      connection_limit: number,
      connection_rate_limit: number,
      queue_max_size: number,
      history_max_publication_limit: number,
      recovery_max_publication_limit: number,
      presence_update_interval: Duration.optional(),
    })
    .optional(),
  websocket: z.strictObject({ message_size_limit: number }).optional(),
  http_api: z.strictObject({ key: z.string().optional(), insecure: z.boolean().optional() }).optional(),
  log: z
    .strictObject({ level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'none']).optional() })
    .optional(),
  // `secret` signs Centrifugo's own tokens; here a key is made at each start.
  admin: z
    .strictObject({ enabled: z.boolean().optional(), password: z.string().optional(), secret: z.string().optional() })
    .optional(),
  // Always on here; figures on loopback only.
  http_stream: z.strictObject({ enabled: z.boolean().optional() }).optional(),
  sse: z.strictObject({ enabled: z.boolean().optional() }).optional(),
  prometheus: z.strictObject({ enabled: z.boolean().optional() }).optional(),
  health: z.strictObject({ enabled: z.boolean().optional() }).optional(),
  node: z.strictObject({ name: z.string().optional() }).optional(),
  engine: z
    .strictObject({ type: z.enum(['memory', 'redis']).default('memory'), redis: RedisOptions.optional() })
    .optional(),
  channel: z
    .strictObject({
      without_namespace: ChannelOptions.optional(),
      namespaces: z.array(Namespace).optional(),
    })
    .optional(),
})

/** Doors that only a configuration file can open. */
export type OpenDoors = {
  /** No token is needed, every channel is allowed, connections never expire: for trying things out. */
  clients: boolean
  /** A client without a token is an anonymous user. */
  anonymousClients: boolean
  /** The HTTP API needs no key. */
  api: boolean
}

export type ConfigFile = {
  environment: Record<string, string>
  namespaces: Namespaces
  openDoors: OpenDoors
  demandedClaims: DemandedClaims
  warnings: string[]
}

export function readConfigFile(
  text: string,
  environment: Readonly<Record<string, string>>,
): ConfigFile | { problems: string[] } {
  let content: Record<string, unknown>
  let meaningless: string[]
  try {
    content = JSON.parse(text) as Record<string, unknown>
    meaningless = layEnvironmentOver(content, environment, CentrifugoFile, Namespace)
  } catch {
    return { problems: ['RELAY_CONFIG: the file, or CENTRIFUGO_CHANNEL_NAMESPACES, is not JSON.'] }
  }
  const warnings = [
    ...removeUnknownKeys(content),
    ...meaningless.map((name) => `${name} is not supported and was ignored.`),
  ]
  const parsed = CentrifugoFile.safeParse(content)
  if (!parsed.success) {
    return { problems: parsed.error.issues.map(({ path, message }) => `RELAY_CONFIG: ${path.join('.')}: ${message}.`) }
  }
  const { namespaces = [], without_namespace: bare } = parsed.data.channel ?? {}
  const names = namespaces.map(({ name }) => name)
  const repeated = names.filter((name, index) => names.indexOf(name) !== index)
  if (repeated.length > 0) return { problems: [`RELAY_CONFIG: the namespace ${repeated[0]} is there twice.`] }
  const rules = Object.fromEntries(namespaces.map(({ name, ...options }) => [name, rulesOf(options)]))
  const all = defineNamespaces(bare ? { '': rulesOf(bare), ...rules } : rules)
  const openDoors = openDoorsOf(parsed.data)
  for (const [door, isOpen] of Object.entries(openDoors))
    if (isOpen) warnings.push(`RELAY_CONFIG: ${openDoorWords[door as keyof OpenDoors]}`)
  const { audience = '', issuer = '' } = parsed.data.client?.token ?? {}
  const demandedClaims = { audience, issuer }
  return { environment: environmentOf(parsed.data), namespaces: all, openDoors, demandedClaims, warnings }
}

const openDoorWords: Record<keyof OpenDoors, string> = {
  clients: 'client.insecure is on: anybody may connect, read and publish, and no connection expires.',
  anonymousClients: 'client.allow_anonymous_connect_without_token is on: anybody may connect.',
  api: 'http_api.insecure is on: every program on this machine may use the HTTP API.',
}

function openDoorsOf({ client, http_api: api }: z.infer<typeof CentrifugoFile>): OpenDoors {
  return {
    clients: client?.insecure ?? false,
    anonymousClients: client?.allow_anonymous_connect_without_token ?? false,
    api: api?.insecure ?? false,
  }
}

/** Deletes what the schema does not know, at every depth, and says so. */
function removeUnknownKeys(content: unknown): string[] {
  const issues = CentrifugoFile.safeParse(content).error?.issues ?? []
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return []
    const holder = issue.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], content)
    return issue.keys.map((key) => {
      delete (holder as Record<string, unknown>)[key]
      return `RELAY_CONFIG: ${[...issue.path, key].join('.')} is not supported and was ignored.`
    })
  })
}

function rulesOf(options: z.infer<typeof ChannelOptions>): Partial<ChannelRules> {
  const named = Object.entries(flags).map(([name, rule]) => [rule, options[name as keyof typeof flags]])
  return {
    ...(Object.fromEntries(named) as Partial<ChannelRules>),
    historySize: options.history_size,
    historyTtl: options.history_ttl * 1000,
    allowDelta: options.allowed_delta_types.length > 0,
    recoveryMode: options.force_recovery_mode || 'stream',
    dataFormat: options.publication_data_format,
    namePattern: options.channel_regex,
  }
}

function environmentOf({
  http_server: server,
  client,
  websocket,
  http_api: api,
  admin,
  node,
  engine,
  log,
}: z.infer<typeof CentrifugoFile>) {
  const redis = engine?.type === 'redis' ? (engine.redis ?? RedisOptions.parse({})) : undefined
  const values: Record<string, string | number | undefined> = {
    RELAY_PORT: server?.port,
    LOG_LEVEL: log?.level === 'none' ? 'silent' : log?.level,
    REALTIME_HMAC_SECRET: client?.token?.hmac_secret_key,
    REALTIME_HMAC_SECRET_PREVIOUS: client?.token?.hmac_previous_secret_key,
    REALTIME_API_KEY: api?.key,
    RELAY_ADMIN_PASSWORD: admin?.enabled ? admin.password : undefined,
    RELAY_ALLOWED_ORIGINS: client?.allowed_origins?.join(','),
    RELAY_NODE_NAME: node?.name,
    REDIS_URL: redis && redisUrl(redis),
    RELAY_REDIS_PREFIX: redis?.prefix,
    RELAY_REDIS_CONNECT_TIMEOUT: redis?.connect_timeout,
    RELAY_REDIS_IO_TIMEOUT: redis?.io_timeout,
    RELAY_PRESENCE_TTL: redis?.presence_ttl,
    RELAY_PRESENCE_INTERVAL: client?.presence_update_interval,
    RELAY_PING_INTERVAL: client?.ping_interval,
    RELAY_PONG_TIMEOUT: client?.pong_timeout,
    RELAY_STALE_CLOSE_DELAY: client?.stale_close_delay,
    RELAY_EXPIRED_CLOSE_DELAY: client?.expired_close_delay,
    RELAY_CHANNEL_LIMIT: client?.channel_limit,
    RELAY_CONNECTIONS_PER_USER: client?.user_connection_limit,
    RELAY_CONNECTION_LIMIT: client?.connection_limit,
    RELAY_CONNECTION_RATE: client?.connection_rate_limit,
    RELAY_QUEUE_SIZE: client?.queue_max_size,
    RELAY_HISTORY_LIMIT: client?.history_max_publication_limit,
    RELAY_RECOVERY_LIMIT: client?.recovery_max_publication_limit,
    RELAY_MESSAGE_SIZE: websocket?.message_size_limit,
  }
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

/** A bare `host:port`, or a URL whose parts win over the options beside it. */
function redisUrl({ address, user, password, db }: z.infer<typeof RedisOptions>): string {
  if (!URL.canParse(address) && !URL.canParse(`redis://${address}`)) return address
  const url = new URL(address.includes('://') ? address : `redis://${address}`)
  url.username ||= encodeURIComponent(user)
  url.password ||= encodeURIComponent(password)
  if (url.pathname === '' || url.pathname === '/') url.pathname = String(db)
  return url.href
}

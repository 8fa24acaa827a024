// Reads a Centrifugo v6 configuration file, the subset that this relay implements (rules 7): unknown keys are warned of and ignored,
// wrong values, and options that protect and are not supported, refuse the start. Plain options become the environment's names, which win over it.
// Centrifugo's own environment variables count as part of the file.
import { KeyObject } from 'node:crypto'
import { applyEnvironment } from './environment-names.ts'
import type { OutboxSettings } from '../consumers/outbox-settings.ts'
import { outboxesOf } from './consumer-schema.ts'
import { fitValue, isContent } from './fit-values.ts'
import { historyProblems } from './history-problems.ts'
import { mapProblems, mapRules } from './map-options.ts'
import { isNothing } from './unsupported.ts'
import { channelProxies, connectionProxies, proxyProblems, type ConnectionProxies } from './proxy-options.ts'
import { redisUrl, redisWays, type RedisWays } from './redis-options.ts'
import type { TokenReading } from '../tokens/centrifugo-tokens.ts'
import {
  CentrifugoFile,
  flags,
  Namespace,
  RedisOptions,
  type ChannelContent,
  type FileContent,
  type TokenContent,
} from './file-schema.ts'
import { defineNamespaces, type ChannelRules, type Namespaces } from '../../channels/channel-rules.ts'
import { ownPaths, type MovedPaths, type OwnPath } from './handler-paths.ts'

/** Doors that only a configuration file can open. */
export type InsecureAccess = {
  /** No token is needed, every channel is allowed, connections never expire: for trying things out. */
  clients: boolean
  /** A client without a token is an anonymous user. */
  anonymousClients: boolean
  /** The HTTP API needs no key. */
  api: boolean
}

/** What only a configuration file can say. */
export type FileOptions = {
  insecureAccess: InsecureAccess
  /** How its tokens are read; null for the product's own rules. */
  tokens: { connection: TokenReading; subscription: TokenReading | null } | null
  /** A token must name its user. */
  needsUser: boolean
  /** Every user is subscribed to a channel of their own in this namespace; null for none. */
  personalNamespace: string | null
  /** Who connects again ends their connections before. */
  oneConnectionEach: boolean
  /** The connect reply tells the time. */
  sendsServerTime: boolean
  /** An error of the HTTP API is an HTTP status. */
  errorsAreStatuses: boolean
  movedPaths: MovedPaths
  /** Messages of WebSockets are compressed for clients that can read it. */
  compresses: boolean
  redisWays: RedisWays
  proxies: ConnectionProxies
  outboxes: readonly OutboxSettings[]
}

export type ConfigFile = FileOptions & {
  environment: Record<string, string>
  namespaces: Namespaces
  warnings: string[]
}

/** `raw`: the parsed file, of whatever form. */
export function readConfigFile(
  raw: unknown,
  environment: Readonly<Record<string, string>>,
): ConfigFile | { problems: string[] } {
  if (!isContent(raw)) return { problems: ['RELAY_CONFIG: the file holds no options.'] }
  let meaningless: string[]
  try {
    meaningless = applyEnvironment(raw, environment, CentrifugoFile, Namespace)
  } catch {
    return { problems: ['RELAY_CONFIG: CENTRIFUGO_CHANNEL_NAMESPACES is not JSON.'] }
  }
  const content = fitValue(CentrifugoFile, raw)
  const warnings = [
    ...removeUnknownKeys(content),
    ...meaningless.map((name) => `${name} is not supported and was ignored.`),
  ]
  const parsed = CentrifugoFile.safeParse(content)
  if (!parsed.success) {
    const { issues } = parsed.error
    return { problems: issues.map(({ path, message }) => `RELAY_CONFIG: ${nameOf(path, content)}: ${message}.`) }
  }
  const problems = [...problemsOf(parsed.data), ...proxyProblems(parsed.data)]
  if (problems.length > 0) return { problems: problems.map((problem) => `RELAY_CONFIG: ${problem}`) }
  const insecureAccess = insecureAccessOf(parsed.data)
  for (const [door, isOpen] of Object.entries(insecureAccess))
    if (isOpen) warnings.push(`RELAY_CONFIG: ${insecureWarnings[door as keyof InsecureAccess]}`)
  const { client, http_api: api } = parsed.data
  const { subscription_token: forChannels, subscribe_to_user_personal_channel: personal } = client ?? {}
  return {
    environment: environmentOf(parsed.data),
    namespaces: namespacesOf(parsed.data),
    insecureAccess,
    tokens: {
      connection: readingOf(client?.token),
      subscription: forChannels?.enabled ? readingOf(forChannels) : null,
    },
    needsUser: client?.disallow_anonymous_connection_tokens ?? false,
    personalNamespace: personal?.enabled ? personal.personal_channel_namespace : null,
    oneConnectionEach: (personal?.enabled && personal.single_connection) ?? false,
    sendsServerTime: client?.connect_include_server_time ?? false,
    errorsAreStatuses: api?.error_mode === 'transport',
    movedPaths: movedPathsOf(parsed.data),
    compresses: parsed.data.websocket?.compression ?? false,
    redisWays: parsed.data.engine?.redis ? redisWays(parsed.data.engine.redis) : {},
    proxies: connectionProxies(parsed.data),
    outboxes: outboxesOf(parsed.data.consumers),
    warnings,
  }
}

/** A slash at the end means nothing; an empty prefix is none. What is not spoken of is where it always is. */
function movedPathsOf(content: FileContent): MovedPaths {
  const names = Object.keys(ownPaths) as (keyof typeof ownPaths)[]
  const { websocket, http_api: api, http_stream: httpStream, sse } = content
  const off = new Set(names.filter((name) => sectionOf(content, name).enabled === false))
  // These two are there only when asked for.
  for (const name of ['uni_websocket', 'uni_sse'] as const) if (!sectionOf(content, name).enabled) off.add(name)
  if (websocket?.disabled) off.add('websocket')
  if (api?.disabled) off.add('http_api')
  if (httpStream?.enabled === false && sse?.enabled === false) off.add('emulation')
  const given = names.map((name): [OwnPath, string | null] => {
    const prefix = sectionOf(content, name).handler_prefix?.replace(/\/+$/, '')
    return [ownPaths[name], off.has(name) ? null : prefix || ownPaths[name]]
  })
  return new Map(given.filter(([own, path]) => path !== own))
}

const sectionOf = (content: FileContent, name: keyof typeof ownPaths): { enabled?: boolean; handler_prefix?: string } =>
  content[name] ?? {}

/** What is wrong although every value by itself is right. */
function problemsOf({ channel, client, engine, map_broker: maps }: FileContent): string[] {
  const { namespaces = [], without_namespace: bare, history_meta_ttl: metaTtl = Infinity } = channel ?? {}
  const names = namespaces.map(({ name }) => name)
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  const { enabled, personal_channel_namespace: personal = '' } = client?.subscribe_to_user_personal_channel ?? {}
  const isLost = enabled && personal !== '' && !names.includes(personal)
  const tokens = { 'client.token': client?.token, 'client.subscription_token': client?.subscription_token }
  return [
    ...[...repeated].map((name) => `the namespace ${name} is there twice.`),
    ...namespaces.flatMap((one) => historyProblems(`the namespace ${one.name}`, one, metaTtl)),
    ...(bare ? historyProblems('channel.without_namespace', bare, metaTtl) : []),
    ...(engine?.redis?.sentinel_address.length && !engine.redis.sentinel_master_name
      ? ['engine.redis.sentinel_master_name: is needed with sentinel_address.']
      : []),
    ...mapProblems(namespaces, bare),
    ...(maps?.type === 'redis' && engine?.type !== 'redis' ? ['map_broker: maps are where engine.type says.'] : []),
    ...(isLost ? [`client.subscribe_to_user_personal_channel: there is no namespace ${personal}.`] : []),
    ...Object.entries(tokens).flatMap(([path, token]) => claimProblems(path, token)),
  ]
}

function claimProblems(path: string, token: TokenContent | undefined): string[] {
  const doubled = (['audience', 'issuer'] as const).filter((name) => token?.[name] && token[`${name}_regex`])
  return doubled.map((name) => `${path}: ${name} and ${name}_regex exclude each other.`)
}

function readingOf(token: TokenContent | undefined): TokenReading {
  return {
    secrets: [token?.hmac_secret_key ?? '', token?.hmac_previous_secret_key ?? ''].filter((secret) => secret !== ''),
    publicKeys: [token?.rsa_public_key, token?.ecdsa_public_key].filter((key) => key instanceof KeyObject),
    keyEndpoint: token?.jwks_public_endpoint ?? '',
    previousUntil: token?.hmac_previous_secret_key_valid_until ?? 0,
    audience: token?.audience ? exactly(token.audience) : (token?.audience_regex ?? null),
    issuer: token?.issuer ? exactly(token.issuer) : (token?.issuer_regex ?? null),
    userIdClaim: token?.user_id_claim || 'sub',
  }
}

const exactly = (text: string) => new RegExp(`^${text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`)

function namespacesOf(content: FileContent): Namespaces {
  const { channel } = content
  if (!channel) return defineNamespaces({})
  const { namespaces = [], without_namespace: bare, ...common } = channel
  const rulesIn = (options: ChannelContent) => ({
    ...rulesOf(options, common),
    proxies: channelProxies(options, content),
  })
  const named = namespaces.map(({ name, ...options }): [string, Partial<ChannelRules>] => [name, rulesIn(options)])
  return defineNamespaces(Object.fromEntries(bare ? [['', rulesIn(bare)], ...named] : named))
}

const insecureWarnings: Record<keyof InsecureAccess, string> = {
  clients: 'client.insecure is on: anybody may connect, read and publish, and no connection expires.',
  anonymousClients: 'client.allow_anonymous_connect_without_token is on: anybody may connect.',
  api: 'http_api.insecure is on: every program on this machine may use the HTTP API.',
}

function insecureAccessOf({ client, http_api: api }: FileContent): InsecureAccess {
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
    return issue.keys.flatMap((key) => {
      const members = holder as Record<string, unknown>
      const saysNothing = isNothing(members[key])
      delete members[key]
      return saysNothing
        ? []
        : [`RELAY_CONFIG: ${nameOf([...issue.path, key], content)} is not supported and was ignored.`]
    })
  })
}

/** Of an option; namespaces by their names instead of their places. */
function nameOf(path: readonly PropertyKey[], content: unknown): string {
  let value = content
  const names = path.map((key) => {
    value = (value as Record<PropertyKey, unknown> | undefined)?.[key]
    const isListed = typeof key === 'number' && isContent(value) && typeof value['name'] === 'string'
    return String(isListed ? (value as { name: string }).name : String(key))
  })
  return names.join('.')
}

type CommonOptions = Pick<ChannelContent, 'history_meta_ttl' | 'publication_data_format'>

/** `common`: for namespaces that say nothing of it themselves. */
function rulesOf(options: ChannelContent, common: CommonOptions): Partial<ChannelRules> {
  const named = Object.entries(flags).map(([name, rule]) => [rule, options[name as keyof typeof flags]])
  return {
    ...(Object.fromEntries(named) as Partial<ChannelRules>),
    historySize: options.history_size,
    historyTtl: options.history_ttl * 1000,
    historyMetaTtl: (options.history_meta_ttl || common.history_meta_ttl) * 1000,
    allowDelta: options.allowed_delta_types.length > 0,
    recoveryMode: options.force_recovery_mode || 'stream',
    dataFormat: options.publication_data_format || common.publication_data_format,
    namePattern: options.channel_regex,
    ...mapRules(options),
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
}: FileContent) {
  const redis = engine?.type === 'redis' ? (engine.redis ?? RedisOptions.parse({})) : undefined
  const values: Record<string, string | number | undefined> = {
    RELAY_HOST: server?.address,
    RELAY_PORT: server?.port,
    RELAY_INTERNAL_PORT: server?.internal_port,
    LOG_LEVEL: log?.level === 'none' ? 'silent' : log?.level,
    REALTIME_HMAC_SECRET: client?.token?.hmac_secret_key || undefined,
    REALTIME_HMAC_SECRET_PREVIOUS: client?.token?.hmac_previous_secret_key || undefined,
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
    RELAY_EXPIRED_SUB_CLOSE_DELAY: client?.expired_sub_close_delay,
    RELAY_POSITION_CHECK_DELAY: client?.channel_position_check_delay,
    RELAY_CHANNEL_LIMIT: client?.channel_limit,
    RELAY_CONNECTIONS_PER_USER: client?.user_connection_limit,
    RELAY_CONNECTION_LIMIT: client?.connection_limit,
    RELAY_CONNECTION_RATE: client?.connection_rate_limit,
    RELAY_QUEUE_SIZE: client?.queue_max_size,
    RELAY_HISTORY_LIMIT: client?.history_max_publication_limit,
    // The product's own limit is higher.
    RELAY_RECOVERY_LIMIT: client?.recovery_max_publication_limit ?? 300,
    RELAY_MESSAGE_SIZE: websocket?.message_size_limit,
  }
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

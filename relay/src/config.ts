// The relay's settings from the environment (rules 7 and 12), checked once at start; the whole list of what is wrong comes
// back, without any value in it.
import { readFileSync } from 'node:fs'
import { withSecretFiles } from '@rollcall/tokens/secret-files'
import type { Namespaces } from './channels/channel-rules.ts'
import type { TokenReading, TokenReadings } from './centrifugo/tokens/centrifugo-tokens.ts'
import { Environment, type Values } from './environment.ts'
import { defaultNamespaces } from './channels/default-namespaces.ts'
import { isCentrifugoName } from './centrifugo/configuration/environment-names.ts'
import { usualPaths } from './centrifugo/configuration/handler-paths.ts'
import { parseConfig } from './centrifugo/configuration/parse-file.ts'
import { noProxies } from './centrifugo/configuration/proxy-options.ts'
import { readConfigFile, type ConfigFile, type FileOptions } from './centrifugo/configuration/read-file.ts'
import { originPattern } from './transport/allowed-origins.ts'
import { isLoopback } from './transport/peers.ts'
import type { RedisEngineSettings } from './engine/redis-engine.ts'
import type { Limits } from './limits.ts'

export type Settings = Omit<FileOptions, 'tokens' | 'redisWays'> & {
  host: string
  trustedProxies: readonly string[]
  port: number
  /** Whether other processes may listen there too. */
  sharesPort: boolean
  /** Of the API and the operators' pages; null when they share the one of the clients. */
  internalPort: number | null
  logLevel: string
  tokenSecrets: readonly string[]
  apiKeys: readonly string[]
  origins: readonly RegExp[]
  allowsMissingOrigin: boolean
  /** Null when there is no page for operators. */
  admin: { password: string; isBehindProxy: boolean } | null
  /** Empty: metrics are for this machine only. */
  metricsTokens: readonly string[]
  nodeName: string
  /** Null for one node that keeps everything in memory. */
  redis: RedisEngineSettings | null
  namespaces: Namespaces
  /** How tokens are read by Centrifugo's rules, when its configuration file is used; null for the product's own. */
  centrifugoTokens: TokenReadings | null
  limits: Limits
}

export type ConfigVerdict = { ok: true; settings: Settings; warnings: string[] } | { ok: false; problems: string[] }

/** 64 hex characters are usual; fewer than this many bytes can be guessed or are a placeholder. */
const minimumSecretBytes = 32

const minimumPasswordBytes = 12

/** For systemd (tell-systemd.ts), whose names are not ours. */
export const processEnvironment = process.env

export function readSettings(environment: Record<string, string | undefined> = process.env): ConfigVerdict {
  const { given, problems: unread } = withSecretFiles(environment)
  if (unread.length > 0) return { ok: false, problems: unread }
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const file = openConfigFile(present as Record<string, string>)
  const isReadable = !('problems' in file)
  const parsed = Environment.safeParse({ ...(isReadable ? file.environment : {}), ...present })
  if (!isReadable || !parsed.success) {
    const own = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`) ?? []
    return { ok: false, problems: [...(isReadable ? [] : file.problems), ...own] }
  }
  const values = parsed.data
  const isDevelopment = values.NODE_ENV === 'development'
  const originTexts = values.RELAY_ALLOWED_ORIGINS.split(/[\s,]+/).filter((text) => text !== '')
  const origins = originTexts.map(originPattern)
  const problems = [
    ...secretProblems(values, isDevelopment, file),
    ...originTexts
      .filter((_, index) => !origins[index])
      .map((text) => `RELAY_ALLOWED_ORIGINS: "${text}" is not a pattern.`),
  ]
  if (originTexts.length === 0 && !isDevelopment) {
    problems.push(
      'RELAY_ALLOWED_ORIGINS: name the origins of the web application, for example https://app.example.com.',
    )
  }
  const adminLength = Buffer.byteLength(values.RELAY_ADMIN_PASSWORD)
  if (adminLength > 0 && adminLength < minimumPasswordBytes && !isDevelopment) {
    problems.push(`RELAY_ADMIN_PASSWORD: must be at least ${minimumPasswordBytes} bytes long.`)
  }
  if (values.RELAY_PONG_TIMEOUT >= values.RELAY_PING_INTERVAL) {
    problems.push('RELAY_PONG_TIMEOUT: must be shorter than RELAY_PING_INTERVAL.')
  }
  if (values.RELAY_PRESENCE_INTERVAL >= values.RELAY_PRESENCE_TTL) {
    problems.push('RELAY_PRESENCE_INTERVAL: must be shorter than RELAY_PRESENCE_TTL.')
  }
  if (file.insecureAccess.api && !isLoopback(values.RELAY_HOST) && values.RELAY_INTERNAL_PORT === undefined) {
    problems.push('RELAY_CONFIG: http_api.insecure: needs a loopback address, or http_server.internal_port.')
  }
  if (values.RELAY_SHARE_PORT === 'true' && values.REDIS_URL === undefined) {
    problems.push('RELAY_SHARE_PORT: needs REDIS_URL, or the processes would share clients and not channels.')
  }
  if (problems.length > 0) return { ok: false, problems }
  const warnings = [...file.warnings]
  if (!isLoopback(values.RELAY_HOST)) {
    warnings.push(
      `RELAY_HOST is ${values.RELAY_HOST}: tokens and the API key travel there unencrypted. Let only your own network reach it.`,
    )
  }
  if (originTexts.includes('*')) {
    warnings.push(
      'RELAY_ALLOWED_ORIGINS is *: pages of any site may connect with a stolen token. Name the origins instead.',
    )
  }
  return { ok: true, settings: settingsOf(values, origins, file), warnings }
}

const noFile: ConfigFile = {
  environment: {},
  namespaces: defaultNamespaces,
  insecureAccess: { clients: false, anonymousClients: false, api: false },
  tokens: null,
  needsUser: true,
  personalNamespace: null,
  oneConnectionEach: false,
  sendsServerTime: false,
  errorsAreStatuses: false,
  movedPaths: usualPaths,
  compresses: false,
  redisWays: {},
  proxies: noProxies,
  outboxes: [],
  warnings: [],
}

/** Without `RELAY_CONFIG`, Centrifugo's variables alone are its configuration, as in a container of it. */
function openConfigFile(environment: Record<string, string>): ConfigFile | { problems: string[] } {
  const path = environment['RELAY_CONFIG']
  if (path === undefined) {
    const isConfigured = Object.keys(environment).some(isCentrifugoName)
    return isConfigured ? readConfigFile({}, environment) : noFile
  }
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { problems: [`RELAY_CONFIG: ${path} cannot be read.`] }
  }
  try {
    return readConfigFile(parseConfig(path, text), environment)
  } catch {
    return { problems: [`RELAY_CONFIG: ${path} is not JSON, nor YAML or TOML by its name.`] }
  }
}

function secretProblems(
  values: Values,
  isDevelopment: boolean,
  { insecureAccess, tokens, proxies }: FileOptions,
): string[] {
  const problems: string[] = []
  const required = ['REALTIME_HMAC_SECRET', 'REALTIME_API_KEY'] as const
  const metrics = ['METRICS_TOKEN', 'METRICS_TOKEN_PREVIOUS'] as const
  const optional = ['REALTIME_HMAC_SECRET_PREVIOUS', 'REALTIME_API_KEY_PREVIOUS', ...metrics] as const
  for (const name of [...required, ...optional]) {
    const length = Buffer.byteLength(values[name])
    const isNeeded =
      name === 'REALTIME_API_KEY'
        ? !insecureAccess.api
        : name === 'REALTIME_HMAC_SECRET' &&
          !insecureAccess.clients &&
          !proxies.connect &&
          !hasPublicKeys(tokens?.connection)
    if (length === 0 && isNeeded) problems.push(`${name}: is required.`)
    else if (length > 0 && length < minimumSecretBytes && !isDevelopment) {
      problems.push(`${name}: must be at least ${minimumSecretBytes} bytes long.`)
    }
  }
  if (values.REALTIME_HMAC_SECRET !== '' && values.REALTIME_HMAC_SECRET === values.REALTIME_API_KEY) {
    problems.push('REALTIME_API_KEY: must differ from REALTIME_HMAC_SECRET.')
  }
  const forChannels = tokens?.subscription?.secrets
  const isShort = (secret: string) => Buffer.byteLength(secret) < minimumSecretBytes
  if (forChannels?.length === 0 && !hasPublicKeys(tokens?.subscription))
    problems.push('RELAY_CONFIG: client.subscription_token.hmac_secret_key: is required.')
  else if (forChannels?.some(isShort) && !isDevelopment) {
    problems.push(`RELAY_CONFIG: client.subscription_token: secrets must be at least ${minimumSecretBytes} bytes long.`)
  }
  return problems
}

const hasPublicKeys = (reading: TokenReading | null | undefined) =>
  reading ? reading.publicKeys.length > 0 || reading.keyEndpoint !== '' : false

function redisOf(values: Values, ways: FileOptions['redisWays']): RedisEngineSettings | null {
  if (values.REDIS_URL === undefined) return null
  return {
    ...ways,
    url: values.REDIS_URL,
    prefix: values.RELAY_REDIS_PREFIX,
    connectTimeout: values.RELAY_REDIS_CONNECT_TIMEOUT * 1000,
    ioTimeout: values.RELAY_REDIS_IO_TIMEOUT * 1000,
    presence: { interval: values.RELAY_PRESENCE_INTERVAL * 1000, ttl: values.RELAY_PRESENCE_TTL * 1000 },
    positionCheckDelay: values.RELAY_POSITION_CHECK_DELAY * 1000,
  }
}

function settingsOf(values: Values, origins: (RegExp | null)[], file: ConfigFile): Settings {
  const present = (...texts: string[]) => texts.filter((text) => text !== '')
  const { environment: _, warnings: __, tokens, redisWays: ways, ...fromFile } = file
  const tokenSecrets = present(values.REALTIME_HMAC_SECRET, values.REALTIME_HMAC_SECRET_PREVIOUS)
  return {
    ...fromFile,
    host: values.RELAY_HOST === 'localhost' ? '127.0.0.1' : values.RELAY_HOST,
    trustedProxies: values.RELAY_TRUSTED_PROXIES,
    port: values.RELAY_PORT,
    sharesPort: values.RELAY_SHARE_PORT === 'true',
    internalPort: values.RELAY_INTERNAL_PORT ?? null,
    logLevel: values.LOG_LEVEL,
    tokenSecrets,
    apiKeys: present(values.REALTIME_API_KEY, values.REALTIME_API_KEY_PREVIOUS),
    origins: origins.filter((pattern) => pattern !== null),
    allowsMissingOrigin: values.RELAY_ALLOW_MISSING_ORIGIN === 'true',
    admin:
      values.RELAY_ADMIN_PASSWORD === ''
        ? null
        : { password: values.RELAY_ADMIN_PASSWORD, isBehindProxy: values.RELAY_ADMIN_BEHIND_PROXY === 'true' },
    metricsTokens: present(values.METRICS_TOKEN, values.METRICS_TOKEN_PREVIOUS),
    nodeName: values.RELAY_NODE_NAME,
    redis: redisOf(values, ways),
    centrifugoTokens: tokens && readingsOf(tokens, tokenSecrets),
    limits: {
      pingInterval: values.RELAY_PING_INTERVAL * 1000,
      pongTimeout: values.RELAY_PONG_TIMEOUT * 1000,
      staleCloseDelay: values.RELAY_STALE_CLOSE_DELAY * 1000,
      // A backend that refreshes is asked at once.
      expiredCloseDelay: file.proxies.refresh ? 0 : values.RELAY_EXPIRED_CLOSE_DELAY * 1000,
      expiredSubCloseDelay: values.RELAY_EXPIRED_SUB_CLOSE_DELAY * 1000,
      channelsPerConnection: values.RELAY_CHANNEL_LIMIT,
      connections: values.RELAY_CONNECTION_LIMIT,
      unidentified: values.RELAY_UNIDENTIFIED_LIMIT,
      unidentifiedPerAddress: values.RELAY_UNIDENTIFIED_PER_ADDRESS,
      connectionsPerUser: values.RELAY_CONNECTIONS_PER_USER,
      connectionsPerAddress: values.RELAY_CONNECTIONS_PER_ADDRESS,
      connectionRate: values.RELAY_CONNECTION_RATE,
      queueSize: values.RELAY_QUEUE_SIZE,
      messageSize: values.RELAY_MESSAGE_SIZE,
      // A reconnecting client sends its connect and all its subscriptions in one frame.
      commandsPerFrame: Math.max(256, values.RELAY_CHANNEL_LIMIT + 1),
      commandRate: values.RELAY_COMMAND_RATE,
      commandBurst: Math.max(1000, 2 * values.RELAY_CHANNEL_LIMIT),
      publicationsPerRecovery: values.RELAY_RECOVERY_LIMIT,
      publicationsPerHistory: values.RELAY_HISTORY_LIMIT,
      mapKeys: values.RELAY_MAP_KEYS,
      mapBytes: values.RELAY_MAP_BYTES,
      mapMemory: values.RELAY_MAP_MEMORY,
      presenceInterval: values.RELAY_PRESENCE_INTERVAL * 1000,
      apiBodySize: values.RELAY_API_BODY_SIZE,
      apiBodyTime: 10_000,
      apiCommandsPerRequest: 1000,
    },
  }
}

/** Secrets of the environment win over those of the file. */
function readingsOf(
  { connection, subscription }: NonNullable<FileOptions['tokens']>,
  secrets: readonly string[],
): TokenReadings {
  const forConnections = { ...connection, secrets }
  return { connection: forConnections, subscription: subscription ?? forConnections }
}

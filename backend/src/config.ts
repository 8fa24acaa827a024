// The backend's settings: the one place that reads the environment (rules 5 and 12). Refuses at start with the whole list.
import { resolve } from 'node:path'
import { withSecretFiles } from '@rollcall/tokens/secret-files'
import type { z } from 'zod'
import type { roleNames } from '@rollcall/contracts/permissions'
import type { BucketSettings } from './files/bucket.ts'
import type { MqttSettings } from './ingest/mqtt-intake.ts'
import { listOf, MqttTopics, parseTopics, Settings } from './settings-schema.ts'

export type RealtimeSettings = { publishUrl: string; clientUrl: string; hmacSecret: string; apiKey: string }
/** Null: a dry run in its place. */
export type NotifySettings = {
  smtpUrl: string | null
  smtpConnections: number
  from: string
  webhookUrl: string | null
}
export type Config = {
  readonly development: boolean
  readonly host: string
  readonly port: number
  /** The first signs; all verify. */
  readonly tokenSecrets: readonly [string, ...string[]]
  /** The first seals; all open. */
  readonly sealSecrets: readonly [string, ...string[]]
  /** The first keys the audit chain; all verify it. */
  readonly auditSecrets: readonly string[]
  /** Any of them proves an exchange; none: they are refused. */
  readonly exchangeSecrets: readonly string[]
  readonly groupRoles: Readonly<Record<string, (typeof roleNames)[number]>>
  readonly sessionSeconds: number
  readonly databaseUrl: string | null
  readonly databasePort: number
  readonly databasePool: number
  readonly databaseUrgentPool: number
  readonly dataDir: string
  readonly backupWalDays: number
  readonly diskLeastFreeMb: number
  /** Null: files lie in the database. */
  readonly bucket: BucketSettings | null
  /** Null unless all four are set (rules 6). */
  readonly realtime: RealtimeSettings | null
  /** All are taken. */
  readonly ingestKeys: readonly string[]
  /** Null: gateways come to the backend's own port. */
  readonly ingestListener: { readonly host: string; readonly port: number } | null
  /** Null: no broker. */
  readonly mqtt: MqttSettings | null
  /** Null: readings are kept in memory. */
  readonly readingsRedisUrl: string | null
  /** Null: by host and port. */
  readonly peerUrl: string | null
  readonly weatherUrl: string
  readonly publicUrl: string
  readonly notify: NotifySettings
  /** Hosts, or whole origins. */
  readonly pushServices: readonly string[]
  /** Empty: metrics are for this machine only. */
  readonly metricsTokens: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly logLevel: string
}

/** For systemd (tell-systemd.ts), whose names are not ours. */
export const processEnvironment = process.env

export class ConfigError extends Error {}

export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = givenIn(environment)
  const parsed = Settings.safeParse(given)
  const problems = parsed.success ? conflictsIn(parsed.data) : sentences(parsed.error, given)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  return toConfig(parsed.data)
}

/** What database-main.ts and admin.ts need; of the secrets only what the audit chain is keyed with, where it is given. */
export function readDatabaseConfig(environment: NodeJS.ProcessEnv = process.env) {
  const needed = {
    DATABASE_URL: true,
    DATABASE_PORT: true,
    DATABASE_POOL: true,
    DATABASE_URGENT_POOL: true,
    DATA_DIR: true,
    BACKUP_WAL_DAYS: true,
    TOKEN_SECRET: true,
    TOKEN_SECRET_PREVIOUS: true,
    AUDIT_SECRET: true,
    AUDIT_SECRET_PREVIOUS: true,
    FILES_BUCKET_URL: true,
    FILES_BUCKET_REGION: true,
    FILES_BUCKET_KEY_ID: true,
    FILES_BUCKET_SECRET: true,
    LOG_LEVEL: true,
  } as const
  const given = givenIn(environment)
  const parsed = Settings.pick(needed).partial({ TOKEN_SECRET: true }).safeParse(given)
  if (!parsed.success) throw new ConfigError(sentences(parsed.error, given).join('\n'))
  const { DATABASE_URL, DATABASE_PORT, DATABASE_POOL, DATABASE_URGENT_POOL, DATA_DIR, LOG_LEVEL } = parsed.data
  return {
    databaseUrl: DATABASE_URL ?? null,
    databasePort: DATABASE_PORT,
    databasePool: DATABASE_POOL,
    databaseUrgentPool: DATABASE_URGENT_POOL,
    dataDir: resolve(DATA_DIR),
    backupWalDays: parsed.data.BACKUP_WAL_DAYS,
    bucket: bucketOf(parsed.data),
    auditSecrets: auditSecretsOf(parsed.data),
    logLevel: LOG_LEVEL,
  }
}

/** An empty variable is an absent one: compose files and shells produce them. */
function givenIn(environment: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const { given, problems } = withSecretFiles(environment)
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}

function toConfig(settings: Settings): Config {
  const previous = settings.TOKEN_SECRET_PREVIOUS
  return {
    development: settings.NODE_ENV === 'development',
    host: settings.BACKEND_HOST,
    port: settings.BACKEND_PORT,
    tokenSecrets: previous ? [settings.TOKEN_SECRET, previous] : [settings.TOKEN_SECRET],
    sealSecrets: sealSecretsOf(settings),
    auditSecrets: auditSecretsOf(settings),
    exchangeSecrets: both(settings.EXCHANGE_SECRET, settings.EXCHANGE_SECRET_PREVIOUS),
    groupRoles: settings.OIDC_GROUP_ROLES,
    sessionSeconds: settings.SESSION_MINUTES * 60,
    databaseUrl: settings.DATABASE_URL ?? null,
    databasePort: settings.DATABASE_PORT,
    databasePool: settings.DATABASE_POOL,
    databaseUrgentPool: settings.DATABASE_URGENT_POOL,
    dataDir: resolve(settings.DATA_DIR),
    backupWalDays: settings.BACKUP_WAL_DAYS,
    diskLeastFreeMb: settings.DISK_LEAST_FREE_MB,
    bucket: bucketOf(settings),
    realtime: realtimeOf(settings),
    ingestKeys: both(settings.INGEST_KEY, settings.INGEST_KEY_PREVIOUS),
    ingestListener:
      settings.INGEST_PORT === undefined ? null : { host: settings.INGEST_HOST, port: settings.INGEST_PORT },
    mqtt: settings.MQTT_URL
      ? { url: settings.MQTT_URL, topics: MqttTopics.parse(parseTopics(settings.MQTT_TOPICS)) }
      : null,
    readingsRedisUrl: settings.READINGS_REDIS_URL ?? null,
    peerUrl: settings.BACKEND_PEER_URL?.replace(/\/+$/, '') ?? null,
    weatherUrl: settings.WEATHER_URL,
    publicUrl: settings.PUBLIC_URL.replace(/\/+$/, ''),
    notify: {
      smtpUrl: settings.SMTP_URL ?? null,
      smtpConnections: settings.SMTP_CONNECTIONS,
      from: settings.SMTP_FROM,
      webhookUrl: settings.NOTIFY_WEBHOOK_URL ?? null,
    },
    pushServices: listOf(settings.PUSH_SERVICES),
    metricsTokens: both(settings.METRICS_TOKEN, settings.METRICS_TOKEN_PREVIOUS),
    trustedProxies: listOf(settings.TRUSTED_PROXIES),
    logLevel: settings.LOG_LEVEL,
  }
}

/** During a rotation the one before is still accepted. */
function both(now: string | undefined, before: string | undefined): string[] {
  return [now, before].filter((secret) => secret !== undefined)
}

/** Before there was a secret of its own TOKEN_SECRET sealed, and what it sealed is opened for ever. */
function sealSecretsOf(settings: Settings): [string, ...string[]] {
  const own = both(settings.SEAL_SECRET, settings.SEAL_SECRET_PREVIOUS)
  const [first, ...rest] = [...own, ...both(settings.TOKEN_SECRET, settings.TOKEN_SECRET_PREVIOUS)]
  return [first ?? settings.TOKEN_SECRET, ...rest]
}

/** As long as there is none of its own, TOKEN_SECRET keys the chain; what it keyed is verified for ever. */
function auditSecretsOf(
  settings: Pick<Settings, 'TOKEN_SECRET_PREVIOUS' | 'AUDIT_SECRET' | 'AUDIT_SECRET_PREVIOUS'> & Partial<Settings>,
): string[] {
  const own = both(settings.AUDIT_SECRET, settings.AUDIT_SECRET_PREVIOUS)
  return [...own, ...both(settings.TOKEN_SECRET, settings.TOKEN_SECRET_PREVIOUS)]
}

function realtimeOf(settings: Settings): RealtimeSettings | null {
  const { REALTIME_PUBLISH_URL, REALTIME_CLIENT_URL, REALTIME_HMAC_SECRET, REALTIME_API_KEY } = settings
  if (!REALTIME_PUBLISH_URL || !REALTIME_CLIENT_URL || !REALTIME_HMAC_SECRET || !REALTIME_API_KEY) return null
  return {
    publishUrl: REALTIME_PUBLISH_URL,
    clientUrl: REALTIME_CLIENT_URL,
    hmacSecret: REALTIME_HMAC_SECRET,
    apiKey: REALTIME_API_KEY,
  }
}

type BucketNames = 'FILES_BUCKET_URL' | 'FILES_BUCKET_REGION' | 'FILES_BUCKET_KEY_ID' | 'FILES_BUCKET_SECRET'

/** Without its key a bucket is a mistake, never a reason to keep files elsewhere. */
function bucketOf(settings: Pick<Settings, BucketNames>): BucketSettings | null {
  const { FILES_BUCKET_URL: url, FILES_BUCKET_REGION: region } = settings
  const { FILES_BUCKET_KEY_ID: keyId, FILES_BUCKET_SECRET: secret } = settings
  if (!url && !keyId && !secret) return null
  if (!url || !keyId || !secret)
    throw new ConfigError('FILES_BUCKET_URL, FILES_BUCKET_KEY_ID and FILES_BUCKET_SECRET belong together.')
  return { url, region, keyId, secret }
}

/** Two uses of one secret would let a token of one kind pass as the other. */
function conflictsIn(settings: Settings): string[] {
  const used = [
    'TOKEN_SECRET',
    'EXCHANGE_SECRET',
    'REALTIME_HMAC_SECRET',
    'REALTIME_API_KEY',
    'INGEST_KEY',
    'SEAL_SECRET',
    'AUDIT_SECRET',
    'METRICS_TOKEN',
  ] as const
  return used.flatMap((name, index) =>
    used
      .slice(0, index)
      .filter((other) => settings[name] !== undefined && settings[name] === settings[other])
      .map((other) => `${name} must differ from ${other}.`),
  )
}

function sentences({ issues }: z.ZodError, given: Record<string, string | undefined>): string[] {
  return issues.map(({ path, message }) => {
    const name = path.map(String).join('.')
    if (given[name] === undefined) return `${name} is missing.`
    return `${name} ${message.charAt(0).toLowerCase()}${message.slice(1)}.`
  })
}

// The backend's settings: the one place that reads the environment (rules 5 and 12). Refuses at start with the whole list.
import { resolve } from 'node:path'
import { withSecretFiles } from '@rollcall/tokens/secret-files'
import { z } from 'zod'
import { roleNames } from '@rollcall/contracts/permissions'
import type { BucketSettings } from './files/bucket.ts'
import { formatNames } from './ingest/formats.ts'
import type { MqttSettings } from './ingest/mqtt-intake.ts'

const Port = z.coerce.number().int().min(0).max(65_535)
const Secret = z.string().refine(isLongEnough, 'needs at least 32 bytes').refine(isUncommon, 'is a well-known value')
const GroupRoles = z
  .string()
  .transform(parseGroupRoles)
  .pipe(z.record(z.string(), z.enum(roleNames)))
/** A topic filter: `+` stands for one whole level, `#` for the rest. */
const TopicFilter = z.string().regex(/^(?:(?:\+|[^+#/]*)\/)*(?:#|\+|[^+#/]+)$/, 'is no MQTT topic filter')
const MqttTopics = z.record(TopicFilter, z.enum(formatNames))

/** Names as in the environment; the order is the order of docs/configuration.md. */
export const Settings = z.object({
  NODE_ENV: z.string().default('production').describe('Anything but `development` is production.'),
  BACKEND_HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  BACKEND_PORT: Port.default(8200).describe('Port to listen on.'),
  TOKEN_SECRET: Secret.describe('Signs app tokens; equal to API_SECRET of the server layer.'),
  TOKEN_SECRET_PREVIOUS: Secret.optional().describe('Still accepted during a rotation.'),
  EXCHANGE_SECRET: Secret.optional().describe('Proves identity-provider exchanges; without it they are refused.'),
  OIDC_GROUP_ROLES: GroupRoles.default({}).describe(
    'group=role pairs, separated by commas; creates accounts by group.',
  ),
  SESSION_MINUTES: z.coerce.number().int().min(1).max(43_200).default(480).describe('Lifetime of an app token.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('PostgreSQL 15 or newer; absent: the embedded one.'),
  DATABASE_PORT: Port.default(8202).describe('Port of the embedded database on 127.0.0.1.'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10).describe('Connections kept open at most.'),
  DATABASE_URGENT_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(50)
    .default(8)
    .describe('Connections beside those, always open, for alarms and what stands before them.'),
  DATA_DIR: z.string().min(1).default('.data').describe('The embedded database.'),
  FILES_BUCKET_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'S3-compatible bucket for plans and photos: `https://host/bucket` or `https://bucket.host`; absent: the database.',
    ),
  FILES_BUCKET_REGION: z.string().min(1).default('us-east-1').describe('Region that requests to it are signed for.'),
  FILES_BUCKET_KEY_ID: z.string().min(1).optional().describe('Access key id for it.'),
  FILES_BUCKET_SECRET: z.string().min(1).optional().describe('Secret access key for it.'),
  REALTIME_PUBLISH_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("The relay's HTTP publish address."),
  REALTIME_CLIENT_URL: z
    .url({ protocol: /^wss?$/ })
    .optional()
    .describe("The relay's WebSocket address, for browsers."),
  REALTIME_HMAC_SECRET: Secret.optional().describe('Signs relay tokens.'),
  REALTIME_API_KEY: Secret.optional().describe("The relay's publish key."),
  INGEST_KEY: Secret.optional().describe('Receivers prove themselves with it; without it ingest refuses everything.'),
  MQTT_URL: z
    .url({ protocol: /^mqtts?$/ })
    .optional()
    .describe('Also take readings from this broker, with user and password if it asks; absent: from none.'),
  MQTT_TOPICS: z
    .string()
    .default('raddec=rollcall/raddec/#,dynamb=rollcall/dynamb/#,minew=rollcall/minew/#')
    .refine((text) => MqttTopics.safeParse(parseTopics(text)).success, 'takes format=topic pairs of known formats')
    .describe('format=topic pairs, separated by commas; `+` and `#` as in MQTT. Formats: raddec, dynamb, minew.'),
  WEATHER_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.weather.gov')
    .describe('National Weather Service API.'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:3000')
    .describe('Where people reach the pages; begins the links in messages.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Mail server for notifications, with user and password if it asks; absent: dry run.'),
  SMTP_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(50)
    .default(5)
    .describe('Connections to it at once for alarms, and as many again for personal links.'),
  SMTP_FROM: z.email().default('rollcall@localhost.localdomain').describe('Sender of these mails.'),
  NOTIFY_WEBHOOK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Takes webhook, SMS and voice notifications as JSON; absent: dry run.'),
  PUSH_SERVICES: z
    .string()
    .default('fcm.googleapis.com,*.push.apple.com,*.push.services.mozilla.com,*.notify.windows.com')
    .describe('Push services of browsers that may be asked, separated by commas; `*.` for every host below one.'),
  TRUSTED_PROXIES: z.string().default('127.0.0.1,::1').describe('Peers whose X-Forwarded-For is believed.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least level logged.'),
})
type Settings = z.infer<typeof Settings>

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
  readonly exchangeSecret: string | null
  readonly groupRoles: Readonly<Record<string, (typeof roleNames)[number]>>
  readonly sessionSeconds: number
  readonly databaseUrl: string | null
  readonly databasePort: number
  readonly databasePool: number
  readonly databaseUrgentPool: number
  readonly dataDir: string
  /** Null: files lie in the database. */
  readonly bucket: BucketSettings | null
  /** Null unless all four are set (rules 6). */
  readonly realtime: RealtimeSettings | null
  readonly ingestKey: string | null
  /** Null: no broker. */
  readonly mqtt: MqttSettings | null
  readonly weatherUrl: string
  readonly publicUrl: string
  readonly notify: NotifySettings
  /** Hosts, or whole origins. */
  readonly pushServices: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly logLevel: string
}

export class ConfigError extends Error {}

export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = givenIn(environment)
  const parsed = Settings.safeParse(given)
  const problems = parsed.success ? conflictsIn(parsed.data) : sentences(parsed.error, given)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  return toConfig(parsed.data)
}

/** What database-main.ts and admin.ts need, which hold no other secret. */
export function readDatabaseConfig(environment: NodeJS.ProcessEnv = process.env) {
  const needed = {
    DATABASE_URL: true,
    DATABASE_PORT: true,
    DATABASE_POOL: true,
    DATABASE_URGENT_POOL: true,
    DATA_DIR: true,
    FILES_BUCKET_URL: true,
    FILES_BUCKET_REGION: true,
    FILES_BUCKET_KEY_ID: true,
    FILES_BUCKET_SECRET: true,
    LOG_LEVEL: true,
  } as const
  const given = givenIn(environment)
  const parsed = Settings.pick(needed).safeParse(given)
  if (!parsed.success) throw new ConfigError(sentences(parsed.error, given).join('\n'))
  const { DATABASE_URL, DATABASE_PORT, DATABASE_POOL, DATABASE_URGENT_POOL, DATA_DIR, LOG_LEVEL } = parsed.data
  return {
    databaseUrl: DATABASE_URL ?? null,
    databasePort: DATABASE_PORT,
    databasePool: DATABASE_POOL,
    databaseUrgentPool: DATABASE_URGENT_POOL,
    dataDir: resolve(DATA_DIR),
    bucket: bucketOf(parsed.data),
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
    exchangeSecret: settings.EXCHANGE_SECRET ?? null,
    groupRoles: settings.OIDC_GROUP_ROLES,
    sessionSeconds: settings.SESSION_MINUTES * 60,
    databaseUrl: settings.DATABASE_URL ?? null,
    databasePort: settings.DATABASE_PORT,
    databasePool: settings.DATABASE_POOL,
    databaseUrgentPool: settings.DATABASE_URGENT_POOL,
    dataDir: resolve(settings.DATA_DIR),
    bucket: bucketOf(settings),
    realtime: realtimeOf(settings),
    ingestKey: settings.INGEST_KEY ?? null,
    mqtt: settings.MQTT_URL
      ? { url: settings.MQTT_URL, topics: MqttTopics.parse(parseTopics(settings.MQTT_TOPICS)) }
      : null,
    weatherUrl: settings.WEATHER_URL,
    publicUrl: settings.PUBLIC_URL.replace(/\/+$/, ''),
    notify: {
      smtpUrl: settings.SMTP_URL ?? null,
      smtpConnections: settings.SMTP_CONNECTIONS,
      from: settings.SMTP_FROM,
      webhookUrl: settings.NOTIFY_WEBHOOK_URL ?? null,
    },
    pushServices: listOf(settings.PUSH_SERVICES),
    trustedProxies: listOf(settings.TRUSTED_PROXIES),
    logLevel: settings.LOG_LEVEL,
  }
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
  const used = ['TOKEN_SECRET', 'EXCHANGE_SECRET', 'REALTIME_HMAC_SECRET', 'REALTIME_API_KEY', 'INGEST_KEY'] as const
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

function isLongEnough(secret: string): boolean {
  return Buffer.byteLength(secret) >= 32
}

function isUncommon(secret: string): boolean {
  return new Set(secret).size >= 8 && !/change[-_ ]?me|your[-_ ]?secret|password123|example/i.test(secret)
}

function parseGroupRoles(text: string): Record<string, string> {
  const pairs = listOf(text)
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.lastIndexOf('=')), pair.slice(pair.lastIndexOf('=') + 1)]),
  )
}

/** By topic filter, for one format may come on several. */
function parseTopics(text: string): Record<string, string> {
  const pairs = listOf(text)
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(pair.indexOf('=') + 1), pair.slice(0, Math.max(0, pair.indexOf('=')))]),
  )
}

function listOf(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries.filter(Boolean)
}

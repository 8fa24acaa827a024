// What the backend's settings look like, name by name as in the environment (rules 12). Read by config.ts; docs/configuration.md is
// made from it.
import { z } from 'zod'
import { roleNames } from '@rollcall/contracts/permissions'
import { formatNames } from './ingest/formats.ts'

const Port = z.coerce.number().int().min(0).max(65_535)
const Secret = z.string().refine(isLongEnough, 'needs at least 32 bytes').refine(isUncommon, 'is a well-known value')
const GroupRoles = z
  .string()
  .transform(parseGroupRoles)
  .pipe(z.record(z.string(), z.enum(roleNames)))
/** A topic filter: `+` stands for one whole level, `#` for the rest. */
const TopicFilter = z.string().regex(/^(?:(?:\+|[^+#/]*)\/)*(?:#|\+|[^+#/]+)$/, 'is no MQTT topic filter')
export const MqttTopics = z.record(TopicFilter, z.enum(formatNames))

/** Names as in the environment; the order is the order of docs/configuration.md. */
export const Settings = z.object({
  NODE_ENV: z.string().default('production').describe('Anything but `development` is production.'),
  BACKEND_HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  BACKEND_PORT: Port.default(8200).describe('Port to listen on.'),
  TOKEN_SECRET: Secret.describe('Signs app tokens; equal to API_SECRET of the server layer.'),
  TOKEN_SECRET_PREVIOUS: Secret.optional().describe('Still accepted during a rotation.'),
  SEAL_SECRET: Secret.optional().describe(
    'Seals the keys of enrolled phones and of pushes, and what devices keep; absent: TOKEN_SECRET does.',
  ),
  SEAL_SECRET_PREVIOUS: Secret.optional().describe(
    'Still opens what it sealed; everything is sealed anew at the start.',
  ),
  AUDIT_SECRET: Secret.optional().describe('Keys the audit chain; absent: TOKEN_SECRET does.'),
  AUDIT_SECRET_PREVIOUS: Secret.optional().describe('Still verifies the records that it keyed.'),
  EXCHANGE_SECRET_PREVIOUS: Secret.optional().describe('Still accepted during a rotation.'),
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
    .describe(
      'Connections beside those, always open, for alarms and what stands before them. Three more are for slow reads, one for leases.',
    ),
  DATA_DIR: z.string().min(1).default('.data').describe('The embedded database.'),
  BACKUP_WAL_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(0)
    .describe(
      'Days back of which every moment can be restored, with the embedded database (`rollcall restore --at`); 0: only backups.',
    ),
  DISK_LEAST_FREE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(500)
    .describe('Less than that on the disk of DATA_DIR, and the backend is not ready.'),
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
  INGEST_KEY_PREVIOUS: Secret.optional().describe('Still accepted during a rotation.'),
  INGEST_PORT: Port.optional().describe(
    'A port of its own for `/ingest/` and nothing else, for gateways or a reverse proxy on another machine; absent: BACKEND_PORT alone.',
  ),
  INGEST_HOST: z.string().min(1).default('0.0.0.0').describe('Address that INGEST_PORT listens on.'),
  MQTT_URL: z
    .url({ protocol: /^mqtts?$/ })
    .optional()
    .describe('Also take readings from this broker, with user and password if it asks; absent: from none.'),
  MQTT_TOPICS: z
    .string()
    .default('raddec=rollcall/raddec/#,dynamb=rollcall/dynamb/#,minew=rollcall/minew/#')
    .refine((text) => MqttTopics.safeParse(parseTopics(text)).success, 'takes format=topic pairs of known formats')
    .describe('format=topic pairs, separated by commas; `+` and `#` as in MQTT. Formats: raddec, dynamb, minew.'),
  READINGS_REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe(
      'Redis 7 or Valkey through which several backends share readings and positions; absent: one of them takes readings and makes all positions.',
    ),
  BACKEND_PEER_URL: z
    .url({ protocol: /^http$/ })
    .optional()
    .describe('Where other backends on the same database reach this one; absent: BACKEND_HOST and BACKEND_PORT.'),
  WEATHER_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.weather.gov')
    .describe('National Weather Service API.'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:3000')
    .describe('Where people reach the pages; begins the links in messages, and is where passkeys work.'),
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
  METRICS_TOKEN: Secret.optional().describe(
    'Shows /metrics to whoever bears it, from anywhere; absent: to this machine only.',
  ),
  METRICS_TOKEN_PREVIOUS: Secret.optional().describe('Still accepted during a rotation.'),
  TRUSTED_PROXIES: z.string().default('127.0.0.1,::1').describe('Peers whose X-Forwarded-For is believed.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least level logged.'),
})
export type Settings = z.infer<typeof Settings>

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
export function parseTopics(text: string): Record<string, string> {
  const pairs = listOf(text)
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(pair.indexOf('=') + 1), pair.slice(0, Math.max(0, pair.indexOf('=')))]),
  )
}

export function listOf(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries.filter(Boolean)
}

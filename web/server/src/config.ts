// The settings of the web process (rules 12), read from the environment once, at start. Whatever is wrong is said in one
// go, setting by setting, and never with its value.
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { withSecretFiles } from '@rollcall/tokens/secret-files'
import { z } from 'zod'
import { createTrustedProxies } from './client-address.ts'
import { logLevels, type LogLevel } from './logging.ts'
import type { ContentHosts } from './middleware/security-headers.ts'
import { secretMistakes, type OwnSecret } from './secret-rules.ts'

export type OidcSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
  /** The browser's address of this application, for the provider's way back. */
  readonly publicUrl: string
}

export type Settings = {
  readonly development: boolean
  readonly strict: boolean
  readonly host: string | undefined
  readonly port: number
  readonly backendUrl: string
  readonly relayUrl: string | null
  readonly databaseUrl: string | null
  readonly redisUrl: string | null
  readonly appDir: string | null
  /** Where Vite serves the application while developing; null: the built one is served. */
  readonly appDevUrl: string | null
  readonly apiSecrets: readonly string[]
  readonly exchangeSecret: string
  /** The first seals and signs; all open and verify. */
  readonly sessionSecrets: readonly string[]
  /** Empty: metrics are for this machine only. */
  readonly metricsTokens: readonly string[]
  readonly auditLogFile: string | null
  readonly auditLimits: { readonly days: number; readonly maxBytes: number }
  readonly diskLeastFreeMb: number
  readonly trustedProxies: readonly string[]
  readonly contentHosts: ContentHosts
  readonly oidc: OidcSettings | null
  readonly logLevel: LogLevel
  /** Milliseconds. */
  readonly backendTimeoutMs: number
  readonly readWaitsMs: number
  readonly uploadTimeoutMs: number
  readonly healthTimeoutMs: number
  readonly backendConnections: number
  readonly urgentConnections: number
}

/** For systemd (tell-systemd.ts), whose names are not ours. */
export const processEnvironment = process.env

export class SettingsError extends Error {
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
const optional = <S extends z.ZodType>(schema: S) => z.preprocess(blankIsAbsent, schema.optional())
const withDefault = <S extends z.ZodType>(schema: S, fallback: z.input<S>) =>
  z.preprocess((value) => blankIsAbsent(value) ?? fallback, schema)
const address = (form: RegExp, message: string) =>
  z.string().refine((text) => form.test(text) && URL.canParse(text), message)
const origin = address(/^https?:\/\/[^/?#@\s]+\/?$/, 'must be http://host:port or https://host:port')
const redisUrl = address(/^rediss?:\/\/[^\s]+$/, 'must be redis://host:port or rediss://host:port')
const databaseUrl = address(/^postgres(?:ql)?:\/\/[^\s]+$/, 'must be postgres://user:password@host:port/database')
const issuer = address(/^https?:\/\/[^\s]+$/, 'must be an https:// address').refine(
  (text) => !URL.canParse(text) || isSafeIssuer(text),
  'must be https, unless the provider is on this machine',
)
/** In digits only: what else JavaScript takes for a number (a blank, 0x50, 1e3) is more likely a mistake. */
const integer = (least: number, most: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number)
const milliseconds = integer(100, 600_000)
const hostName = z
  .string()
  .refine((text) => isIP(text) !== 0 || /^(?:[\w-]+\.)*[A-Za-z][\w-]*$/.test(text), 'must be an address or a host name')
const appFolder = z
  .string()
  .refine((text) => existsSync(join(text, 'index.html')), 'must be a folder with the built application')
const words = z.string().transform((text) => text.split(/[\s,]+/).filter((word) => word !== ''))
const proxies = words.refine(areTrustable, 'must be addresses or CIDR ranges, separated by commas')
const contentHost = words.refine(
  (hosts) => hosts.every((host) => /^https:\/\/[\w*.-]+(?::\d+)?$/.test(host)),
  'must be https:// hosts',
)

export const Environment = z.object({
  NODE_ENV: optional(z.string()).describe('Anything but `development` is production'),
  WEB_PORT: withDefault(integer(0, 65_535), '3000').describe('Port to listen on'),
  WEB_HOST: optional(hostName).describe('Address to listen on; every address by default'),
  BACKEND_URL: withDefault(origin, 'http://127.0.0.1:8200').describe('Where the backend listens'),
  RELAY_URL: optional(origin).describe('Where the relay listens; absent: /connection/ is not passed on'),
  DATABASE_URL: optional(databaseUrl).describe('For the database health check only'),
  REDIS_URL: optional(redisUrl).describe('Shares the login limiter between instances; absent: each counts alone'),
  APP_DIR: optional(appFolder).describe('Folder with the built web application'),
  APP_DEV_URL: optional(origin).describe(
    'Where Vite serves the application while developing; with NODE_ENV=development only',
  ),
  API_SECRET: optional(z.string()).describe(`Signs app tokens; equal to the backend's TOKEN_SECRET`),
  API_SECRET_PREVIOUS: optional(words).describe('Former secrets that are still accepted, separated by commas'),
  EXCHANGE_SECRET: optional(z.string()).describe(
    'Signs the identity-provider exchange toward the backend; needed with OIDC_ISSUER',
  ),
  SESSION_SECRET: optional(z.string()).describe(
    'Seals identity-provider sessions and CSRF tokens; needed with OIDC_ISSUER and in the strict profile',
  ),
  SESSION_SECRET_PREVIOUS: optional(words).describe('Former secrets that are still accepted, separated by commas'),
  REALTIME_HMAC_SECRET: optional(z.string()).describe('Only to make sure that it differs from API_SECRET'),
  METRICS_TOKEN: optional(z.string()).describe(
    'Shows /metrics, /metrics/backend and /metrics/relay to whoever bears it, from anywhere; absent: to this machine only',
  ),
  METRICS_TOKEN_PREVIOUS: optional(words).describe('Former tokens that are still accepted, separated by commas'),
  AUDIT_LOG_FILE: optional(z.string()).describe('Where denied access is recorded; absent: the error console'),
  LOG_DAYS: withDefault(integer(1, 3650), '30').describe('Days for which AUDIT_LOG_FILE is kept'),
  LOG_MAX_MB: withDefault(integer(200, 1_000_000), '2000').describe(
    'Megabytes that what was put aside of it may take; beyond it the oldest goes, whatever LOG_DAYS says',
  ),
  DISK_LEAST_FREE_MB: withDefault(integer(0, 100_000_000), '500').describe(
    'Less than that on the disk of AUDIT_LOG_FILE, and /api/ready says so',
  ),
  TRUSTED_PROXIES: withDefault(proxies, '').describe('Addresses and CIDR ranges whose X-Forwarded-* is believed'),
  SECURITY_PROFILE: withDefault(z.enum(['standard', 'strict']), 'standard').describe('standard or strict'),
  CSP_SCRIPT_HOSTS: hosts('https://cdn.jsdelivr.net'),
  CSP_STYLE_HOSTS: hosts('https://cdn.jsdelivr.net https://fonts.googleapis.com'),
  CSP_FONT_HOSTS: hosts('https://fonts.gstatic.com'),
  CSP_IMG_HOSTS: hosts('https://*.tile.openstreetmap.org https://*.blob.core.windows.net'),
  OIDC_ISSUER: optional(issuer).describe('Issuer of the identity provider; absent: none'),
  OIDC_CLIENT_ID: optional(z.string()).describe('This application at the identity provider; needed with OIDC_ISSUER'),
  OIDC_CLIENT_SECRET: optional(z.string()).describe('Its secret; absent: a public client'),
  PUBLIC_URL: optional(origin).describe('Address of this application in the browser; needed with OIDC_ISSUER'),
  LOG_LEVEL: withDefault(z.enum(logLevels), 'info').describe('debug, info, warn, error or silent'),
  BACKEND_TIMEOUT_MS: withDefault(milliseconds, '30000').describe('Until the backend starts to answer'),
  READ_WAITS_MS: withDefault(milliseconds, '3000').describe(
    'How long a read may wait for its turn at the backend, before it is refused with 503',
  ),
  UPLOAD_TIMEOUT_MS: withDefault(milliseconds, '120000').describe('The same for uploads'),
  HEALTH_TIMEOUT_MS: withDefault(milliseconds, '2000').describe(
    'Until the database counts as unreachable, answer included',
  ),
  BACKEND_CONNECTIONS: withDefault(integer(1, 4096), '128').describe(
    'Requests the backend works on at a time; those that wait for a slow client do not count',
  ),
  URGENT_CONNECTIONS: withDefault(integer(1, 1024), '128').describe(
    'The same, beside those, for what an alarm needs: triggering, accounting, the board',
  ),
})
type Environment = z.infer<typeof Environment>

/** An empty list of hosts is allowed, so a blank value is not the default here. */
function hosts(fallback: string) {
  return contentHost.prefault(fallback).describe('Further hosts in the Content-Security-Policy')
}

export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const { given: env, problems } = withSecretFiles(environment)
  const development = env['NODE_ENV'] === 'development'
  const parsed = Environment.safeParse(env)
  const mistakes = secretMistakes(secretsOf(env), { production: !development, needed: neededSecrets(env) })
  for (const { path, message } of parsed.error?.issues ?? []) mistakes.push(`${path.join('.')}: ${message}`)
  mistakes.push(...problems, ...missingWithProvider(env))
  if (!development && env['APP_DEV_URL']) mistakes.push('APP_DEV_URL: is for NODE_ENV=development only')
  if (!parsed.success || mistakes.length > 0) throw new SettingsError(mistakes)
  return settingsFrom(parsed.data, development)
}

/** The exchange has a secret of its own only where there is an identity provider; sessions are sealed there and in the strict profile. */
function neededSecrets(env: Readonly<NodeJS.ProcessEnv>): OwnSecret[] {
  const provider = Boolean(env['OIDC_ISSUER'])
  const seals = provider || env['SECURITY_PROFILE'] === 'strict'
  return [
    'API_SECRET',
    ...(provider ? (['EXCHANGE_SECRET'] as const) : []),
    ...(seals ? (['SESSION_SECRET'] as const) : []),
  ]
}

/** Read apart from the rest, so that one list can tell of both. */
function secretsOf(env: Readonly<NodeJS.ProcessEnv>) {
  const read = (name: string) => blankIsAbsent(env[name]) as string | undefined
  return {
    API_SECRET: read('API_SECRET'),
    EXCHANGE_SECRET: read('EXCHANGE_SECRET'),
    SESSION_SECRET: read('SESSION_SECRET'),
    METRICS_TOKEN: read('METRICS_TOKEN'),
    REALTIME_HMAC_SECRET: read('REALTIME_HMAC_SECRET'),
    previous: {
      API_SECRET_PREVIOUS: words.parse(read('API_SECRET_PREVIOUS') ?? ''),
      METRICS_TOKEN_PREVIOUS: words.parse(read('METRICS_TOKEN_PREVIOUS') ?? ''),
    },
  }
}

/** Also apart from the rest: it concerns two settings, and the schema says nothing of those while one is wrong. */
function missingWithProvider(env: Readonly<NodeJS.ProcessEnv>): string[] {
  if (!env['OIDC_ISSUER']) return []
  return ['OIDC_CLIENT_ID', 'PUBLIC_URL']
    .filter((name) => !env[name])
    .map((name) => `${name}: is needed with OIDC_ISSUER`)
}

function areTrustable(ranges: readonly string[]): boolean {
  try {
    createTrustedProxies(ranges)
    return true
  } catch {
    return false
  }
}

function isSafeIssuer(text: string): boolean {
  return text.startsWith('https:') || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(text).hostname)
}

function settingsFrom(values: Environment, development: boolean): Settings {
  return {
    development,
    strict: !development && values.SECURITY_PROFILE === 'strict',
    host: values.WEB_HOST,
    port: values.WEB_PORT,
    backendUrl: values.BACKEND_URL,
    relayUrl: values.RELAY_URL ?? null,
    databaseUrl: values.DATABASE_URL ?? null,
    redisUrl: values.REDIS_URL ?? null,
    appDir: values.APP_DIR ?? null,
    appDevUrl: values.APP_DEV_URL ?? null,
    apiSecrets: [values.API_SECRET ?? '', ...(values.API_SECRET_PREVIOUS ?? [])],
    exchangeSecret: values.EXCHANGE_SECRET ?? '',
    sessionSecrets: [values.SESSION_SECRET ?? '', ...(values.SESSION_SECRET_PREVIOUS ?? [])],
    metricsTokens: [values.METRICS_TOKEN ?? [], values.METRICS_TOKEN_PREVIOUS ?? []].flat(),
    auditLogFile: values.AUDIT_LOG_FILE ?? null,
    auditLimits: { days: values.LOG_DAYS, maxBytes: values.LOG_MAX_MB * 1e6 },
    diskLeastFreeMb: values.DISK_LEAST_FREE_MB,
    trustedProxies: values.TRUSTED_PROXIES,
    contentHosts: {
      script: values.CSP_SCRIPT_HOSTS,
      style: values.CSP_STYLE_HOSTS,
      font: values.CSP_FONT_HOSTS,
      image: values.CSP_IMG_HOSTS,
    },
    oidc: oidcFrom(values),
    logLevel: values.LOG_LEVEL,
    backendTimeoutMs: values.BACKEND_TIMEOUT_MS,
    readWaitsMs: values.READ_WAITS_MS,
    uploadTimeoutMs: values.UPLOAD_TIMEOUT_MS,
    healthTimeoutMs: values.HEALTH_TIMEOUT_MS,
    backendConnections: values.BACKEND_CONNECTIONS,
    urgentConnections: values.URGENT_CONNECTIONS,
  }
}

function oidcFrom(values: Environment): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, PUBLIC_URL: publicUrl } = values
  if (issuer === undefined || clientId === undefined || publicUrl === undefined) return null
  return { issuer, clientId, clientSecret: values.OIDC_CLIENT_SECRET ?? null, publicUrl }
}

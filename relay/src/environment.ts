// The relay's environment variables (rules 7 and 12): names, forms and defaults. `config.ts` reads them; `docs/configuration.md` lists them.
import { isIP } from 'node:net'
import { z } from 'zod'
import { isAddressRange } from './transport/peers.ts'

const seconds = (fallback: number) => z.coerce.number().min(0.05).max(86_400).default(fallback)
const count = (fallback: number, smallest = 1) =>
  z.coerce.number().int().min(smallest).max(100_000_000).default(fallback)

const listOf = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '')

export const Environment = z.object({
  NODE_ENV: z.string().default('production').describe('Anything but `development` is production'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RELAY_HOST: z
    .string()
    .refine((text) => text === 'localhost' || isIP(text) > 0, 'must be an IP address of this machine')
    .default('127.0.0.1')
    .describe('Address to listen on; without TLS, so anything but loopback belongs on a network of your own'),
  RELAY_TRUSTED_PROXIES: z
    .string()
    .refine((text) => listOf(text).every(isAddressRange), 'must be addresses and CIDR ranges')
    .default('127.0.0.0/8,::1')
    .transform(listOf)
    .describe('Addresses and CIDR ranges whose X-Forwarded-For is believed, when RELAY_HOST is not loopback'),
  RELAY_PORT: z.coerce.number().int().min(0).max(65_535).default(8100).describe('0 takes a free one'),
  RELAY_SHARE_PORT: z
    .enum(['true', 'false'])
    .default('false')
    .describe(
      '`true` lets several processes listen on one port, for several cores; they share their channels by REDIS_URL',
    ),
  RELAY_INTERNAL_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'Port of its own, always on 127.0.0.1, for the HTTP API, /health, /ready, /metrics and /admin, which the other then has not; 0 takes a free one',
    ),
  REALTIME_HMAC_SECRET: z.string().default('').describe('Signs relay tokens'),
  REALTIME_HMAC_SECRET_PREVIOUS: z.string().default('').describe('Still accepted during a rotation'),
  REALTIME_API_KEY: z.string().default('').describe('Key of the publisher'),
  REALTIME_API_KEY_PREVIOUS: z.string().default('').describe('Still accepted during a rotation'),
  RELAY_CONFIG: z
    .string()
    .default('')
    .describe('A Centrifugo v6 configuration file (JSON, YAML or TOML); without it the default rules'),
  REDIS_URL: z
    .string()
    .regex(/^(rediss?|valkeys?):\/\/[^\s/]+/, 'must be an address such as redis://127.0.0.1:6379')
    .optional()
    .describe('Redis or Valkey that several relay nodes share; without it one node keeps everything in memory'),
  RELAY_REDIS_PREFIX: z
    .string()
    .regex(/^[-\w.]{1,64}$/)
    .default('rollcall')
    .describe('Of all names in Redis; nodes with the same one belong together'),
  RELAY_REDIS_CONNECT_TIMEOUT: seconds(1).describe('Seconds'),
  RELAY_REDIS_IO_TIMEOUT: seconds(4).describe('Seconds without an answer after which the connection is replaced'),
  RELAY_PRESENCE_INTERVAL: seconds(27).describe(
    'Seconds between two times that a node vouches for its clients in Redis',
  ),
  RELAY_PRESENCE_TTL: seconds(60).describe('Seconds after which the clients of a node that was killed are gone'),
  RELAY_POSITION_CHECK_DELAY: seconds(40).describe(
    'Seconds of silence after which a node asks Redis whether it missed something',
  ),
  METRICS_TOKEN: z
    .string()
    .default('')
    .describe('Shows /metrics to whoever bears it, from anywhere; absent: to this machine only'),
  METRICS_TOKEN_PREVIOUS: z.string().default('').describe('Still accepted during a rotation'),
  RELAY_NODE_NAME: z.string().max(64).default('relay').describe('Shown to operators'),
  RELAY_ADMIN_PASSWORD: z.string().default('').describe('Opens the page /admin; without it there is none'),
  RELAY_ADMIN_BEHIND_PROXY: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true` shows /admin also to requests that came through the reverse proxy'),
  RELAY_ALLOWED_ORIGINS: z.string().default('').describe('Comma-separated origins of pages that may connect; globs'),
  RELAY_ALLOW_MISSING_ORIGIN: z
    .enum(['true', 'false'])
    .default('true')
    .describe('`false` refuses clients without an Origin header, which are no browsers; they need a token in any case'),
  RELAY_PING_INTERVAL: z.coerce.number().int().min(1).max(3600).default(25).describe('Seconds'),
  RELAY_PONG_TIMEOUT: seconds(8).describe('Seconds'),
  RELAY_STALE_CLOSE_DELAY: seconds(10).describe('Seconds from the upgrade to a successful connect'),
  RELAY_EXPIRED_CLOSE_DELAY: seconds(25).describe('Seconds that a connection may outlive its token'),
  RELAY_EXPIRED_SUB_CLOSE_DELAY: seconds(25).describe('Seconds that a subscription may outlive its token'),
  RELAY_CHANNEL_LIMIT: count(128).describe('Channels per connection'),
  RELAY_CONNECTION_LIMIT: count(0, 0).describe('Connections in all; 0 = no limit'),
  RELAY_UNIDENTIFIED_LIMIT: count(5000, 0).describe('Connections that have not logged in yet; 0 = no limit'),
  RELAY_UNIDENTIFIED_PER_ADDRESS: count(500, 0).describe('The same of one address; 0 = no limit'),
  RELAY_CONNECTIONS_PER_USER: count(0, 0).describe('0 = no limit'),
  RELAY_CONNECTIONS_PER_ADDRESS: count(10_000, 0).describe('0 = no limit'),
  RELAY_CONNECTION_RATE: count(2000, 0).describe('New connections per second; 0 = no limit'),
  RELAY_QUEUE_SIZE: count(1_048_576, 1024).describe('Bytes waiting for a client before it is closed as slow'),
  RELAY_MESSAGE_SIZE: count(65_536, 1024).describe('Bytes of one frame from a client'),
  RELAY_COMMAND_RATE: count(300).describe('Commands per second and connection'),
  RELAY_HISTORY_LIMIT: count(300).describe('Publications in one answer to a history command'),
  RELAY_RECOVERY_LIMIT: count(500).describe('Publications that a returning client may have missed'),
  RELAY_MAP_KEYS: count(10_000).describe('Keys of one map; more are refused'),
  RELAY_MAP_BYTES: count(16_777_216, 1024).describe('Bytes of one map; more are refused'),
  RELAY_MAP_MEMORY: count(100_000_000, 1024).describe('Bytes of all maps in memory; on Redis its own limit holds'),
  RELAY_API_BODY_SIZE: count(1_048_576, 1024).describe('Bytes of one API request'),
})

export type Values = z.infer<typeof Environment>

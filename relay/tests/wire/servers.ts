// The servers that the wire suite runs against: the relay with each engine and a real Centrifugo, when CENTRIFUGO_BIN names its binary
// or CENTRIFUGO_URL says where one runs with the configuration beside this file. What a test knows of a server is what any client or publisher knows.
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../bench/src/measuring/free-ports.ts'
import { redisMissing, startRedis, type RedisServer } from '../../../web/server/tests/bench/redis-server.ts'
import { eventually, startRelay } from '../relay-process.ts'
import config from './config.json' with { type: 'json' }

export type WireServer = {
  /** Clients connect here … */
  base: string
  /** … and publishers, and commands of streaming transports, come here: another node, when there are two. */
  otherBase: string
  stop: () => Promise<unknown>
  /** Its configuration file has changed. */
  reload?: () => void
  /** Where it keeps its channels. */
  redis?: RedisServer
}

type ServerKind = { server: string; isMissing: boolean; start: () => Promise<WireServer> }

const environment = process.env
const secret = environment['CENTRIFUGO_HMAC_SECRET'] ?? config.client.token.hmac_secret_key
export const apiKey = environment['CENTRIFUGO_API_KEY'] ?? config.http_api.key
const centrifugoUrl = environment['CENTRIFUGO_URL']?.replace(/\/$/, '') ?? ''

const centrifugoProgram = environment['CENTRIFUGO_BIN'] ?? ''
if (centrifugoUrl === '' && centrifugoProgram === '')
  console.warn('A real Centrifugo is not tested: neither CENTRIFUGO_BIN nor CENTRIFUGO_URL is set.')

const missing = redisMissing()
if (missing !== null) console.warn(`Relay nodes on Redis are not tested: ${missing}`)

const configPath = fileURLToPath(new URL('config.json', import.meta.url))

/** A relay with the suite's configuration. */
export const aWireRelay = (more: Record<string, string> = {}) =>
  startRelay({
    REALTIME_HMAC_SECRET: secret,
    REALTIME_API_KEY: apiKey,
    RELAY_ALLOWED_ORIGINS: '',
    RELAY_CONFIG: configPath,
    ...more,
  })

/** The API on a port of its own. */
async function withInternalPort(): Promise<WireServer> {
  const redis = await startRedis()
  const relay = await aWireRelay({ REDIS_URL: redis.url, CENTRIFUGO_HTTP_SERVER_INTERNAL_PORT: '0' })
  const otherBase = `http://127.0.0.1:${String(relay.internalPort)}`
  await isReady(otherBase)
  const stop = async () => {
    await relay.stop()
    await redis.stop()
  }
  return { base: relay.base, otherBase, stop }
}

/** What a test lets it save is nobody else's. */
const aRedis = () => startRedis(mkdtempSync(join(tmpdir(), 'wire-redis-')))

async function onRedis(nodes: number): Promise<WireServer> {
  const redis = await aRedis()
  const relays = await Promise.all(Array.from({ length: nodes }, () => aWireRelay({ REDIS_URL: redis.url })))
  await Promise.all(relays.map(({ base }) => isReady(base)))
  const [first, last] = [relays[0]?.base ?? '', relays.at(-1)?.base ?? '']
  const stop = async () => {
    await Promise.all(relays.map((relay) => relay.stop()))
    await redis.stop()
  }
  return { base: first, otherBase: last, stop, redis }
}

const centrifugoAt = (base: string): WireServer => ({ base, otherBase: base, stop: async () => {} })

async function aCentrifugo(config = configPath, more: Record<string, string> = {}): Promise<WireServer> {
  const port = await freePort()
  const child = spawn(centrifugoProgram, ['--config', config], {
    stdio: 'ignore',
    env: { ...environment, CENTRIFUGO_HTTP_SERVER_PORT: String(port), ...more },
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const base = `http://127.0.0.1:${port}`
  await eventually(() => isOpen(port, '127.0.0.1'))
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { ...centrifugoAt(base), stop, reload: () => child.kill('SIGHUP') }
}

/** Whether somebody listens. */
export function isOpen(port: number, host: string): Promise<boolean> {
  const socket = connect(port, host)
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).then((open) => {
    socket.destroy()
    return open === true
  })
}

async function isReady(base: string): Promise<void> {
  await eventually(async () => (await fetch(`${base}/ready`)).ok)
}

export const servers: ServerKind[] = [
  {
    server: 'the relay in memory',
    isMissing: false,
    async start() {
      const { base, stop } = await aWireRelay()
      return { base, otherBase: base, stop }
    },
  },
  { server: 'the relay on Redis', isMissing: missing !== null, start: () => onRedis(1) },
  { server: 'two relays on Redis', isMissing: missing !== null, start: () => onRedis(2) },
  {
    server: 'Centrifugo',
    isMissing: centrifugoUrl === '' && centrifugoProgram === '',
    start: async () => (centrifugoUrl === '' ? aCentrifugo() : centrifugoAt(centrifugoUrl)),
  },
]

/** A relay, and a Centrifugo where there is a binary, with a configuration of the test's own. */
export function serversWith(content: object, path = aConfigPath()): ServerKind[] {
  writeFileSync(path, JSON.stringify(content))
  return [
    {
      server: 'the relay',
      isMissing: false,
      async start() {
        const { base, stop, signal } = await aWireRelay({ RELAY_CONFIG: path })
        return { base, otherBase: base, stop, reload: () => signal('SIGHUP') }
      },
    },
    { server: 'Centrifugo', isMissing: centrifugoProgram === '', start: () => aCentrifugo(path) },
  ]
}

export const aConfigPath = () => join(mkdtempSync(join(tmpdir(), 'wire-')), 'config.json')

/** The same pair with a Redis each; Centrifugo's maps are there too, unless told otherwise. */
export function serversOnRedis(mapBroker = 'redis'): ServerKind[] {
  return [
    { server: 'the relay', isMissing: missing !== null, start: () => onRedis(1) },
    {
      server: 'Centrifugo',
      isMissing: missing !== null || centrifugoProgram === '',
      async start() {
        const redis = await aRedis()
        const address = redis.url
        const { stop, ...server } = await aCentrifugo(configPath, {
          CENTRIFUGO_ENGINE_TYPE: 'redis',
          CENTRIFUGO_ENGINE_REDIS_ADDRESS: address,
          CENTRIFUGO_MAP_BROKER_TYPE: mapBroker,
          CENTRIFUGO_MAP_BROKER_REDIS_ADDRESS: address,
        })
        return { ...server, redis, stop: async () => (await stop(), redis.stop()) }
      },
    },
  ]
}

export const relayWithInternalPort: ServerKind = {
  server: 'the relay on Redis, with an internal port',
  isMissing: missing !== null,
  start: withInternalPort,
}

/** An API command; answers its result, or throws with the error's code. */
export async function api({ otherBase }: WireServer, method: string, params: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${otherBase}/api/${method}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: JSON.stringify(params),
  })
  const { result, error } = (await response.json()) as { result: Record<string, unknown>; error?: { code: number } }
  if (error) throw new Error(`The API answered the error ${error.code}.`)
  return result
}

/** `lifetime` in seconds, negative for an expired one; other claims as they are. */
export function aWireToken({
  sub = 'u1',
  lifetime = 3600,
  key = secret,
  ...claims
}: { sub?: string; lifetime?: number; key?: string; [claim: string]: unknown } = {}): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + lifetime
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ sub, exp, ...claims })}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

let serial = 0
/** A name that no other test has, also on a server that is never restarted. */
export const aName = (kind: string) => `${kind}-${process.pid}-${Date.now()}-${++serial}`

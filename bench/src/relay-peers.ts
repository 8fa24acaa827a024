// The relays that are measured side by side: ours as in production, the bare send() loop, Node with ws, Socket.IO and, when its
// executable is named, Centrifugo; and the process with the subscribers of one of them. Called by relay-bench.ts.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRelayToken } from '@rollcall/tokens/relay-token'
import { centrifugoProgram } from './config.ts'
import type { DialectName } from './dialects.ts'
import { freePort, start as startPinned, type MeasuredProcess, type StartOptions } from './measured-process.ts'
import { bundled, onBun, onNode, relayCommand, sendLoopSource } from './programs.ts'
import type { FuzzSettings } from './processes/fuzz-clients.ts'
import type { SubscriberSettings } from './processes/subscribers.ts'

export type RelayName = 'ours' | 'limit' | 'ws' | 'socketio' | 'centrifugo'

export type RelayPeer = {
  readonly name: RelayName
  readonly title: string
  readonly dialect: DialectName
  readonly start: () => Promise<MeasuredProcess>
}

/** Before all other processes, where that is allowed: what else the machine does must not count as a relay's delay. */
const realTime = { program: 'chrt', args: ['--rr', '1'] }
const mayBeFirst = spawnSync(realTime.program, [...realTime.args, 'true']).status === 0

export const priority = mayBeFirst
  ? 'both in real-time priority'
  : 'without real-time priority (only root has it): other processes show in the latencies'

function start({ program, args, ...options }: StartOptions): Promise<MeasuredProcess> {
  if (!mayBeFirst) return startPinned({ program, args, ...options })
  return startPinned({ program: realTime.program, args: [...realTime.args, program, ...args], ...options })
}

const folder = mkdtempSync(join(tmpdir(), 'rollcall-bench-'))
const random = () => randomBytes(32).toString('hex')
const secrets = { tokenSecret: random(), apiKey: random(), origin: 'https://app.example' }

export function relayPeers(): { peers: RelayPeer[]; skipped: string[] } {
  const peers: RelayPeer[] = [{ name: 'ours', title: 'Rollcall relay', dialect: 'centrifugo', start: () => ours() }]
  const skipped: string[] = []
  const sendLoop = join(folder, 'send-loop')
  const compiled = spawnSync('cc', ['-O2', '-o', sendLoop, sendLoopSource], { encoding: 'utf8' })
  if (compiled.status === 0) {
    const program = { program: sendLoop, args: [], side: 'measured' } as const
    peers.push({ name: 'limit', title: 'send() loop in C', dialect: 'plain', start: () => start(program) })
  } else
    skipped.push(`The send() loop is left out: it does not compile (${compiled.error?.message ?? compiled.stderr}).`)
  const node = (name: string) => () =>
    start({ ...onNode(bundled(name)), side: 'measured', env: { NODE_ENV: 'production' } })
  peers.push({ name: 'ws', title: 'Node ws', dialect: 'plain', start: node('ws-relay') })
  peers.push({ name: 'socketio', title: 'Socket.IO', dialect: 'socketio', start: node('socketio-relay') })
  const program = centrifugoProgram
  if (program === null) skipped.push('Centrifugo is left out: CENTRIFUGO_BIN does not name its executable.')
  else peers.push({ name: 'centrifugo', title: 'Centrifugo', dialect: 'centrifugo', start: () => centrifugo(program) })
  return { peers, skipped }
}

export async function startSubscribers(
  peer: Pick<RelayPeer, 'dialect'>,
  port: number,
  payloadBytes: number,
): Promise<MeasuredProcess> {
  const settings: SubscriberSettings = { port, dialect: peer.dialect, payloadBytes, ...secrets }
  const { program, args } = await onBun('subscribers')
  return start({ program, args: [...args, JSON.stringify(settings)], side: 'load' })
}

export async function ours(more: Readonly<Record<string, string>> = {}): Promise<MeasuredProcess> {
  return start({
    ...(await relayCommand()),
    side: 'measured',
    env: {
      NODE_ENV: 'production',
      RELAY_PORT: '0',
      REALTIME_HMAC_SECRET: secrets.tokenSecret,
      REALTIME_API_KEY: secrets.apiKey,
      RELAY_ALLOWED_ORIGINS: secrets.origin,
      ...more,
    },
  })
}

export function aToken(sub: string): string {
  const now = Math.floor(Date.now() / 1000)
  return createRelayToken({ sub, iat: now, exp: now + 3600 }, secrets.tokenSecret)
}

/** Throws when the relay does not take it. */
export async function publishTo({ port }: MeasuredProcess, channel: string, data: unknown): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/publish`, {
    method: 'POST',
    headers: { 'X-API-Key': secrets.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ channel, data }),
  })
  const text = await answer.text()
  if (!answer.ok || text.includes('"error"'))
    throw new Error(`A publication was answered with ${answer.status} ${text}`)
}

/** A figure without labels. */
export async function metric({ port }: MeasuredProcess, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}

/** Broken frames for our relay. */
export async function startFuzzer(port: number): Promise<MeasuredProcess> {
  const settings: FuzzSettings = { port, tokenSecret: secrets.tokenSecret }
  const { program, args } = await onBun('fuzz-clients')
  return start({ program, args: [...args, JSON.stringify(settings)], side: 'load' })
}

/** The same rules as our relay's for the channels of the measurement. One core, as the others. */
async function centrifugo(program: string): Promise<MeasuredProcess> {
  const port = await freePort()
  const file = join(folder, 'centrifugo.json')
  const rules = { allow_subscribe_for_client: true, history_size: 1, history_ttl: '60s', force_recovery: true }
  const configuration = {
    http_server: { address: '127.0.0.1', port },
    log: { level: 'error' },
    client: { token: { hmac_secret_key: secrets.tokenSecret }, allowed_origins: [secrets.origin] },
    http_api: { key: secrets.apiKey },
    channel: { namespaces: [{ name: 'floor', ...rules, force_recovery_mode: 'cache' }] },
  }
  writeFileSync(file, JSON.stringify(configuration))
  return start({ program, args: ['--config', file], side: 'measured', port, env: { GOMAXPROCS: '1' } })
}

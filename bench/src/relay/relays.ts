// The relays that are measured side by side: ours as in production, the bare send() loop, Node with ws, Socket.IO and, when its
// executable is named, Centrifugo; and the process with the subscribers of one of them. Called by relay-bench.ts and the fault proofs of system-tests.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { centrifugoProgram } from '../measuring/config.ts'
import type { DialectName } from './dialects.ts'
import { freePort } from '../measuring/free-ports.ts'
import { start as startPinned, type MeasuredProcess, type StartOptions } from '../measuring/measured-process.ts'
import { temporaryFolder } from '../measuring/database-server.ts'
import { origin, relayEnvironment, secrets } from '../measuring/product-processes.ts'
import { onBun, onNode, peer, relayCommand, sendLoopSource } from '../measuring/programs.ts'
import type { SubscriberSettings } from './subscribers.ts'

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

/** As `start` of measured-process.ts, in real-time priority where that is allowed. */
function start({ program, args, ...options }: StartOptions): Promise<MeasuredProcess> {
  if (!mayBeFirst) return startPinned({ program, args, ...options })
  return startPinned({ program: realTime.program, args: [...realTime.args, program, ...args], ...options })
}

const folder = temporaryFolder()

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
    start({ ...onNode(peer(name)), side: 'measured', env: { NODE_ENV: 'production' } })
  peers.push({ name: 'ws', title: 'Node ws', dialect: 'plain', start: node('ws-relay') })
  peers.push({ name: 'socketio', title: 'Socket.IO', dialect: 'socketio', start: node('socketio-relay') })
  const program = centrifugoProgram
  if (program === null) skipped.push('Centrifugo is left out: CENTRIFUGO_BIN does not name its executable.')
  else peers.push({ name: 'centrifugo', title: 'Centrifugo', dialect: 'centrifugo', start: () => centrifugo(program) })
  return { peers, skipped }
}

export async function startSubscribers(
  { title, dialect }: Pick<RelayPeer, 'title' | 'dialect'>,
  port: number,
  payloadBytes: number,
): Promise<MeasuredProcess> {
  const settings: SubscriberSettings = {
    port,
    title,
    dialect,
    payloadBytes,
    tokenSecret: secrets.relay,
    apiKey: secrets.relayApi,
    origin,
  }
  return start({ ...(await onBun('bench/src/relay/subscribers.ts', JSON.stringify(settings))), side: 'load' })
}

export async function ours(more: Readonly<Record<string, string>> = {}): Promise<MeasuredProcess> {
  const { program, args, runtime } = await relayCommand()
  return start({ program, args, side: 'measured', env: { ...runtime, ...relayEnvironment, ...more } })
}

/** The same rules as our relay's for the channels of the measurement. One core, as the others. */
async function centrifugo(program: string): Promise<MeasuredProcess> {
  const port = await freePort()
  const file = join(folder, 'centrifugo.json')
  const rules = { allow_subscribe_for_client: true, history_size: 1, history_ttl: '60s', force_recovery: true }
  const configuration = {
    http_server: { address: '127.0.0.1', port },
    log: { level: 'error' },
    client: { token: { hmac_secret_key: secrets.relay }, allowed_origins: [origin] },
    http_api: { key: secrets.relayApi },
    channel: { namespaces: [{ name: 'floor', ...rules, force_recovery_mode: 'cache' }] },
  }
  writeFileSync(file, JSON.stringify(configuration))
  return start({ program, args: ['--config', file], side: 'measured', port, env: { GOMAXPROCS: '1' } })
}

// Positions made by a thread of their own: what main's thread asks of it, and what it knows of it. Made by server.ts; the thread is
// positions-worker.ts. Why so: docs/decisions/0079-positions-have-a-thread.md.
import { Worker } from 'node:worker_threads'
import type { FloorRadio } from '@rollcall/contracts/domains/floors'
import type { Repeated } from './background/repeat.ts'
import { type Positions, type PositionsOptions, type PositionsState, sharedNow } from './positions.ts'
import { type Answered, createThreadCalls } from './thread-calls.ts'

export type PositionsThreadData = {
  readonly config: PositionsOptions['config']
  readonly databaseUrl: string
  readonly poolSize: number
}

type Statuses = Readonly<Record<string, Repeated['status']>>
type Seen = { readonly state: PositionsState; readonly statuses: Statuses }

/** What it answers, by name: each takes one value. */
export type ThreadFunctions = {
  readonly take: Positions['take']
  readonly calibrate: (asked: Parameters<Positions['calibrate']>) => ReturnType<Positions['calibrate']>
  readonly radioOf: Positions['radioOf']
  readonly signals: Positions['signals']
  readonly answerSignals: Positions['answers']['signals']
  readonly answerHeard: Positions['answers']['heard']
  readonly look: (_: null) => Seen
  readonly runWork: (name: string) => Promise<void>
  readonly startWork: (name: string) => void
  readonly stopWork: (name: string) => Promise<void>
  readonly listensAt: (address: string) => void
  readonly handOver: (_: null) => Promise<void>
  readonly stop: (_: null) => Promise<void>
}

/** When it has begun. */
export type Begun = {
  readonly work: readonly Pick<Repeated, 'name' | 'everyMs' | 'leaderOnly'>[]
  readonly state: PositionsState
}
/** What it says by itself: that it has begun, that other shares are ours than before, that a canary came through. */
export type FromThread =
  | { readonly begun: Begun }
  | { readonly state: PositionsState }
  | { readonly canarySentAt: number }

/** One for each writer that is likely to be at work, one for what is read. */
const poolSize = 4
/** How often it is looked at: until when it is certain that we lead. */
const lookEveryMs = 1000

/** The bundled positions-worker.ts lies beside the bundle that this is part of. */
export async function positionsInThread(
  { config, connection, log, onCanary }: PositionsOptions,
  file = new URL('./positions-worker.js', import.meta.url),
): Promise<Positions> {
  const { tokenSecrets, sealSecrets, realtime, readingsRedisUrl, peerUrl, logLevel } = config
  const told = { tokenSecrets, sealSecrets, realtime, readingsRedisUrl, peerUrl, logLevel }
  const workerData: PositionsThreadData = { config: told, databaseUrl: connection.url, poolSize }
  const worker = new Worker(file, { workerData })
  const calls = createThreadCalls((asked) => worker.postMessage(asked, []))
  let isStopping = false
  let seen: Seen | null = null
  const begun = await new Promise<Begun>((resolve, reject) => {
    const fail = (error: Error) => {
      calls.lose(error)
      reject(error)
      if (isStopping || !seen) return
      // Whoever starts us starts us anew: nobody would know where people are.
      log.fatal({ code: 'positions_ended', err: error }, 'The thread that makes positions ended.')
      process.exit(1)
    }
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('The thread that makes positions ended.')))
    worker.on('message', (message: FromThread | Answered) => {
      if ('id' in message) calls.take(message)
      else if ('canarySentAt' in message) onCanary(message.canarySentAt)
      else if ('begun' in message) resolve(message.begun)
      else if (seen) seen = { ...seen, state: message.state }
    })
  })
  const idle = { failing: false, endedAt: null }
  seen = { state: begun.state, statuses: Object.fromEntries(begun.work.map(({ name }) => [name, idle])) }
  const known = () => seen as Seen
  const ask =
    <Name extends keyof ThreadFunctions>(name: Name) =>
    (input: Parameters<ThreadFunctions[Name]>[0]) =>
      calls.ask<Awaited<ReturnType<ThreadFunctions[Name]>>>(name, input)
  const look = async () => void (seen = await ask('look')(null))
  const work = begun.work.map((one): Repeated => ({
    ...one,
    get status() {
      return known().statuses[one.name]!
    },
    // It never throws there; who is asked when it has ended has nothing to do.
    run: () => ask('runWork')(one.name).then(look, () => undefined),
    start: () => void ask('startWork')(one.name).catch(() => undefined),
    stop: () => ask('stopWork')(one.name).catch(() => undefined),
  }))
  const workNamed = (name: string) => work.find((one) => one.name === name)!
  const looking = setInterval(() => void look().catch(() => undefined), lookEveryMs).unref()
  const leader = {
    get epoch() {
      return known().state.leader.epoch
    },
    isSure: () => leader.epoch !== null && sharedNow() < known().state.leader.sureUntil,
  }
  return {
    take: ask('take'),
    calibrate: (...asked) => ask('calibrate')(asked),
    radioOf: (floorId) => ask('radioOf')(floorId) as Promise<FloorRadio>,
    signals: ask('signals'),
    answers: { signals: ask('answerSignals'), heard: ask('answerHeard') },
    leader,
    get state() {
      return known().state
    },
    look,
    work,
    holdLeases: workNamed('hold-lease'),
    readSite: workNamed('read-site'),
    readPhoneKeys: workNamed('read-phone-keys'),
    listensAt: (address) => void ask('listensAt')(address),
    handOver: () => ask('handOver')(null),
    async stop() {
      clearInterval(looking)
      isStopping = true
      await ask('stop')(null)
      await worker.terminate()
    },
  }
}

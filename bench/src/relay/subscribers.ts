// The load of the relay measurement: thousands of subscribers and a few publishers of one relay in one process, on Bun's bare
// sockets, so that the client side costs little. Arguments as JSON; one job per line. Any wrong or missing delivery ends it.
import type { Socket } from 'bun'
import { createRelayToken } from '@rollcall/tokens/relay-token'
import { aReader, createDeliveryBook, lanes, type Reader } from './delivery-book.ts'
import { dialects, live, type DialectName } from './dialects.ts'
import { sayLine, serveJobs } from '../measuring/json-jobs.ts'
import { percentile } from '../measuring/numbers.ts'
import { openLane, type PublishLane } from './publish-lane.ts'
import { closeFrame, maskedFrame, pingFrame, pongTo, readFrames, upgradeRequest } from './websocket-frames.ts'

export type SubscriberSettings = {
  readonly port: number
  /** Of the relay, for messages. */
  readonly title: string
  readonly dialect: DialectName
  readonly payloadBytes: number
  readonly tokenSecret: string
  readonly apiKey: string
  readonly origin: string
}

export type SubscriberJob =
  | { readonly do: 'connect'; readonly channels: readonly number[]; readonly each: number }
  | {
      readonly do: 'saturate'
      readonly channels: readonly number[]
      readonly seconds: number
      /** How many publications may be under way. */
      readonly atOnce: number
    }
  /** So many of each channel read nothing more, and nobody counts on them. */
  | { readonly do: 'stall'; readonly channels: readonly number[]; readonly each: number }
  /** All of them go, without a word. */
  | { readonly do: 'leave' }
  | { readonly do: 'pace'; readonly channels: readonly number[]; readonly seconds: number; readonly rate: number }

export type ConnectResult = { readonly connections: number; readonly seconds: number }
export type SaturateResult = { readonly deliveries: number; readonly seconds: number }
/** From sending a publication to its last delivery, milliseconds. */
export type PaceResult = SaturateResult & { readonly p50: number; readonly p99: number }

type State = {
  readonly reader: Reader
  readonly token: string
  stage: 'upgrade' | 'joining' | 'live' | 'stalled' | 'left'
  rest: Buffer | null
  /** What the relay said when it closed. */
  lastWord: string
}

const settings = JSON.parse(process.argv[2] ?? '') as SubscriberSettings
const dialect = dialects[settings.dialect]
const book = createDeliveryBook(settings.payloadBytes)
const readers = new Map<number, number>()
const sockets: Socket<State>[] = []
const connectingAtOnce = 128
const patience = 40_000
const lineFeed = 10
let onLive: () => void = () => undefined
let publishLanes: PublishLane[] = []

const handler = {
  open(socket: Socket<State>) {
    sockets.push(socket)
    socket.write(upgradeRequest(settings.port, dialect.path(socket.data.reader.channel), settings.origin))
  },
  data(socket: Socket<State>, chunk: Buffer) {
    const { data } = socket
    const bytes = data.rest === null ? chunk : Buffer.concat([data.rest, chunk])
    const from = data.stage === 'upgrade' ? takeUpgrade(socket, bytes) : 0
    const frames = from === 0 ? bytes : bytes.subarray(from)
    const used = data.stage === 'upgrade' ? 0 : readFrames(socket, frames, onFrame)
    data.rest = used === frames.length ? null : Buffer.from(frames.subarray(used))
  },
  close(socket: Socket<State>) {
    if (socket.data.stage === 'stalled' || socket.data.stage === 'left') return
    onMistake(new Error(`${settings.title} closed a subscriber that was ${socket.data.stage}: ${socket.data.lastWord}`))
  },
  error: (_socket: Socket<State>, error: Error) => onMistake(error),
}

/** Bytes of the answer to the upgrade; 0 while it is incomplete. */
function takeUpgrade(socket: Socket<State>, bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return 0
  const head = bytes.toString('latin1', 0, end)
  if (!head.startsWith('HTTP/1.1 101')) throw new Error(`An upgrade was answered with ${head.split('\r\n', 1)[0]}.`)
  socket.data.stage = 'joining'
  const hello = dialect.hello(socket.data.reader.channel, socket.data.token)
  if (hello !== null) socket.write(maskedFrame(hello))
  return end + 4
}

function onFrame(socket: Socket<State>, opcode: number, bytes: Buffer, from: number, to: number): void {
  const { data } = socket
  if (opcode === closeFrame) {
    data.lastWord = `${bytes.readUInt16BE(from)} ${bytes.toString('utf8', from + 2, to)}`
    return
  }
  if (opcode === pingFrame) return void socket.write(pongTo(bytes.toString('latin1', from, to)))
  let start = from
  // Centrifugo joins messages to one frame when it has several, a line each.
  for (let end = lineEnd(bytes, start); end < to; end = lineEnd(bytes, start)) {
    onMessage(socket, bytes, start, end)
    start = end + 1
  }
  onMessage(socket, bytes, start, to)
}

function lineEnd(bytes: Buffer, from: number): number {
  const found = bytes.indexOf(lineFeed, from)
  return found === -1 ? Infinity : found
}

function onMessage(socket: Socket<State>, bytes: Buffer, from: number, to: number): void {
  const { data } = socket
  if (data.stage === 'live' && book.delivered(data.reader, bytes, from, to)) return
  const answer = dialect.answer(bytes.toString('utf8', from, to), data.reader.channel)
  if (answer === live) {
    data.stage = 'live'
    onLive()
  } else if (answer !== null) socket.write(maskedFrame(answer))
}

async function connect(channels: readonly number[], each: number): Promise<ConnectResult> {
  const states = channels.flatMap((channel) =>
    Array.from({ length: each }, (_, at): State => {
      const now = Math.floor(Date.now() / 1000)
      const claims = { sub: `reader-${channel}-${at}`, iat: now, exp: now + 3600 }
      const token = createRelayToken(claims, settings.tokenSecret)
      return { reader: aReader(channel), token, stage: 'upgrade', rest: null, lastWord: 'without a word' }
    }),
  )
  const startedAt = performance.now()
  let next = 0
  let joined = 0
  const mayRest = stayAwake()
  await withinPatience(
    new Promise<void>((resolve) => {
      const openNext = () => {
        const data = states[next++]
        if (data) void Bun.connect<State>({ hostname: '127.0.0.1', port: settings.port, data, socket: handler })
      }
      onLive = () => {
        joined += 1
        if (joined === states.length) resolve()
        else openNext()
      }
      for (let at = 0; at < connectingAtOnce; at += 1) openNext()
    }),
    'some subscribers never joined',
  )
  mayRest()
  for (const channel of channels) readers.set(channel, (readers.get(channel) ?? 0) + each)
  return { connections: states.length, seconds: (performance.now() - startedAt) / 1000 }
}

function stall(channels: readonly number[], each: number): object {
  for (const channel of channels) {
    const some = sockets.filter(({ data }) => data.reader.channel === channel && data.stage === 'live').slice(0, each)
    for (const socket of some) {
      socket.data.stage = 'stalled'
      socket.pause()
    }
    readers.set(channel, (readers.get(channel) ?? 0) - some.length)
  }
  return {}
}

/** Reset, not closed: a port that waits for stray packets is not free for the next connection. */
function leave(): object {
  for (const socket of sockets.splice(0)) {
    socket.data.stage = 'left'
    socket.terminate()
  }
  readers.clear()
  return {}
}

/** Publishes and waits for the last delivery; gives back when that was. */
async function publish(lane: number, channel: number): Promise<number> {
  const { data, done } = book.publication(lane, channel, readers.get(channel) ?? 0)
  const [at] = await Promise.all([done, publishLanes[lane]?.publish(channel, data)])
  return at
}

/** Every lane publishes anew as soon as everybody has its last publication, to channels of its own. */
async function saturate(channels: readonly number[], seconds: number, atOnce: number): Promise<SaturateResult> {
  const [before, startedAt] = [book.deliveries(), performance.now()]
  const endsAt = startedAt + seconds * 1000
  const lane = async (number: number) => {
    const own = channels.filter((_, at) => at % atOnce === number)
    for (let turn = 0; own.length > 0 && performance.now() < endsAt; turn += 1) {
      await publish(number, own[turn % own.length] ?? 0)
    }
  }
  const mayRest = stayAwake()
  const all = Promise.all(Array.from({ length: Math.min(lanes, atOnce) }, (_, number) => lane(number)))
  await withinPatience(all, 'some deliveries never came', seconds * 1000)
  mayRest()
  return { deliveries: book.deliveries() - before, seconds: (performance.now() - startedAt) / 1000 }
}

/**
 * This process never sleeps until the returned function is called. To wake a sleeping receiver on the same machine is work of the
 * sender, many times that of the delivery, and comes the oftener the slower the sender is: nothing that subscribers elsewhere cost.
 */
function stayAwake(): () => void {
  let isAwake = true
  const again = () => void (isAwake && setImmediate(again))
  again()
  return () => (isAwake = false)
}

/** So many publications a second, whether or not the last ones have arrived. */
async function pace(channels: readonly number[], seconds: number, rate: number): Promise<PaceResult> {
  const [before, startedAt] = [book.deliveries(), performance.now()]
  const times: number[] = []
  const pending: Promise<void>[] = []
  const count = Math.round(seconds * rate)
  const send = async (number: number) => {
    const at = number % channels.length
    const sentAt = performance.now()
    times.push((await publish(at % lanes, channels[at] ?? 0)) - sentAt)
  }
  await new Promise<void>((resolve) => {
    const clock = setInterval(() => {
      const due = Math.min(count, ((performance.now() - startedAt) / 1000) * rate)
      while (pending.length < due) pending.push(send(pending.length))
      if (pending.length < count) return
      clearInterval(clock)
      resolve()
    }, 1)
  })
  await withinPatience(Promise.all(pending), 'some deliveries never came')
  const sorted = Float64Array.from(times).sort()
  const took = (performance.now() - startedAt) / 1000
  const deliveries = book.deliveries() - before
  return { deliveries, seconds: took, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

function withinPatience<Value>(promise: Promise<Value>, otherwise: string, extra = 0): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${settings.title}: ${otherwise} (${book.missing().join(', ')})`)),
      patience + extra,
    )
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function onMistake(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
process.on('uncaughtException', onMistake)
process.on('unhandledRejection', onMistake)
process.on('SIGTERM', () => process.exit(0))

sayLine({ port: settings.port })
serveJobs(async (job: SubscriberJob) => {
  if (job.do === 'connect') return connect(job.channels, job.each)
  if (job.do === 'stall') return stall(job.channels, job.each)
  if (job.do === 'leave') return leave()
  // Opened for each job: servers close HTTP connections that are idle for a few seconds.
  const { port, apiKey } = settings
  publishLanes = await Promise.all(Array.from({ length: lanes }, () => openLane({ port, dialect, apiKey, onMistake })))
  const result = await (job.do === 'saturate'
    ? saturate(job.channels, job.seconds, job.atOnce)
    : pace(job.channels, job.seconds, job.rate))
  for (const lane of publishLanes) lane.close()
  return result
})

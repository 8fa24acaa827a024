// `npm run bench -- relay`: what a delivery, an idle connection and an accepted connection cost, beside the physical limit (a
// bare send() loop) and the usual servers, or those of them that are named (`relay ours limit`, `relay crossing`). Interleaved rounds; only the CPU
// time of the server counts. `--short`: one round of each, to see that everything works.
import { setTimeout as sleep } from 'node:timers/promises'
import { pinning, type MeasuredProcess } from '../measuring/measured-process.ts'
import { median, medianRatio } from '../measuring/numbers.ts'
import { createCpuMeter, residentBytes, watchOthers } from '../measuring/process-meter.ts'
import { measureCrossing, printCrossing } from './crossing.ts'
import type { ConnectResult, PaceResult, SaturateResult, SubscriberJob } from './subscribers.ts'
import { priority, relayPeers, startSubscribers, type RelayName, type RelayPeer } from './relays.ts'
import {
  measurement,
  printGoals,
  printJson,
  printOtherLoad,
  printTable,
  roundsWithin,
  type Goal,
} from '../measuring/report.ts'

/** Many short ones: the speed of a machine drifts, and only what is measured right after each other can be compared. */
const short = process.argv.includes('--short')
const costRounds = short ? 1 : 40
const saturateSeconds = 0.2
const paceRounds = short ? 1 : 9
const paceSeconds = 2
/** Seconds after which no further round of either begins. */
const timeLimit = { cost: 200, pace: 280 }
const payloadBytes = 2048
const idleConnections = 10_000
const warmConnections = 3000
/** Rounds of so many connections after the idle ones have left; then the runtime has compiled what accepts. */
const accepted = { rounds: short ? 1 : 5, connections: 5000, apart: 1000 }
/** Seconds of publications before the first round, for the same reason: to one subscriber, which brings thousands a second. */
const warmSeconds = 3
const warmChannel = 99

/**
 * Channel 0 has 1,000 subscribers, channels 1 to 50 have 100 each. One publication at a time on one channel: several would be
 * sent to a subscriber in one piece by servers that can, and nothing could be said about the cost of a single delivery.
 */
const shapes = {
  wide: { says: '1 channel × 1,000 subscribers', channels: [0], each: 1000, atOnce: 1 },
  many: {
    says: '50 channels × 100 subscribers',
    channels: Array.from({ length: 50 }, (_, at) => at + 1),
    each: 100,
    atOnce: 4,
  },
} as const
type Shape = keyof typeof shapes
const shapeNames: readonly Shape[] = ['wide', 'many']

/** 500 a second to 100 subscribers each. With 1,000 subscribers even the send() loop needs most of the 5 ms for one. */
const pacedRate = 500

type Subject = {
  readonly peer: RelayPeer
  readonly server: MeasuredProcess
  readonly spent: () => number
  readonly ask: <Answer>(job: SubscriberJob) => Promise<Answer>
  /** One number per round; microseconds of CPU per delivery, deliveries per second, milliseconds. */
  readonly cpu: Record<Shape, number[]>
  readonly rate: Record<Shape, number[]>
  readonly p50: number[]
  readonly p99: number[]
  readonly paced: number[]
}

/** Connections per second, microseconds of CPU per connection. */
type Accepts = { readonly rate: number; readonly cpu: number }

type Idle = {
  readonly name: RelayName
  readonly title: string
  readonly bytes: number
  /** While the runtime still compiles: what came second of the idle ones. */
  readonly fresh: Accepts
  readonly warm: Accepts
}

await measurement(async () => {
  const requested = process.argv.slice(2).filter((name) => name !== '--short')
  const { peers: all, skipped } = relayPeers()
  const peers = all.filter(({ name }) => requested.length === 0 || requested.includes(name))
  console.log(`${payloadBytes} bytes, ${costRounds} rounds; ${pinning}, ${priority}.`)
  for (const sentence of skipped) console.log(sentence)
  const others = watchOthers()
  const idle: Idle[] = []
  for (const peer of peers) idle.push(await measureIdle(peer))
  const subjects: Subject[] = []
  for (const peer of peers) subjects.push(await prepare(peer))
  for (const subject of subjects) {
    await subject.ask<SaturateResult>({ do: 'saturate', channels: [warmChannel], seconds: warmSeconds, atOnce: 1 })
    for (const shape of shapeNames) await saturate(subject, shape, 0.5)
  }
  for (const round of roundsWithin(costRounds, timeLimit.cost)) {
    // Nobody is always the first, or always behind the same one.
    const inTurn = round % 2 === 0 ? subjects : subjects.toReversed()
    for (const shape of shapeNames) {
      for (const subject of inTurn) {
        const { cpu, rate } = await saturate(subject, shape, saturateSeconds)
        subject.cpu[shape].push(cpu)
        subject.rate[shape].push(rate)
      }
    }
  }
  for (const _ of roundsWithin(paceRounds, timeLimit.pace)) for (const subject of subjects) await pace(subject)
  const crossing = requested.length === 0 || requested.includes('crossing') ? await measureCrossing(payloadBytes) : []
  if (subjects.length > 0) report(subjects, idle, others())
  if (typeof crossing === 'string') console.log(crossing)
  else if (crossing.length > 0) printCrossing(crossing)
})

async function measureIdle(peer: RelayPeer): Promise<Idle> {
  const server = await peer.start()
  const subscribers = await startSubscribers(peer, server.port, payloadBytes)
  const spent = createCpuMeter(server.pid)
  const accept = async (count: number): Promise<Accepts> => {
    const cpuBefore = spent()
    const { seconds } = await subscribers.ask<ConnectResult>({ do: 'connect', channels: [0], each: count })
    return { rate: count / seconds, cpu: (spent() - cpuBefore) / count }
  }
  await accept(warmConnections)
  const before = await settledBytes(server.pid, 3)
  await accept(idleConnections / 2)
  const fresh = await accept(idleConnections / 2)
  const bytes = ((await settledBytes(server.pid, 10)) - before) / idleConnections
  const rounds: Accepts[] = []
  for (let round = 0; round < accepted.rounds; round += 1) {
    // More connections at a time would leave the client's side too few free ports, and the search for one would take longest.
    await subscribers.ask<object>({ do: 'leave' })
    await sleep(accepted.apart)
    rounds.push(await accept(accepted.connections))
  }
  const warm = { rate: median(rounds.map(({ rate }) => rate)), cpu: median(rounds.map(({ cpu }) => cpu)) }
  await subscribers.stop()
  await server.stop()
  return { name: peer.name, title: peer.title, bytes, fresh, warm }
}

/** The least within so many seconds: garbage of the accepting is collected, or counted where it is not. */
async function settledBytes(pid: number, seconds: number): Promise<number> {
  let least = Infinity
  for (let reading = 0; reading < seconds * 2; reading += 1) {
    await sleep(500)
    least = Math.min(least, residentBytes(pid))
  }
  return least
}

async function prepare(peer: RelayPeer): Promise<Subject> {
  const server = await peer.start()
  const { ask } = await startSubscribers(peer, server.port, payloadBytes)
  await ask<ConnectResult>({ do: 'connect', channels: [warmChannel], each: 1 })
  for (const shape of shapeNames) {
    const { channels, each } = shapes[shape]
    await ask<ConnectResult>({ do: 'connect', channels, each })
  }
  const none = () => ({ wide: [], many: [] })
  return {
    peer,
    server,
    spent: createCpuMeter(server.pid),
    ask,
    cpu: none(),
    rate: none(),
    p50: [],
    p99: [],
    paced: [],
  }
}

async function saturate({ spent, ask }: Subject, shape: Shape, seconds: number) {
  const before = spent()
  const { channels, atOnce } = shapes[shape]
  const result = await ask<SaturateResult>({ do: 'saturate', channels, seconds, atOnce })
  const cpu = (spent() - before) / result.deliveries
  return { cpu, rate: result.deliveries / result.seconds }
}

async function pace(subject: Subject): Promise<void> {
  const { channels } = shapes.many
  const result = await subject.ask<PaceResult>({ do: 'pace', channels, seconds: paceSeconds, rate: pacedRate })
  subject.p50.push(result.p50)
  subject.p99.push(result.p99)
  subject.paced.push(result.deliveries / result.seconds)
}

function report(subjects: readonly Subject[], idle: readonly Idle[], otherCores: number): void {
  const find = (name: RelayName) => subjects.find(({ peer }) => peer.name === name)
  const ratioTo = (name: RelayName, shape: Shape) =>
    medianRatio(find('ours')?.cpu[shape] ?? [], find(name)?.cpu[shape] ?? [])
  for (const shape of shapeNames) {
    const rows = subjects.map(({ peer, cpu, rate }) => {
      const againstLimit = medianRatio(cpu[shape], find('limit')?.cpu[shape] ?? [])
      return [peer.title, median(cpu[shape]), median(rate[shape]), againstLimit, ratioTo(peer.name, shape)]
    })
    printTable(shapes[shape].says, ['', 'CPU µs/delivery', 'deliveries/s', '÷ limit', 'ours ÷ this'], rows)
  }
  printTable(
    'Publish to last delivery, 50 × 100 subscribers, 500 publications/s',
    ['', 'deliveries/s', 'p50 ms', 'p99 ms', 'best p99'],
    subjects.map(({ peer, paced, p50, p99 }) => [
      peer.title,
      median(paced),
      median(p50),
      median(p99),
      Math.min(...p99),
    ]),
  )
  printTable(
    `${idleConnections.toLocaleString('en')} idle connections, upgraded and subscribed (ours and Centrifugo: with a token)`,
    ['', 'resident bytes each', 'accepts/s', 'CPU µs/accept', 'accepts/s, fresh', 'CPU µs/accept, fresh'],
    idle.map(({ title, bytes, warm, fresh }) => [title, bytes, warm.rate, warm.cpu, fresh.rate, fresh.cpu]),
  )
  printOtherLoad(otherCores)
  const [own, ownIdle] = [find('ours'), idle.find(({ name }) => name === 'ours')]
  const goals: Goal[] = [
    { says: '1 × 1,000: CPU per delivery against the limit', measured: ratioTo('limit', 'wide'), atMost: 1.1 },
    { says: '50 × 100: CPU per delivery against the limit', measured: ratioTo('limit', 'many'), atMost: 1.25 },
    { says: 'resident bytes per idle connection', measured: ownIdle?.bytes ?? Number.NaN, atMost: 2500 },
    { says: 'accepts per second, warm', measured: ownIdle?.warm.rate ?? Number.NaN, atLeast: 12_000 },
    { says: 'accepts per second from a fresh start', measured: ownIdle?.fresh.rate ?? Number.NaN, atLeast: 12_000 },
    { says: 'p99 publish to last delivery at 50,000 deliveries/s, ms', measured: median(own?.p99 ?? []), atMost: 3 },
  ]
  printGoals(goals)
  const relays = subjects.map(({ peer, cpu, rate, paced, p50, p99 }) => ({
    name: peer.name,
    cpu,
    rate,
    paced,
    p50,
    p99,
  }))
  printJson({ measurement: 'relay', rounds: own?.cpu.wide.length, payloadBytes, otherCores, relays, idle, goals })
}

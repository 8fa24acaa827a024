// What it costs when publications cross from one relay process to another: one in memory, one on Redis, and two that share a port and
// their channels through that Redis. The CPU time of all of them and of Redis counts. Part of relay-bench.ts.
import { createCpuMeter } from '../measuring/process-meter.ts'
import { freePort } from '../measuring/free-ports.ts'
import { start, type MeasuredProcess } from '../measuring/measured-process.ts'
import { median, medianRatio } from '../measuring/numbers.ts'
import { ensureProgram } from '../measuring/programs.ts'
import { printJson, printTable } from '../measuring/report.ts'
import { ours, startSubscribers } from './relays.ts'
import type { ConnectResult, PaceResult, SaturateResult } from './subscribers.ts'

const rounds = 9
const seconds = 0.4
/** Channel 0 has 1,000 subscribers; channel 1 has 100, and gets 500 publications a second. */
const [wide, narrow] = [
  { channels: [0], each: 1000 },
  { channels: [1], each: 100 },
]
const pacedRate = 500

type Arrangement = {
  readonly title: string
  readonly processes: readonly MeasuredProcess[]
  readonly ask: MeasuredProcess['ask']
  readonly spent: () => number
  readonly cpu: number[]
  readonly p50: number[]
  readonly p99: number[]
}

export type Crossing = Pick<Arrangement, 'title' | 'cpu' | 'p50' | 'p99'>

/** A sentence when there is no Redis. */
export async function measureCrossing(payloadBytes: number): Promise<readonly Crossing[] | string> {
  const missing = ensureProgram('redis-server', 'redis-server')
  if (missing !== null) return `The cost of crossing between processes is left out: ${missing}`
  const redisPort = await freePort()
  const plain = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const redis = await start({
    program: 'redis-server',
    args: ['--port', String(redisPort), ...plain],
    side: 'measured',
    port: redisPort,
  })
  const onRedis = (name: string, port: number) => ({
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    RELAY_REDIS_PREFIX: name,
    RELAY_SHARE_PORT: 'true',
    RELAY_PORT: String(port),
  })
  const arrange = async (title: string, processes: MeasuredProcess[]): Promise<Arrangement> => {
    const meters = [...processes, redis].map(({ pid }) => createCpuMeter(pid))
    const { ask } = await startSubscribers({ title, dialect: 'centrifugo' }, processes[0]?.port ?? 0, payloadBytes)
    for (const crowd of [wide, narrow]) await ask<ConnectResult>({ do: 'connect', ...crowd })
    await ask<SaturateResult>({ do: 'saturate', channels: wide.channels, seconds: 2, atOnce: 1 })
    const spent = () => meters.reduce((sum, meter) => sum + meter(), 0)
    return { title, processes, ask, spent, cpu: [], p50: [], p99: [] }
  }
  const shared = await freePort()
  const arrangements = [
    await arrange('one process, in memory', [await ours()]),
    await arrange('one process, Redis', [await ours(onRedis('one', await freePort()))]),
    await arrange('two processes on one port, Redis', [
      await ours(onRedis('two', shared)),
      await ours(onRedis('two', shared)),
    ]),
  ]
  for (let round = 0; round < rounds; round += 1) for (const one of arrangements) await measure(one)
  return arrangements
}

async function measure({ ask, spent, cpu, p50, p99 }: Arrangement): Promise<void> {
  const before = spent()
  const { deliveries } = await ask<SaturateResult>({ do: 'saturate', channels: wide.channels, seconds, atOnce: 1 })
  cpu.push((spent() - before) / deliveries)
  const paced = await ask<PaceResult>({ do: 'pace', channels: narrow.channels, seconds, rate: pacedRate })
  p50.push(paced.p50)
  p99.push(paced.p99)
}

export function printCrossing(crossings: readonly Crossing[]): void {
  const inMemory = crossings[0]?.cpu ?? []
  printTable(
    'Crossing between processes: 1 × 1,000 for the CPU, all processes and Redis; 1 × 100, 500 publications/s for the time',
    ['', 'CPU µs/delivery', '÷ one in memory', 'p50 ms', 'p99 ms'],
    crossings.map(({ title, cpu, p50, p99 }) => [
      title,
      median(cpu),
      medianRatio(cpu, inMemory),
      median(p50),
      median(p99),
    ]),
  )
  printJson({
    measurement: 'crossing',
    crossings: crossings.map(({ title, cpu, p50, p99 }) => ({ title, cpu, p50, p99 })),
  })
}

// `npm run bench -- relay-proofs`: what the relay must hold at scale. A million deliveries without one wrong; a tenth of its
// clients stalled without the others noticing; a hundred thousand broken frames; crowds; a relay that is killed. The suite has small
// versions of all.
import { setTimeout as sleep } from 'node:timers/promises'
import { residentBytes } from './process-meter.ts'
import type { FuzzResult } from './processes/fuzz-clients.ts'
import type { PaceResult, SaturateResult, SubscriberJob } from './processes/subscribers.ts'
import { itStops, someVanish, tooManyCome } from './relay-crowds.ts'
import { itIsKilled } from './relay-killed.ts'
import { allVanish, strangersWait } from './relay-strangers.ts'
import { metric, ours, startFuzzer, startSubscribers } from './relay-peers.ts'
import { measurement, printGoals, printJson, type Goal } from './report.ts'

const twenty = Array.from({ length: 20 }, (_, at) => at)
const megabyte = 1_000_000

const deliveriesWanted = 1_000_000
const clientsPerChannel = 100

const stalled = { perChannel: 10, payloadBytes: 20_000, publicationsPerSecond: 200, seconds: 40, returnWithin: 30 }

/**
 * Bytes. A queue is looked at after every sixteenth of its limit of 1 MiB that is published to a channel, so it holds a sixteenth and one
 * publication more at most. The allocator's sizes are an eighth apart: queues of 1.05 MiB, read inside the relay, took 1.15 MiB.
 */
const queueAtMost = (1024 * 1024 * (1 + 1 / 16) + stalled.payloadBytes) * (1 + 1 / 8)

const fuzzed = { warm: 20_000, frames: 100_000 }

/** All, or those that are named (`relay-proofs million stop`). */
const proofs: Readonly<Record<string, () => Promise<Goal[]>>> = {
  million: aMillion,
  stalled: someStalled,
  broken: brokenFrames,
  vanish: someVanish,
  flood: tooManyCome,
  strangers: strangersWait,
  storm: allVanish,
  stop: itStops,
  killed: itIsKilled,
}

await measurement(async () => {
  const wanted = process.argv.slice(2)
  const goals: Goal[] = []
  for (const [name, prove] of Object.entries(proofs)) {
    if (wanted.length === 0 || wanted.includes(name)) goals.push(...(await prove()))
  }
  printGoals(goals)
  printJson({ measurement: 'relay-proofs', goals })
})

/** Every single delivery is checked where it arrives; one that is wrong, missing or twice ends the measurement. */
async function aMillion(): Promise<Goal[]> {
  const relay = await ours()
  const { ask, stop } = await startSubscribers({ dialect: 'centrifugo' }, relay.port, 512)
  await ask<object>(job({ do: 'connect', channels: twenty, each: clientsPerChannel }))
  let [deliveries, seconds] = [0, 0]
  while (deliveries < deliveriesWanted) {
    const part = await ask<SaturateResult>(job({ do: 'saturate', channels: twenty, seconds: 2, atOnce: 4 }))
    deliveries += part.deliveries
    seconds += part.seconds
  }
  await Promise.all([stop(), relay.stop()])
  console.log(`${deliveries.toLocaleString('en')} deliveries over 20 channels in ${seconds.toFixed(1)} s: all right.`)
  return [
    { says: 'deliveries over 20 channels, none crossed, lost, doubled or early', measured: deliveries, atLeast: 1e6 },
  ]
}

async function someStalled(): Promise<Goal[]> {
  const { payloadBytes, perChannel, publicationsPerSecond: rate, seconds, returnWithin } = stalled
  // No pings: it is the full queue that must end them.
  const relay = await ours({ RELAY_PING_INTERVAL: '600' })
  const { ask, stop } = await startSubscribers({ dialect: 'centrifugo-global' }, relay.port, payloadBytes)
  await ask<object>(job({ do: 'connect', channels: twenty, each: clientsPerChannel }))
  const pace = (time: number) => ask<PaceResult>(job({ do: 'pace', channels: twenty, seconds: time, rate }))
  // The garbage of publishing is nobody's queue: those begin where the memory ends that it takes when everybody reads.
  const unstalled = watchMemory(relay.pid)
  await pace(10)
  const working = unstalled.peak()
  await sleep(2000)
  const before = residentBytes(relay.pid)
  await ask<object>(job({ do: 'stall', channels: twenty, each: perChannel }))
  const memory = watchMemory(relay.pid)
  const { p50, p99, deliveries } = await pace(seconds)
  const evicted = await metric(relay, 'relay_slow_clients_evicted')
  const deadline = performance.now() + returnWithin * 1000
  let after = residentBytes(relay.pid)
  while (after - before > 10 * megabyte && performance.now() < deadline) {
    await sleep(500)
    after = Math.min(after, residentBytes(relay.pid))
  }
  const left = await metric(relay, 'centrifugo_node_num_clients')
  await Promise.all([stop(), relay.stop()])
  console.log(
    `${deliveries.toLocaleString('en')} deliveries of ${payloadBytes} bytes to 1,800 of 2,000 clients: p50 ${p50.toFixed(1)} ms, ` +
      `p99 ${p99.toFixed(1)} ms; ${evicted} stalled clients were closed, ${left} are left. ` +
      `Memory ${shown(before)} before, ${shown(memory.peak())} at most, ${shown(after)} after.`,
  )
  return [
    { says: 'p99 of those who read, with 200 of 2,000 stalled, ms', measured: p99, atMost: 100 },
    { says: 'stalled clients closed', measured: evicted, atLeast: 200 },
    {
      says: 'bytes per stalled client at the peak',
      measured: (memory.peak() - working) / 200,
      atMost: queueAtMost,
    },
    { says: 'memory above its baseline afterwards, MB', measured: (after - before) / megabyte, atMost: 10 },
  ]
}

async function brokenFrames(): Promise<Goal[]> {
  const relay = await ours()
  const { ask, stop } = await startFuzzer(relay.port)
  await ask<FuzzResult>({ frames: fuzzed.warm })
  await sleep(5000)
  const before = residentBytes(relay.pid)
  const { frames, connections, seconds } = await ask<FuzzResult>({ frames: fuzzed.frames })
  await sleep(5000)
  const growth = (residentBytes(relay.pid) - before) / megabyte
  const left = await metric(relay, 'centrifugo_node_num_clients')
  await Promise.all([stop(), relay.stop()])
  console.log(
    `${frames.toLocaleString('en')} broken frames on ${connections.toLocaleString('en')} connections in ${seconds.toFixed(1)} s: ` +
      `the relay lives, ${left} connections are left, memory ${shown(before)} before, ${growth.toFixed(1)} MB more after.`,
  )
  return [
    { says: 'broken frames taken without a crash', measured: frames, atLeast: 1e5 },
    { says: 'memory growth by them, MB', measured: growth, atMost: 20 },
    { says: 'connections left behind', measured: left, atMost: 0 },
  ]
}

function job(wanted: SubscriberJob): SubscriberJob {
  return wanted
}

function shown(bytes: number): string {
  return `${(bytes / megabyte).toFixed(0)} MB`
}

function watchMemory(pid: number): { peak: () => number } {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, residentBytes(pid))), 250)
  timer.unref()
  return {
    peak() {
      clearInterval(timer)
      return most
    },
  }
}

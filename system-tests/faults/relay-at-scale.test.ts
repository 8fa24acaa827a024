// What the relay must hold at scale, in a real process: a million deliveries without one wrong; a tenth of its clients stalled without
// the others noticing; a hundred thousand broken frames; crowds; a relay that is killed. Its own suite has small versions of all.
// `npm run test:faults`.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { start, stopAll } from '@rollcall/bench/measuring/measured-process'
import { residentBytes } from '@rollcall/bench/measuring/process-meter'
import { secrets } from '@rollcall/bench/measuring/product-processes'
import { onBun } from '@rollcall/bench/measuring/programs'
import { type Goal, isMet, threeFigures } from '@rollcall/bench/measuring/report'
import { ours, startSubscribers } from '@rollcall/bench/relay/relays'
import type { PaceResult, SaturateResult, SubscriberJob } from '@rollcall/bench/relay/subscribers'
import type { FuzzResult, FuzzSettings } from './fuzz-clients.ts'
import { metric } from './relay-api.ts'
import { itStops, someVanish, tooManyCome } from './relay-crowds.ts'
import { itIsKilled } from './relay-killed.ts'
import { allVanish, silentSocketsWait } from './relay-silent-sockets.ts'

const twenty = Array.from({ length: 20 }, (_, at) => at)
const megabyte = 1_000_000

const deliveriesDue = 1_000_000
const clientsPerChannel = 100

const stalled = { perChannel: 10, payloadBytes: 20_000, publicationsPerSecond: 200, seconds: 40, returnWithin: 30 }

/**
 * Bytes. A queue is looked at after every sixteenth of its limit of 1 MiB that is published to a channel, so it holds a sixteenth and one
 * publication more at most. The allocator's sizes are an eighth apart: queues of 1.05 MiB, read inside the relay, took 1.15 MiB.
 */
const queueAtMost = (1024 * 1024 * (1 + 1 / 16) + stalled.payloadBytes) * (1 + 1 / 8)

const fuzzed = { warm: 20_000, frames: 100_000 }

describe('the relay', () => {
  afterEach(stopAll)

  it.each([
    ['brings a million deliveries without one wrong', aMillion],
    ['serves those who read while a tenth stalls', someStalled],
    ['survives a hundred thousand broken frames', brokenFrames],
    ['forgets clients that vanish', someVanish],
    ['refuses connections beyond its limits', tooManyCome],
    ['drops sockets that never sign in', silentSocketsWait],
    ['answers while all clients vanish together', allVanish],
    ['tells everybody when it stops', itStops],
    ['is found again after it was killed', itIsKilled],
  ])('%s', async (_, prove) => {
    for (const goal of await prove())
      expect.soft(isMet(goal), `${goal.says}: ${threeFigures(goal.measured)}`).toBe(true)
  })
})

/** Every single delivery is checked where it arrives; one that is wrong, missing or twice ends the subscribers' process. */
async function aMillion(): Promise<Goal[]> {
  const relay = await ours()
  const { ask } = await startSubscribers({ title: 'The relay', dialect: 'centrifugo' }, relay.port, 512)
  const job = (next: SubscriberJob) => ask<SaturateResult>(next)
  await job({ do: 'connect', channels: twenty, each: clientsPerChannel })
  let deliveries = 0
  while (deliveries < deliveriesDue)
    deliveries += (await job({ do: 'saturate', channels: twenty, seconds: 2, atOnce: 4 })).deliveries
  return [
    { says: 'deliveries over 20 channels, none crossed, lost, doubled or early', measured: deliveries, atLeast: 1e6 },
  ]
}

async function someStalled(): Promise<Goal[]> {
  const { payloadBytes, perChannel, publicationsPerSecond: rate, seconds, returnWithin } = stalled
  // No pings: it is the full queue that must end them.
  const relay = await ours({ RELAY_PING_INTERVAL: '600' })
  const { ask } = await startSubscribers({ title: 'The relay', dialect: 'centrifugo-global' }, relay.port, payloadBytes)
  const job = (next: SubscriberJob) => ask<PaceResult>(next)
  await job({ do: 'connect', channels: twenty, each: clientsPerChannel })
  const pace = (time: number) => job({ do: 'pace', channels: twenty, seconds: time, rate })
  // The garbage of publishing is nobody's queue: those begin where the memory ends that it takes when everybody reads.
  const unstalled = watchMemory(relay.pid)
  await pace(10)
  const working = unstalled.peak()
  await sleep(2000)
  const before = residentBytes(relay.pid)
  await job({ do: 'stall', channels: twenty, each: perChannel })
  const memory = watchMemory(relay.pid)
  const { p99 } = await pace(seconds)
  const evicted = await metric(relay, 'relay_slow_clients_evicted')
  const deadline = performance.now() + returnWithin * 1000
  let after = residentBytes(relay.pid)
  while (after - before > 10 * megabyte && performance.now() < deadline) {
    await sleep(500)
    after = Math.min(after, residentBytes(relay.pid))
  }
  return [
    { says: 'p99 of those who read, with 200 of 2,000 stalled, ms', measured: p99, atMost: 100 },
    { says: 'stalled clients closed', measured: evicted, atLeast: 200 },
    { says: 'bytes per stalled client at the peak', measured: (memory.peak() - working) / 200, atMost: queueAtMost },
    { says: 'memory above its baseline afterwards, MB', measured: (after - before) / megabyte, atMost: 10 },
  ]
}

async function brokenFrames(): Promise<Goal[]> {
  const relay = await ours()
  const settings: FuzzSettings = { port: relay.port, tokenSecret: secrets.relay }
  const command = await onBun('system-tests/faults/fuzz-clients.ts', JSON.stringify(settings))
  const { ask } = await start({ ...command, side: 'load' })
  await ask<FuzzResult>({ frames: fuzzed.warm })
  await sleep(5000)
  const before = residentBytes(relay.pid)
  const { frames } = await ask<FuzzResult>({ frames: fuzzed.frames })
  await sleep(5000)
  const growth = (residentBytes(relay.pid) - before) / megabyte
  return [
    { says: 'broken frames taken without a crash', measured: frames, atLeast: 1e5 },
    { says: 'memory growth by them, MB', measured: growth, atMost: 20 },
    { says: 'connections left behind', measured: await metric(relay, 'centrifugo_node_num_clients'), atMost: 0 },
  ]
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

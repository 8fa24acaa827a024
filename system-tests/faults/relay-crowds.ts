// Proofs of the relay with crowds at the sizes of the hostile cases R-FL-12, 13 and 19: clients that vanish, too many that come,
// all of them when it stops. Plain sockets of this process. Called by relay-at-scale.test.ts; the suite has small versions.
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaceResult } from '@rollcall/bench/relay/subscribers'
import { relayToken } from '@rollcall/bench/measuring/product-processes'
import { ours, startSubscribers } from '@rollcall/bench/relay/relays'
import { metric } from './relay-api.ts'
import type { Goal } from '@rollcall/bench/measuring/report'
import { maskedFrame, readFrames, upgradeRequest } from '@rollcall/bench/relay/websocket-frames'

const twenty = Array.from({ length: 20 }, (_, at) => at)
const closeFrame = 8
const shutdown = 3001

/** Usual pings: who is silent is asked after 25 s at most and has 8 s to answer; both are looked at every quarter of a second. */
export async function someVanish(): Promise<Goal[]> {
  const relay = await ours()
  const { ask, stop } = await startSubscribers({ title: 'The relay', dialect: 'centrifugo' }, relay.port, 512)
  await ask<object>({ do: 'connect', channels: twenty, each: 25 })
  await ask<object>({ do: 'stall', channels: twenty, each: 25 })
  const startedAt = performance.now()
  while ((await metric(relay, 'centrifugo_node_num_clients')) > 0 && performance.now() - startedAt < 60_000)
    await sleep(100)
  const seconds = (performance.now() - startedAt) / 1000
  await Promise.all([stop(), relay.stop()])
  console.log(`500 clients that fell silent were forgotten within ${seconds.toFixed(1)} s.`)
  return [{ says: 'seconds until silent clients are forgotten', measured: seconds, atMost: 34 }]
}

const flood = { sockets: 5000, perSecond: 1500, placesPerAddress: 1000, rate: 500 }

export async function tooManyCome(): Promise<Goal[]> {
  const { sockets, perSecond, placesPerAddress, rate } = flood
  const relay = await ours({
    RELAY_CONNECTIONS_PER_ADDRESS: String(placesPerAddress),
    RELAY_CONNECTION_RATE: String(rate),
  })
  const { ask, stop } = await startSubscribers({ title: 'The relay', dialect: 'centrifugo' }, relay.port, 512)
  await ask<object>({ do: 'connect', channels: twenty, each: 10 })
  // The second in which those came has no room for others.
  await sleep(1000)
  const others = ask<PaceResult>({ do: 'pace', channels: twenty, seconds: 5, rate: 100 })
  const answers: Promise<number>[] = []
  const crowd: Socket[] = []
  while (answers.length < sockets) {
    for (let at = 0; at < perSecond / 20; at += 1) answers.push(upgradeStatus(relay.port, crowd))
    await sleep(50)
  }
  const statuses = await Promise.all(answers)
  const { p99 } = await others
  for (const socket of crowd) socket.destroy()
  await Promise.all([stop(), relay.stop()])
  const count = (status: number) => statuses.filter((one) => one === status).length
  console.log(
    `${sockets.toLocaleString('en')} connections from one address: ${count(101)} let in, ${count(503)} refused; ` +
      `p99 of the clients that were there ${p99.toFixed(1)} ms.`,
  )
  return [
    { says: 'connections let in beside 200 where 1,000 may be', measured: count(101), atMost: placesPerAddress - 200 },
    { says: 'connections refused with 503', measured: count(503), atLeast: sockets - placesPerAddress + 200 },
    { says: 'p99 of the others meanwhile, ms', measured: p99, atMost: 100 },
  ]
}

export async function itStops(): Promise<Goal[]> {
  const relay = await ours()
  const clients = 2000
  const codes: Promise<number>[] = []
  for (let at = 0; at < clients; at += 1) {
    const { joined, closed } = aClient(relay.port, `leaver-${at}`)
    codes.push(closed)
    await joined
  }
  const startedAt = performance.now()
  process.kill(relay.pid, 'SIGTERM')
  const right = (await Promise.all(codes)).filter((code) => code === shutdown).length
  while (existsSync(`/proc/${relay.pid}`) && performance.now() - startedAt < 20_000) await sleep(20)
  const seconds = (performance.now() - startedAt) / 1000
  await relay.stop()
  console.log(`${right} of ${clients} clients were told of the stop; the relay was gone after ${seconds.toFixed(2)} s.`)
  return [
    { says: 'clients closed with 3001 by a stopping relay', measured: right, atLeast: clients },
    { says: 'seconds until it is gone', measured: seconds, atMost: 5 },
  ]
}

/** The socket stays open when it was let in; 0 when there was no answer. */
function upgradeStatus(port: number, crowd: Socket[]): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(upgradeRequest(port)))
    socket.once('data', (bytes) => resolve(Number(bytes.toString('latin1', 9, 12))))
    socket.once('error', () => resolve(0)).once('close', () => resolve(0))
    crowd.push(socket)
  })
}

type Client = { socket: Socket; joined: Promise<unknown>; closed: Promise<number> }

/** `closed` answers the code of the close frame, 0 without one. */
export function aClient(port: number, user: string): Client {
  const socket = connect(port, '127.0.0.1', () => socket.write(upgradeRequest(port)))
  let onJoined = () => {}
  const joined = new Promise<void>((resolve) => (onJoined = resolve))
  const closed = new Promise<number>((resolve) => {
    // The first bytes are the answer to the upgrade, whole frames follow.
    socket.once('data', () => {
      socket.write(maskedFrame(`{"id":1,"connect":{"token":"${relayToken(user)}"}}`))
      socket.on('data', (frames) => {
        onJoined()
        readFrames(socket, frames, (_, opcode, bytes, from) => {
          if (opcode === closeFrame) resolve(bytes.readUInt16BE(from))
        })
      })
    })
    socket.once('error', () => resolve(0)).once('close', () => resolve(0))
  })
  return { socket, joined: Promise.race([joined, closed]), closed }
}

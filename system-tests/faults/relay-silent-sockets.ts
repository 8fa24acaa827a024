// Proofs of the relay with sockets that never sign in, at the sizes of the hostile cases R-FL-14 to 16: handshakes that never end, sockets that never
// say who they are, and clients that vanish together. Plain sockets of this process. Called by relay-at-scale.test.ts; the suite has
// small versions.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { upgradeRequest } from '@rollcall/bench/relay/websocket-frames'
import { metric } from './relay-api.ts'
import { aClient } from './relay-crowds.ts'
import { ours } from '@rollcall/bench/relay/relays'
import type { Goal } from '@rollcall/bench/measuring/report'

const crowd = { halfOpen: 2000, silent: 1000, vanishing: 2000, atOnce: 100 }

/** The relay drops both after ten seconds. */
export async function silentSocketsWait(): Promise<Goal[]> {
  const { halfOpen, silent } = crowd
  const relay = await ours()
  const startedAt = performance.now()
  const halves = await openAll(halfOpen, relay.port, (whole) => whole.slice(0, -'\r\n'.length))
  const neverSignedIn = await openAll(silent, relay.port, (whole) => whole)
  await Promise.all([...halves, ...neverSignedIn].map(({ closed }) => closed))
  const seconds = (performance.now() - startedAt) / 1000
  const left = await metric(relay, 'centrifugo_node_num_clients')
  await relay.stop()
  console.log(
    `${halfOpen} handshakes that never end and ${silent} silent sockets were gone after ${seconds.toFixed(1)} s.`,
  )
  return [
    { says: 'seconds until sockets that never sign in are dropped', measured: seconds, atMost: 25 },
    { says: 'of them left behind', measured: left, atMost: 0 },
  ]
}

export async function allVanish(): Promise<Goal[]> {
  const relay = await ours()
  const clients: Socket[] = []
  for (let at = 0; at < crowd.vanishing; at += 1) {
    const { socket, joined } = aClient(relay.port, `vanishing-${at}`)
    clients.push(socket)
    await joined
  }
  const longest = watchAnswers(relay.port)
  await sleep(500)
  for (const socket of clients) socket.destroy()
  while ((await metric(relay, 'centrifugo_node_num_clients')) > 0) await sleep(20)
  const stall = await longest.stop()
  await relay.stop()
  console.log(`${clients.length} clients vanished together; the longest answer meanwhile took ${stall.toFixed(0)} ms.`)
  return [{ says: 'longest answer while 2,000 clients vanish, ms', measured: stall, atMost: 100 }]
}

async function openAll(count: number, port: number, cut: (whole: string) => string) {
  const opened: { closed: Promise<void> }[] = []
  for (let at = 0; at < count; at += 1) {
    const socket = connect(port, '127.0.0.1', () => socket.write(cut(upgradeRequest(port))))
    socket.resume().on('error', () => {})
    opened.push({ closed: new Promise((resolve) => socket.once('close', () => resolve())) })
    if (at % crowd.atOnce === 0) await sleep(5)
  }
  return opened
}

/** Asks for a small answer again and again; tells how long the longest took, in milliseconds. */
function watchAnswers(port: number): { stop: () => Promise<number> } {
  const control = new AbortController()
  const watching = (async () => {
    let longest = 0
    while (!control.signal.aborted) {
      const askedAt = performance.now()
      await (await fetch(`http://127.0.0.1:${port}/health`)).text()
      longest = Math.max(longest, performance.now() - askedAt)
      await sleep(5)
    }
    return longest
  })()
  return {
    stop() {
      control.abort()
      return watching
    },
  }
}

// HT-08: two thousand connections that are slow in every way there is, while others work; each is cut at its limit.
import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openSocket, parseAnswers, requestBytes, type RawAnswer } from '../bench/raw-http.ts'
import { eventually } from '../bench/eventually.ts'
import { settled } from './settled.ts'
import type { Bench } from './trial.ts'

const megabyte = 1024 * 1024

export async function slowCases(bench: Bench): Promise<void> {
  // More than the kernel takes for a reader that takes nothing.
  const large = Buffer.alloc(20 * megabyte)
  bench.backend.answer = (request, response) => response.end(request.url === '/api/large' ? large : '{}')
  await goodTraffic(bench, 2000)
  const baseline = await goodTraffic(bench, 5000)
  const { sockets, stop } = await attack(bench)
  // Until the readers are slow they are many fast ones, which is another case.
  await settled(bench, 200)
  const during = await goodTraffic(bench, 15_000)
  const { errors } = during
  const wrong = `${errors.length} of ${during.count}: ${[...new Set(errors)].slice(0, 5).join('; ')}`
  bench.note('HT-08', 'good traffic has no error', errors.length === 0 ? null : wrong)
  // Below 20 ms the number is the scheduler's, not the product's. Backend, attackers and good clients share this one process:
  // its own delay, there and back, is not the product's either.
  const isFast = during.p99 - 2 * during.ownDelay <= Math.max(2 * baseline.p99, 20)
  const told = ({ p99, ownDelay }: Traffic) => `${p99.toFixed(1)} ms (${ownDelay.toFixed(1)} ms of it ours)`
  const numbers = `${told(during)}, ${told(baseline)} before`
  bench.note('HT-08', 'and is as fast as before', isFast ? null : numbers)
  console.log(`HT-08: p99 of good traffic ${numbers}`)
  // Headers have 10 s, bodies 30 s, readers 60 s without a byte. Who does not read does not see the end: the process is asked.
  await eventually(() => bench.clients() < 10, 80_000).catch(() => undefined)
  bench.note('HT-08', 'every slow connection is cut', bench.clients() < 10 ? null : `${bench.clients()} are left`)
  stop()
  for (const socket of sockets) socket.destroy()
}

/** Milliseconds; `ownDelay` is what 99 of 100 turns of this process stay below. */
type Traffic = { count: number; errors: string[]; p99: number; ownDelay: number }

/** 200 requests a second over ten connections, each with an answer before its next. */
async function goodTraffic(bench: Bench, forMs: number): Promise<Traffic> {
  const request = requestBytes(bench.port, { path: '/api/zones', headers: { Connection: 'keep-alive' } })
  const times: number[] = []
  const errors: string[] = []
  const resolution = 2
  const turns = monitorEventLoopDelay({ resolution })
  turns.enable()
  const until = performance.now() + forMs
  const one = async () => {
    const socket = await openSocket(bench.port)
    let bytes = Buffer.alloc(0)
    socket.on('data', (chunk) => (bytes = Buffer.concat([bytes, chunk])))
    while (performance.now() < until) {
      const startedAt = performance.now()
      bytes = Buffer.alloc(0)
      socket.write(request)
      while (parseAnswers(bytes)[0]?.complete !== true && performance.now() - startedAt < 5000 && !socket.destroyed)
        await new Promise((resolve) => setTimeout(resolve, 1))
      const [answer] = parseAnswers(bytes)
      if (answer?.status === 200) times.push(performance.now() - startedAt)
      else errors.push(answer ? codeOf(answer) : socket.destroyed ? 'cut' : 'no answer')
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 50 - (performance.now() - startedAt))))
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: 10 }, one))
  times.sort((left, right) => left - right)
  turns.disable()
  return {
    count: times.length + errors.length,
    errors,
    p99: times[Math.floor(times.length * 0.99)] ?? Infinity,
    ownDelay: Math.max(0, turns.percentile(99) / 1e6 - resolution),
  }
}

const codeOf = (answer: RawAnswer) => `${answer.status} ${answer.json().error?.code}`

async function attack(bench: Bench): Promise<{ sockets: Socket[]; stop: () => void }> {
  const open = (count: number) => Promise.all(Array.from({ length: count }, () => openSocket(bench.port)))
  const [headers, silent, bodies, readers] = [await open(900), await open(400), await open(500), await open(200)]
  const body = bench.mutation('/api/zones', undefined, {
    headers: { 'Content-Type': 'application/json', 'Content-Length': '100000' },
  })
  for (const socket of headers) socket.resume().write('GET /api/zones HTTP/1.1\r\nHost: a\r\nX: ')
  for (const socket of silent) socket.resume()
  for (const socket of bodies) socket.resume().write(requestBytes(bench.port, body))
  for (const socket of readers) socket.pause().write(requestBytes(bench.port, { path: '/api/large' }))
  const drip = (sockets: Socket[], everyMs: number) =>
    setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), everyMs)
  const timers = [drip(headers, 5000), drip(bodies, 1000)]
  timers.push(setInterval(() => readers.forEach((socket) => socket.read(1)), 1000))
  return {
    sockets: [...headers, ...silent, ...bodies, ...readers],
    stop: () => timers.forEach((timer) => clearInterval(timer)),
  }
}

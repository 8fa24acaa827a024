// Thousands of broken frames and bytes: the relay stays up, keeps its memory, and serves others meanwhile.
import { connect } from 'node:net'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aToken, eventually, startRelay, type TestRelay } from './relay-process.ts'
import { aSubscriber, openClient, type RawClient } from './raw-client.ts'

let relay: TestRelay
let witness: RawClient
beforeAll(async () => {
  relay = await startRelay()
  witness = await aSubscriber(relay, ['global:witness'], 'witness')
})
afterAll(() => relay.stop())

/** A repeatable sequence of numbers below 1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = seededRandom(4711)
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item

const values = [
  '"floor:1"',
  '"global:all"',
  '""',
  'null',
  'true',
  '0',
  '-1',
  '1e400',
  '4294967296',
  '[]',
  '{}',
  '{"offset":-1}',
  '"\\ud800"',
  '{"__proto__":{"a":1}}',
  `"${'x'.repeat(300)}"`,
  '[[[[[[]]]]]]',
  '{"offset":1,"epoch":"a"}',
  '"constructor"',
  '"fossil"',
  '3',
] as const
const names = [
  'connect',
  'subscribe',
  'unsubscribe',
  'publish',
  'presence',
  'presence_stats',
  'history',
  'rpc',
  'refresh',
  'sub_refresh',
  'send',
  'ping',
  '__proto__',
  'toString',
] as const
const fields = [
  'channel',
  'token',
  'recover',
  'offset',
  'epoch',
  'data',
  'limit',
  'since',
  'reverse',
  'delta',
  'tf',
  'flag',
  'type',
  '__proto__',
] as const

function aStrangeCommand(): string {
  const members = Array.from({ length: 1 + Math.floor(random() * 4) }, () => `"${pick(fields)}":${pick(values)}`)
  return `{"id":${pick(['1', '2', '7', '0', '-1', '"1"', '1.5', 'null'])},"${pick(names)}":{${members.join(',')}}}`
}

function mutate(text: string): string {
  const at = Math.floor(random() * text.length)
  return pick([
    text,
    text.slice(0, at),
    text.slice(0, at) + pick(['"', '{', '}', '\\', '\n', '\u0000', ',', '😀']) + text.slice(at),
    text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 5)),
    `${text}\n${text}`,
  ])
}

async function memory(): Promise<number> {
  return relay.metric('process_resident_memory_bytes')
}

/** A connection for strange frames; a new one whenever the relay closed the last. */
async function send(frames: (() => string)[]): Promise<number> {
  let connections = 0
  let client: RawClient | null = null
  for (const frame of frames) {
    if (!client || client.socket.readyState !== 1) {
      client = await openClient(relay)
      if (random() < 0.7) await client.connect(aToken({ sub: 'fuzz' }))
      connections++
    }
    client.send(frame())
    // Answered or closed: what is sent to a connection that the relay has closed already would prove nothing.
    if (random() < 0.2) await client.command('rpc', {}).catch(() => {})
  }
  client?.socket.terminate()
  return connections
}

async function witnessIsServed(data: string): Promise<void> {
  await relay.api('publish', { channel: 'global:witness', data })
  await eventually(() => witness.publications('global:witness').includes(data))
}

it('survives 5,000 strange and damaged commands', async () => {
  const frames = Array.from({ length: 1000 }, () => () => mutate(aStrangeCommand()))
  await send(frames.slice(0, 200))
  const before = await memory()
  const connections = await Promise.all(Array.from({ length: 5 }, () => send(frames)))
  expect(Math.min(...connections)).toBeGreaterThan(10)
  await witnessIsServed('after commands')
  await eventually(async () => (await relay.metric('centrifugo_node_num_clients')) === 1)
  expect((await memory()) - before).toBeLessThan(20_000_000)
})

it('survives 1,000 connections that send random bytes instead of frames', async () => {
  const upgrade =
    'GET /connection/websocket HTTP/1.1\r\nHost: relay\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
  const starts = [
    upgrade,
    '',
    'POST /api/publish HTTP/1.1\r\nHost: relay\r\n',
    'GET / HTTP/1.1\r\nHost: /metrics?\r\n\r\n',
  ]
  for (let round = 0; round < 20; round++) {
    const sockets = Array.from({ length: 50 }, () => {
      const socket = connect(relay.port, '127.0.0.1')
      socket.on('error', () => {})
      socket.resume()
      return socket
    })
    const bytes = () => Buffer.concat([Buffer.from(pick(starts)), randomBytes(1 + Math.floor(random() * 400))])
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.write(bytes(), resolve))))
    // A whole round of the server: it has read what came before.
    await fetch(`${relay.base}/health`)
    for (const socket of sockets) socket.destroy()
  }
  await witnessIsServed('after bytes')
  await eventually(async () => (await relay.metric('centrifugo_node_num_clients')) === 1)
  expect(relay.lines.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([])
})

it('survives 2,000 damaged API requests', async () => {
  const good = JSON.stringify({ commands: [{ publish: { channel: 'global:fuzz', data: { a: [1, 'x', null] } } }] })
  const bodies = Array.from({ length: 2000 }, () =>
    mutate(pick([good, `{"channel":${pick(values)},"data":${pick(values)}}`])),
  )
  const paths = [
    '/api',
    '/api/batch',
    '/api/publish',
    '/api/broadcast',
    '/api/history',
    '/api/disconnect',
    '/api/channels',
  ]
  const statuses = new Set<number>()
  for (let at = 0; at < bodies.length; at += 50) {
    const answers = await Promise.all(bodies.slice(at, at + 50).map((body) => relay.post(pick(paths), body)))
    for (const answer of answers) statuses.add(answer.status)
  }
  expect([...statuses].toSorted()).toEqual([200, 400])
  await witnessIsServed('after requests')
  expect(relay.lines.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([])
})

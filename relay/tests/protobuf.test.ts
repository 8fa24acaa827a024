// Binary frames by hand: what the official protobuf client would never send, and what goes over the wire byte by byte.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { commandMessage, replyMessage } from '../src/centrifugo/protobuf/protobuf-messages.ts'
import {
  decodeMessage,
  delimited,
  encodeMessage,
  Reader,
  type Fields,
} from '../src/centrifugo/protobuf/protobuf-wire.ts'
import { aToken, eventually, startRelay, type TestRelay } from './relay-process.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startRelay({ RELAY_PING_INTERVAL: '2', RELAY_PONG_TIMEOUT: '1.9' })
})
afterAll(() => relay.stop())

async function open(query = '') {
  const socket = new WebSocket(relay.url + query, query === '' ? ['centrifuge-protobuf'] : [])
  const frames: Buffer[] = []
  socket.on('message', (data: Buffer) => frames.push(data))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const send = (command: Fields) => socket.send(delimited(encodeMessage(commandMessage, command)))
  const replies = () =>
    frames
      .map((frame) => decodeMessage(replyMessage, new Reader(frame).delimited()))
      .filter(({ id }) => id !== undefined)
  return { socket, frames, closed, send, replies }
}

async function connected(query?: string) {
  const client = await open(query)
  client.send({ id: 1, connect: { token: aToken() } })
  await eventually(() => client.replies().length === 1)
  return client
}

/** Nested filters, deeper than any stack. */
function deepFilter(): Buffer {
  let node = Buffer.alloc(0)
  for (let depth = 0; depth < 5000; depth++) node = Buffer.concat([Buffer.from([0x32]), delimited(node)])
  const subscribe = Buffer.concat([Buffer.from([0x6a]), delimited(node)])
  return delimited(Buffer.concat([Buffer.from([0x08, 2, 0x2a]), delimited(subscribe)]))
}

describe('a protobuf connection', () => {
  it('is had by the sub-protocol or by the query', async () => {
    const named = await connected()
    expect(named.socket.protocol).toBe('centrifuge-protobuf')
    expect(named.replies()[0]?.['connect']).toMatchObject({ ping: 2, pong: true })
    for (const query of ['?format=protobuf', '?cf_protocol=protobuf']) {
      const asked = await connected(query)
      expect(asked.replies()[0]?.['connect']).toMatchObject({ pong: true })
      asked.socket.close()
    }
    named.socket.close()
  })

  it('is pinged with one zero byte, and closed when it does not answer', async () => {
    const client = await connected()
    expect(await client.closed).toBe(3012)
    expect(client.frames.at(-1)).toEqual(Buffer.from([0]))
  })

  it.each<[string, string | Buffer, number]>([
    ['a text frame', '{"id":1,"connect":{}}', 3501],
    ['an empty frame', Buffer.alloc(0), 3501],
    ['a length without a message', Buffer.from([5, 8, 1]), 3501],
    ['a length that does not end', Buffer.alloc(11, 0xff), 3501],
    ['a field of another type', Buffer.from([2, 0x0a, 0]), 3501],
    [
      'an id beyond 32 bits',
      delimited(encodeMessage(commandMessage, { id: 2 ** 32, connect: { token: aToken() } })),
      3501,
    ],
    ['a command without a request', Buffer.from([2, 8, 5]), 3501],
    ['text that is not UTF-8', Buffer.from([7, 8, 1, 0x22, 3, 0x0a, 1, 0xff]), 3501],
    ['filters nested without end', deepFilter(), 3501],
  ])('is closed for %s', async (_, frame, code) => {
    const { socket, closed } = await open()
    socket.send(frame)
    expect(await closed).toBe(code)
  })

  it('skips fields that it does not know', async () => {
    const { socket, replies } = await open()
    const command = encodeMessage(commandMessage, { id: 1, connect: { token: aToken() } })
    const unknown = Buffer.from([0xf8, 0x01, 7, 0xf2, 0x01, 2, 1, 2, 0xf5, 0x01, 1, 2, 3, 4])
    socket.send(delimited(Buffer.concat([unknown, command])))
    await eventually(() => replies().length === 1)
    expect(replies()[0]).toHaveProperty('connect')
    socket.close()
  })

  it('survives noise', async () => {
    for (let round = 0; round < 20; round++) {
      const { socket, closed } = await open()
      for (let serial = 0; serial < 100; serial++) socket.send(randomBytes(1 + ((serial * 7) % 90)))
      await closed
    }
    const client = await connected()
    client.send({ id: 2, subscribe: { channel: 'global:1' } })
    await eventually(() => client.replies().length === 2)
    expect(client.replies()[1]).toMatchObject({ id: 2, subscribe: {} })
    client.socket.close()
  })
})

it('numbers are written as the format demands', () => {
  expect([...encodeMessage(commandMessage, { id: 150 })]).toEqual([8, 150, 1])
  const minusOne = [0x52, 11, 0x38, ...Array.from({ length: 9 }, () => 0xff), 1]
  expect(decodeMessage(commandMessage, Uint8Array.from(minusOne))['history']).toMatchObject({ limit: -1 })
  const large = { id: 1, history: { publications: [], offset: 2 ** 50 + 1 } }
  expect(decodeMessage(replyMessage, encodeMessage(replyMessage, large))['history']).toMatchObject({
    offset: 2 ** 50 + 1,
  })
})

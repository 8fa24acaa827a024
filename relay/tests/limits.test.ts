// Limits, floods and slow readers: one connection pays, the others notice nothing (relay protocol 7.2).
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aToken, eventually, origin, startRelay, type TestRelay } from './relay-process.ts'
import { aSubscriber, openClient } from './raw-client.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startRelay({ RELAY_CONNECTION_LIMIT: '60', RELAY_CONNECTIONS_PER_USER: '3' })
})
afterAll(() => relay.stop())

describe('a frame', () => {
  it('of 64 KiB is read, one byte more closes with 1009', async () => {
    const client = await aSubscriber(relay, [])
    const frame = (size: number) => `{"id":50,"rpc":{"data":"${'x'.repeat(size - 27)}"}}`
    client.send(frame(65_536))
    expect((await client.next(({ id }) => id === 50)).error?.code).toBe(108)
    client.send(frame(65_537))
    expect((await client.closed).code).toBe(1009)
  })

  it.each([
    ['empty', ''],
    ['no JSON', 'hello'],
    ['an empty line', '{"id":9,"rpc":{}}\n\n'],
    ['a list', '[]'],
    ['a number', '1'],
    ['null', 'null'],
    ['an id below zero', '{"id":-1,"rpc":{}}'],
    ['an id that is no number', '{"id":"1","rpc":{}}'],
    ['an id that is no whole number', '{"id":1.5,"rpc":{}}'],
    ['an id beyond 32 bits', '{"id":4294967296,"rpc":{}}'],
    ['an unknown command', '{"id":1,"drop":{}}'],
    ['a command that is no object', '{"id":1,"subscribe":"floor:1"}'],
    ['a command that is null', '{"id":1,"subscribe":null}'],
    ['a pong nobody asked for', '{}'],
    ['30,000 nested lists', '['.repeat(30_000)],
    ['a nested command', `{"id":1,"rpc":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['1,000 commands', Array.from({ length: 1000 }, (_, id) => `{"id":${id + 1},"rpc":{}}`).join('\n')],
  ])('that is %s closes with 3501', async (_, frame) => {
    const client = await aSubscriber(relay, [])
    client.send(frame)
    expect(await client.closed).toEqual({ code: 3501, reason: 'bad request' })
  })

  it('that is binary and no text closes with 3501', async () => {
    const client = await aSubscriber(relay, [])
    client.socket.send(Buffer.concat([Buffer.from('{"id":1,"rpc":{}}'), Buffer.of(0xff)]))
    expect(await client.closed).toEqual({ code: 3501, reason: 'bad request' })
  })
})

/** With pings in quick succession, and nearly as much time to answer them. */
let pinging: TestRelay
beforeAll(async () => {
  pinging = await startRelay({ RELAY_PING_INTERVAL: '2', RELAY_PONG_TIMEOUT: '1.9' })
})
afterAll(() => pinging.stop())

describe('pings', () => {
  it('without an answer close the connection with 3012', async () => {
    const client = await openClient(pinging, { answersPings: false })
    await client.connect()
    expect(await client.closed).toEqual({ code: 3012, reason: 'no pong' })
    expect(client.frames).toContain('{}')
  })

  it('may be answered only once', async () => {
    const client = await aSubscriber(pinging, [])
    await eventually(() => client.frames.includes('{}'))
    client.send('{}')
    expect((await client.closed).code).toBe(3501)
  })
})

describe('pings of the WebSocket itself, for programs that know no others', () => {
  const framePings = () => ({ url: `${pinging.url}?cf_ws_frame_ping_pong=true` })

  it('take the place of the protocol’s', async () => {
    const client = await openClient(framePings())
    let pings = 0
    client.socket.on('ping', () => pings++)
    const { connect: result } = await client.connect()
    expect(result).not.toHaveProperty('ping')
    expect(result).not.toHaveProperty('pong')
    await eventually(() => pings >= 2)
    expect(client.frames).not.toContain('{}')
    await client.close()
  })

  it('close the connection with 3012 when nobody answers', async () => {
    const client = await openClient(framePings())
    client.socket.pong = () => {}
    await client.connect()
    expect(await client.closed).toEqual({ code: 3012, reason: 'no pong' })
  })
})

describe('floods', () => {
  it('of commands are answered with 111 and then closed with 3013', async () => {
    const client = await aSubscriber(relay, [])
    for (let id = 100; id < 4000; id++) client.send(`{"id":${id},"rpc":{}}`)
    expect(await client.closed).toEqual({ code: 3013, reason: 'too many requests' })
    expect(client.messages.filter(({ error }) => error?.code === 111).length).toBe(100)
    expect(client.messages.find(({ error }) => error?.code === 111)?.error?.temporary).toBe(true)
  })

  it('of refreshes are stopped sooner', async () => {
    const client = await aSubscriber(relay, [])
    const token = aToken()
    for (let id = 100; id < 400; id++) client.send(JSON.stringify({ id, refresh: { token } }))
    expect((await client.closed).code).toBe(3013)
    expect(client.messages.filter(({ refresh }) => refresh).length).toBeLessThan(70)
  })

  it('of connections are refused before the upgrade, per user afterwards', async () => {
    const same = await Promise.all([1, 2, 3].map(() => aSubscriber(relay, [], 'crowded')))
    const fourth = await openClient(relay)
    fourth.send(JSON.stringify({ id: 1, connect: { token: aToken({ sub: 'crowded' }) } }))
    expect(await fourth.closed).toEqual({ code: 3504, reason: 'connection limit' })
    const others = await Promise.all(Array.from({ length: 57 }, () => openClient(relay)))
    await expect(openClient(relay)).rejects.toThrow('503')
    await Promise.all([...same, ...others].map((client) => client.close()))
    await eventually(async () => (await relay.metric('centrifugo_node_num_clients')) === 0)
    await (await openClient(relay)).close()
  })
})

describe('a relay that is careful with strangers', () => {
  let careful: TestRelay
  beforeAll(async () => {
    careful = await startRelay({ RELAY_UNIDENTIFIED_LIMIT: '3', RELAY_ALLOW_MISSING_ORIGIN: 'false' })
  })
  afterAll(() => careful.stop())

  it('lets in only so many that have not said who they are, however many have', async () => {
    const identified = []
    for (let at = 0; at < 5; at++) identified.push(await aSubscriber(careful, []))
    const silent = await Promise.all([1, 2, 3].map(() => openClient(careful)))
    await expect(openClient(careful)).rejects.toThrow('503')
    await silent[0]?.connect()
    await (await openClient(careful)).close()
    await Promise.all([...silent, ...identified].map((client) => client.close()))
    await eventually(async () => (await careful.metric('centrifugo_node_num_clients')) === 0)
    const again = await Promise.all([1, 2, 3].map(() => openClient(careful)))
    await Promise.all(again.map((client) => client.close()))
  })

  it('lets in no client without an origin, and counts it', async () => {
    const before = await careful.metric('relay_origins_refused')
    await expect(openClient(careful, { headers: {} })).rejects.toThrow('403')
    expect(await careful.metric('relay_origins_refused')).toBe(before + 1)
  })
})

describe('a client that pings the WebSocket itself and never reads', () => {
  /** Bytes; far above what the kernel keeps for a connection. */
  const queueSize = 16 * 2 ** 20
  let generous: TestRelay
  beforeAll(async () => {
    generous = await startRelay({ RELAY_QUEUE_SIZE: String(queueSize) })
  })
  afterAll(() => generous.stop())

  // holds rules 7-10
  it('costs its queue limit at most, signed in or not', async () => {
    // A ping with 125 bytes, masked with zeros.
    const pings = Buffer.alloc(131 * 1000, Buffer.concat([Buffer.of(0x89, 0xfd, 0, 0, 0, 0), Buffer.alloc(125, 'x')]))
    const socket = connect(generous.port, '127.0.0.1')
    const ended = new Promise<'ended'>((resolve) => socket.once('close', () => resolve('ended')))
    socket.on('error', () => {})
    const key = Buffer.alloc(16).toString('base64')
    const head = [
      'GET /connection/websocket HTTP/1.1',
      'Host: relay',
      `Origin: ${origin}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${key}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.pause()
    let sent = 0
    let isOpen = true
    while (isOpen && sent < 6 * queueSize) {
      sent += pings.length
      const taken = new Promise<'taken'>((resolve) => socket.write(pings, () => resolve('taken')))
      isOpen = (await Promise.race([taken, ended])) === 'taken' && !socket.destroyed
    }
    expect(isOpen).toBe(false)
    socket.destroy()
  })
})

describe('a client that stops reading', () => {
  // Pings at the usual pace, so that it is the queue that closes these clients.
  let patient: TestRelay
  beforeAll(async () => {
    patient = await startRelay()
  })
  afterAll(() => patient.stop())

  const paddedBatch = { padding: 'x'.repeat(20_000) }

  /** Connected and subscribed over a bare socket; reads nothing after that until it is resumed. */
  async function aStalledClient(channel: string): Promise<Socket> {
    const socket = connect(patient.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'GET /connection/websocket HTTP/1.1\r\nHost: relay\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    const connectCommand = JSON.stringify({ id: 1, connect: { token: aToken({ sub: 'stalled' }) } })
    socket.write(maskedText(`${connectCommand}\n{"id":2,"subscribe":{"channel":"${channel}"}}`))
    let received = ''
    await new Promise<void>((resolve) => {
      socket.on('data', function onData(chunk: Buffer) {
        received += chunk.toString('latin1')
        if (!received.includes('"id":2,"subscribe"')) return
        socket.off('data', onData)
        socket.pause()
        resolve()
      })
    })
    return socket
  }

  it('is closed with 3008 when its queue overflows; others get everything', { timeout: 60_000 }, async () => {
    const stalled = await aStalledClient('global:slow')
    const healthy = await aSubscriber(patient, ['global:slow'], 'healthy')
    const before = await patient.metric('relay_slow_clients_evicted')
    let published = 0
    await eventually(async () => {
      for (let batch = 0; batch < 20; batch++) {
        await patient.api('publish', { channel: 'global:slow', data: { serial: published++, ...paddedBatch } })
      }
      return (await patient.metric('relay_slow_clients_evicted')) > before
    }, 40_000)
    await eventually(() => healthy.publications('global:slow').length === published)
    const serials = healthy.publications('global:slow').map((data) => (data as { serial: number }).serial)
    expect(serials).toEqual(Array.from({ length: published }, (_, serial) => serial))

    // It reads again in time: what was queued, and then why it was closed.
    let tail = Buffer.alloc(0)
    stalled.on('data', (chunk: Buffer) => (tail = Buffer.concat([tail, chunk]).subarray(-64)))
    const ended = new Promise((resolve) => stalled.once('end', resolve))
    stalled.resume()
    await ended
    expect(tail.subarray(-8)).toEqual(
      Buffer.concat([Buffer.from([0x88, 6]), Buffer.from([3008 >> 8, 3008 & 255]), Buffer.from('slow')]),
    )
    await healthy.close()
  })

  it('is dropped when it never reads again', { timeout: 60_000 }, async () => {
    const stalled = await aStalledClient('global:dead')
    const before = await patient.metric('centrifugo_client_num_server_disconnects{code="3008"}')
    await eventually(async () => {
      for (let batch = 0; batch < 20; batch++)
        await patient.api('publish', { channel: 'global:dead', data: paddedBatch })
      return (await patient.metric('centrifugo_node_num_subscriptions')) === 0
    }, 40_000)
    await eventually(async () => (await patient.metric('centrifugo_node_num_clients')) === 0)
    expect(await patient.metric('centrifugo_client_num_server_disconnects{code="3008"}')).toBe(before + 1)
    stalled.destroy()
  })
})

/** A masked text frame of up to 64 KiB, as a client must send it. */
function maskedText(text: string): Buffer {
  const payload = Buffer.from(text)
  const mask = Buffer.from([1, 2, 3, 4])
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255]), mask, masked])
}

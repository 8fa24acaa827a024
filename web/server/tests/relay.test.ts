// The relay's paths on the page's origin: upgrades are spliced, plain HTTP is proxied, nothing else gets through.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { WebSocket } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startBench, type Bench } from './bench/bench.ts'
import { eventually } from './bench/eventually.ts'
import { openSocket, parseAnswers, requestBytes } from './bench/raw-http.ts'

type StubRelay = {
  url: string
  upgrades: IncomingMessage[]
  requests: IncomingMessage[]
  sockets: Set<Socket>
  refusing: ((socket: Socket) => void) | null
  close: () => Promise<void>
}

/** Accepts upgrades and sends every byte back; a WebSocket client reads its own frame unmasked as garbage, so text is framed. */
async function startStubRelay(): Promise<StubRelay> {
  const stub = { upgrades: [], requests: [], sockets: new Set(), refusing: null } as unknown as StubRelay
  const server = createServer((request, response) => {
    stub.requests.push(request)
    response.writeHead(200, { 'content-type': 'text/event-stream', server: 'relay' })
    response.write('data: 1\n\n')
    // Longer than the time limit of the API in these tests.
    setTimeout(() => response.write('data: 2\n\n'), 450)
  })
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    stub.upgrades.push(request)
    stub.sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => stub.sockets.delete(socket))
    socket.on('end', () => socket.end())
    if (stub.refusing) return stub.refusing(socket)
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSet-Cookie: a=b\r\n\r\n`,
    )
    socket.write(Buffer.concat([Buffer.from([0x81, 5]), Buffer.from('hello')]))
    socket.on('data', (bytes) => socket.write(bytes))
    if (head.length > 0) socket.write(head)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stub.close = () =>
    new Promise((resolve) => {
      for (const socket of stub.sockets) socket.destroy()
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return stub
}

let relay: StubRelay
let bench: Bench
beforeEach(async () => {
  relay = await startStubRelay()
  bench = await startBench({ RELAY_URL: relay.url, BACKEND_TIMEOUT_MS: '300' })
})
afterEach(async () => {
  await bench.stop()
  await relay.close()
})

const upgrade = (path: string, headers: Record<string, string> = {}) =>
  requestBytes(bench.port, {
    path,
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version': '13',
      ...headers,
    },
  })

describe('an upgrade under /connection/', () => {
  it('reaches the relay as a WebSocket', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${bench.port}/connection/websocket?cf_protocol=json`)
    const messages: unknown[] = []
    socket.addEventListener('message', ({ data }) => messages.push(data))
    await eventually(() => messages.length === 1)
    expect(messages).toEqual(['hello'])
    expect(relay.upgrades[0]?.url).toBe('/connection/websocket?cf_protocol=json')
    socket.close()
  })

  it('keeps Origin, names the client itself, and brings no cookie and no token along', async () => {
    const socket = await openSocket(bench.port)
    socket.write(
      upgrade('/connection/websocket', {
        Origin: 'https://app.example',
        Cookie: 'auth_token=x',
        Authorization: 'Bearer x',
        'X-Forwarded-For': '6.6.6.6',
        'X-API-Key': 'k',
      }),
    )
    await eventually(() => relay.upgrades.length === 1)
    const { headers } = relay.upgrades[0]!
    expect(headers).toMatchObject({
      origin: 'https://app.example',
      'x-forwarded-for': '127.0.0.1',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    })
    for (const name of ['cookie', 'authorization', 'x-api-key']) expect(headers[name]).toBeUndefined()
    socket.destroy()
  })

  it('carries bytes both ways, those sent along with the request included', async () => {
    const socket = await openSocket(bench.port)
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    socket.write(Buffer.concat([upgrade('/connection/websocket'), Buffer.from('early')]))
    const text = () => Buffer.concat(received).toString('latin1')
    await eventually(() => text().endsWith('early'))
    socket.write('late')
    await eventually(() => text().endsWith('late'))
    const [answer] = parseAnswers(Buffer.concat(received))
    expect([answer?.status, answer?.all('x-frame-options'), answer?.all('set-cookie')]).toEqual([101, ['DENY'], []])
    socket.destroy()
  })

  it('ends on both sides whoever ends it', async () => {
    const first = await openSocket(bench.port)
    first.resume().write(upgrade('/connection/websocket'))
    await eventually(() => relay.sockets.size === 1)
    first.destroy()
    await eventually(() => relay.sockets.size === 0)
    const second = await openSocket(bench.port)
    second.resume().write(upgrade('/connection/websocket'))
    await eventually(() => relay.sockets.size === 1)
    for (const socket of relay.sockets) socket.destroy()
    await eventually(() => second.destroyed)
    expect(relay.upgrades).toHaveLength(2)
  })

  it('ends for a client that would never hang up by itself', async () => {
    const stubborn = connect({ port: bench.port, host: '127.0.0.1', allowHalfOpen: true })
    stubborn.on('error', () => undefined).resume()
    stubborn.write(upgrade('/connection/websocket'))
    await eventually(() => relay.sockets.size === 1)
    expect(await bench.clients()).toBe(1)
    for (const socket of relay.sockets) socket.end()
    await eventually(async () => (await bench.clients()) === 0)
    stubborn.destroy()
  })

  it('ends for a client that leaves while the relay hangs', async () => {
    const client = await openSocket(bench.port)
    let received = ''
    client.on('data', (chunk) => (received += chunk.toString('latin1')))
    client.write(upgrade('/connection/websocket'))
    await eventually(() => received.endsWith('hello'))
    // A stopped process keeps its connections and answers nothing, not even their end.
    for (const socket of relay.sockets) socket.removeAllListeners('end').removeAllListeners('data').pause()
    client.destroy()
    await eventually(async () => (await bench.clients()) === 0)
    expect(client.destroyed).toBe(true)
  })

  it('that the relay refuses is refused with its status and our headers', async () => {
    relay.refusing = (socket) => socket.end('HTTP/1.1 403 Forbidden\r\nServer: relay\r\nContent-Length: 3\r\n\r\nno!')
    const socket = await openSocket(bench.port)
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    socket.write(upgrade('/connection/websocket'))
    await eventually(() => socket.destroyed)
    const [answer] = parseAnswers(Buffer.concat(received))
    expect([answer?.status, answer?.body.toString(), answer?.all('server'), answer?.all('x-frame-options')]).toEqual([
      403,
      'no!',
      [],
      ['DENY'],
    ])
  })

  it('that the relay refuses at endless length is refused all the same, and the rest is not read', async () => {
    let sent = 0
    relay.refusing = (socket) => {
      socket.write('HTTP/1.1 403 Forbidden\r\n\r\n')
      const pour = () => socket.write(Buffer.alloc(64 * 1024), (error) => (sent += 1) && !error && setImmediate(pour))
      pour()
    }
    const socket = await openSocket(bench.port)
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    socket.write(upgrade('/connection/websocket'))
    await eventually(() => socket.destroyed && relay.sockets.size === 0)
    const [answer] = parseAnswers(Buffer.concat(received))
    expect([answer?.status, answer?.complete, answer?.body.length]).toEqual([403, true, 64 * 1024])
    expect(sent).toBeGreaterThan(0)
  })

  it('is 502 when the relay is down, and works again when it is back', async () => {
    await relay.close()
    const answer = await bench.send({
      path: '/connection/websocket',
      headers: { Connection: 'Upgrade', Upgrade: 'websocket' },
    })
    expect([answer.status, answer.json().error?.code, answer.all('x-frame-options')]).toEqual([
      502,
      'backend_unavailable',
      ['DENY'],
    ])
  })

  it('is ended when the server stops', async () => {
    const socket = await openSocket(bench.port)
    socket.resume().write(upgrade('/connection/websocket'))
    await eventually(() => relay.sockets.size === 1)
    await bench.finish()
    await eventually(() => socket.destroyed && relay.sockets.size === 0)
    await expect(openSocket(bench.port)).rejects.toThrow('ECONNREFUSED')
  })
})

describe('never spliced', () => {
  it.each([
    '/',
    '/api',
    '/metrics',
    '/connections/websocket',
    '/connection',
    '/connection/../api',
    '/connection/%2e%2e/api',
    '/emulation',
  ])('is an upgrade of %s', async (path) => {
    const answer = await bench.send({ path, headers: { Connection: 'Upgrade', Upgrade: 'websocket' } })
    expect([400, 404]).toContain(answer.status)
    expect(relay.upgrades).toHaveLength(0)
  })

  it('is an upgrade with a crafted Host', async () => {
    const host = await bench.send({
      path: '/connection/websocket',
      headers: { Host: 'a/b', Connection: 'Upgrade', Upgrade: 'websocket' },
    })
    expect(host.status).toBe(400)
    expect(relay.upgrades).toHaveLength(0)
  })

  it('is anything without RELAY_URL', async () => {
    const alone = await startBench()
    expect(
      (await alone.send({ path: '/connection/websocket', headers: { Connection: 'Upgrade', Upgrade: 'websocket' } }))
        .status,
    ).toBe(404)
    expect((await alone.send({ method: 'POST', path: '/emulation' })).status).toBe(404)
    await alone.stop()
  })
})

describe('plain HTTP under /connection/ and /emulation', () => {
  it('streams, longer than any time limit of the API, with our headers and without cookies', async () => {
    const socket = await openSocket(bench.port)
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    socket.write(
      requestBytes(bench.port, {
        path: '/connection/sse?x=1',
        headers: { Origin: 'https://app.example', Cookie: 'a=b' },
      }),
    )
    const text = () => Buffer.concat(received).toString()
    await eventually(() => text().includes('data: 1'))
    expect(relay.requests[0]?.headers).toMatchObject({ origin: 'https://app.example', 'x-forwarded-for': '127.0.0.1' })
    expect(relay.requests[0]?.headers.cookie).toBeUndefined()
    await eventually(() => text().includes('data: 2'))
    expect(socket.destroyed).toBe(false)
    expect(text()).toContain('X-Frame-Options: DENY')
    expect(text().toLowerCase()).not.toContain('server: relay')
    socket.destroy()
    await eventually(() => relay.requests[0]?.destroyed === true)
  })
})

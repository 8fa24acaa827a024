// HTTP/1.1 as an attacker writes it: nothing is forwarded that two parsers could read differently (rules 4).
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { csrfPair } from './bench/callers.ts'
import { eventually } from './bench/eventually.ts'
import { exchange, openSocket, parseAnswers, requestBytes } from './bench/raw-http.ts'
import { startServerLayer, type Bench } from './bench/server-layer.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startServerLayer()
})
afterAll(() => bench.stop())
beforeEach(() => {
  bench.backend.requests.length = 0
  bench.backend.answer = (_request, response) => response.end('{}')
})

const post = (headers: string, body = '') =>
  `POST /api/auth/x HTTP/1.1\r\nHost: a\r\nX-CSRF-Token: c\r\nCookie: csrf_token=c\r\nContent-Type: text/plain\r\n${headers}\r\n\r\n${body}`
const get = (head: string) => `GET ${head}\r\n\r\n`

// Node by itself keeps 2,000 headers and drops the rest without a word.
const manyHeaders = 'a:\r\n'.repeat(2001)

const refused: [string, string][] = [
  ['both Content-Length and Transfer-Encoding', post('Content-Length: 4\r\nTransfer-Encoding: chunked', '0\r\n\r\n')],
  ['Transfer-Encoding: xchunked', post('Transfer-Encoding: xchunked', '0\r\n\r\n')],
  ['Transfer-Encoding: chunked, identity', post('Transfer-Encoding: chunked, identity', '0\r\n\r\n')],
  ['Transfer-Encoding twice', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: x', '0\r\n\r\n')],
  ['two lengths', post('Content-Length: 1\r\nContent-Length: 1', 'a')],
  ['length +1', post('Content-Length: +1', 'a')],
  ['length 0x1', post('Content-Length: 0x1', 'a')],
  ['length -1', post('Content-Length: -1', 'a')],
  ['length 1, 1', post('Content-Length: 1, 1', 'a')],
  ['bare LF', 'GET /api/zones HTTP/1.1\nHost: a\n\n'],
  ['bare CR', 'GET /api/zones HTTP/1.1\r\nHost: a\rX: y\r\n\r\n'],
  ['NUL in a value', get('/api/zones HTTP/1.1\r\nHost: a\r\nX: a\0b')],
  ['a folded header', get('/api/zones HTTP/1.1\r\nHost: a\r\nX: a\r\n b')],
  ['space before the colon', get('/api/zones HTTP/1.1\r\nHost : a')],
  ['an empty header name', get('/api/zones HTTP/1.1\r\nHost: a\r\n: x')],
  ['a bad chunk size', post('Transfer-Encoding: chunked', 'zz\r\nabc\r\n0\r\n\r\n')],
  ['a chunk that is longer than it says', post('Transfer-Encoding: chunked', '1\r\nabc\r\n0\r\n\r\n')],
  ['HTTP/0.9', 'GET /api/zones\r\n\r\n'],
  ['HTTP/1.0 without Host', 'GET /api/zones HTTP/1.0\r\n\r\n'],
  ['HTTP/2.0', 'GET /api/zones HTTP/2.0\r\nHost: a\r\n\r\n'],
  ['two Hosts', get('/api/zones HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close')],
  ['a Host with a path', get('/api/zones HTTP/1.1\r\nHost: a/api/auth/login?\r\nConnection: close')],
  ['a Host with a user', get('/api/zones HTTP/1.1\r\nHost: u@a\r\nConnection: close')],
  ['an empty Host', get('/api/zones HTTP/1.1\r\nHost:\r\nConnection: close')],
  ['a foreign absolute target', get('http://evil.example/api/zones HTTP/1.1\r\nHost: a\r\nConnection: close')],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['lower-case get', 'get /api/zones HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['an unknown method', 'FOO /api/zones HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a space in the target', get('/api/a b HTTP/1.1\r\nHost: a')],
  ['raw bytes in the path', get('/api/\xe9 HTTP/1.1\r\nHost: a\r\nConnection: close')],
  [
    'a second Host behind 2,001 headers',
    get(`/api/zones HTTP/1.1\r\nHost: a\r\n${manyHeaders}Host: b\r\nConnection: close`),
  ],
  [
    'a coding behind 2,001 headers',
    post(`${manyHeaders}Transfer-Encoding: gzip, chunked\r\nConnection: close`, '0\r\n\r\n'),
  ],
]

describe('refused, with the connection closed and nothing forwarded', () => {
  it.each(refused)('%s', async (_name, bytes) => {
    const answers = await exchange(bench.port, bytes)
    expect(answers.map((answer) => answer.status)).toEqual([400])
    expect(answers[0]?.header('x-frame-options')).toBe('DENY')
    expect(answers[0]?.header('connection')).toBe('close')
    expect(bench.backend.requests).toHaveLength(0)
  })

  it.each(['TRACE', 'PROPFIND', 'LOCK', 'PURGE'])('%s, with the methods there are', async (method) => {
    const answer = await bench.send({ method, path: '/api/zones' })
    expect([answer.status, answer.header('allow')]).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'])
    expect(bench.backend.requests).toHaveLength(0)
  })

  it('chunk extensions of 20 KB', async () => {
    const [answer] = await exchange(
      bench.port,
      post('Transfer-Encoding: chunked', `1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`),
    )
    expect(answer?.status).toBe(413)
    expect(bench.backend.requests).toHaveLength(0)
  })
})

describe('a second request inside the first', () => {
  const inner = 'GET /api/admin/users HTTP/1.1\r\nHost: a\r\n\r\n'
  it('as the body of a GET stays a body', async () => {
    const bytes = `GET /api/zones HTTP/1.1\r\nHost: a\r\nContent-Length: ${inner.length}\r\nConnection: close\r\n\r\n${inner}`
    const answers = await exchange(bench.port, bytes)
    expect(answers.map((answer) => answer.status)).toEqual([200])
    expect(bench.backend.requests.map(({ target }) => target)).toEqual(['/api/zones'])
  })

  it('behind a chunked body is judged like any other', async () => {
    const bytes = `${post('Transfer-Encoding: chunked', '1\r\na\r\n0\r\n\r\n')}${inner}`
    const answers = await exchange(bench.port, bytes, { count: 2 })
    expect(answers.map((answer) => answer.status)).toEqual([200, 401])
    expect(bench.backend.requests.map(({ target }) => target)).toEqual(['/api/auth/x'])
  })
})

describe('several requests on one connection', () => {
  it('are watched only while their client has an answer to take', async () => {
    let connection: Socket | undefined
    bench.layer.server.once('connection', (socket: Socket) => (connection = socket))
    const socket = await openSocket(bench.port)
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    const ask = (path: string) =>
      socket.write(requestBytes(bench.port, { path, headers: { Connection: 'keep-alive' } }))
    ask('/api/health')
    await eventually(() => received.includes('"ok"'))
    // Node's own limit for a connection that waits for its next request.
    await eventually(() => (connection?.timeout ?? 0) >= bench.layer.server.keepAliveTimeout)
    const { answer } = bench.backend
    bench.backend.answer = () => undefined
    ask('/api/zones')
    await eventually(() => bench.backend.requests.length === 1)
    expect(connection?.timeout).toBe(0)
    bench.backend.answer = answer
    socket.destroy()
  })

  it('are answered in order', async () => {
    const pipelined = ['/api/admin/users', '/api/zones', '/api/%2e%2e', '/api/zones/emergency'].map((path) =>
      requestBytes(bench.port, { path, headers: { Connection: 'keep-alive' } }),
    )
    const answers = await exchange(bench.port, Buffer.concat(pipelined), { count: 4 })
    expect(answers.map((answer) => answer.status)).toEqual([401, 200, 400, 200])
  })

  it('keep their order when the last one is unreadable', async () => {
    const first = requestBytes(bench.port, { path: '/api/zones', headers: { Connection: 'keep-alive' } })
    const answers = await exchange(bench.port, Buffer.concat([first, Buffer.from('NONSENSE\r\n\r\n')]))
    expect(answers.map((answer) => answer.status)).toEqual([200, 400])
  })

  const takeovers = [
    ['a WebSocket upgrade', 'GET /api/x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', 404],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ] as const

  it.each([
    ['unreadable', 'NONSENSE\r\n\r\n', 400],
    ['too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ...takeovers,
  ] as const)('are answered also when one is %s and comes after an answer', async (_name, last, status) => {
    const socket = await openSocket(bench.port)
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    const answers = () => parseAnswers(Buffer.concat(received)).map((answer) => answer.status)
    socket.write(requestBytes(bench.port, { path: '/api/zones', headers: { Connection: 'keep-alive' } }))
    await eventually(() => answers().length === 1)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(last)
    await closed
    expect(answers()).toEqual([200, status])
  })

  it.each(takeovers)('keep their order when the last one is %s', async (_name, last, status) => {
    bench.backend.answer = (_request, response) => void setTimeout(() => response.end('slow'), 100)
    const first = requestBytes(bench.port, { path: '/api/zones', headers: { Connection: 'keep-alive' } })
    const answers = await exchange(bench.port, Buffer.concat([first, Buffer.from(last)]))
    expect(answers.map((answer) => answer.status)).toEqual([200, status])
    expect(answers[0]?.body.toString()).toBe('slow')
  })

  it.each(takeovers)('harm nobody when the connection breaks while %s waits', async (_name, last) => {
    bench.backend.answer = () => undefined
    const socket = await openSocket(bench.port)
    socket.write(requestBytes(bench.port, { path: '/api/zones', headers: { Connection: 'keep-alive' } }))
    socket.write(last)
    await eventually(() => bench.backend.requests.length > 0)
    socket.resetAndDestroy()
    await eventually(() => bench.backend.requests[0]?.cancelled === true)
    expect((await bench.send({ path: '/api/health' })).status).toBe(200)
  })

  it('do not run behind an answer that closes the connection', async () => {
    const tooLong = requestBytes(bench.port, {
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'Content-Type': 'application/json', 'Content-Length': '2000000', Connection: 'keep-alive' },
    })
    const socket = await openSocket(bench.port)
    socket.resume()
    socket.write(tooLong)
    socket.write(Buffer.alloc(2_000_000, 0x20))
    socket.write(requestBytes(bench.port, { path: '/api/zones' }))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(bench.backend.requests).toHaveLength(0)
  })

  it('can be very many', async () => {
    const socket = await openSocket(bench.port)
    const one = requestBytes(bench.port, { path: '/api/health', headers: { Connection: 'keep-alive' } })
    let received = 0
    let tail = ''
    socket.on('data', (chunk) => {
      const text = tail + chunk.toString('latin1')
      received += text.split('HTTP/1.1 200').length - 1
      // A status line may arrive in two pieces; what is kept is too short to hold a whole one.
      tail = text.slice(-('HTTP/1.1 200'.length - 1))
    })
    for (let batch = 0; batch < 100; batch += 1) socket.write(Buffer.concat(Array.from({ length: 50 }, () => one)))
    await eventually(() => received >= 5000, 20_000)
    expect(received).toBe(5000)
    socket.destroy()
  })
})

describe('a request behind a chunked body that was refused unread', () => {
  it('is not executed', async () => {
    const first = requestBytes(bench.port, {
      method: 'PUT',
      path: '/api/auth/x',
      headers: { ...csrfPair, 'Transfer-Encoding': 'chunked', Connection: 'keep-alive' },
    })
    // Goes on sending after the server has said that it is done.
    const socket = connect({ port: bench.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined).resume()
    let seen = socket
    bench.layer.server.once('connection', (accepted: Socket) => (seen = accepted))
    const finished = new Promise<void>((resolve) =>
      bench.layer.server.once('request', (_request, response) => response.once('finish', resolve)),
    )
    socket.write(first)
    await finished
    socket.write('1\r\na\r\n0\r\n\r\n')
    socket.write(requestBytes(bench.port, { path: '/api/zones', headers: { Connection: 'keep-alive' } }))
    await eventually(() => seen.destroyed)
    socket.destroy()
    expect(bench.backend.requests).toHaveLength(0)
  })
})

describe('a body that is refused before it is read', () => {
  it('may go on for a moment, so that its sender lives to read the answer', async () => {
    const socket = await openSocket(bench.port)
    const errors: unknown[] = []
    socket.on('error', (error) => errors.push(error))
    socket.pause()
    const finished = new Promise<void>((resolve) =>
      bench.layer.server.once('request', (_request, response) => response.once('finish', resolve)),
    )
    const parts = { method: 'PUT', path: '/api/auth/x', headers: { ...csrfPair, 'Content-Length': '9000000' } }
    socket.write(requestBytes(bench.port, parts))
    await finished
    const write = () => new Promise<void>((resolve) => socket.write(Buffer.alloc(65_536), () => setImmediate(resolve)))
    for (let piece = 0; piece < 20; piece += 1) await write()
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk)).resume()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(parseAnswers(Buffer.concat(received)).map(({ status }) => status)).toEqual([415])
    expect(errors).toEqual([])
  })
})

describe('upgrades outside the relay’s paths', () => {
  it('to a WebSocket are refused', async () => {
    const answer = await bench.send({
      path: '/api/admin/users',
      headers: { Connection: 'Upgrade', Upgrade: 'websocket' },
    })
    expect(answer.status).toBe(404)
    expect(bench.backend.requests).toHaveLength(0)
  })

  it.each(['h2c', 'TLS/1.0', 'HTTP/2.0, websocket2'])('to %s are offers, which are ignored', async (protocol) => {
    const offer = {
      ...csrfPair,
      Connection: 'Upgrade, HTTP2-Settings',
      Upgrade: protocol,
      'HTTP2-Settings': 'AAMAAABkAARAAAAAAAIAAAAA',
    }
    const read = requestBytes(bench.port, { path: '/api/zones?a=%20b', headers: offer })
    const denied = requestBytes(bench.port, { path: '/api/admin/users', headers: offer })
    const body = Buffer.alloc(200_000, 'x')
    const write = { method: 'PUT', path: '/api/auth/x', headers: { ...offer, 'Content-Type': 'text/plain' }, body }
    const last = requestBytes(bench.port, write)
    const answers = await exchange(bench.port, Buffer.concat([read, denied, last]), { count: 3 })
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 200])
    const [first, second] = bench.backend.requests
    expect([first?.target, second?.target]).toEqual(['/api/zones?a=%20b', '/api/auth/x'])
    expect([first?.headers.upgrade, first?.headers['http2-settings'], second?.body.equals(body)]).toEqual([
      undefined,
      undefined,
      true,
    ])
  })
})

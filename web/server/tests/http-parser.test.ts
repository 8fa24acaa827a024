// HTTP/1.1 as an attacker writes it: nothing is forwarded that two parsers could read differently (rules 4).
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { asProcess } from './bench/bench.ts'
import { csrfPair, mutation } from './bench/callers.ts'
import { eventually } from './bench/eventually.ts'
import { openSocket, parseAnswers, requestBytes } from './bench/raw-http.ts'
import { answerNothing, sharedBench } from './bench/shared-bench.ts'
import { createFaults, fault, itHolds, passes, refused, type Case, type Expected } from './bench/trial.ts'

const bench = sharedBench()

const post = (headers: string, body = '') =>
  `POST /api/unlisted HTTP/1.1\r\nHost: a\r\nX-CSRF-Token: ${csrfPair['X-CSRF-Token']}\r\nCookie: ${mutation('', undefined).headers['Cookie']}\r\nContent-Type: text/plain\r\n${headers}\r\n\r\n${body}`
const get = (rest: string) => `GET /api/zones HTTP/1.1\r\n${rest}\r\n\r\n`
const line = (first: string) => `${first}\r\nHost: a\r\nConnection: close\r\n\r\n`

// Node by itself keeps 2,000 headers and drops the rest without a word.
const manyHeaders = 'a:\r\n'.repeat(2001)

const unreadable: Record<string, readonly (readonly [string, string])[]> = {
  'HT-01': [
    ...['+1', '0x1', '-1', '1, 1', '1 1', '1a', '٣', '18446744073709551616', '1\r\nContent-Length: 1'].map(
      (length) => [`length ${length}`, post(`Content-Length: ${length}`, 'a')] as const,
    ),
    ...[
      'xchunked',
      'chunked, identity',
      'identity',
      'chunked\r\nTransfer-Encoding: chunked',
      'chunked\r\nTransfer-Encoding: x',
      ' chunked\x0b',
      'chunked\r\nContent-Length: 4',
      '"chunked"',
      'gzip, chunked',
      'chunked;q=1',
    ].map((coding) => [`coding ${coding}`, post(`Transfer-Encoding: ${coding}`, '0\r\n\r\n')] as const),
    ...[
      'zz\r\nabc\r\n0\r\n\r\n',
      '1\r\nabc\r\n0\r\n\r\n',
      '-1\r\na\r\n0\r\n\r\n',
      '1\na\n0\n\n',
      'ffffffffffffffffff\r\n',
      '1\r\na0\r\n\r\n',
    ].map((chunk) => [`chunk ${chunk}`, post('Transfer-Encoding: chunked', chunk)] as const),
    ...[
      'Host: a\nX: y',
      'Host: a\rX: y',
      'Host: a\r\nX: a\0b',
      'Host: a\r\nX: a\r\n b',
      'Host : a',
      'Host: a\r\n: x',
      'Host: a\r\nX\r\nY: z',
      'Host: a\r\nX y: z',
      'Host: a\r\n\tX: y',
      'Host: a\r\nHost: b\r\nConnection: close',
      'Connection: close',
      'Host:\r\nConnection: close',
      'Host: a/b\r\nConnection: close',
      'Host: a b\r\nConnection: close',
      'Host: u@a\r\nConnection: close',
      'Host: a/api/auth/login?\r\nConnection: close',
    ].map((head) => [`head ${head}`, get(head)] as const),
    ['bare LF', 'GET /api/zones HTTP/1.1\nHost: a\n\n'],
    ['a space in the target', line('GET /api/a b HTTP/1.1')],
    ['raw bytes in the path', line('GET /api/\xe9 HTTP/1.1')],
    ['a second Host behind 2,001 headers', get(`Host: a\r\n${manyHeaders}Host: b\r\nConnection: close`)],
    [
      'a coding behind 2,001 headers',
      post(`${manyHeaders}Transfer-Encoding: gzip, chunked\r\nConnection: close`, '0\r\n\r\n'),
    ],
  ],
  'HT-03': [
    ['CL.TE', post('Content-Length: 6\r\nTransfer-Encoding: chunked', '0\r\n\r\nGET /api/admin/users HTTP/1.1')],
    ['TE.CL', post('Transfer-Encoding: chunked\r\nContent-Length: 4', '2a\r\nGET /api/admin/users HTTP/1.1')],
  ],
  'HT-05': [
    ['HTTP/0.9', 'GET /api/zones\r\n\r\n'],
    ['HTTP/1.0 without Host', 'GET /api/zones HTTP/1.0\r\n\r\n'],
    ['HTTP/2.0', line('GET /api/zones HTTP/2.0')],
    ['HTTP/9.9', line('GET /api/zones HTTP/9.9')],
    ['an asterisk', line('OPTIONS * HTTP/1.1')],
    ['a foreign absolute target', line('GET http://evil.example/api/zones HTTP/1.1')],
    ['zeroes', '\0\0\0\0'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ],
  'RT-08': [
    ['lower-case get', line('get /api/zones HTTP/1.1')],
    ...['FOO', 'TRACK'].map((method) => [method, line(`${method} /api/zones HTTP/1.1`)] as const),
  ],
}

describe('refused, with the connection closed and nothing forwarded', () => {
  const closes: Expected = {
    ...refused(400),
    check: ({ header }) => (header('connection') === 'close' ? null : 'the connection stays'),
  }
  const listed: Expected = {
    ...refused(405),
    check: ({ header }) =>
      header('allow') === 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' ? null : `allows ${header('allow')}`,
  }
  const methods = ['TRACE', 'PROPFIND', 'LOCK', 'PURGE', 'SEARCH', 'MKCOL', 'UNLINK']
  // holds rules 4-6
  itHolds(bench, [
    ...Object.entries(unreadable).flatMap(([id, rows]) =>
      rows.map(([name, bytes]): Case => [id, JSON.stringify(name), bytes, closes]),
    ),
    [
      'HT-01',
      'chunk extensions of 20 KB',
      post('Transfer-Encoding: chunked', `1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`),
      refused(413),
    ],
    ['HT-01', 'an expectation', get('Host: a\r\nExpect: x\r\nConnection: close'), refused(417)],
    ['HT-05', 'CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', refused(405)],
    ...methods.map((method): Case => [
      'RT-08',
      `${method}, with the methods there are`,
      { method, path: '/api/zones' },
      listed,
    ]),
  ])
})

describe('a body in chunks', () => {
  itHolds(
    bench,
    ['chunked', 'CHUNKED', 'Chunked'].map((coding): Case => [
      'HT-02',
      `${coding} arrives whole, with a length`,
      post(`Connection: close\r\nTransfer-Encoding: ${coding}`, '3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n'),
      {
        ...passes,
        check: (_answer, seen) =>
          seen?.body.toString() === 'abcd' && seen.headers['content-length'] === '4' ? null : 'not whole',
      },
    ]),
  )
})

/** Valid requests with bytes changed, inserted and dropped at random; a fixed seed, so that a failure can be repeated. */
it('HT-01: a request with bytes changed at random is answered as it should be', async () => {
  let seed = 42
  const random = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % limit
  }
  const plain = requestBytes(bench().port, mutation('/api/zones/1', '{"name":"x"}', { method: 'PUT' }))
  const faults = createFaults()
  for (let round = 0; round < (asProcess ? 1500 : 100); round += 1) {
    const bytes = [...plain]
    for (let change = 0; change <= random(4); change += 1) {
      const at = random(bytes.length)
      const kind = random(3)
      if (kind === 0) bytes[at] = random(256)
      else if (kind === 1) bytes.splice(at, 0, random(256))
      else bytes.splice(at, random(5))
    }
    // Whoever breaks the length off would wait for the rest; the end of the connection is said at once instead.
    const broken = Buffer.concat([Buffer.from(bytes), Buffer.from('\r\n\r\n\r\n')])
    const statuses = [200, 400, 401, 403, 404, 405, 408, 413, 415, 417, 431]
    faults.note(`round ${round}`, await fault(bench(), broken, { status: statuses }))
  }
  expect(faults.list).toEqual([])
})

describe('a second request inside the first', () => {
  const inner = 'GET /api/admin/users HTTP/1.1\r\nHost: a\r\n\r\n'
  it('HT-03: as the body of a GET stays a body', async () => {
    const bytes = `GET /api/zones HTTP/1.1\r\nHost: a\r\nContent-Length: ${inner.length}\r\nConnection: close\r\n\r\n${inner}`
    const answers = await bench().exchange(bytes)
    expect(answers.map((answer) => answer.status)).toEqual([200])
    expect(bench().backend.requests.map(({ target }) => target)).toEqual(['/api/zones'])
  })

  it('HT-03: behind a chunked body is judged like any other', async () => {
    const bytes = `${post('Transfer-Encoding: chunked', '1\r\na\r\n0\r\n\r\n')}${inner}`
    const answers = await bench().exchange(bytes, { count: 2 })
    expect(answers.map((answer) => answer.status)).toEqual([200, 401])
    expect(bench().backend.requests.map(({ target }) => target)).toEqual(['/api/unlisted'])
  })
})

describe('several requests on one connection', () => {
  it.skipIf(asProcess)('HT-08: are watched only while their client has an answer to take', async () => {
    let connection: Socket | undefined
    bench().layer!.server.once('connection', (socket: Socket) => (connection = socket))
    const socket = await openSocket(bench().port)
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    const ask = (path: string) =>
      socket.write(requestBytes(bench().port, { path, headers: { Connection: 'keep-alive' } }))
    ask('/api/health')
    await eventually(() => received.includes('"ok"'))
    // Node's own limit for a connection that waits for its next request.
    await eventually(() => (connection?.timeout ?? 0) >= bench().layer!.server.keepAliveTimeout)
    bench().backend.answer = answerNothing
    ask('/api/zones')
    await eventually(() => bench().backend.requests.length === 1)
    expect(connection?.timeout).toBe(0)
    socket.destroy()
  })

  it('HT-04: are answered in order', async () => {
    const pipelined = ['/api/admin/users', '/api/zones', '/api/%2e%2e', '/api/zones/emergency'].map((path) =>
      requestBytes(bench().port, { path, headers: { Connection: 'keep-alive' } }),
    )
    const answers = await bench().exchange(Buffer.concat(pipelined), { count: 4 })
    expect(answers.map((answer) => answer.status)).toEqual([401, 200, 400, 200])
  })

  it('HT-04: keep their order when the last one is unreadable', async () => {
    const first = requestBytes(bench().port, { path: '/api/zones', headers: { Connection: 'keep-alive' } })
    const answers = await bench().exchange(Buffer.concat([first, Buffer.from('NONSENSE\r\n\r\n')]))
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
  ] as const)('HT-04: are answered also when one is %s and comes after an answer', async (_name, last, status) => {
    const socket = await openSocket(bench().port)
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    const answers = () => parseAnswers(Buffer.concat(received)).map((answer) => answer.status)
    socket.write(requestBytes(bench().port, { path: '/api/zones', headers: { Connection: 'keep-alive' } }))
    await eventually(() => answers().length === 1)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(last)
    await closed
    expect(answers()).toEqual([200, status])
  })

  it.each(takeovers)('HT-04: keep their order when the last one is %s', async (_name, last, status) => {
    // Not before whoever comes after both has been answered.
    bench().backend.answer = (_request, response) =>
      void bench()
        .send({ path: '/api/health' })
        .then(() => response.end('slow'))
    const first = requestBytes(bench().port, { path: '/api/zones', headers: { Connection: 'keep-alive' } })
    const answers = await bench().exchange(Buffer.concat([first, Buffer.from(last)]))
    expect(answers.map((answer) => answer.status)).toEqual([200, status])
    expect(answers[0]?.body.toString()).toBe('slow')
  })

  it.each(takeovers)('HT-09: harm nobody when the connection breaks while %s waits', async (_name, last) => {
    bench().backend.answer = answerNothing
    const socket = await openSocket(bench().port)
    socket.write(requestBytes(bench().port, { path: '/api/zones', headers: { Connection: 'keep-alive' } }))
    socket.write(last)
    await eventually(() => bench().backend.requests.length > 0)
    socket.resetAndDestroy()
    await eventually(() => bench().backend.requests[0]?.cancelled === true)
    expect((await bench().send({ path: '/api/health' })).status).toBe(200)
  })

  it('HT-04: do not run behind an answer that closes the connection', async () => {
    const tooLong = requestBytes(bench().port, {
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'Content-Type': 'application/json', 'Content-Length': '2000000', Connection: 'keep-alive' },
    })
    const socket = await openSocket(bench().port)
    socket.resume()
    socket.write(tooLong)
    socket.write(Buffer.alloc(2_000_000, 0x20))
    socket.write(requestBytes(bench().port, { path: '/api/zones' }))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(bench().backend.requests).toHaveLength(0)
  })

  it('HT-09: can be very many', async () => {
    const socket = await openSocket(bench().port)
    const one = requestBytes(bench().port, { path: '/api/health', headers: { Connection: 'keep-alive' } })
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
  it.skipIf(asProcess)('HT-04: is not executed', async () => {
    const first = requestBytes(bench().port, {
      method: 'PUT',
      path: '/api/auth/x',
      headers: { ...csrfPair, 'Transfer-Encoding': 'chunked', Connection: 'keep-alive' },
    })
    // Goes on sending after the server has said that it is done.
    const socket = connect({ port: bench().port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined).resume()
    let seen = socket
    bench().layer!.server.once('connection', (accepted: Socket) => (seen = accepted))
    const finished = new Promise<void>((resolve) =>
      bench().layer!.server.once('request', (_request, response) => response.once('finish', resolve)),
    )
    socket.write(first)
    await finished
    socket.write('1\r\na\r\n0\r\n\r\n')
    socket.write(requestBytes(bench().port, { path: '/api/zones', headers: { Connection: 'keep-alive' } }))
    await eventually(() => seen.destroyed)
    socket.destroy()
    expect(bench().backend.requests).toHaveLength(0)
  })
})

describe('a body that is refused before it is read', () => {
  it.skipIf(asProcess)('VA-06: may go on for a moment, so that its sender lives to read the answer', async () => {
    const socket = await openSocket(bench().port)
    const errors: unknown[] = []
    socket.on('error', (error) => errors.push(error))
    socket.pause()
    const finished = new Promise<void>((resolve) =>
      bench().layer!.server.once('request', (_request, response) => response.once('finish', resolve)),
    )
    const parts = { method: 'PUT', path: '/api/auth/x', headers: { ...csrfPair, 'Content-Length': '9000000' } }
    socket.write(requestBytes(bench().port, parts))
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
  // holds rules 4-13
  it('HD-04: to a WebSocket are refused', async () => {
    const answer = await bench().send({
      path: '/api/admin/users',
      headers: { Connection: 'Upgrade', Upgrade: 'websocket' },
    })
    expect(answer.status).toBe(404)
    expect(bench().backend.requests).toHaveLength(0)
  })

  it.each(['h2c', 'TLS/1.0', 'HTTP/2.0, websocket2'])(
    'HD-04: to %s are offers, which are ignored',
    async (protocol) => {
      const offer = {
        ...csrfPair,
        Connection: 'Upgrade, HTTP2-Settings',
        Upgrade: protocol,
        'HTTP2-Settings': 'AAMAAABkAARAAAAAAAIAAAAA',
      }
      const read = requestBytes(bench().port, { path: '/api/zones?a=%20b', headers: offer })
      const denied = requestBytes(bench().port, { path: '/api/admin/users', headers: offer })
      const body = Buffer.alloc(200_000, 'x')
      const write = { method: 'PUT', path: '/api/auth/x', headers: { ...offer, 'Content-Type': 'text/plain' }, body }
      const last = requestBytes(bench().port, write)
      const answers = await bench().exchange(Buffer.concat([read, denied, last]), { count: 3 })
      expect(answers.map(({ status }) => status)).toEqual([200, 401, 200])
      const [first, second] = bench().backend.requests
      expect([first?.target, second?.target]).toEqual(['/api/zones?a=%20b', '/api/auth/x'])
      expect([first?.headers.upgrade, first?.headers['http2-settings'], second?.body.equals(body)]).toEqual([
        undefined,
        undefined,
        true,
      ])
    },
  )
})

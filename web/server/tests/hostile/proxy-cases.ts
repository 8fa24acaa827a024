// PX, HD: what goes to the backend and what comes back, byte for byte.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { csrf } from '../bench/callers.ts'
import { openSocket, requestBytes } from '../bench/raw-http.ts'
import { eventually } from '../bench/eventually.ts'
import type { Bench } from './trial.ts'

export async function proxyCases(bench: Bench): Promise<void> {
  await towardBackend(bench)
  await statuses(bench)
  await redirect(bench)
  await replyHeaders(bench)
  await requestHeaders(bench)
  await upload(bench)
  await negotiate(bench)
}

/** The process has it in its environment, to compare it with its own; nobody must ever see it. */
const relaySecret = randomBytes(32).toString('hex')
export const proxyEnvironment = { REALTIME_HMAC_SECRET: relaySecret }

const plain = (bench: Bench) => {
  bench.backend.answer = (_request, response) => response.end('{}')
}

async function towardBackend(bench: Bench): Promise<void> {
  plain(bench)
  const token = bench.token('operator')
  const seen = () => bench.backend.requests[0]
  const passes = { status: [200], forwarded: 1 }
  const sends = (authorization: string | undefined) => () => {
    const found = seen()?.rawHeaders.filter((_, at, all) => at % 2 === 1 && /^authorization$/i.test(all[at - 1] ?? ''))
    const wanted = authorization === undefined ? [] : [authorization]
    return JSON.stringify(found) === JSON.stringify(wanted) ? null : `the backend saw ${JSON.stringify(found)}`
  }
  const cookie = (value: string) => ({ Cookie: `auth_token=${value}; csrf_token=${csrf}; foo=bar` })
  const target = '/api/zones?b=2&a=%20x&a=y'
  await bench.attempt(
    'PX-01',
    'query',
    { path: target, headers: cookie(token) },
    {
      ...passes,
      check: ({ body }) =>
        seen()?.target === target && body.toString() === '{}' ? sends(`Bearer ${token}`)() : 'changed',
    },
  )
  const encoded = token.replaceAll('.', '%2E')
  const cases: [string, Record<string, string>, string | undefined][] = [
    ['PX-02', cookie(encoded), `Bearer ${token}`],
    ['PX-03', { Authorization: 'Bearer abc' }, 'Bearer abc'],
    ['PX-04', { ...cookie(token), Authorization: 'Bearer other' }, `Bearer ${token}`],
    ['PX-06', {}, undefined],
    ['AU-04', { Cookie: 'auth_token=garbage' }, 'Bearer garbage'],
  ]
  for (const [id, headers, wanted] of cases)
    await bench.attempt(
      id,
      JSON.stringify(headers).slice(0, 60),
      { path: '/api/zones', headers },
      { ...passes, check: sends(wanted) },
    )
  await bench.attempt(
    'PX-05',
    'no cookie',
    { path: '/api/zones', headers: cookie(token) },
    {
      ...passes,
      check: () => (seen()?.headers.cookie === undefined ? null : 'a cookie went on'),
    },
  )
  await bench.attempt(
    'PX-20',
    'GET',
    { path: '/api/anything/else' },
    { ...passes, check: () => (seen()?.target === '/api/anything/else' ? null : 'changed') },
  )
  const odd = '{ "a" : 1 }'
  await bench.attempt('PX-20/VA-10', 'POST', bench.mutation('/api/anything/else', odd), {
    ...passes,
    check: () => (seen()?.body.toString() === odd ? null : 'changed'),
  })
  await bench.attempt(
    'PX-21',
    'DELETE',
    bench.mutation('/api/zones/1', undefined, { method: 'DELETE', token: bench.token('admin') }),
    {
      ...passes,
      check: () => (seen()?.headers['content-type'] === undefined && seen()?.body.length === 0 ? null : 'a body'),
    },
  )
  for (const path of ['/api', '/api/', '/apix', '/favicon'])
    await bench.attempt('PX-23', path, { path }, { status: [404], forwarded: 0 })
}

async function statuses(bench: Bench): Promise<void> {
  const bodies: [string, string][] = [
    ['application/json', '{"error":1}'],
    ['text/plain', 'no'],
    ['text/html', '<h1>no</h1>'],
    ['application/json', ''],
  ]
  for (const status of [400, 401, 403, 404, 409, 418, 422, 429, 500, 503]) {
    for (const [type, text] of bodies) {
      bench.backend.answer = (_request, response) => response.writeHead(status, { 'content-type': type }).end(text)
      const check = (answer: { body: Buffer; header: (name: string) => string | undefined }) =>
        answer.body.toString() === text && answer.header('content-type') === type ? null : 'changed'
      await bench.attempt('PX-09', `${status} ${type} ${text}`, { path: '/api/zones' }, { status: [status], check })
    }
  }
  bench.backend.answer = (_request, response) =>
    void response.socket?.write('HTTP/1.1 204 No Content\r\nContent-Type: text/plain\r\n\r\nstray')
  await bench.attempt(
    'PX-08',
    'stray bytes behind 204',
    { path: '/api/zones' },
    {
      status: [204],
      check: ({ body, header }) => (body.length === 0 && header('content-type') === undefined ? null : 'has a body'),
    },
  )
  bench.backend.answer = (request, response) => {
    if (request.headers['if-none-match']) response.writeHead(304, { etag: '"x"' }).end()
    else response.writeHead(206, { 'content-range': 'bytes 0-1/9' }).end('ab')
  }
  await bench.attempt('PX-11', '304', { path: '/api/zones', headers: { 'If-None-Match': '"x"' } }, { status: [304] })
  await bench.attempt(
    'PX-11',
    '206',
    { path: '/api/zones', headers: { Range: 'bytes=0-1' } },
    {
      status: [206],
      check: ({ header }) => (header('content-range') === 'bytes 0-1/9' ? null : 'range lost'),
    },
  )
  await bench.attempt('PX-11/AU-05', 'HEAD', { method: 'HEAD', path: '/api/zones' }, { status: [206], forwarded: 1 })
  const zipped = gzipSync('hello')
  bench.backend.answer = (_request, response) =>
    response
      .writeHead(200, { 'content-encoding': 'gzip', vary: 'accept-encoding', 'content-length': zipped.length })
      .end(zipped)
  for (const coding of ['gzip', 'identity', ''])
    await bench.attempt(
      'PX-15',
      `accepts ${coding}`,
      { path: '/api/zones', headers: coding === '' ? {} : { 'Accept-Encoding': coding } },
      {
        status: [200],
        check: ({ body, header }) => (body.equals(zipped) && header('content-encoding') === 'gzip' ? null : 'changed'),
      },
    )
  plain(bench)
}

async function redirect(bench: Bench): Promise<void> {
  let contacted = 0
  const trap = createServer((_request, response) => {
    contacted += 1
    response.end()
  })
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  const location = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/steal`
  bench.backend.answer = (_request, response) => response.writeHead(302, { location }).end()
  await bench.attempt(
    'PX-10',
    'redirect',
    { path: '/api/zones' },
    {
      status: [302],
      check: ({ header }) => (header('location') === location && contacted === 0 ? null : 'followed'),
    },
  )
  trap.close()
  plain(bench)
}

async function replyHeaders(bench: Bench): Promise<void> {
  const foreign = {
    'content-security-policy': 'default-src *',
    'x-frame-options': 'ALLOWALL',
    'strict-transport-security': 'max-age=0',
    server: 'apache',
    'x-powered-by': 'php',
    'access-control-allow-origin': '*',
    'access-control-allow-credentials': 'true',
    connection: 'x-secret',
    'x-secret': '1',
    'keep-alive': 'timeout=9',
    'proxy-authenticate': 'Basic',
    upgrade: 'h2c',
    te: 'trailers',
    'set-cookie': 'auth_token=evil',
    'cache-control': 'public, max-age=9',
  }
  bench.backend.answer = (_request, response) => response.writeHead(200, foreign).end('{}')
  const gone = [
    'server',
    'x-powered-by',
    'access-control-allow-origin',
    'access-control-allow-credentials',
    'x-secret',
    'proxy-authenticate',
    'upgrade',
    'te',
    'set-cookie',
  ]
  await bench.attempt(
    'PX-13/14/SH-04/CK-06',
    'of the backend',
    { path: '/api/zones' },
    {
      status: [200],
      check: ({ all }) => {
        const left = gone.filter((name) => all(name).length > 0)
        return left.length === 0 && all('cache-control').join() === 'no-store'
          ? null
          : `${left.join()} ${all('cache-control').join()}`
      },
    },
  )
  plain(bench)
}

async function requestHeaders(bench: Bench): Promise<void> {
  const hop = {
    TE: 'trailers',
    Trailer: 'x',
    'Proxy-Authorization': 'Basic x',
    'Keep-Alive': 'timeout=1',
    'HTTP2-Settings': 'AAA',
  }
  await bench.attempt(
    'HD-04',
    'hop by hop',
    { path: '/api/zones', headers: hop },
    {
      status: [200],
      check: () => {
        const found = Object.keys(hop).filter(
          (name) => bench.backend.requests[0]?.headers[name.toLowerCase()] !== undefined,
        )
        return found.length === 0 ? null : `${found.join()} went on`
      },
    },
  )
  await bench.attempt(
    'HD-04',
    'h2c',
    { path: '/api/zones', headers: { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAA' } },
    {
      status: [200],
      forwarded: 1,
      check: () => (bench.backend.requests[0]?.headers.upgrade === undefined ? null : 'the offer went on'),
    },
  )
  await bench.attempt(
    'HD-06',
    'Host: evil',
    { path: '/api/admin/x', headers: { Host: 'evil' } },
    { status: [401], forwarded: 0 },
  )
  await bench.attempt(
    'HD-06',
    'a Host with a path',
    { path: '/api/admin/x', headers: { Host: 'x:80/api/auth/login?' } },
    { status: [400], forwarded: 0 },
  )
  const backendHost = new URL(bench.backend.url).host
  await bench.attempt(
    'HD-06',
    'the Host of the backend',
    { path: '/api/zones', headers: { Host: 'evil', 'X-Forwarded-Host': 'evil2' } },
    {
      status: [200],
      check: () => (bench.backend.requests[0]?.headers.host === backendHost ? null : 'another host'),
    },
  )
  const kept = {
    Range: 'bytes=0-1',
    'If-Match': '"a"',
    Accept: 'text/csv',
    'Accept-Language': 'de',
    'User-Agent': 'u',
    'X-Request-Id': 'abc-1',
  }
  await bench.attempt(
    'HD-10',
    'kept',
    { path: '/api/zones', headers: kept },
    {
      status: [200],
      check: () => {
        const lost = Object.entries(kept).filter(
          ([name, value]) => bench.backend.requests[0]?.headers[name.toLowerCase()] !== value,
        )
        return lost.length === 0 ? null : `${lost.join()} is missing`
      },
    },
  )
  for (const id of ['a b', 'x'.repeat(65), '<x>', 'a_b'])
    await bench.attempt(
      'HD-10',
      `id ${id}`,
      { path: '/api/zones', headers: { 'X-Request-Id': id } },
      {
        status: [200],
        check: ({ header }) =>
          header('x-request-id') !== id && bench.backend.requests[0]?.headers['x-request-id'] !== id ? null : 'kept',
      },
    )
}

/** PX-22: nearly as much as a plan may have, with an odd boundary and name; its beginning arrives before its end is sent. */
async function upload(bench: Bench): Promise<void> {
  const boundary = "a'()+_,-./:=?b"
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nX: y"\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(9 * 1024 * 1024, 7),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const parts = bench.mutation('/api/floors/1/upload', undefined, {
    token: bench.token('admin'),
    headers: { 'Content-Type': `multipart/form-data; boundary="${boundary}"`, 'Content-Length': String(body.length) },
  })
  bench.backend.requests.length = 0
  const socket = await openSocket(bench.port)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
  socket.write(requestBytes(bench.port, parts))
  socket.write(body.subarray(0, 1000))
  await eventually(() => bench.backend.requests.length === 1).catch(() => undefined)
  bench.note('PX-22', 'streams', bench.backend.requests.length === 1 ? null : 'nothing arrived before the end')
  socket.write(body.subarray(1000))
  await eventually(() => answer.startsWith('HTTP/1.1 200'), 20_000).catch(() => undefined)
  socket.destroy()
  bench.note('PX-22', 'arrives byte for byte', bench.backend.requests[0]?.body.equals(body) ? null : 'changed')
  for (const [status, type, length] of [
    [413, `multipart/form-data; boundary=x`, 26 * 1024 * 1024],
    [415, 'image/png', 10],
  ] as const)
    await bench.attempt(
      'VA-11',
      `${length} bytes of ${type}`,
      bench.mutation('/api/floors/1/upload', undefined, {
        token: bench.token('admin'),
        headers: { 'Content-Type': type, 'Content-Length': String(length) },
      }),
      { status: [status], forwarded: 0 },
    )
}

/** PX-24: what the backend says to a page that wants to connect to the relay; the rest of the answer is ours. */
async function negotiate(bench: Bench): Promise<void> {
  const said = '{"success":true,"data":{"url":"wss://a/connection/websocket","token":"t","expiresIn":3600}}'
  bench.backend.answer = (_request, response) => response.end(said)
  const request = { path: '/api/negotiate', headers: { Cookie: `auth_token=${bench.token('operator')}` } }
  await bench.attempt('PX-24', 'negotiate', request, {
    status: [200],
    forwarded: 1,
    check: ({ body, fields }) =>
      body.toString() !== said
        ? 'changed'
        : [relaySecret, bench.apiSecret, bench.sessionSecret].some((secret) => fields.flat().join().includes(secret))
          ? 'tells a secret'
          : null,
  })
}

// Size, encoding and shape of request bodies (rules 1, VA-06 to 08), and uploads that stream (spec 4.2).
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { csrf, csrfPair, mutation, tokenOf } from './bench/callers.ts'
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
  bench.backend.early = null
})

const signedIn = () => ({ Cookie: `auth_token=${tokenOf('admin')}; csrf_token=${csrf}`, 'X-CSRF-Token': csrf })
const withType = (type: string, more: object = {}) => ({ ...signedIn(), 'Content-Type': type, ...more })

describe('a body that is not JSON', () => {
  it.each([
    ['truncated', '{"a":'],
    ['with a trailing comma', '{"a":1,}'],
    ['with a byte-order mark', '\ufeff{}'],
    ['in UTF-16', Buffer.from('{}', 'utf16le')],
    ['in broken UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['of blanks', '   '],
  ])('%s is refused as malformed', async (_name, body) => {
    const answer = await bench.send({ method: 'POST', path: '/api/zones', headers: withType('application/json'), body })
    expect([answer.status, answer.json().error?.code]).toEqual([400, 'malformed_body'])
    expect(bench.backend.requests).toHaveLength(0)
  })

  it.each([
    'text/plain',
    'application/json; charset=utf-16',
    'application/xml',
    'application/jsonx',
    'multipart/form-data; boundary=x',
  ])('by its type %s is refused', async (type) => {
    const answer = await bench.send({ method: 'POST', path: '/api/zones', headers: withType(type), body: '{}' })
    expect([answer.status, answer.json().error?.code]).toEqual([415, 'unsupported_media_type'])
  })

  it('because it is compressed is refused, not inflated', async () => {
    const headers = withType('application/json', { 'Content-Encoding': 'gzip' })
    const answer = await bench.send({ method: 'POST', path: '/api/zones', headers, body: gzipSync('{}') })
    expect(answer.status).toBe(415)
  })
})

describe('a body of', () => {
  const limit = 1024 * 1024
  const sized = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`
  it.each([
    ['1 MiB - 1', limit - 1, 200],
    ['1 MiB', limit, 200],
    ['1 MiB + 1', limit + 1, 413],
  ])('%s', async (_name, bytes, status) => {
    const answer = await bench.send(mutation('/api/unlisted', sized(bytes)))
    expect([answer.status, bench.backend.requests.length]).toEqual([status, status === 200 ? 1 : 0])
  })

  it('10 GB, declared, is refused at once', async () => {
    const headers = withType('application/json', { 'Content-Length': '10737418240' })
    const answer = await bench.send({ method: 'POST', path: '/api/zones', headers })
    expect([answer.status, answer.json().error?.code, answer.header('connection')]).toEqual([
      413,
      'body_too_large',
      'close',
    ])
  })

  it('chunks without end is refused at the limit and the connection closed', async () => {
    const socket = await openSocket(bench.port)
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    socket.write(
      requestBytes(bench.port, {
        method: 'POST',
        path: '/api/zones',
        headers: withType('application/json', { 'Transfer-Encoding': 'chunked' }),
      }),
    )
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    let sent = 0
    while (!socket.destroyed && sent < 200) {
      sent += 1
      if (!socket.write(chunk)) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve))
    }
    await eventually(() => socket.destroyed)
    expect(parseAnswers(Buffer.concat(received))[0]?.status).toBe(413)
    expect(bench.backend.requests).toHaveLength(0)
  })

  it.each([
    ['forty thousand unknown fields', `{${Array.from({ length: 40_000 }, (_, at) => `"field${at}":1`).join(',')}}`],
    ['three hundred thousand wrong ids', `{"ids":[${Array.from({ length: 300_000 }, () => '""').join(',')}]}`],
    ['half a million values', `[${'1,'.repeat(500_000)}1]`],
    ['a hundred thousand levels', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['a hundred thousand keys', `{${Array.from({ length: 80_000 }, (_, at) => `"${at}":1`).join(',')}}`],
  ])('%s is refused with a short answer', async (_name, body) => {
    const answer = await bench.send(mutation('/api/personnel/batch-delete', body))
    expect([400, 413]).toContain(answer.status)
    expect(answer.body.length).toBeLessThan(200_000)
  })

  it('a field that may hold anything, nested without end, is refused and not a mistake of ours', async () => {
    const nested = '['.repeat(100_000) + ']'.repeat(100_000)
    const body = `{"action":"a","resource":"b","after":{"x":${nested}}}`
    const answer = await bench.send(mutation('/api/audit/logs', body, { token: tokenOf('admin') }))
    expect([answer.status, bench.backend.requests.length]).toEqual([413, 0])
  })

  it('600 ids is over the limit of the list', async () => {
    const ids = Array.from({ length: 600 }, () => '7f3f9c0e-8a37-4a54-9d0b-2f3f6d1c0a01')
    const answer = await bench.send(mutation('/api/personnel/batch-delete', { ids }))
    expect(answer.json().error?.code).toBe('validation_failed')
  })
})

describe('a chunked body', () => {
  it.each(['chunked', 'CHUNKED'])('with Transfer-Encoding: %s arrives whole, with a length', async (encoding) => {
    const headers = withType('application/json', { 'Transfer-Encoding': encoding })
    const bytes = Buffer.concat([
      requestBytes(bench.port, { method: 'POST', path: '/api/unlisted', headers }),
      Buffer.from('5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n'),
    ])
    const [answer] = await exchange(bench.port, bytes)
    expect(answer?.status).toBe(200)
    expect(bench.backend.requests[0]?.body.toString()).toBe('{"a":1}')
    expect(bench.backend.requests[0]?.headers['content-length']).toBe('7')
  })

  it('waits for 100 Continue when the client asks', async () => {
    const socket = await openSocket(bench.port)
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    const text = () => Buffer.concat(received).toString()
    socket.write(
      requestBytes(bench.port, {
        ...mutation('/api/unlisted', undefined),
        headers: withType('application/json', { Expect: '100-continue', 'Content-Length': '2' }),
      }),
    )
    await eventually(() => text().includes('100 Continue'))
    socket.write('{}')
    await eventually(() => text().includes('"from":"backend"'))
    expect(bench.backend.requests.map(({ body }) => body.toString())).toEqual(['{}'])
    socket.destroy()
  })

  it.each([
    ['without a CSRF pair', 403, {}],
    ['without a token', 401, csrfPair],
    ['of a media type that is not taken', 415, withType('text/plain')],
    ['that is declared too long', 413, withType('application/json', { 'Content-Length': '2000000' })],
  ])('%s is refused before it is asked for, and the connection closes', async (_name, status, headers) => {
    const [path, expecting] = ['/api/zones', { 'Content-Length': '2', Expect: '100-continue', ...headers }]
    const received = await everything(requestBytes(bench.port, { method: 'POST', path, headers: expecting }))
    expect(received.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
    expect(received).toContain('Connection: close\r\n')
    expect(bench.backend.requests).toHaveLength(0)
  })
})

/** All that comes until the server closes the connection, which the request leaves open. */
async function everything(bytes: Buffer): Promise<string> {
  const socket = await openSocket(bench.port)
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  socket.write(bytes.toString('latin1').replace('Connection: close\r\n', ''))
  await eventually(() => socket.readableEnded)
  socket.destroy()
  return received
}

describe('an upload', () => {
  const boundary = `x-'()+_,./:=?y`
  const type = `multipart/form-data; boundary="${boundary}"`
  const path = '/api/floors/1/upload'
  const form = (bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="plan"; filename="a\\"%0d%0aX: y"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])

  it('arrives byte for byte', async () => {
    const body = form(Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 7) % 256)))
    const answer = await bench.send({ method: 'POST', path, headers: withType(type), body })
    expect(answer.status).toBe(200)
    expect(bench.backend.requests[0]?.body.equals(body)).toBe(true)
    expect(bench.backend.requests[0]?.headers['content-type']).toBe(type)
  })

  it('streams: its beginning is there before its end is sent', async () => {
    const body = form(Buffer.alloc(500_000))
    const socket = await openSocket(bench.port)
    let arrived = 0
    bench.backend.early = (request, response) => {
      request.on('data', (chunk: Buffer) => (arrived += chunk.length))
      request.on('end', () => response.end('done'))
      return true
    }
    socket.write(
      requestBytes(bench.port, {
        method: 'POST',
        path,
        headers: withType(type, { 'Content-Length': String(body.length) }),
      }),
    )
    socket.write(body.subarray(0, 250_000))
    await eventually(() => arrived >= 250_000)
    expect(arrived).toBe(250_000)
    socket.write(body.subarray(250_000))
    await eventually(() => arrived === body.length)
    socket.destroy()
  })

  it('of another type is refused', async () => {
    const answer = await bench.send({ method: 'POST', path, headers: withType('application/json'), body: '{}' })
    expect([answer.status, bench.backend.requests.length]).toEqual([415, 0])
  })

  it('beyond the limit is refused, declared or not, and the backend’s half is cancelled', async () => {
    const declared = await bench.send({
      method: 'POST',
      path,
      headers: withType(type, { 'Content-Length': '50000000' }),
    })
    expect([declared.status, bench.backend.requests.length]).toEqual([413, 0])
    const chunked = requestBytes(bench.port, {
      method: 'POST',
      path,
      headers: withType(type, { 'Transfer-Encoding': 'chunked' }),
    })
    const chunk = Buffer.from(`100000\r\n${'x'.repeat(0x100000)}\r\n`)
    const [answer] = await exchange(bench.port, Buffer.concat([chunked, ...Array.from({ length: 12 }, () => chunk)]))
    expect(answer?.status).toBe(413)
    await eventually(() => bench.backend.requests[0]?.cancelled === true)
  })

  it.each([
    [
      'and goes on reading',
      (response: ServerResponse) => void response.writeHead(413, { 'content-type': 'text/plain' }).end('too big'),
    ],
    [
      'and half-closes',
      (response: ServerResponse) =>
        void response.socket?.end('HTTP/1.1 413 X\r\nContent-Type: text/plain\r\nContent-Length: 7\r\n\r\ntoo big'),
    ],
  ])('that the backend refuses early %s gets the backend’s answer', async (_name, act) => {
    bench.backend.early = (request, response) => {
      request.resume()
      act(response)
      return true
    }
    const answer = await bench.send({
      method: 'POST',
      path,
      headers: withType(type),
      body: form(Buffer.alloc(5_000_000)),
    })
    expect([answer.status, answer.body.toString()]).toEqual([413, 'too big'])
  })
})

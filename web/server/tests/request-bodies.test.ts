// Size, encoding and shape of request bodies (rules 1, VA-06 to 08), and uploads that stream (spec 4.2).
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { asProcess } from './bench/bench.ts'
import { csrfPair, mutation, signedIn, tokenOf } from './bench/callers.ts'
import { eventually } from './bench/eventually.ts'
import { openSocket, parseAnswers, requestBytes } from './bench/raw-http.ts'
import { sharedBench } from './bench/shared-bench.ts'
import { itHolds, passes, refused, type Case } from './bench/trial.ts'

const bench = sharedBench()
const token = tokenOf('admin')
const withType = (type: string, more: object = {}) => ({ ...signedIn(token), 'Content-Type': type, ...more })
/** A mutation of an administrator. */
const post = (path: string, body: string | Buffer | undefined, headers: Record<string, string> = {}) =>
  mutation(path, body, { token, headers })
const mebibyte = 1024 * 1024

describe('a body that is not JSON', () => {
  const malformed: [string, string | Buffer][] = [
    ['truncated', '{"a":'],
    ['with a trailing comma', '{"a":1,}'],
    ['with a byte-order mark', '\ufeff{}'],
    ['in UTF-16', Buffer.from('{}', 'utf16le')],
    ['in broken UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['of blanks', '   '],
  ]
  const types = ['text/plain', 'application/json; charset=utf-16', 'application/xml', 'application/jsonx']
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const unsupported = refused(415, 'unsupported_media_type')
  itHolds(bench, [
    ...malformed.map(([name, body]): Case => ['VA-04', name, post('/api/zones', body), refused(400, 'malformed_body')]),
    ...[...types, 'multipart/form-data; boundary=x'].map((type): Case => [
      'VA-04',
      `by its type ${type}`,
      post('/api/zones', '{}', { 'Content-Type': type }),
      unsupported,
    ]),
    ['VA-07', 'compressed', post('/api/zones', gzipSync('{}'), { 'Content-Encoding': 'gzip' }), unsupported],
    ['VA-07', 'compressed, to burst', post('/api/zones', bomb, { 'Content-Encoding': 'gzip' }), unsupported],
  ])
})

describe('a body of', () => {
  const sized = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`
  const ids = (count: number) => ({ ids: Array.from({ length: count }, () => '7f3f9c0e-8a37-4a54-9d0b-2f3f6d1c0a01') })
  const remove = '/api/personnel/batch-delete'
  const nested = '['.repeat(100_000) + ']'.repeat(100_000)
  const anything = `{"action":"a","resource":"b","after":{"x":${nested}}}`
  const dear: [string, string][] = [
    ['forty thousand unknown fields', `{${Array.from({ length: 40_000 }, (_, at) => `"field${at}":1`).join(',')}}`],
    ['three hundred thousand wrong ids', `{"ids":[${Array.from({ length: 300_000 }, () => '""').join(',')}]}`],
    ['half a million values', `[${'1,'.repeat(500_000)}1]`],
    ['a hundred thousand levels', nested],
    ['eighty thousand keys', `{${Array.from({ length: 80_000 }, (_, at) => `"${at}":1`).join(',')}}`],
  ]
  itHolds(bench, [
    ['VA-06', '1 MiB - 1', mutation('/api/unlisted', sized(mebibyte - 1)), passes],
    ['VA-06', '1 MiB', mutation('/api/unlisted', sized(mebibyte)), passes],
    ['VA-06', '1 MiB + 1', mutation('/api/unlisted', sized(mebibyte + 1)), refused(413)],
    ['VA-06', '1 MiB and more, for a row', post('/api/zones', sized(mebibyte + 9)), refused(413)],
    [
      'VA-06',
      '10 GB, declared',
      post('/api/zones', undefined, { 'Content-Type': 'application/json', 'Content-Length': '10737418240' }),
      {
        ...refused(413, 'body_too_large'),
        check: ({ header }) => (header('connection') === 'close' ? null : 'the connection stays'),
      },
    ],
    ...dear.map(([name, body]): Case => [
      'VA-08',
      `${name} is refused with a short answer`,
      post(remove, body),
      { ...refused([400, 413]), check: (answer) => (answer.body.length < 200_000 ? null : 'a long answer') },
    ]),
    ['VA-08', 'a field that may hold anything, nested without end', post('/api/audit/logs', anything), refused(413)],
    ['VA-09', '501 ids', post(remove, JSON.stringify(ids(501))), refused(400, 'validation_failed')],
    ['VA-09', 'a million ids', post(remove, JSON.stringify(ids(1_000_000))), refused(413)],
    [
      'VA-09',
      'a body where there is none',
      mutation('/api/personnel/1', '{"a":1}', { token, method: 'DELETE' }),
      refused(400),
    ],
  ])

  it('VA-06: chunks without end is refused at the limit, the connection closed, and nothing kept', async () => {
    const before = bench().process?.residentBytes() ?? 0
    const socket = await openSocket(bench().port)
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    const headers = withType('application/json', { 'Transfer-Encoding': 'chunked' })
    socket.write(requestBytes(bench().port, { method: 'POST', path: '/api/zones', headers }))
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    let sent = 0
    while (!socket.destroyed && sent < 200) {
      sent += 1
      if (!socket.write(chunk)) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve))
    }
    await eventually(() => socket.destroyed)
    expect(parseAnswers(Buffer.concat(received))[0]?.status).toBe(413)
    expect(bench().backend.requests).toHaveLength(0)
    expect((bench().process?.residentBytes() ?? 0) - before).toBeLessThan(20 * mebibyte)
  })
})

describe('a body that waits to be asked for', () => {
  it('is sent after 100 Continue when the client asks', async () => {
    const socket = await openSocket(bench().port)
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    const text = () => Buffer.concat(received).toString()
    socket.write(
      requestBytes(bench().port, {
        ...mutation('/api/unlisted', undefined),
        headers: withType('application/json', { Expect: '100-continue', 'Content-Length': '2' }),
      }),
    )
    await eventually(() => text().includes('100 Continue'))
    socket.write('{}')
    await eventually(() => text().endsWith('{}'))
    expect(bench().backend.requests.map(({ body }) => body.toString())).toEqual(['{}'])
    socket.destroy()
  })

  it.each([
    ['without a CSRF pair', 403, {}],
    ['without a token', 401, csrfPair],
    ['of a media type that is not taken', 415, withType('text/plain')],
    ['that is declared too long', 413, withType('application/json', { 'Content-Length': '2000000' })],
  ])('%s is refused before it is asked for, and the connection closes', async (_name, status, headers) => {
    const [path, expecting] = ['/api/zones', { 'Content-Length': '2', Expect: '100-continue', ...headers }]
    const received = await everything(requestBytes(bench().port, { method: 'POST', path, headers: expecting }))
    expect(received.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
    expect(received).toContain('Connection: close\r\n')
    expect(bench().backend.requests).toHaveLength(0)
  })
})

/** All that comes until the server closes the connection, which the request leaves open. */
async function everything(bytes: Buffer): Promise<string> {
  const socket = await openSocket(bench().port)
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
        `--${boundary}\r\nContent-Disposition: form-data; name="plan"; filename="a"\r\nX: y"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])

  it('PX-22: arrives byte for byte', async () => {
    const body = form(Buffer.from(Array.from({ length: asProcess ? 9_000_000 : 3_000_000 }, (_, at) => (at * 7) % 256)))
    const answer = await bench().send({ method: 'POST', path, headers: withType(type), body })
    expect(answer.status).toBe(200)
    expect(bench().backend.requests[0]?.body.equals(body)).toBe(true)
    expect(bench().backend.requests[0]?.headers['content-type']).toBe(type)
  })

  // holds rules 4-9
  it('PX-22: streams: its beginning is there before its end is sent', async () => {
    const body = form(Buffer.alloc(500_000))
    const socket = await openSocket(bench().port)
    let arrived = 0
    bench().backend.early = (request, response) => {
      request.on('data', (chunk: Buffer) => (arrived += chunk.length))
      request.on('end', () => response.end('done'))
      return true
    }
    socket.write(
      requestBytes(bench().port, {
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

  const upload = (headers: Record<string, string>, body?: string) => mutation(path, body, { token, headers })
  itHolds(bench, [
    ['VA-11', 'of another type', upload({ 'Content-Type': 'application/json' }, '{}'), refused(415)],
    ['VA-11', 'of an image itself', upload({ 'Content-Type': 'image/png', 'Content-Length': '10' }), refused(415)],
    ['VA-11', 'of 26 MiB', upload({ 'Content-Type': type, 'Content-Length': String(26 * mebibyte) }), refused(413)],
  ])

  it('VA-11: beyond the limit is refused also where its length is not declared, and the backend’s half is cancelled', async () => {
    const chunked = requestBytes(bench().port, {
      method: 'POST',
      path,
      headers: withType(type, { 'Transfer-Encoding': 'chunked' }),
    })
    const chunk = Buffer.from(`100000\r\n${'x'.repeat(0x100000)}\r\n`)
    const [answer] = await bench().exchange(Buffer.concat([chunked, ...Array.from({ length: 12 }, () => chunk)]))
    expect(answer?.status).toBe(413)
    await eventually(() => bench().backend.requests[0]?.cancelled === true)
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
  ])('ER-05: that the backend refuses early %s gets the backend’s answer', async (_name, act) => {
    bench().backend.early = (request, response) => {
      request.resume()
      act(response)
      return true
    }
    const answer = await bench().send({
      method: 'POST',
      path,
      headers: withType(type),
      body: form(Buffer.alloc(5_000_000)),
    })
    expect([answer.status, answer.body.toString()]).toEqual([413, 'too big'])
  })
})

// What anybody on the network may send to the ingest door: sizes, encodings, JSON bombs, keys, garbage. Each gets its answer, the
// process lives, and the next honest batch is taken. Raw sockets where an HTTP client would not do it.
import { randomBytes } from 'node:crypto'
import { connect, type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, type TestBackend, testSecrets } from './a-backend.ts'

let server: TestBackend
let port: number
beforeAll(async () => {
  server = await aBackend()
  await server.backend.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.backend.app.server.address() as AddressInfo).port
})
afterAll(async () => server.stop())

const authorization = `Bearer ${testSecrets.INGEST_KEY}`
const send = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  server.nobody('POST', '/ingest/raddec', undefined, { payload, headers: { authorization, ...headers } })
const aRaddec = () => ({
  transmitterId: randomBytes(6).toString('hex'),
  rssiSignature: [{ receiverId: '02a1f0003001', rssi: -70 }],
  timestamp: Date.now(),
})

// Whatever came before: the door is open.
afterEach(async () => {
  const { status, body } = await send(JSON.stringify(aRaddec()))
  if (status !== 202 || body.data.accepted !== 1) throw new Error(`An honest batch was answered ${status}`)
  if ('polluted' in {}) throw new Error('The prototype of every object was changed')
})

/** The status of the answer to these bytes, which are written part by part while the server listens. */
function raw(head: readonly string[], parts: Iterable<Buffer> = []): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('close', () => resolve(Number(answer.split(' ')[1] ?? 0)))
    // Told off while still writing is an answer, too.
    socket.on('error', () => undefined)
    socket.setTimeout(20_000, () => reject(new Error('No answer')))
    socket.write([...head, `authorization: ${authorization}`, 'content-type: application/json', '', ''].join('\r\n'))
    const rest = parts[Symbol.iterator]()
    const more = () => {
      const next = rest.next()
      if (next.done || socket.destroyed) return
      if (answer !== '') return void socket.end()
      // One part a turn, so that an answer is seen.
      if (socket.write(next.value)) setImmediate(more)
      else socket.once('drain', () => setImmediate(more))
    }
    more()
  })
}
const start = ['POST /ingest/raddec HTTP/1.1', 'host: backend', 'connection: close']

describe('sizes', () => {
  const padded = (bytes: number) => {
    const text = JSON.stringify({ ...aRaddec(), padding: '' })
    return text.replace('"padding":""', `"padding":"${'x'.repeat(bytes - text.length)}"`)
  }

  it.each([
    [999_999, 202],
    [1_000_000, 202],
    [1_000_001, 413],
  ])('answers %d bytes with %d', async (bytes, status) => {
    expect((await send(padded(bytes))).status).toBe(status)
  })

  it('refuses ten declared gigabytes without reading them', async () => {
    expect(await raw([...start, 'content-length: 10000000000'])).toBe(413)
  })

  it('stops an endless body at the limit', async () => {
    function* endless() {
      const chunk = Buffer.from(`ffff\r\n${' '.repeat(0xffff)}\r\n`)
      for (let i = 0; i < 10_000; i++) yield chunk
    }
    const before = process.memoryUsage().rss
    expect(await raw([...start, 'transfer-encoding: chunked'], endless())).toBe(413)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20)
  })

  it('refuses a thousand and one items, and takes a thousand', async () => {
    const many = (count: number) => JSON.stringify(Array.from({ length: count }, aRaddec))
    expect((await send(many(1000))).body.data).toEqual({ accepted: 1000, rejected: 0 })
    expect((await send(many(1001))).status).toBe(413)
  })
})

describe('bodies', () => {
  it.each([
    ['cut off', '[{"transmitterId":"fee1'],
    ['a trailing comma', '[1,]'],
    ['a byte order mark', '\ufeff[]'],
    ['no JSON at all', 'raddec'],
    ['UTF-16', Buffer.from('[]', 'utf16le')],
    ['random bytes', randomBytes(500)],
    ['NaN', '[{"rssi":NaN}]'],
  ])('answers %s with 400', async (_, body) => {
    const { status, body: answer } = await send(body)
    expect([status, answer.error.code]).toEqual([400, 'malformed_body'])
  })

  it('answers an empty body with 400', async () => {
    expect((await send('')).status).toBe(400)
  })

  it.each([
    ['compressed', gzipSync(JSON.stringify(aRaddec())), { 'content-encoding': 'gzip' }],
    ['text', JSON.stringify(aRaddec()), { 'content-type': 'text/plain' }],
    ['a form', 'transmitterId=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['XML', '<raddec/>', { 'content-type': 'application/xml' }],
  ])('answers %s with 415', async (_, body, headers) => {
    expect((await send(body, headers as unknown as Record<string, string>)).status).toBe(415)
  })

  it.each([
    ['null', 'null'],
    ['a number', '7'],
    ['text', '"raddec"'],
    ['lists in lists', '[[[]]]'],
    ['a hundred thousand brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['a prototype', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'],
    ['sixty thousand keys', `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
    ['a signature of a prototype', '{"transmitterId":"fee150bada55","rssiSignature":{"__proto__":[],"length":3}}'],
    [
      'numbers out of this world',
      '{"transmitterId":"fee150bada55","rssiSignature":[{"receiverId":"02a1f0003001","rssi":1e400}]}',
    ],
  ])('counts %s as rejected', async (_, body) => {
    const began = performance.now()
    const { status, body: answer } = await send(body)
    expect(status).toBe(202)
    expect(answer.data.accepted).toBe(0)
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('lives through five hundred arbitrary changes of an honest batch', async () => {
    const honest = JSON.stringify([aRaddec(), aRaddec()])
    for (let i = 0; i < 500; i++) {
      const bytes = Buffer.from(honest)
      for (let k = 0; k <= i % 4; k++) bytes[Math.floor(Math.random() * bytes.length)] = Math.floor(Math.random() * 256)
      expect([202, 400]).toContain((await send(bytes)).status)
    }
  })
})

describe('keys', () => {
  it.each([
    'Bearer',
    'Bearer null',
    'Bearer undefined',
    `Bearer  ${testSecrets.INGEST_KEY}`,
    `Bearer ${testSecrets.INGEST_KEY}, Bearer x`,
    `bearer ${testSecrets.INGEST_KEY}`,
    `Bearer ${testSecrets.INGEST_KEY.toUpperCase()}`,
    `Bearer ${testSecrets.TOKEN_SECRET}`,
    `Bearer ${'x'.repeat(9000)}`,
  ])('answers %s with 401', async (given) => {
    const { status } = await send(JSON.stringify(aRaddec()), { authorization: given })
    expect(status).toBe(401)
  })

  it('answers a stranger before it reads the body', async () => {
    const stranger = ['POST /ingest/raddec HTTP/1.1', 'host: backend', 'connection: close', 'authorization: Bearer x']
    // The second Authorization is ours and does not count.
    expect(await raw([...stranger, 'content-length: 900000'])).toBe(401)
  })

  it.each(['GET', 'PUT', 'DELETE'] as const)('knows no %s', async (method) => {
    expect((await server.nobody(method, '/ingest/raddec', undefined, { headers: { authorization } })).status).toBe(404)
  })

  it('takes no token of a person for a key', async () => {
    const admin = await server.as('admin')
    expect((await admin('POST', '/ingest/raddec', aRaddec())).status).toBe(401)
  })
})

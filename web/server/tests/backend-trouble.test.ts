// What the browser sees when the backend fails or the browser leaves (decisions 1, spec 7).
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mutation, tokenOf } from './bench/callers.ts'
import { eventually } from './bench/eventually.ts'
import { exchange, openSocket, requestBytes } from './bench/raw-http.ts'
import { startServerLayer, type Bench } from './bench/server-layer.ts'

let bench: Bench
beforeEach(async () => {
  bench = await startServerLayer({ backendTimeoutMs: 300, backendConnections: 4 })
})
afterEach(() => bench.stop())

const code = async (path = '/api/zones') => {
  const answer = await bench.send({ path })
  return [answer.status, answer.json().error?.code]
}

describe('a backend that', () => {
  it('refuses the connection is 502 within a second', async () => {
    await bench.backend.close()
    const started = performance.now()
    expect(await code()).toEqual([502, 'backend_unavailable'])
    expect(performance.now() - started).toBeLessThan(1000)
  })

  it('fails leaves a log line that the answer’s request id leads to', async () => {
    await bench.backend.close()
    const answer = await bench.send({ path: '/api/zones/1?token=never-written-down' })
    await eventually(() => bench.logged.length > 0)
    const requestId = answer.header('x-request-id')
    const fields = { requestId, method: 'GET', path: '/api/zones/1', route: '/api/zones/{id}', status: 502 }
    expect(bench.logged).toEqual([
      { level: 'warn', code: 'request_failed', fields: { ...fields, milliseconds: expect.any(Number) } },
    ])
  })

  it('has a name nobody knows is 502, and its name is not told', async () => {
    const lost = await startServerLayer({ backendUrl: 'http://no-such-host.invalid:1' })
    const answer = await lost.send({ path: '/api/zones' })
    expect(answer.status).toBe(502)
    expect(answer.body.toString()).not.toContain('no-such-host')
    await lost.stop()
  })

  it.each([
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
    ['hangs up', (socket: Socket) => socket.end()],
    ['answers garbage', (socket: Socket) => socket.end('HELLO\r\n\r\n')],
    ['answers with broken headers', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nA\x00: b\r\n\r\n')],
    [
      'switches protocols unasked',
      (socket: Socket) => socket.end('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    ],
  ])('%s is 502', async (_name, act) => {
    bench.backend.answer = (_request, response) => act(response.socket!)
    expect(await code()).toEqual([502, 'backend_unavailable'])
  })

  it('never answers is 504 at the limit, and its request is cancelled', async () => {
    bench.backend.answer = () => undefined
    const started = performance.now()
    expect(await code()).toEqual([504, 'backend_timeout'])
    expect(performance.now() - started).toBeGreaterThanOrEqual(290)
    await eventually(() => bench.backend.requests[0]?.cancelled === true)
  })

  it.each([
    ['a length', { 'content-length': '1000' }],
    ['chunks', {}],
  ])('dies in mid-answer with %s breaks the transfer at once', async (_name, headers) => {
    bench.backend.answer = (_request, response) => {
      response.writeHead(200, headers).write('half')
      setTimeout(() => response.socket?.destroy(), 50)
    }
    const started = performance.now()
    const answers = await exchange(bench.port, requestBytes(bench.port, { path: '/api/zones' }))
    expect(performance.now() - started).toBeLessThan(1000)
    expect(answers.every((answer) => !answer.complete)).toBe(true)
  })

  it('stalls in mid-answer breaks the transfer after the idle limit', async () => {
    bench.backend.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half')
    }
    const answers = await exchange(bench.port, requestBytes(bench.port, { path: '/api/zones' }))
    expect(answers.every((answer) => !answer.complete)).toBe(true)
  })

  it('comes back is used again at once', async () => {
    bench.backend.answer = (_request, response) => response.socket?.destroy()
    expect((await code())[0]).toBe(502)
    bench.backend.answer = (_request, response) => response.end('{}')
    expect((await bench.send({ path: '/api/zones' })).status).toBe(200)
  })

  it('writes slowly but steadily is not cut', async () => {
    bench.backend.answer = (_request, response) => {
      let left = 5
      const timer = setInterval(() => {
        response.write('x')
        left -= 1
        if (left === 0) {
          clearInterval(timer)
          response.end()
        }
      }, 150)
    }
    const answer = await bench.send({ path: '/api/zones' })
    expect([answer.status, answer.body.toString(), answer.complete]).toEqual([200, 'xxxxx', true])
  })
})

describe('a browser that leaves', () => {
  it.each([
    ['while waiting', () => undefined],
    ['while downloading', (response: ServerResponse) => void response.writeHead(200).write('x'.repeat(1000))],
  ])('%s cancels the backend’s work', async (_name, act) => {
    bench.backend.answer = (_request, response) => act(response)
    const socket = await openSocket(bench.port)
    socket.write(requestBytes(bench.port, { path: '/api/zones' }))
    await eventually(() => bench.backend.requests.length === 1)
    socket.destroy()
    await eventually(() => bench.backend.requests[0]?.cancelled === true, 1000)
    expect(bench.backend.requests).toHaveLength(1)
  })

  it('in the middle of its body leaves no trace at the backend', async () => {
    const socket = await openSocket(bench.port)
    const parts = mutation('/api/unlisted', undefined)
    socket.write(requestBytes(bench.port, { ...parts, headers: { ...parts.headers, 'Content-Length': '100' } }))
    socket.write('{"a"')
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    expect((await bench.send({ path: '/api/health' })).status).toBe(200)
    expect(bench.backend.requests).toHaveLength(0)
  })

  it('500 times leaves no connection behind', async () => {
    bench.backend.answer = () => undefined
    for (let round = 0; round < 50; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(bench.port)))
      for (const socket of sockets) socket.write(requestBytes(bench.port, { path: '/api/zones' }))
      await new Promise((resolve) => setImmediate(resolve))
      for (const socket of sockets) socket.destroy()
    }
    bench.backend.answer = (_request, response) => response.end('{}')
    await eventually(() => bench.backend.connections() <= 4)
    expect((await bench.send({ path: '/api/zones' })).status).toBe(200)
  })
})

describe('a backend that hangs under many requests', () => {
  it('fills its pool and its queue; more get 503, and everything else goes on', async () => {
    await bench.stop()
    bench = await startServerLayer({ backendTimeoutMs: 3000, backendConnections: 4 })
    bench.backend.answer = () => undefined
    const asked = Promise.all(Array.from({ length: 600 }, () => bench.send({ path: '/api/zones' })))
    await eventually(() => bench.backend.requests.length === 4)
    const started = performance.now()
    expect((await bench.send({ path: '/api/health' })).status).toBe(200)
    expect(performance.now() - started).toBeLessThan(1000)
    const answers = await asked
    expect(answers.filter(({ status }) => status === 504)).toHaveLength(4 + 512)
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused).toHaveLength(600 - 4 - 512)
    for (const answer of refused)
      expect([answer.json().error?.code, answer.header('retry-after')]).toEqual(['overloaded', '1'])
    // Those that gave up while waiting do not reach the backend later, but for the few whose turn came at the last moment.
    expect(bench.backend.requests.length).toBeLessThan(100)
  })
})

describe('browsers that read nothing', () => {
  // More than the kernel takes for somebody who takes nothing.
  const large = Buffer.alloc(20 * 1024 * 1024)
  const readNothing = async (count: number) => {
    bench.backend.answer = (request, response) => response.end(request.url === '/api/large' ? large : '{}')
    const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(bench.port)))
    for (const socket of sockets) socket.pause().write(requestBytes(bench.port, { path: '/api/large' }))
    await eventually(() => bench.backend.requests.length === count, 20_000)
    return sockets
  }

  it('hold up nobody else, although each keeps a connection to the backend', async () => {
    await bench.stop()
    bench = await startServerLayer({ backendConnections: 4 })
    const sockets = await readNothing(12)
    const others = await Promise.all(Array.from({ length: 20 }, () => bench.send({ path: '/api/zones' })))
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]))
    expect(bench.backend.requests.filter(({ cancelled }) => cancelled)).toHaveLength(0)
    for (const socket of sockets) socket.destroy()
  })

  it('get all of it when they read after all', async () => {
    await bench.stop()
    bench = await startServerLayer({ backendConnections: 4 })
    const sockets = await readNothing(6)
    let received = 0
    for (const socket of sockets) socket.on('data', (chunk) => (received += chunk.length)).resume()
    await eventually(() => received > 6 * large.length, 20_000)
    expect(bench.backend.requests).toHaveLength(6)
    for (const socket of sockets) socket.destroy()
  })
})

/** All but its end is never sent. */
const halfUpload = () => {
  const { headers, ...parts } = mutation('/api/floors/1/upload', undefined, { token: tokenOf('admin') })
  const type = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '1000' }
  const head = requestBytes(bench.port, { ...parts, headers: { ...headers, ...type } })
  return Buffer.concat([head, Buffer.from('--x')])
}

describe('uploads that take their time', () => {
  const startUploads = async (count: number) => {
    await bench.stop()
    bench = await startServerLayer({ backendConnections: 4 })
    const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(bench.port)))
    for (const socket of sockets) socket.write(halfUpload())
    await eventually(() => bench.backend.requests.length >= Math.min(count, 256), 20_000)
    return sockets
  }

  it('are broken off when there are more than 256, the oldest first, as overload', async () => {
    const first = await startUploads(256)
    const answers: string[] = []
    for (const socket of first) socket.on('data', (chunk) => answers.push(chunk.toString()))
    const more = await Promise.all(Array.from({ length: 14 }, () => openSocket(bench.port)))
    let laterAnswers = 0
    for (const socket of more) socket.on('data', () => (laterAnswers += 1)).write(halfUpload())
    await eventually(() => bench.backend.requests.length === 270 && answers.length === 14, 20_000)
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*"code":"overloaded"/)
    expect((await bench.send({ path: '/api/zones' })).status).toBe(200)
    expect([answers.length, laterAnswers]).toEqual([14, 0])
    for (const socket of [...first, ...more]) socket.destroy()
  })

  it('hold up nobody else', async () => {
    const sockets = await startUploads(12)
    const others = await Promise.all(Array.from({ length: 20 }, () => bench.send({ path: '/api/zones' })))
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]))
    for (const socket of sockets) socket.destroy()
  })
})

describe('a backend that hangs for long', () => {
  it('is 504 at first, then 503 at once, and is found again within 5 s of its return', async () => {
    bench.backend.answer = () => undefined
    const first = await Promise.all(Array.from({ length: 20 }, () => bench.send({ path: '/api/zones' })))
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([504]))
    const started = performance.now()
    const refused = await Promise.all(Array.from({ length: 50 }, () => bench.send({ path: '/api/zones' })))
    expect(performance.now() - started).toBeLessThan(1000)
    for (const answer of refused)
      expect([answer.status, answer.json().error?.code, answer.header('retry-after')]).toEqual([503, 'overloaded', '2'])
    bench.backend.answer = (_request, response) => response.end('{}')
    await eventually(async () => (await bench.send({ path: '/api/zones' })).status === 200, 5000)
    const after = await Promise.all(Array.from({ length: 20 }, () => bench.send({ path: '/api/zones' })))
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

describe('a backend that answers, whatever else takes its time', () => {
  const isUsed = async () => expect((await bench.send({ path: '/api/zones' })).status).toBe(200)

  it('is not taken for one that hangs because requests waited for their turn behind long downloads', async () => {
    await bench.stop()
    bench = await startServerLayer({ backendTimeoutMs: 1500, backendConnections: 4 })
    const downloads: ServerResponse[] = []
    bench.backend.answer = (request, response) => {
      if (request.url !== '/api/large') return downloads.length > 0 ? undefined : response.end('{}')
      response.writeHead(200).write('x')
      return downloads.push(response)
    }
    const more = setInterval(() => downloads.forEach((response) => response.writable && response.write('x')), 50)
    const readers = Array.from({ length: 4 }, () => bench.send({ path: '/api/large' }))
    await eventually(() => downloads.length === 4)
    const waiting = Array.from({ length: 30 }, () => bench.send({ path: '/api/zones' }))
    // The first of them get their turn when their time is almost over.
    await new Promise((resolve) => setTimeout(resolve, 1200))
    for (const response of downloads) response.end()
    const waited = await Promise.all(waiting)
    expect(new Set(waited.map(({ status }) => status))).toEqual(new Set([504]))
    clearInterval(more)
    await Promise.all(readers)
    downloads.length = 0
    await isUsed()
  })

  it('is not taken for one that hangs because browsers did not finish their uploads', async () => {
    await bench.stop()
    bench = await startServerLayer({ uploadTimeoutMs: 300, backendConnections: 4 })
    const uploads = Array.from({ length: 30 }, () => exchange(bench.port, halfUpload(), { count: 1 }))
    const answers = await Promise.all(uploads)
    expect(new Set(answers.map(([answer]) => answer?.status))).toEqual(new Set([504]))
    await isUsed()
  })
})

describe('a mistake of our own', () => {
  it('is 500 without detail, logged once, and the process goes on', async () => {
    let broken = true
    const faulty = await startServerLayer({
      now: () => {
        if (broken && new Error().stack?.includes('login-rate-limit')) throw new Error('secret detail')
        return Date.now()
      },
    })
    const answer = await faulty.send({ method: 'POST', path: '/api/auth/x' })
    expect([answer.status, answer.json().error?.code]).toEqual([500, 'internal_error'])
    expect(answer.body.toString()).not.toContain('secret detail')
    expect(faulty.logged.filter(({ code }) => code === 'internal_error')).toHaveLength(1)
    broken = false
    expect((await faulty.send({ path: '/api/health' })).status).toBe(200)
    await faulty.stop()
  })
})

// What the browser sees when the backend fails or the browser leaves (rules 1, spec 7).
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trialEveryMs } from '../src/proxy/circuit-breaker.ts'
import { asProcess, startBench, type Bench } from './bench/bench.ts'
import { mutation, tokenOf } from './bench/callers.ts'
import { eventually } from './bench/eventually.ts'
import { openSocket, parseAnswers, requestBytes, type RawAnswer } from './bench/raw-http.ts'
import { answerEmpty, answerNothing } from './bench/shared-bench.ts'
import type { TestEnvironment } from './bench/test-environment.ts'

let bench: Bench
beforeEach(async () => {
  bench = await startBench({ BACKEND_CONNECTIONS: '4' })
})
afterEach(() => bench.stop())

const restart = async (environment: TestEnvironment) => {
  await bench.stop()
  bench = await startBench({ BACKEND_CONNECTIONS: '4', ...environment })
}

const code = async (path = '/api/zones') => {
  const answer = await bench.send({ path })
  return [answer.status, answer.json().error?.code]
}

describe('a backend that', () => {
  // holds rules 1-20
  it('ER-01: refuses the connection is 502', async () => {
    await bench.backend.close()
    expect(await code()).toEqual([502, 'backend_unavailable'])
  })

  it('ER-01: fails leaves a log line that the answer’s request id leads to', async () => {
    await bench.backend.close()
    const answer = await bench.send({ path: '/api/zones/1?token=never-written-down' })
    const warned = () => bench.logged().filter(({ code }) => code === 'request_failed')
    await eventually(() => warned().length > 0)
    const requestId = answer.header('x-request-id')
    const fields = { requestId, method: 'GET', path: '/api/zones/1', route: '/api/zones/{id}', status: 502 }
    expect(warned()).toEqual([
      { level: 'warn', code: 'request_failed', fields: { ...fields, milliseconds: expect.any(Number) } },
    ])
  })

  // holds rules 1-2
  it('ER-01: has a name nobody knows is 502, and its name is not told', async () => {
    const lost = await startBench({ BACKEND_URL: 'http://no-such-host.invalid:1' })
    const answer = await lost.send({ path: '/api/zones' })
    expect(answer.status).toBe(502)
    expect(answer.body.toString()).not.toContain('no-such-host')
    await lost.stop()
  })

  it.each([
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
    ['hangs up', (socket: Socket) => socket.end()],
    ['answers half a header', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le')],
    ['answers endless headers', (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`)],
    ['answers garbage', (socket: Socket) => socket.end('HELLO\r\n\r\n')],
    ['answers with broken headers', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nA\x00: b\r\n\r\n')],
    [
      'switches protocols unasked',
      (socket: Socket) => socket.end('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    ],
  ])('ER-01: %s is 502', async (_name, act) => {
    bench.backend.answer = (_request, response) => act(response.socket!)
    expect(await code()).toEqual([502, 'backend_unavailable'])
  })

  // holds rules 1-22
  it('ER-02: never answers is 504 at the limit, and its request is cancelled', async () => {
    await restart({ BACKEND_TIMEOUT_MS: '300' })
    bench.backend.answer = answerNothing
    const started = performance.now()
    expect(await code()).toEqual([504, 'backend_timeout'])
    expect(performance.now() - started).toBeGreaterThanOrEqual(290)
    await eventually(() => bench.backend.requests[0]?.cancelled === true)
  })

  /** Asks, lets the backend break off when the beginning has arrived, and gives what came. */
  const brokenOff = async (start: (response: ServerResponse) => void, end: (socket: Socket) => void) => {
    let backendSocket: Socket | null = null
    bench.backend.answer = (_request, response) => {
      backendSocket = response.socket
      start(response)
    }
    const socket = await openSocket(bench.port)
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    socket.write(requestBytes(bench.port, { path: '/api/zones' }))
    await eventually(() => Buffer.concat(received).includes('half'))
    end(backendSocket!)
    await eventually(() => socket.destroyed)
    return parseAnswers(Buffer.concat(received))
  }

  it.each([
    ['a length', { 'content-length': '1000' }],
    ['chunks', {}],
  ])('ER-04: dies in mid-answer with %s breaks the transfer at once', async (_name, headers) => {
    const answers = await brokenOff(
      (response) => response.writeHead(200, headers).write('half'),
      (socket) => socket.destroy(),
    )
    expect(answers.map(({ complete }) => complete)).toEqual([false])
  })

  // holds rules 1-23
  it('ER-04: resets the connection in the middle of an answer that tells no length breaks the transfer', async () => {
    const answers = await brokenOff(
      ({ socket }) => socket?.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf'),
      (socket) => socket.resetAndDestroy(),
    )
    expect(answers.map(({ complete }) => complete)).toEqual([false])
  })

  it('hangs up at the end of such an answer has said it all', async () => {
    bench.backend.answer = (_request, { socket }) => socket?.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nwhole')
    const answer = await bench.send({ path: '/api/zones' })
    expect([answer.status, answer.body.toString(), answer.complete]).toEqual([200, 'whole', true])
  })

  it('ER-03: stalls in mid-answer breaks the transfer after the idle limit', async () => {
    await restart({ BACKEND_TIMEOUT_MS: '300' })
    bench.backend.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half')
    }
    const answers = await bench.exchange(requestBytes(bench.port, { path: '/api/zones' }))
    expect(answers.every((answer) => !answer.complete)).toBe(true)
  })

  it('comes back is used again at once', async () => {
    bench.backend.answer = (_request, response) => response.socket?.destroy()
    expect((await code())[0]).toBe(502)
    bench.backend.answer = answerEmpty
    expect((await bench.send({ path: '/api/zones' })).status).toBe(200)
  })

  it('ER-03: writes slowly but steadily is not cut', async () => {
    await restart({ BACKEND_TIMEOUT_MS: '2000' })
    bench.backend.answer = (_request, response) => {
      let left = 4
      const timer = setInterval(() => {
        response.write('x')
        left -= 1
        if (left === 0) {
          clearInterval(timer)
          response.end()
        }
      }, 600)
    }
    const answer = await bench.send({ path: '/api/zones' })
    expect([answer.status, answer.body.toString(), answer.complete]).toEqual([200, 'xxxx', true])
  })
})

describe('a browser that leaves', () => {
  // holds rules 4-10
  it.each([
    ['while waiting', () => undefined],
    ['while downloading', (response: ServerResponse) => void response.writeHead(200).write('x'.repeat(1000))],
  ])('ER-08: %s cancels the backend’s work', async (_name, act) => {
    bench.backend.answer = (_request, response) => act(response)
    const socket = await openSocket(bench.port)
    socket.write(requestBytes(bench.port, { path: '/api/zones' }))
    await eventually(() => bench.backend.requests.length === 1)
    socket.destroy()
    await eventually(() => bench.backend.requests[0]?.cancelled === true)
    expect(bench.backend.requests).toHaveLength(1)
  })

  it('ER-08: in the middle of its body leaves no trace at the backend', async () => {
    const socket = await openSocket(bench.port)
    const parts = mutation('/api/unlisted', undefined)
    socket.write(requestBytes(bench.port, { ...parts, headers: { ...parts.headers, 'Content-Length': '100' } }))
    socket.write('{"a"')
    // Whoever comes after it is answered: it has been read.
    expect((await bench.send({ path: '/api/health' })).status).toBe(200)
    socket.destroy()
    expect((await bench.send({ path: '/api/health' })).status).toBe(200)
    expect(bench.backend.requests).toHaveLength(0)
  })

  it('ER-08: again and again leaves no connection behind', async () => {
    bench.backend.answer = answerNothing
    for (let round = 0; round < (asProcess ? 1000 : 50); round += 1) {
      const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(bench.port)))
      for (const socket of sockets) socket.write(requestBytes(bench.port, { path: '/api/zones' }))
      await new Promise((resolve) => setImmediate(resolve))
      for (const socket of sockets) socket.destroy()
    }
    bench.backend.answer = answerEmpty
    await eventually(() => bench.backend.connections() <= 4)
    expect((await bench.send({ path: '/api/zones' })).status).toBe(200)
  })
})

/** Until so many requests are under way, running and waiting. */
const poolSize = (wanted: number) =>
  eventually(async () => {
    const { body } = await bench.send({ path: '/metrics' })
    return body.toString().includes(`\nrollcall_web_pool_size ${wanted}\n`)
  })

describe('a backend that hangs under many requests', () => {
  // holds rules 1-21
  it('ER-09: fills its pool and its queue; more get 503, and everything else goes on', async () => {
    const held: ServerResponse[] = []
    bench.backend.answer = (_request, response) => held.push(response)
    const answers: RawAnswer[] = []
    const asked = Array.from({ length: 600 }, async () => answers.push(await bench.send({ path: '/api/zones' })))
    await eventually(() => held.length === 4 && answers.length === 600 - 4 - 512)
    expect((await bench.send({ path: '/api/health' })).status).toBe(200)
    for (const answer of answers)
      expect([answer.status, answer.json().error?.code, answer.header('retry-after')]).toEqual([503, 'overloaded', '1'])
    bench.backend.answer = answerEmpty
    for (const response of held) response.end('{}')
    await Promise.all(asked)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4 + 512)
  })

  it('ER-08: is never asked for those who left before their turn came', async () => {
    bench.backend.answer = answerNothing
    const callers = await Promise.all(Array.from({ length: 40 }, () => openSocket(bench.port)))
    for (const [at, socket] of callers.entries())
      socket.resume().write(requestBytes(bench.port, { path: `/api/zones/${at}` }))
    await poolSize(40)
    const asked = bench.backend.requests.map(({ target }) => target)
    expect(asked).toHaveLength(4)
    const isAsked = (at: number) => asked.includes(`/api/zones/${at}`)
    for (const [at, socket] of callers.entries()) if (!isAsked(at)) socket.destroy()
    await eventually(async () => (await bench.clients()) <= 4)
    // Whoever comes after that is answered: the server has noticed.
    for (let round = 0; round < 3; round += 1) await bench.send({ path: '/api/health' })
    bench.backend.answer = answerEmpty
    for (const socket of callers) socket.destroy()
    await eventually(async () => (await bench.send({ path: '/api/floors' })).status === 200)
    expect(bench.backend.requests.map(({ target }) => target)).toEqual([...asked, '/api/floors'])
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

  // holds rules 4-9
  it('hold up nobody else, although each keeps a connection to the backend', async () => {
    const sockets = await readNothing(6)
    const others = await Promise.all(Array.from({ length: 20 }, () => bench.send({ path: '/api/zones' })))
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]))
    expect(bench.backend.requests.filter(({ cancelled }) => cancelled)).toHaveLength(0)
    for (const socket of sockets) socket.destroy()
  })

  it('get all of it when they read after all', async () => {
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
  it('F-06: is 504 at first, then 503 at once but for one trial every two seconds, and is found again after its return', async () => {
    await restart({ BACKEND_TIMEOUT_MS: '300' })
    bench.backend.answer = answerNothing
    const started = performance.now()
    const first = await Promise.all(Array.from({ length: 4 }, () => bench.send({ path: '/api/zones' })))
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([504]))
    const refused = await Promise.all(Array.from({ length: 50 }, () => bench.send({ path: '/api/zones' })))
    const trials = refused.filter(({ status }) => status === 504)
    expect(trials.length).toBeLessThanOrEqual((performance.now() - started) / trialEveryMs)
    for (const answer of refused.filter((one) => !trials.includes(one)))
      expect([answer.status, answer.json().error?.code, answer.header('retry-after')]).toEqual([503, 'overloaded', '2'])
    bench.backend.answer = answerEmpty
    await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => bench.send({ path: '/api/zones' })))
      return answers.every(({ status }) => status === 200)
    })
    expect((await bench.send({ path: '/api/zones' })).status).toBe(200)
  })
})

describe('a backend that answers, whatever else takes its time', () => {
  const isUsed = async () => expect((await bench.send({ path: '/api/zones' })).status).toBe(200)

  it('is not taken for one that hangs because requests waited for their turn behind long downloads', async () => {
    await restart({ BACKEND_TIMEOUT_MS: '2000' })
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
    await poolSize(4 + 30)
    // Whoever gets a turn has less than half of the time left.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    for (const response of downloads) response.end()
    const waited = await Promise.all(waiting)
    expect(new Set(waited.map(({ status }) => status))).toEqual(new Set([504]))
    clearInterval(more)
    await Promise.all(readers)
    downloads.length = 0
    await isUsed()
  })

  it('is not taken for one that hangs because browsers did not finish their uploads', async () => {
    await restart({ UPLOAD_TIMEOUT_MS: '300' })
    const uploads = Array.from({ length: 30 }, () => bench.exchange(halfUpload(), { count: 1 }))
    const answers = await Promise.all(uploads)
    expect(new Set(answers.map(([answer]) => answer?.status))).toEqual(new Set([504]))
    await isUsed()
  })
})

describe('a connection that the machine could not accept', () => {
  it.skipIf(asProcess)('is logged, every time, and the others go on', async () => {
    for (let time = 0; time < 3; time += 1) bench.layer!.server.emit('error', new Error('accept ENOBUFS'))
    expect((await bench.send({ path: '/api/health' })).status).toBe(200)
    expect(bench.logged().filter(({ code }) => code === 'accept_failed')).toHaveLength(3)
  })
})

describe('a mistake of our own', () => {
  // The description of the API can no longer be written down.
  const sabotage = `{
    const write = JSON.stringify
    JSON.stringify = (value, ...rest) => {
      if (value?.openapi) throw new Error('secret detail')
      return write(value, ...rest)
    }
  }`
  // holds rules 1-2
  it('ER-10: is 500 without detail, logged once, and the process goes on', async () => {
    const faulty = await startBench({}, { sabotage })
    const answer = await faulty.send({ path: '/api/openapi.json' })
    expect([answer.status, answer.json().error?.code]).toEqual([500, 'internal_error'])
    expect(answer.body.toString()).not.toContain('secret detail')
    expect((await faulty.send({ path: '/api/health' })).status).toBe(200)
    const logged = () => faulty.logged().filter(({ code }) => code === 'internal_error')
    await eventually(() => logged().length > 0)
    expect(logged()).toHaveLength(1)
    await faulty.stop()
  })
})

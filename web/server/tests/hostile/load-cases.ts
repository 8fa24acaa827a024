// RL, ER, PX-17/18, AL-04, HT-08/09/10: many, slow, large, broken and leaving.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { eventually } from '../bench/eventually.ts'
import { exchange, openSocket, requestBytes, send } from '../bench/raw-http.ts'
import type { Bench } from './trial.ts'

const megabyte = 1024 * 1024

export async function loadCases(bench: Bench): Promise<void> {
  await logins(bench)
  await trouble(bench)
  await leaving(bench)
  await denials(bench)
  await slow(bench)
  await stopping(bench)
}

async function logins(bench: Bench): Promise<void> {
  const body = '{"email":"a@b.org","password":"x"}'
  bench.backend.requests.length = 0
  bench.backend.answer = (_request, response) => response.writeHead(401).end('{}')
  const login = (at: number) =>
    send(bench.port, {
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.0.${at % 250}.1` },
      body,
    })
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, at) => login(at)))
  const passed = answers.filter(({ status }) => status === 401).length
  for (const { status } of answers)
    bench.note('RL-01/03/06', 'one of 1,000', status === 401 || status === 429 ? null : `answered ${status}`)
  bench.note(
    'RL-03',
    'exactly five pass',
    passed === 5 && bench.backend.requests.length === 5 ? null : `${passed} passed`,
  )
}

async function trouble(bench: Bench): Promise<void> {
  const acts: [string, (socket: Socket) => void][] = [
    ['reset', (socket) => socket.resetAndDestroy()],
    ['end', (socket) => socket.end()],
    ['garbage', (socket) => socket.end('GARBAGE\r\n\r\n')],
    ['half a header', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le')],
    ['huge headers', (socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`)],
  ]
  for (const [name, act] of acts) {
    bench.backend.answer = (_request, response) => act(response.socket!)
    await bench.attempt('ER-01', name, { path: '/api/zones' }, { status: [502] })
  }
  bench.backend.answer = () => undefined
  await bench.attempt('ER-02', 'never answers', { path: '/api/zones' }, { status: [504] })
  for (const headers of [{ 'content-length': '1000' }, {}]) {
    bench.backend.answer = (_request, response) => {
      response.writeHead(200, headers).write('half')
      setTimeout(() => response.socket?.destroy(), 30)
    }
    const answer = await send(bench.port, { path: '/api/zones' }).catch(() => null)
    bench.note('ER-04', 'dies in mid-answer', answer === null || !answer.complete ? null : 'looked complete')
  }
  bench.backend.answer = (_request, response) => response.end('{}')
}

async function leaving(bench: Bench): Promise<void> {
  bench.backend.answer = () => undefined
  for (let round = 0; round < 1000; round += 1) {
    const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(bench.port)))
    for (const socket of sockets) socket.write(requestBytes(bench.port, { path: '/api/zones' }))
    await new Promise((resolve) => setTimeout(resolve, 2))
    for (const socket of sockets) socket.destroy()
  }
  bench.backend.answer = (_request, response) => response.end('{}')
  await eventually(() => bench.backend.connections() < 20).catch(() => undefined)
  bench.note(
    'ER-08',
    '10,000 clients left',
    bench.backend.connections() < 20 ? null : `${bench.backend.connections()} connections left`,
  )
  await bench.attempt('ER-08', 'works afterwards', { path: '/api/zones' }, { status: [200] })
}

export async function memoryCases(bench: Bench): Promise<void> {
  const bomb = gzipSync(Buffer.alloc(500 * megabyte))
  bench.backend.answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  let before = bench.residentBytes()
  await bench.attempt(
    'PX-17',
    'gzip bomb as an answer',
    { path: '/api/zones' },
    { status: [200], check: ({ body }) => (body.equals(bomb) ? null : 'changed') },
  )
  bench.note('PX-17', 'is not inflated', bench.residentBytes() - before < 30 * megabyte ? null : 'grew')

  const block = randomBytes(megabyte)
  bench.backend.answer = (_request, response) => {
    let left = 200
    const more = () => {
      while (left > 0) {
        left -= 1
        if (!response.write(block)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  }
  // A server at work, not one that has just begun: what its first requests take is not the download's.
  const small = requestBytes(bench.port, { path: '/api/health', headers: { Connection: 'keep-alive' } })
  await exchange(bench.port, Buffer.concat(Array.from({ length: 2000 }, () => small)), {
    count: 2000,
    timeoutMs: 30_000,
  })
  before = bench.residentBytes()
  let highest = before
  const socket = await openSocket(bench.port)
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), 1)
  })
  socket.write(requestBytes(bench.port, { path: '/api/zones' }))
  const watch = setInterval(() => (highest = Math.max(highest, bench.residentBytes())), 20)
  await eventually(() => received > 200 * megabyte, 60_000).catch(() => undefined)
  clearInterval(watch)
  socket.destroy()
  bench.note('PX-18', '200 MB to a slow reader arrive', received > 200 * megabyte ? null : `${received} bytes`)
  const grown = Math.round((highest - before) / megabyte)
  const held = highest < 150 * megabyte && grown < 32
  bench.note('PX-18', 'and are not held', held ? null : `grew by ${grown} to ${Math.round(highest / megabyte)} MB`)
  bench.backend.answer = (_request, response) => response.end('{}')
}

async function denials(bench: Bench): Promise<void> {
  const before = bench.auditLines().length
  const one = requestBytes(bench.port, { path: '/api/admin/x', headers: { Connection: 'keep-alive' } })
  const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(bench.port)))
  for (const socket of sockets) socket.resume().write(Buffer.concat(Array.from({ length: 500 }, () => one)))
  await eventually(() => bench.auditLines().length - before >= 10_000, 30_000).catch(() => undefined)
  for (const socket of sockets) socket.destroy()
  const lines = bench.auditLines().slice(before)
  const whole = lines.filter((line) => /^\{"timestamp":.*"requestId":"[^"]+"\}$/.test(line)).length
  bench.note(
    'AL-04',
    '10,000 denials are 10,000 whole lines',
    lines.length === 10_000 && whole === 10_000 ? null : `${lines.length} lines, ${whole} whole`,
  )
}

async function slow(bench: Bench): Promise<void> {
  const count = 2000
  const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(bench.port)))
  for (const [at, socket] of sockets.entries())
    if (at % 3 !== 0) socket.resume().write('GET /api/zones HTTP/1.1\r\nHost: a\r\nX: ')
  const drip = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), 2000)
  const times: number[] = []
  const deadline = Date.now() + 14_000
  while (Date.now() < deadline && sockets.some((socket) => !socket.destroyed)) {
    const started = performance.now()
    const { status } = await send(bench.port, { path: '/api/zones' })
    times.push(status === 200 ? performance.now() - started : 60_000)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  clearInterval(drip)
  const open = sockets.filter((socket) => !socket.destroyed).length
  for (const socket of sockets) socket.destroy()
  times.sort((one, other) => one - other)
  bench.note('HT-08', 'slow headers are cut after 10 s', open === 0 ? null : `${open} of ${count} are still open`)
  bench.note(
    'HT-08',
    'good traffic goes on meanwhile',
    (times[Math.floor(times.length * 0.99)] ?? 60_000) < 1000 ? null : 'slow',
  )
}

async function stopping(bench: Bench): Promise<void> {
  bench.backend.requests.length = 0
  bench.backend.answer = (_request, response) => setTimeout(() => response.end('{}'), 300)
  const waiting = Array.from({ length: 20 }, () => send(bench.port, { path: '/api/zones' }))
  await eventually(() => bench.backend.requests.length >= 20)
  const exit = bench.terminate()
  const answers = await Promise.all(waiting.map((answer) => answer.catch(() => null)))
  bench.note(
    'HT-10',
    'what was under way is finished',
    answers.every((answer) => answer?.status === 200 && answer.complete) ? null : 'cut',
  )
  bench.note('HT-10', 'exit code 0', (await exit) === 0 ? null : 'another')
  const refused = await new Promise<boolean>((resolve) => {
    const socket = connect(bench.port, '127.0.0.1', () => resolve(false))
    socket.once('error', () => resolve(true))
  })
  bench.note('HT-10', 'nobody listens any more', refused ? null : 'somebody does')
}

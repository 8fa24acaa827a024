// RL, ER, PX-17/18, AL-04, HT-04/09/10: many, large, broken and leaving.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { eventually } from '../bench/eventually.ts'
import { exchange, openSocket, requestBytes, send } from '../bench/raw-http.ts'
import { settled } from './settled.ts'
import type { Bench } from './trial.ts'

const megabyte = 1024 * 1024

export async function loadCases(bench: Bench): Promise<void> {
  await logins(bench)
  await otherAttempts(bench)
  await trouble(bench)
  await leaving(bench)
  await denials(bench)
  await waitingForever(bench)
  await manyConnections(bench)
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

/** RL-02, RL-04: whatever is posted below /api/auth counts, and nothing that is read. */
async function otherAttempts(bench: Bench): Promise<void> {
  for (const path of ['/api/auth/backend-login', '/api/auth/logout', '/api/auth/x'])
    await bench.attempt('RL-02', path, { method: 'POST', path }, { status: [429], forwarded: 0 })
  for (let round = 0; round < 100; round += 1)
    await bench.attempt('RL-04', 'a read', { path: '/api/auth/csrf-token' }, { status: [200] })
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
  bench.backend.answer = (_request, response) => void response.writeHead(200, { 'content-length': '9' }).write('half')
  const stalled = await send(bench.port, { path: '/api/zones' }).catch(() => null)
  bench.note('ER-03', 'stalls in mid-answer', stalled === null || !stalled.complete ? null : 'looked complete')
  bench.backend.early = (_request, response) => {
    response.writeHead(413, { connection: 'close' }).end('{}', () => response.socket?.end())
    return true
  }
  const upload = bench.mutation('/api/floors/1/upload', 'x'.repeat(megabyte), {
    token: bench.token('admin'),
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  })
  await bench.attempt('ER-05', 'answers before the body is there', upload, { status: [413, 502] })
  bench.backend.early = null
  bench.backend.answer = (_request, response) => response.end('{}')
}

/** ER-09: 500 wait for a backend that hangs; what does not need it is unaffected. */
async function waitingForever(bench: Bench): Promise<void> {
  bench.backend.answer = () => undefined
  const waiting = Array.from({ length: 500 }, () => send(bench.port, { path: '/api/zones' }).catch(() => null))
  for (let round = 0; round < 20; round += 1)
    await bench.attempt('ER-09', 'health meanwhile', { path: '/api/health' }, { status: [200] })
  for (const answer of await Promise.all(waiting))
    bench.note('ER-09', 'one that waited', answer !== null && [503, 504].includes(answer.status) ? null : 'no answer')
  bench.backend.answer = (_request, response) => response.end('{}')
  await eventually(async () => (await send(bench.port, { path: '/api/zones' })).status === 200).catch(() => undefined)
  await bench.attempt('ER-09', 'works afterwards', { path: '/api/zones' }, { status: [200] })
}

/** HT-04, HT-09: very many requests on one connection, very many connections with none. */
async function manyConnections(bench: Bench): Promise<void> {
  const [good, bad] = ['/api/health', '/api/admin/x'].map((path) =>
    requestBytes(bench.port, { path, headers: { Connection: 'keep-alive' } }),
  ) as [Buffer, Buffer]
  const answers = await exchange(bench.port, Buffer.concat([bad, good, bad]), { count: 3 })
  const statuses = answers.map(({ status }) => status).join()
  bench.note('HT-04', 'in order', statuses === '401,200,401' ? null : statuses)
  const before = { bytes: bench.residentBytes(), files: bench.openFiles() }
  const socket = await openSocket(bench.port)
  let answered = 0
  socket.on('data', (chunk) => (answered += chunk.toString('latin1').split('HTTP/1.1 200').length - 1))
  const thousand = Buffer.concat(Array.from({ length: 1000 }, () => good))
  for (let round = 1; round <= 100; round += 1) {
    socket.write(thousand)
    // A status line may lie across two chunks and is not counted then.
    await eventually(() => answered >= round * 1000 - round, 10_000).catch(() => undefined)
  }
  socket.destroy()
  bench.note('HT-09', '100,000 on one connection', answered > 99_000 ? null : `${answered} answers`)
  for (let round = 0; round < 100; round += 1) {
    const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(bench.port)))
    for (const one of sockets) one.destroy()
  }
  await eventually(() => bench.openFiles() <= before.files + 10, 10_000).catch(() => undefined)
  const files = bench.openFiles() - before.files
  bench.note('HT-09', '10,000 connections leave none behind', files <= 10 ? null : `${files} more`)
  const grown = (bench.residentBytes() - before.bytes) / megabyte
  bench.note('HT-09', 'and little memory', grown < 64 ? null : `${grown.toFixed(0)} MB`)
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

/** In a process that has only just begun and come to rest: nothing has been asked of it yet. */
export async function memoryCases(bench: Bench): Promise<void> {
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
  await settled(bench, 50)
  const before = bench.residentBytes()
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
  await inflated(bench)
}

async function inflated(bench: Bench): Promise<void> {
  const bomb = gzipSync(Buffer.alloc(1000 * megabyte))
  bench.backend.answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  const before = bench.residentBytes()
  const check = ({ body }: { body: Buffer }) => (body.equals(bomb) ? null : 'changed')
  await bench.attempt('PX-17', 'gzip bomb as an answer', { path: '/api/zones' }, { status: [200], check })
  const grown = Math.round((bench.residentBytes() - before) / megabyte)
  bench.note('PX-17', 'is not inflated', grown < 20 ? null : `grew by ${grown} MB`)
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

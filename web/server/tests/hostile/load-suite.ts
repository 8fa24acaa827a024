// ER-09, AL-04, HT-09, RL-10, VA-08, RT-05, RT-06: very many, and what is dear to read; how much it costs, and whether others wait.
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createAttemptWindows } from '../../src/attempt-windows.ts'
import { loginLimit } from '../../src/middleware/login-rate-limit.ts'
import { startBench, type Bench } from '../bench/bench.ts'
import { json, mutation, tokenOf } from '../bench/callers.ts'
import { eventually } from '../bench/eventually.ts'
import { openSocket, requestBytes } from '../bench/raw-http.ts'
import { answerEmpty, answerNothing, sharedBench } from '../bench/shared-bench.ts'
import { createFaults, fault, refused } from '../bench/trial.ts'

const megabyte = 1024 * 1024
const keep = { Connection: 'keep-alive' }

/** So many requests on one connection, 500 at a time; gives how many were answered. */
async function pour(bench: Bench, count: number, request: (at: number) => Buffer): Promise<number> {
  const socket = await openSocket(bench.port)
  let answered = 0
  let tail = ''
  socket.on('data', (chunk) => {
    const text = tail + chunk.toString('latin1')
    answered += text.split('HTTP/1.1 ').length - 1
    // A status line may arrive in two pieces; what is kept is too short to hold a whole one.
    tail = text.slice(-('HTTP/1.1 '.length - 1))
  })
  for (let at = 0; at < count; at += 500) {
    socket.write(Buffer.concat(Array.from({ length: 500 }, (_, one) => request(at + one))))
    await eventually(() => answered >= at + 500)
  }
  socket.destroy()
  return answered
}

describe('one process', () => {
  const bench = sharedBench(() => ({ BACKEND_TIMEOUT_MS: '2000' }))

  it('AL-04: writes 10,000 denials as 10,000 whole lines', async () => {
    const one = requestBytes(bench().port, { path: '/api/admin/x', headers: keep })
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(bench().port)))
    for (const socket of sockets) socket.resume().write(Buffer.concat(Array.from({ length: 500 }, () => one)))
    await eventually(() => bench().auditLines().length >= 10_000, 30_000)
    for (const socket of sockets) socket.destroy()
    const lines = bench().auditLines()
    const whole = lines.filter((line) => /^\{"timestamp":.*"requestId":"[^"]+"\}$/.test(line))
    expect([lines.length, whole.length]).toEqual([10_000, 10_000])
  })

  it('ER-09: serves what needs no backend while 500 wait for one that hangs', async () => {
    bench().backend.answer = answerNothing
    const waiting = Array.from({ length: 500 }, () => bench().send({ path: '/api/zones' }))
    for (let round = 0; round < 20; round += 1) expect((await bench().send({ path: '/api/health' })).status).toBe(200)
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 503 && status !== 504)).toEqual([])
    bench().backend.answer = answerEmpty
    await eventually(async () => (await bench().send({ path: '/api/zones' })).status === 200)
  })

  it('HT-09: answers 100,000 requests on one connection, and 10,000 connections leave nothing behind', async () => {
    const { openFiles, residentBytes } = bench().process!
    const before = { bytes: residentBytes(), files: openFiles() }
    const one = requestBytes(bench().port, { path: '/api/health', headers: keep })
    expect(await pour(bench(), 100_000, () => one)).toBe(100_000)
    for (let round = 0; round < 100; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(bench().port)))
      for (const socket of sockets) socket.destroy()
    }
    await eventually(() => openFiles() <= before.files + 10)
    expect((residentBytes() - before.bytes) / megabyte).toBeLessThan(64)
  })

  const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at * 65_536}":1`).join()}}`
  it.each([
    ['a million keys', keys(1_000_000)],
    ['a million numbers', `[${'1,'.repeat(999_999)}1]`],
    ['a depth of 100,000', '['.repeat(100_000) + ']'.repeat(100_000)],
    // As many as the limit of a body lets in.
    ['keys up to the limit', keys(75_000)],
    ['depth up to the limit', '['.repeat(524_000) + ']'.repeat(524_000)],
    ['numbers up to the limit', `[${'1,'.repeat(500_000)}1]`],
    ['objects up to the limit', `[${'{},'.repeat(300_000)}{}]`],
  ])('VA-08: makes nobody wait for %s', async (_name, body) => {
    const stalls: number[] = []
    // What else runs on the machine is in the number too; the shortest of three is the product's.
    for (let round = 0; round < 3; round += 1) {
      const progress = { over: false, longest: 0 }
      const hostile = bench().send(mutation('/api/zones', body, { token: tokenOf('admin') }))
      void hostile.then(() => (progress.over = true))
      while (!progress.over) {
        const startedAt = performance.now()
        await bench().send({ path: '/api/health' })
        progress.longest = Math.max(progress.longest, performance.now() - startedAt)
      }
      expect([400, 413]).toContain((await hostile).status)
      stalls.push(progress.longest)
    }
    expect(Math.min(...stalls)).toBeLessThan(250)
  })

  it('RT-06: takes a thousand error reports, masks them at once and limits them', async () => {
    const report = (message: string, stack?: string) => mutation('/api/proxy/error-log', { message, stack })
    const startedAt = performance.now()
    expect(await fault(bench(), report('x', 'token-'.repeat(1333)), refused(204))).toBeNull()
    expect(performance.now() - startedAt).toBeLessThan(1000)
    const faults = createFaults()
    for (let round = 0; round < 1000; round += 1) {
      const hostile = report(`a\r\n{"forged":1}\u001b[2J password=hunter2 ${round}`)
      faults.note(`report ${round}`, await fault(bench(), hostile, refused([204, 429])))
    }
    faults.note('1 MB', await fault(bench(), report('x'.repeat(megabyte)), refused([400, 413, 429])))
    expect(faults.list).toEqual([])
    const text = JSON.stringify(
      bench()
        .logged()
        .filter(({ code }) => code === 'browser_error'),
    )
    expect(text).not.toContain('hunter2')
  })
})

describe('the login limiter', () => {
  const network = (at: number) => `2001:db8:${(at >> 16).toString(16)}:${(at & 0xffff).toString(16)}::1`
  const login = (address: string) => ({
    method: 'POST',
    path: '/api/auth/login',
    headers: { ...json, 'X-Forwarded-For': address },
    body: '{}',
  })

  /** Four times as many as are remembered. */
  it('RL-10: remembers little of 200,000 networks, and keeps refusing one that used up its attempts', async () => {
    const bench = await startBench({ TRUSTED_PROXIES: '127.0.0.1' })
    const blocked = login('2001:db8:ffff:ffff::1')
    for (let round = 0; round < 6; round += 1) await bench.send(blocked)
    const attempt = (at: number) =>
      requestBytes(bench.port, { ...login(network(at)), headers: { ...login(network(at)).headers, ...keep } })
    // First as many requests as a process needs until its memory is as large as work makes it, from few networks.
    await pour(bench, 40_000, (at) => attempt(at % 8000))
    const before = bench.process!.residentBytes()
    expect(await pour(bench, 200_000, (at) => attempt(8000 + at))).toBe(200_000)
    expect((bench.process!.residentBytes() - before) / megabyte).toBeLessThan(64)
    expect((await bench.send(blocked)).status).toBe(429)
    await bench.stop()
  })

  /** As many as are remembered, in this process; processor time, because what else runs is no stall of ours. */
  it('RL-10: stalls nobody when it sweeps', async () => {
    const stalls: number[] = []
    for (let round = 0; round < 5; round += 1) {
      // As in the product, a sweep has ended long before the next one begins.
      const windows = createAttemptWindows({ ...loginLimit, sweepMs: 200, now: () => 2 * loginLimit.windowMs })
      for (let at = 0; at < 200_000; at += 1) windows.count(network(at), 0)
      let longest = 0
      while (windows.size() > 0) {
        const before = process.cpuUsage()
        await new Promise((resolve) => setImmediate(resolve))
        const { user, system } = process.cpuUsage(before)
        longest = Math.max(longest, (user + system) / 1000)
      }
      stalls.push(longest)
      windows.close()
    }
    expect(Math.min(...stalls)).toBeLessThan(20)
  })
})

it('RT-05: a database that hangs is asked few times for a thousand questions, and nobody learns where it is', async () => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const bench = await startBench({ DATABASE_URL: `postgres://rollcall:hunter2@127.0.0.1:${port}/rollcall` })
  const startedAt = performance.now()
  const answers = await Promise.all(Array.from({ length: 1000 }, () => bench.send({ path: '/api/health/database' })))
  // Two seconds for the answer, and what a thousand connections of this client take.
  expect(performance.now() - startedAt).toBeLessThan(6000)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  expect(answers.filter(({ body }) => /hunter2|postgres|127\.0/.test(body.toString()))).toEqual([])
  expect(sockets.size).toBeLessThanOrEqual(4)
  await bench.stop()
  for (const socket of sockets) socket.destroy()
  silent.close()
})

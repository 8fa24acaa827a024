// The same process with other settings, or on a machine in trouble: AU-19, CS-11/12, RL-07/10/11/12, RT-05, SH-03, TK-18/19, AL-05.
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { csrf } from '../bench/callers.ts'
import { eventually } from '../bench/eventually.ts'
import { openSocket, requestBytes, send } from '../bench/raw-http.ts'
import { createAttemptWindows } from '../../src/attempt-windows.ts'
import { loginLimit } from '../../src/middleware/login-rate-limit.ts'
import { withProcess } from './own-process.ts'
import { startProcess } from './process-bench.ts'
import { createBench, type Bench } from './trial.ts'

const login = {
  method: 'POST',
  path: '/api/auth/login',
  headers: { 'Content-Type': 'application/json' },
  body: '{"email":"a@b.org","password":"x"}',
}

export async function variantCases(bench: Bench): Promise<void> {
  await withProcess(bench, { NODE_ENV: 'development' }, development)
  for (const name of ['prod', 'Production', ''])
    await withProcess(bench, { NODE_ENV: name }, async (one) => {
      const { status } = await send(one.port, { method: 'POST', path: '/api/unlisted' })
      bench.note('AU-19', `NODE_ENV=${name} is production`, status === 403 ? null : `answered ${status}`)
    })
  await withProcess(bench, { SECURITY_PROFILE: 'strict' }, strict)
  const previous = randomBytes(32).toString('hex')
  await withProcess(bench, { API_SECRET_PREVIOUS: previous }, (one) => rotation(one, previous))
  await withProcess(bench, { TRUSTED_PROXIES: '127.0.0.1' }, forwarded)
  await withProcess(bench, { LOG_LEVEL: 'debug' }, onboardingTokens)
  await refusedStarts(bench)
  await databases(bench)
  await withProcess(bench, {}, async (one) => {
    for (let attempt = 1; attempt <= 6; attempt += 1) await send(one.port, login)
    one.note('RL-01', 'the sixth', (await send(one.port, login)).status === 429 ? null : 'passed')
  })
  await withProcess(bench, {}, async (one) =>
    one.note('RL-11', 'a new process counts anew', (await send(one.port, login)).status !== 429 ? null : 'refused'),
  )
  await auditTrouble(bench)
}

async function development(bench: Bench): Promise<void> {
  const bare = await send(bench.port, {
    method: 'POST',
    path: '/api/unlisted',
    headers: { 'Content-Type': 'text/plain' },
    body: 'x',
  })
  bench.note('AU-19/CS-12', 'nothing is enforced', bare.status === 200 ? null : `answered ${bare.status}`)
  for (let attempt = 1; attempt <= 8; attempt += 1)
    bench.note('RL-12', `login ${attempt}`, (await send(bench.port, login)).status === 200 ? null : 'limited')
  const policy = bare.header('content-security-policy') ?? ''
  const isPermissive =
    policy.includes("'unsafe-eval'") &&
    policy.includes('localhost') &&
    bare.header('strict-transport-security') === undefined
  bench.note('SH-03', 'the policy', isPermissive ? null : policy)
}

async function strict(bench: Bench): Promise<void> {
  const token = bench.token('operator')
  const ask = (csrfToken: string, auth = token) =>
    send(bench.port, {
      method: 'PUT',
      path: '/api/zones/1',
      headers: { Cookie: `__Host-auth_token=${auth}; __Host-csrf_token=${csrfToken}`, 'X-CSRF-Token': csrfToken },
    })
  const minted = await send(bench.port, {
    path: '/api/auth/csrf-token',
    headers: { Cookie: `__Host-auth_token=${token}` },
  })
  const { csrfToken } = minted.json().data as { csrfToken: string }
  bench.note('CS-11', 'its own', (await ask(csrfToken)).status !== 403 ? null : 'refused')
  bench.note(
    'CS-11',
    'of another session',
    (await ask(csrfToken, bench.token('operator', { sub: 'u2', userId: 'u2' }))).status === 403 ? null : 'passed',
  )
  bench.note('CS-11', 'unsigned', (await ask(csrf)).status === 403 ? null : 'passed')
  const read = await send(bench.port, { path: '/api/zones' })
  bench.note('strict', 'reads need a session', read.status === 401 ? null : `answered ${read.status}`)
  bench.note(
    'strict',
    'no unsafe-inline',
    read.header('content-security-policy')?.includes('unsafe-inline') === false ? null : 'there is',
  )
}

/** RT-07: a thousand guesses of an onboarding token; whether they are limited is the backend's business, who hears of them ours. */
async function onboardingTokens(bench: Bench): Promise<void> {
  bench.backend.answer = (_request, response) => response.writeHead(404).end('{"none":true}')
  const tokens = Array.from({ length: 1000 }, () => randomBytes(32).toString('base64url'))
  for (const token of tokens)
    await bench.attempt('RT-07', 'a guess', { path: `/api/phone-beacon/${token}` }, { status: [404], forwarded: 1 })
  await eventually(() => bench.stdout().split('/api/phone-beacon/***').length > 1000).catch(() => undefined)
  const logged = bench.stdout().split('/api/phone-beacon/***').length - 1
  bench.note('RT-07', 'every guess is in the log', logged === 1000 ? null : `${logged} are`)
  const told = tokens.filter((token) => bench.stdout().includes(token) || bench.auditLines().join().includes(token))
  bench.note('RT-07', 'none with its token', told.length === 0 ? null : `${told.length} are`)
}

async function rotation(bench: Bench, previous: string): Promise<void> {
  const former = createBench({ ...bench, apiSecret: previous }, { tried: 0, failures: [] })
  const foreign = createBench({ ...bench, apiSecret: randomBytes(32).toString('hex') }, { tried: 0, failures: [] })
  const statusWith = async (token: string) =>
    (await send(bench.port, bench.mutation('/api/unlisted', '{}', { token }))).status
  bench.note('TK-18', 'the new secret', (await statusWith(bench.token('operator'))) === 200 ? null : 'refused')
  bench.note('TK-18', 'the former', (await statusWith(former.token('operator'))) === 200 ? null : 'refused')
  bench.note('TK-18', 'any other', (await statusWith(foreign.token('operator'))) === 401 ? null : 'passed')
}

async function forwarded(bench: Bench): Promise<void> {
  const cases: [string, string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['unknown', '127.0.0.1'],
    ['', '127.0.0.1'],
    [Array.from({ length: 2000 }, () => '1.2.3.4').join(','), '1.2.3.4'],
  ]
  for (const [header, wanted] of cases) {
    const before = bench.auditLines().length
    await send(bench.port, { path: '/api/admin/x', headers: { 'X-Forwarded-For': header } })
    await eventually(() => bench.auditLines().length > before).catch(() => undefined)
    const { ip } = JSON.parse(bench.auditLines()[before] ?? '{}') as { ip?: string }
    bench.note('RL-07', header.slice(0, 30), ip === wanted ? null : `was taken for ${ip}`)
  }
  await manyNetworks(bench)
}

/** RL-10: 200,000 IPv6 networks, four times as many as are remembered; one that used up its attempts stays refused all the same. */
async function manyNetworks(bench: Bench): Promise<void> {
  const attempt = (address: string) =>
    requestBytes(bench.port, {
      ...login,
      body: '{}',
      headers: { ...login.headers, 'X-Forwarded-For': address, Connection: 'keep-alive' },
    })
  const blocked = '2001:db8:ffff:ffff::1'
  for (let round = 0; round < 6; round += 1)
    await send(bench.port, { ...login, headers: { ...login.headers, 'X-Forwarded-For': blocked } })
  const count = 200_000
  // First as many requests as a process needs until its memory is as large as work makes it, from few networks.
  await pour(bench, 40_000, (at) => attempt(network(at % 8000)))
  const before = bench.residentBytes()
  const answered = await pour(bench, count, (at) => attempt(network(8000 + at)))
  bench.note('RL-10', `${count} networks are answered`, answered > count * 0.99 ? null : `${answered} were`)
  const grown = (bench.residentBytes() - before) / (1024 * 1024)
  bench.note('RL-10', 'and cost little', grown < 64 ? null : `${grown.toFixed(0)} MB`)
  const { status } = await send(bench.port, { ...login, headers: { ...login.headers, 'X-Forwarded-For': blocked } })
  bench.note('RL-10', 'the refused stay refused', status === 429 ? null : `answered ${status}`)
  await sweeping(bench)
}

/** So many requests on one connection, 500 at a time; gives how many were answered. */
async function pour(bench: Bench, count: number, request: (at: number) => Buffer): Promise<number> {
  const socket = await openSocket(bench.port)
  let answered = 0
  socket.on('data', (chunk) => (answered += chunk.toString('latin1').split('HTTP/1.1 ').length - 1))
  for (let at = 0; at < count; at += 500) {
    socket.write(Buffer.concat(Array.from({ length: 500 }, (_, one) => request(at + one))))
    // A status line may lie across two chunks and is not counted then.
    await eventually(() => answered >= at + 500 - 2 * (at / 500 + 1)).catch(() => undefined)
  }
  socket.destroy()
  return answered
}

const network = (at: number) => `2001:db8:${(at >> 16).toString(16)}:${(at & 0xffff).toString(16)}::1`

/** RL-10: the sweep of as many as are remembered, in this process; processor time, because what else runs is no stall of ours. */
async function sweeping(bench: Bench): Promise<void> {
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
  const stall = Math.min(...stalls)
  bench.note('RL-10', 'a sweep stalls nobody', stall < 20 ? null : `${stall.toFixed(0)} ms`)
}

async function refusedStarts(bench: Bench): Promise<void> {
  const same = randomBytes(32).toString('hex')
  const wrong: Record<string, string>[] = [
    { API_SECRET: '' },
    { API_SECRET: 'secret' },
    { API_SECRET: 'shorter-than-32-bytes' },
    { API_SECRET: same, REALTIME_HMAC_SECRET: same },
    { BACKEND_URL: 'ftp://user:hunter2@x' },
  ]
  for (const environment of wrong) {
    const said = await startProcess(environment).then(
      async (started) => {
        await started.stop()
        return null
      },
      (error: Error) => error.message,
    )
    const tells = Object.values(environment).some((value) => value.length > 6 && said?.includes(value))
    bench.note(
      'TK-19',
      JSON.stringify(environment).slice(0, 40),
      said?.includes('ended at start') && !tells ? null : String(said),
    )
  }
}

/** RT-05: a database that hangs; a thousand questions are one connection, and nobody learns where it is. */
async function databases(bench: Bench): Promise<void> {
  const sockets = new Set<Socket>()
  let connections = 0
  const silent = createServer((socket) => {
    connections += 1
    sockets.add(socket.on('error', () => undefined))
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  await withProcess(bench, { DATABASE_URL: `postgres://rollcall:hunter2@127.0.0.1:${port}/rollcall` }, async (one) => {
    const startedAt = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 1000 }, () => send(one.port, { path: '/api/health/database' })),
    )
    const took = performance.now() - startedAt
    const isRight = answers.every(
      ({ status, body }) => status === 503 && !/hunter2|postgres|127\.0/.test(body.toString()),
    )
    bench.note('RT-05', 'a hanging database', isRight ? null : 'answered otherwise')
    // Two seconds for the answer, and what a thousand connections of this client take.
    bench.note('RT-05', 'in time', took < 6000 ? null : `${took.toFixed(0)} ms`)
    bench.note('RT-05', 'is asked few times', connections <= 4 ? null : `${connections} connections`)
  })
  for (const socket of sockets) socket.destroy()
  silent.close()
}

/** AL-05 through the process: no folder, a folder in the file's place, a full disk, no descriptor left; and back again. */
async function auditTrouble(bench: Bench): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-hostile-'))
  const missing = join(folder, 'not-yet', 'audit.log')
  const deny = async (one: Bench) => (await send(one.port, { path: '/api/admin/x' })).status
  for (const file of [missing, folder, '/dev/full'])
    await withProcess(bench, { AUDIT_LOG_FILE: file }, async (one) => {
      bench.note('AL-05', `${file} still denies`, (await deny(one)) === 401 ? null : 'passed')
      await eventually(() => one.stderr().includes('AUDIT {')).catch(() => undefined)
      bench.note(
        'AL-05',
        `${file} speaks to the console`,
        /^AUDIT \{.*\}\n$/.test(one.stderr()) ? null : one.stderr().slice(0, 80),
      )
      if (file !== missing) return
      mkdirSync(join(folder, 'not-yet'))
      await deny(one)
      await eventually(() => one.auditLines().length === 1).catch(() => undefined)
      bench.note('AL-05', 'returns to the file', one.auditLines().length === 1 ? null : 'did not')
    })
  rmSync(folder, { recursive: true })
  await withProcess(bench, {}, noDescriptors, { openFiles: 256 })
}

async function noDescriptors(bench: Bench): Promise<void> {
  const denied = requestBytes(bench.port, { path: '/api/admin/x', headers: { Connection: 'keep-alive' } })
  const socket = await openSocket(bench.port)
  let answers = ''
  socket.on('data', (chunk) => (answers += chunk.toString('latin1')))
  const count = () => answers.split('HTTP/1.1 401').length - 1
  socket.write(denied)
  await eventually(() => count() === 1 && bench.auditLines().length === 1).catch(() => undefined)
  const crowd = await Promise.all(Array.from({ length: 300 }, () => openSocket(bench.port)))
  // Those it has no descriptor for are hung up on.
  await eventually(() => crowd.some(({ destroyed }) => destroyed)).catch(() => undefined)
  socket.write(denied)
  await eventually(() => count() === 2 && bench.stderr() !== '').catch(() => undefined)
  bench.note('AL-05', 'no descriptor left: still denied', count() === 2 ? null : `${count()} denied`)
  bench.note(
    'AL-05',
    'and on the console',
    /^AUDIT \{.*\}\n$/.test(bench.stderr()) ? null : bench.stderr().slice(0, 80),
  )
  for (const one of crowd) one.destroy()
  await eventually(
    async () => (await send(bench.port, { path: '/api/health' }).catch(() => null))?.status === 200,
  ).catch(() => undefined)
  socket.write(denied)
  await eventually(() => bench.auditLines().length === 2).catch(() => undefined)
  bench.note(
    'AL-05',
    'and back in the file',
    bench.auditLines().length === 2 ? null : `${bench.auditLines().length} lines`,
  )
  socket.destroy()
}

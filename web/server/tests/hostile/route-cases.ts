// VA, RT: bodies at their limits, and the routes with behaviour of their own.
import { allRows } from '@rollcall/contracts/api'
import { serverLayer } from '@rollcall/contracts/domains/server-layer'
import { eventually } from '../bench/eventually.ts'
import { openSocket, requestBytes, send } from '../bench/raw-http.ts'
import { newZone } from './new-zone.ts'
import type { Bench } from './trial.ts'

const megabyte = 1024 * 1024
const passes = { status: [200], forwarded: 1 }

export async function routeCases(bench: Bench): Promise<void> {
  bench.backend.answer = (_request, response) => response.end('{}')
  await sizes(bench)
  await validated(bench)
  await intricate(bench)
  await routes(bench)
  await errorLog(bench)
}

async function sizes(bench: Bench): Promise<void> {
  const of = (length: number) => bench.mutation('/api/unlisted', `"${'x'.repeat(length - 2)}"`)
  await bench.attempt('VA-06', '1 MiB - 1', of(megabyte - 1), passes)
  await bench.attempt('VA-06', '1 MiB', of(megabyte), passes)
  await bench.attempt('VA-06', '1 MiB + 1', of(megabyte + 1), { status: [413], forwarded: 0 })
  const before = bench.residentBytes()
  const socket = await openSocket(bench.port)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
  const endless = bench.mutation('/api/zones', undefined, {
    headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
  })
  socket.write(requestBytes(bench.port, endless))
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const pour = setInterval(() => socket.writable && socket.write(chunk), 2)
  await eventually(() => socket.destroyed || socket.readableEnded, 20_000).catch(() => undefined)
  clearInterval(pour)
  socket.destroy()
  bench.note('VA-06', 'chunks without end', answer.startsWith('HTTP/1.1 413') ? null : answer.slice(0, 40))
  const grown = (bench.residentBytes() - before) / megabyte
  bench.note('VA-06', 'are not kept', grown < 20 ? null : `grew by ${grown.toFixed(0)} MB`)
}

async function validated(bench: Bench): Promise<void> {
  const admin = { token: bench.token('admin') }
  await bench.attempt(
    'VA-02',
    'written anew',
    bench.mutation('/api/zones', JSON.stringify({ ...newZone, name: '  Hall  ' }, null, 2), admin),
    {
      ...passes,
      check: () => {
        const { body, headers } = bench.backend.requests[0] ?? { body: Buffer.alloc(0), headers: {} }
        const zone = JSON.parse(body.toString() || '{}') as { name?: string }
        return zone.name === 'Hall' && headers['content-length'] === String(body.length) && !body.includes('\n')
          ? null
          : body.toString()
      },
    },
  )
  await bench.attempt(
    'VA-09',
    'DELETE with a body',
    bench.mutation('/api/personnel/1', '{"a":1}', { ...admin, method: 'DELETE' }),
    { status: [400], forwarded: 0 },
  )
  const ids = (count: number) =>
    JSON.stringify({ ids: Array.from({ length: count }, () => '7c0f6a3e-12f4-4d7a-8f0e-2f8f1f5c6b10') })
  await bench.attempt('VA-09', '501 ids', bench.mutation('/api/personnel/batch-delete', ids(501), admin), {
    status: [400],
    forwarded: 0,
  })
  await bench.attempt('VA-09', '1,000,000 ids', bench.mutation('/api/personnel/batch-delete', ids(1_000_000), admin), {
    status: [413],
    forwarded: 0,
  })
  await bench.attempt(
    'VA-10',
    'no media type',
    { ...bench.mutation('/api/unlisted', undefined), body: 'x' },
    { status: [415], forwarded: 0 },
  )
}

/** VA-08: a body that is cheap to send and dear to read; how long nobody else is served meanwhile. */
async function intricate(bench: Bench): Promise<void> {
  const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at * 65_536}":1`).join()}}`
  const bodies = {
    'a million keys': keys(1_000_000),
    'a million numbers': `[${'1,'.repeat(999_999)}1]`,
    'a depth of 100,000': '['.repeat(100_000) + ']'.repeat(100_000),
    // As many as the limit of a body lets in.
    keys: keys(75_000),
    depth: '['.repeat(524_000) + ']'.repeat(524_000),
    numbers: `[${'1,'.repeat(500_000)}1]`,
    objects: `[${'{},'.repeat(300_000)}{}]`,
  }
  for (const [name, body] of Object.entries(bodies)) {
    const stalls: number[] = []
    // What else runs on the machine is in the number too; the shortest of three is the product's.
    for (let round = 0; round < 3; round += 1) {
      const hostile = send(bench.port, bench.mutation('/api/zones', body, { token: bench.token('admin') }))
      let longest = 0
      const progress = { over: false }
      void hostile.then(() => (progress.over = true))
      while (!progress.over) {
        const startedAt = performance.now()
        await send(bench.port, { path: '/api/health' })
        longest = Math.max(longest, performance.now() - startedAt)
      }
      const { status } = await hostile
      bench.note('VA-08', name, [400, 413].includes(status) ? null : `answered ${status}`)
      stalls.push(longest)
    }
    const stall = Math.min(...stalls)
    bench.note('VA-08', `${name} stall nobody`, stall < 250 ? null : `${stall.toFixed(0)} ms`)
  }
}

async function routes(bench: Bench): Promise<void> {
  const own = new Set<string>(Object.values(serverLayer).map(({ path }) => path))
  const headers = { Cookie: `auth_token=${bench.token('admin')}` }
  for (const row of allRows.filter(({ method, path }) => method === 'GET' && !own.has(path))) {
    const path = row.path.replaceAll(/\{\w+\}/g, 'x-1')
    const check = () => (bench.backend.requests[0]?.target === path ? null : 'another path')
    await bench.attempt('RT-01', path, { path, headers }, { ...passes, check })
  }
  const fixed = [
    '/users/roles',
    '/buildings/gateway-health',
    '/zones/emergency',
    '/receivers/discover',
    '/emergency/active',
    '/emergency/events',
    '/emergency/muster',
    '/emergency/contacts',
    '/transmitters/unassigned',
  ]
  for (const path of fixed) await send(bench.port, { path: `/api${path}`, headers })
  const metrics = (await send(bench.port, { path: '/metrics' })).body.toString()
  for (const path of fixed)
    bench.note('RT-02', path, metrics.includes(`route="/api${path}"`) ? null : 'was taken for an id')
  await bench.attempt(
    'RT-02',
    'PUT /api/buildings/order',
    bench.mutation('/api/buildings/order', '{"name":"x"}', { method: 'PUT', token: bench.token('admin') }),
    { status: [400], forwarded: 0 },
  )
  await bench.attempt('RT-03', 'signed in', bench.mutation('/api/negotiate', undefined, { method: 'DELETE' }), passes)
  await bench.attempt('RT-03', 'nobody', { method: 'DELETE', path: '/api/negotiate' }, { status: [403], forwarded: 0 })
  for (const path of [
    '/dev-login',
    '/dev-user',
    '/ble/scan',
    '/ble/status',
    '/DEV-LOGIN',
    '/dev-login/',
    '/Ble/Scan',
    '/api/dev-login',
  ])
    for (const method of ['GET', 'HEAD', 'POST']) {
      const request = method === 'POST' ? bench.mutation(path, '{}') : { method, path }
      const check = ({ body }: { body: Buffer }) =>
        /dev|ble/i.test(body.toString().replaceAll(/"requestId":"[^"]*"/g, '')) ? 'hints' : null
      // A page's answer to a POST is that pages take none.
      await bench.attempt('RT-04', `${method} ${path}`, request, { status: [404, 405], forwarded: 0, check })
    }
  await bench.attempt('RT-05', 'no database', { path: '/api/health/database' }, { status: [503], forwarded: 0 })
}

async function errorLog(bench: Bench): Promise<void> {
  const report = (body: object) => bench.mutation('/api/proxy/error-log', JSON.stringify(body))
  const startedAt = performance.now()
  const dear = report({ message: 'x', stack: 'token-'.repeat(1333) })
  await bench.attempt('RT-06', 'dear to mask', dear, { status: [204], forwarded: 0 })
  const took = performance.now() - startedAt
  bench.note('RT-06', 'is masked at once', took < 1000 ? null : `${took.toFixed(0)} ms`)
  for (let round = 0; round < 1000; round += 1) {
    const message = `a\r\n{"forged":1}\u001b[2J password=hunter2 ${round}`
    await bench.attempt('RT-06', `report ${round}`, report({ message }), { status: [204, 429], forwarded: 0 })
  }
  const large = report({ message: 'x'.repeat(megabyte) })
  await bench.attempt('RT-06', '1 MB', large, { status: [400, 413, 429], forwarded: 0 })
}

// What an alarm needs has its own way to the backend (rules 9): however many others wait for it, and however often it kept them
// without an answer. The same with a real backend: backend/tests/alarm-first.test.ts.
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startBench, type Bench } from './bench/bench.ts'
import { json, mutation } from './bench/callers.ts'
import { eventually } from './bench/eventually.ts'
import { answerEmpty } from './bench/shared-bench.ts'

let bench: Bench
afterEach(() => bench.stop())

const buildingId = '8b0bd5ca-9a5c-4ef5-a0a4-1d7f2f4b8c11'
const trigger = mutation('/api/emergency/trigger', { scenario: 'fire', scope: { buildingIds: [buildingId] } })
const urgent = [
  trigger,
  { path: '/api/emergency/active' },
  { path: '/api/emergency/muster' },
  mutation(`/api/emergency/${buildingId}/account`, { personId: buildingId, status: 'accounted' }),
  { method: 'POST', path: `/muster-link/${'t'.repeat(43)}`, headers: json, body: '{"status":"accounted"}' },
  { path: '/api/auth/backend-me' },
]
const isUrgent = (url = '') => /emergency|muster|backend-me/.test(url)

describe('while the backend keeps everything else', () => {
  let held: ServerResponse[]
  beforeEach(async () => {
    held = []
    bench = await startBench({ BACKEND_CONNECTIONS: '2', URGENT_CONNECTIONS: '2', BACKEND_TIMEOUT_MS: '20000' })
    bench.backend.answer = (request, response, recorded) => {
      if (isUrgent(request.url)) answerEmpty(request, response, recorded)
      else held.push(response)
    }
  })

  // holds rules 9-5
  it('urgent rows are answered, and others wait until there is room or are refused', async () => {
    // 2 worked on, 512 waiting; each more is refused.
    const others = Array.from({ length: 517 }, () => bench.send({ path: '/api/zones' }))
    const answered: number[] = []
    for (const other of others) void other.then(({ status }) => answered.push(status))
    await eventually(() => held.length === 2 && answered.length === 3)
    for (const request of urgent) expect((await bench.send(request)).status).toBe(200)
    expect(answered).toEqual([503, 503, 503])
    bench.backend.answer = answerEmpty
    for (const response of held) response.end('{}')
    expect((await Promise.all(others)).filter(({ status }) => status === 200)).toHaveLength(514)
  })

  it('a read that waited for too long is refused, a change waits on and goes first', async () => {
    await bench.stop()
    bench = await startBench({ URGENT_CONNECTIONS: '1', READ_WAITS_MS: '300', BACKEND_TIMEOUT_MS: '20000' })
    const paths: string[] = []
    bench.backend.answer = (request, response) => void (paths.push(String(request.url)), held.push(response))
    const first = bench.send({ path: '/api/emergency/active' })
    await eventually(() => held.length === 1)
    const tooLate = bench.send({ path: '/api/emergency/muster' })
    const alarm = bench.send(trigger)
    const answer = await tooLate
    expect([answer.status, answer.json().error?.code, answer.header('retry-after')]).toEqual([503, 'overloaded', '1'])
    const read = bench.send({ path: '/api/emergency/active' })
    await eventually(async () =>
      (await bench.send({ path: '/metrics' })).body.includes('\nrollcall_web_urgent_pool_size 3\n'),
    )
    bench.backend.answer = (request, response, recorded) => {
      paths.push(String(request.url))
      answerEmpty(request, response, recorded)
    }
    held[0]!.end('{}')
    expect((await Promise.all([first, alarm, read])).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(paths).toEqual(['/api/emergency/active', '/api/emergency/trigger', '/api/emergency/active'])
  })

  it('signing in has its own way, too', async () => {
    const others = [1, 2].map(() => bench.send({ path: '/api/zones' }))
    await eventually(() => held.length === 2)
    bench.backend.answer = (_request, response) => void response.writeHead(401).end('{"success":false}')
    const body = JSON.stringify({ email: 'a@example.org', password: 'wrong' })
    expect((await bench.send({ method: 'POST', path: '/api/auth/login', headers: json, body })).status).toBe(401)
    for (const response of held) response.end('{}')
    await Promise.all(others)
  })
})

it('an alarm is tried however often the backend was silent', async () => {
  bench = await startBench({ BACKEND_CONNECTIONS: '2', BACKEND_TIMEOUT_MS: '150' })
  bench.backend.answer = (request, response, recorded) => {
    if (isUrgent(request.url)) answerEmpty(request, response, recorded)
  }
  await eventually(async () => (await bench.send({ path: '/api/zones' })).status === 503)
  expect((await bench.send(trigger)).status).toBe(200)
  // Also its own silence does not close the way.
  bench.backend.answer = () => undefined
  for (let turn = 0; turn < 3; turn += 1)
    expect((await Promise.all([1, 2].map(() => bench.send(trigger)))).map(({ status }) => status)).toEqual([504, 504])
  bench.backend.answer = answerEmpty
  expect((await bench.send(trigger)).status).toBe(200)
})

// The login limiter of spec 7 and 8 through the door.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { asProcess, startBench, type Bench } from './bench/bench.ts'
import { csrfPair } from './bench/callers.ts'
import { eventually } from './bench/eventually.ts'
import type { RawAnswer } from './bench/raw-http.ts'
import type { BenchOptions } from './bench/running-server.ts'
import { answerJson } from './bench/stub-backend.ts'
import type { TestEnvironment } from './bench/test-environment.ts'

let bench: Bench
const start = async (environment: TestEnvironment = {}, options: BenchOptions = {}) => {
  bench = await startBench(environment, options)
  bench.backend.answer = (_request, response) =>
    answerJson(response, 401, { success: false, error: { code: 'invalid_credentials' } })
}
afterEach(() => bench.stop())

const login = (headers: Record<string, string> = {}, path = '/api/auth/login') =>
  bench.send({
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: '{"email":"a@b.org","password":"x"}',
  })
const cleared = (answer: RawAnswer) => answer.all('set-cookie').filter((line) => line.includes('Max-Age=0'))
const statuses = async (count: number, headers: (at: number) => Record<string, string> = () => ({})) => {
  const seen: number[] = []
  for (let at = 0; at < count; at += 1) seen.push((await login(headers(at))).status)
  return seen
}

describe('the sixth attempt', () => {
  // holds spec 1.3-1, 7-1, 8-1; rules 1-19
  it('RL-01: is refused with the table’s headers and not forwarded', async () => {
    await start({}, { clock: 1_000_000_000_500 })
    for (const left of ['4', '3', '2', '1', '0']) {
      const allowed = await login()
      expect([allowed.status, allowed.header('x-ratelimit-remaining')]).toEqual([401, left])
      expect([allowed.header('x-ratelimit-limit'), allowed.header('x-ratelimit-reset')]).toEqual(['5', '1000000901'])
    }
    const answer = await login()
    expect([answer.status, answer.json().error?.code]).toEqual([429, 'too_many_attempts'])
    const named = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'].map((name) =>
      answer.all(name),
    )
    expect(named).toEqual([['5'], ['0'], ['1000000901'], ['900']])
    expect(bench.backend.requests).toHaveLength(5)
  })

  // holds appendix order-2
  it('RL-02: is counted over every POST below /api/auth, whatever came of it', async () => {
    await start()
    await login()
    await login({}, '/api/auth/backend-login')
    await bench.send({ method: 'POST', path: '/api/auth/logout', headers: csrfPair })
    await bench.send({ method: 'POST', path: '/api/auth/x', headers: csrfPair })
    expect((await bench.send({ method: 'POST', path: '/api/auth/y' })).status).toBe(403)
    expect((await login()).status).toBe(429)
  })

  it('is not used up by other changes, nor by reading who is signed in', async () => {
    await start()
    for (let at = 0; at < 6; at += 1) {
      const others = [
        await bench.send({ method: 'POST', path: '/api/zones', headers: csrfPair }),
        await bench.send({ path: '/api/auth/me' }),
      ]
      for (const answer of others) expect([answer.status, answer.header('x-ratelimit-limit')]).toEqual([401, undefined])
    }
    expect((await login()).header('x-ratelimit-remaining')).toBe('4')
  })

  it('RL-09: passes again when the window is over, and refused tries do not extend it', async () => {
    await start({}, { clock: 1_000_000 })
    await statuses(5)
    expect((await login()).header('retry-after')).toBe('900')
    await bench.advance(15 * 60_000 - 1000)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const late = await login()
      expect([late.status, late.header('retry-after')]).toEqual([429, '1'])
    }
    await bench.advance(1000)
    expect((await login()).header('x-ratelimit-remaining')).toBe('4')
  })

  // holds spec 8-2
  it('RL-11: is none in a new process', async () => {
    await start()
    expect((await statuses(6))[5]).toBe(429)
    await bench.stop()
    await start()
    expect((await login()).status).toBe(401)
  })

  // holds spec 2.1-12
  it('does not keep anybody signed in', async () => {
    await start()
    await statuses(5)
    const answer = await bench.send({ method: 'POST', path: '/api/auth/logout' })
    expect(answer.status).toBe(429)
    expect(cleared(answer)).toHaveLength(7)
  })

  it('does not sign out a colleague whose attempt it refuses', async () => {
    await start()
    await statuses(5)
    expect(cleared(await login())).toEqual([])
  })
})

describe('the clock', () => {
  it.skipIf(asProcess)('may be set forward or back: five are five, for fifteen minutes', async () => {
    await start()
    expect(await statuses(6)).toEqual([401, 401, 401, 401, 401, 429])
    const real = Date.now()
    const clock = vi.spyOn(Date, 'now')
    for (const hours of [1, -1, -10_000, 0]) {
      clock.mockImplementation(() => real + hours * 3_600_000)
      expect([hours, (await login()).status]).toEqual([hours, 429])
    }
    clock.mockRestore()
    await bench.advance(15 * 60_000)
    expect((await login()).status).toBe(401)
  })
})

describe('exactly five', () => {
  it('RL-03: of 1,000 attempts at once reach the backend', async () => {
    await start()
    const answers = await Promise.all(Array.from({ length: 1000 }, () => login()))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(995)
    expect(bench.backend.requests).toHaveLength(5)
  })

  it('RL-06: pass however the client calls itself', async () => {
    await start()
    const names = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'CF-Connecting-IP', 'True-Client-IP']
    const spoofed = (at: number) =>
      Object.fromEntries(names.map((name) => [name, name === 'Forwarded' ? `for=10.0.0.${at}` : `10.0.0.${at}`]))
    expect((await statuses(8, spoofed)).filter((status) => status === 429)).toHaveLength(3)
  })
})

describe('behind a trusted proxy', () => {
  it('RL-07: each client has its own five, an IPv6 network one share', async () => {
    await start({ TRUSTED_PROXIES: '127.0.0.1' })
    const from = (address: string) => statuses(6, () => ({ 'X-Forwarded-For': `6.6.6.6, ${address}` }))
    expect((await from('203.0.113.1'))[5]).toBe(429)
    expect((await from('203.0.113.2'))[5]).toBe(429)
    const network = await statuses(6, (at) => ({ 'X-Forwarded-For': `2001:db8:1:2::${at + 1}` }))
    expect(network[5]).toBe(429)
    expect((await login({ 'X-Forwarded-For': '2001:db8:1:3::1' })).status).toBe(401)
  })

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['unknown', '127.0.0.1'],
    ['', '127.0.0.1'],
    [Array.from({ length: 2000 }, () => '1.2.3.4').join(','), '1.2.3.4'],
  ])('RL-07: the client of %.30s is %s', async (header, client) => {
    await start({ TRUSTED_PROXIES: '127.0.0.1' })
    await bench.send({ path: '/api/admin/x', headers: { 'X-Forwarded-For': header } })
    await eventually(() => bench.audited().length > 0)
    expect(bench.audited()[0]?.['ip']).toBe(client)
  })
})

describe('not limited', () => {
  it('RL-04: are reads', async () => {
    await start()
    for (let at = 0; at < 100; at += 1) expect((await bench.send({ path: '/api/auth/backend-me' })).status).toBe(401)
    expect((await bench.send({ path: '/api/auth/csrf-token' })).status).toBe(200)
  })

  it('LG-08: are attempts of foreign pages, which are refused and not counted', async () => {
    await start()
    const pages: Record<string, string>[] = [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]
    for (const foreign of pages)
      for (let at = 0; at < 8; at += 1) {
        const answer = await login(foreign)
        expect([answer.status, answer.json().error?.code]).toEqual([403, 'csrf_failed'])
      }
    expect((await login()).header('x-ratelimit-remaining')).toBe('4')
  })

  // holds spec 8-1, 8-7
  it('RL-12: is anything in development', async () => {
    await start({ NODE_ENV: 'development' })
    expect(new Set(await statuses(12))).toEqual(new Set([401]))
  })
})

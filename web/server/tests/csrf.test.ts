// The CSRF rule of the appendix through the door.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { csrf, mutation, tokenOf } from './bench/callers.ts'
import { startServerLayer, type Bench } from './bench/server-layer.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startServerLayer()
})
afterAll(() => bench.stop())
beforeEach(() => {
  bench.backend.requests.length = 0
})

const pair = (cookie: string | undefined, header: string | undefined) => ({
  Cookie: `auth_token=${tokenOf('operator')}${cookie === undefined ? '' : `; csrf_token=${cookie}`}`,
  'Content-Type': 'application/json',
  ...(header !== undefined && { 'X-CSRF-Token': header }),
})

describe('a mutation', () => {
  const wrong = [
    ['no header', csrf, undefined],
    ['no cookie', undefined, csrf],
    ['neither', undefined, undefined],
    ['another value', csrf, `${csrf}x`],
    ['another value of the same length', csrf, csrf.replace('c', 'd')],
    ['both empty', '', ''],
    ['one byte', csrf, 'x'],
    ['a very long header', csrf, 'x'.repeat(8000)],
    ['an undecodable cookie', '%ZZ', '%ZZ'],
  ] as const
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE']
  it.each(wrong.flatMap((row) => methods.map((method) => [method, ...row] as const)))(
    'by %s with %s is refused before anything else looks at it',
    async (method, _name, cookie, header) => {
      const answer = await bench.send({ method, path: '/api/unlisted', headers: pair(cookie, header), body: '{}' })
      expect([answer.status, answer.json().error?.code]).toEqual([403, 'csrf_failed'])
      expect(bench.backend.requests).toHaveLength(0)
    },
  )

  it.each(methods)('by %s with an equal pair passes', async (method) => {
    const answer = await bench.send({ method, path: '/api/unlisted', headers: pair(csrf, csrf), body: '{}' })
    expect(answer.status).toBe(200)
  })

  it('compares the cookie decoded once', async () => {
    const answer = await bench.send({
      method: 'POST',
      path: '/api/unlisted',
      headers: pair('a%2Bb', 'a+b'),
      body: '{}',
    })
    expect(answer.status).toBe(200)
  })

  it.each([
    ['Sec-Fetch-Site', 'cross-site'],
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
  ])('with %s: %s is refused in spite of an equal pair', async (name, value) => {
    const answer = await bench.send({
      method: 'POST',
      path: '/api/unlisted',
      headers: { ...pair(csrf, csrf), [name]: value },
    })
    expect(answer.status).toBe(403)
  })

  it('from a page of ours passes', async () => {
    const own = { Origin: `http://127.0.0.1:${bench.port}`, 'Sec-Fetch-Site': 'same-origin' }
    const answer = await bench.send({ method: 'POST', path: '/api/unlisted', headers: { ...pair(csrf, csrf), ...own } })
    expect(answer.status).toBe(200)
  })

  it('is refused for CSRF, not for its missing token, and leaves no audit record', async () => {
    const answer = await bench.send({ method: 'POST', path: '/api/unlisted' })
    expect(answer.json().error?.code).toBe('csrf_failed')
    expect(bench.audited().filter(({ requestId }) => requestId === answer.header('x-request-id'))).toEqual([])
  })
})

describe('not checked', () => {
  it.each(['GET', 'HEAD', 'OPTIONS'])('is %s', async (method) => {
    expect((await bench.send({ method, path: '/api/zones' })).status).toBeLessThan(300)
  })

  it.each(['/api/auth/login', '/api/auth/backend-login', '/api/auth/csrf-token', '/api/health'])(
    'is POST %s',
    async (path) => {
      expect((await bench.send({ method: 'POST', path })).status).not.toBe(403)
    },
  )

  it('but every path beside and below those is', async () => {
    const fresh = await startServerLayer()
    for (const path of ['/api/auth/login/', '/api/auth/login/x', '/api/auth/logout', '/api/health/', '/api/health/x']) {
      const { status } = await fresh.send({ method: 'POST', path })
      expect([path, status]).toEqual([path, 403])
    }
    await fresh.stop()
  })

  it('is anything in development', async () => {
    const development = await startServerLayer({ development: true })
    expect((await development.send({ method: 'POST', path: '/api/unlisted' })).status).toBe(200)
    await development.stop()
  })
})

describe('GET /api/auth/csrf-token', () => {
  it('gives a new token each time, in the body and equal in a readable cookie', async () => {
    const seen = new Set<string>()
    for (let count = 0; count < 50; count += 1) {
      const answer = await bench.send({ path: '/api/auth/csrf-token' })
      const { csrfToken } = answer.json().data as { csrfToken: string }
      expect(answer.all('set-cookie')).toEqual([`csrf_token=${csrfToken}; Path=/; SameSite=Lax; Secure`])
      expect(answer.header('cache-control')).toBe('no-store')
      expect(Buffer.from(csrfToken, 'base64url').length).toBeGreaterThanOrEqual(16)
      seen.add(csrfToken)
    }
    expect(seen.size).toBe(50)
    expect(bench.backend.requests).toHaveLength(0)
  })
})

describe('in the strict profile', () => {
  it('a token is good only for the session it was made for', async () => {
    const strict = await startServerLayer({ strict: true })
    const send = (token: string, csrfToken: string) =>
      strict.send({
        ...mutation('/api/gateways/sync-status', {}),
        headers: {
          Cookie: `__Host-auth_token=${token}; __Host-csrf_token=${csrfToken}`,
          'X-CSRF-Token': csrfToken,
          'Content-Type': 'application/json',
        },
      })
    const mine = tokenOf('operator')
    const answer = await strict.send({ path: '/api/auth/csrf-token', headers: { Cookie: `__Host-auth_token=${mine}` } })
    const { csrfToken } = answer.json().data as { csrfToken: string }
    expect((await send(mine, csrfToken)).status).not.toBe(403)
    expect((await send(tokenOf('operator', { sub: 'u2', userId: 'u2' }), csrfToken)).status).toBe(403)
    expect((await send(mine, csrf)).status).toBe(403)
    expect((await send(mine, `${csrf}.${csrf}`)).status).toBe(403)
    await strict.stop()
  })
})

// Spec 5.1 through the door: who passes to the backend, and what the audit file says about those who do not.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { csrf, csrfPair, expiredToken, legacyTokenOf, mutation, tokenOf } from './bench/callers.ts'
import { eventually } from './bench/eventually.ts'
import type { RawAnswer } from './bench/raw-http.ts'
import { apiSecret, startServerLayer, type Bench } from './bench/server-layer.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startServerLayer()
})
afterAll(() => bench.stop())
beforeEach(() => {
  bench.backend.requests.length = 0
})
/** The one record of a denied request. */
const recordOf = async (answer: RawAnswer) => {
  const lines = () => bench.audited().filter(({ requestId }) => requestId === answer.header('x-request-id'))
  await eventually(() => lines().length > 0)
  await bench.send({ method: 'POST', path: '/api/x', headers: csrfPair })
  expect(lines()).toHaveLength(1)
  return lines()[0]!
}

describe('a mutation', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('by %s without a token is denied and recorded once', async (method) => {
    const answer = await bench.send({
      method,
      path: '/api/zones/1?token=never-written-down',
      headers: { ...csrfPair, 'X-Request-Id': `r-${method}` },
    })
    expect(answer.status).toBe(401)
    expect(answer.header('www-authenticate')).toBe('Bearer')
    expect(answer.json()).toMatchObject({
      success: false,
      error: { code: 'unauthenticated', requestId: `r-${method}` },
    })
    expect(bench.backend.requests).toHaveLength(0)
    const line = await recordOf(answer)
    expect(line).toEqual({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      event: 'unauthorized_access',
      ip: '127.0.0.1',
      resource: '/api/zones/1',
      method,
      result: 'denied',
      reason: 'unauthenticated',
      user: null,
      requestId: `r-${method}`,
    })
  })

  it.each([
    ['a standard token', () => tokenOf('operator')],
    ['a legacy token', () => legacyTokenOf('operator')],
  ])('with %s passes', async (_name, makeToken) => {
    const token = makeToken()
    const answer = await bench.send(mutation('/api/unlisted', {}, { token }))
    expect(answer.status).toBe(200)
    expect(bench.backend.requests[0]?.headers.authorization).toBe(`Bearer ${token}`)
  })

  it('with a token of a former secret passes while that is configured, and no longer', async () => {
    const former = 'f00dfeed'.repeat(8)
    const rotating = await startServerLayer({ apiSecrets: [apiSecret, former] })
    const old = mutation('/api/unlisted', {}, { token: tokenOf('operator', {}, former) })
    expect([(await rotating.send(old)).status, (await bench.send(old)).status]).toEqual([200, 401])
    await rotating.stop()
  })

  it('with the token in the header only is denied: the check reads the cookie', async () => {
    const headers = { ...csrfPair, Authorization: `Bearer ${tokenOf('operator')}` }
    const answer = await bench.send({ method: 'POST', path: '/api/unlisted', headers })
    expect(answer.status).toBe(401)
    expect(bench.backend.requests).toHaveLength(0)
  })

  const forged = () => tokenOf('admin', {}, 'another-key-another-key-another-key!')
  const none = () => {
    const [, payload] = tokenOf('admin').split('.')
    return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  }
  const sha512 = () => {
    const head = Buffer.from('{"alg":"HS512"}').toString('base64url')
    const [, payload] = tokenOf('admin').split('.')
    return `${head}.${payload}.${createHmac('sha512', apiSecret).update(`${head}.${payload}`).digest('base64url')}`
  }
  it.each([
    ['expired', () => expiredToken('admin'), 'token_expired'],
    ['forged', forged, 'unauthenticated'],
    ['unsigned', none, 'unauthenticated'],
    ['signed with another algorithm', sha512, 'unauthenticated'],
    ['not a token', () => 'x', 'unauthenticated'],
    ['the word null', () => 'null', 'unauthenticated'],
    ['empty', () => '', 'unauthenticated'],
  ])('with a token that is %s is denied', async (_name, token, code) => {
    const answer = await bench.send(mutation('/api/unlisted', {}, { token: token() }))
    expect([answer.status, answer.json().error?.code]).toEqual([401, code])
    expect(bench.backend.requests).toHaveLength(0)
    expect(await recordOf(answer)).toMatchObject({ event: 'unauthorized_access', reason: code })
  })
})

describe('reads', () => {
  it.each(['GET', 'HEAD'])('by %s pass without a token', async (method) => {
    const answer = await bench.send({ method, path: '/api/zones' })
    expect(answer.status).toBe(200)
    expect(bench.backend.requests[0]?.method).toBe(method)
  })

  it.each([
    ['Authorization', 'Bearer null'],
    ['Authorization', 'Bearer undefined'],
    ['Cookie', 'auth_token=null'],
  ])('with %s: %s are denied and recorded', async (name, value) => {
    const answer = await bench.send({ path: '/api/zones', headers: { [name]: value } })
    expect(answer.status).toBe(401)
    expect(await recordOf(answer)).toMatchObject({ event: 'unauthorized_access', reason: 'unauthenticated' })
  })

  it('ask the backend nothing for OPTIONS, and allow no foreign origin', async () => {
    const answer = await bench.send({
      method: 'OPTIONS',
      path: '/api/zones',
      headers: { Origin: 'https://evil.example' },
    })
    expect(answer.status).toBe(204)
    expect(answer.fields.filter(([name]) => /^access-control/i.test(name))).toEqual([])
    expect(bench.backend.requests).toHaveLength(0)
  })
})

describe('the strict paths', () => {
  const paths = ['/api/admin', '/api/admin/', '/api/admin/users', '/api/audit', '/api/audit/', '/api/audit/logs']
  const methods = ['GET', 'HEAD', 'OPTIONS']
  it.each(paths.flatMap((path) => methods.map((method) => [method, path] as const)))(
    '%s %s needs a token',
    async (method, path) => {
      const answer = await bench.send({ method, path })
      expect(answer.status).toBe(401)
      expect(bench.backend.requests).toHaveLength(0)
    },
  )

  it('let any signed-in caller read the audit', async () => {
    const answer = await bench.send({ path: '/api/audit/logs', headers: { Cookie: `auth_token=${tokenOf('viewer')}` } })
    expect(answer.status).toBe(200)
  })

  it.each(['GET', 'HEAD', 'OPTIONS', 'POST'])(
    'refuse %s below /api/admin to everyone but administrators',
    async (method) => {
      const answer = await bench.send({ ...mutation('/api/admin/users', undefined), method })
      expect(answer.status).toBe(403)
      expect(method === 'HEAD' ? 'forbidden' : answer.json().error?.code).toBe('forbidden')
      expect(bench.backend.requests).toHaveLength(0)
      expect(await recordOf(answer)).toMatchObject({
        event: 'forbidden_access',
        method,
        reason: 'forbidden',
        user: { userId: 'u1', email: 'u1@example.org', role: 'operator' },
      })
    },
  )

  it('believe no readable cookie about the role', async () => {
    const cookie = `auth_token=${tokenOf('viewer')}; auth_user=%7B%22role%22%3A%22admin%22%7D; auth_permissions=%5B%22admin.users%22%5D`
    const answer = await bench.send({ path: '/api/admin/roles', headers: { Cookie: cookie } })
    expect(answer.status).toBe(403)
  })

  it.each([
    ['standard', () => tokenOf('admin')],
    ['legacy', () => legacyTokenOf('admin')],
  ])('let an administrator with a %s token pass', async (_name, token) => {
    const answer = await bench.send({ path: '/api/admin/roles', headers: { Cookie: `auth_token=${token()}` } })
    expect(answer.status).toBe(200)
  })

  it('do not cover a name that only begins like them', async () => {
    const answer = await bench.send({ path: '/api/administrator' })
    expect(answer.status).toBe(200)
  })
})

describe('the public paths', () => {
  it('are never checked', async () => {
    const answer = await bench.send({ method: 'POST', path: '/api/auth/whatever', headers: csrfPair })
    expect(answer.status).toBe(200)
    expect((await bench.send({ method: 'POST', path: '/api/health' })).status).toBe(405)
  })

  it('do not include a development route in production', async () => {
    const answer = await bench.send({ method: 'POST', path: '/api/dev-login', headers: csrfPair })
    expect([answer.status, answer.json().error?.code]).toEqual([404, 'not_found'])
    expect(bench.backend.requests).toHaveLength(0)
  })
})

describe('many callers at once', () => {
  it('never get each other’s token', async () => {
    const callers = Array.from({ length: 300 }, (_, at) => ({ at, good: at % 3 !== 0 }))
    const answers = await Promise.all(
      callers.map(({ at, good }) =>
        bench.send(
          mutation(
            `/api/unlisted/${at}`,
            {},
            { token: good ? tokenOf('operator', { sub: `u${at}`, userId: `u${at}` }) : 'bad' },
          ),
        ),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(callers.map(({ good }) => (good ? 200 : 401)))
    for (const { target, headers } of bench.backend.requests) {
      const payload = headers.authorization?.split('.')[1] ?? ''
      const { userId } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { userId: string }
      expect(`/api/unlisted/${userId.slice(1)}`).toBe(target)
    }
  })
})

describe('in the strict profile', () => {
  it('reads need a session too, and what is not in the contract is not there', async () => {
    const strict = await startServerLayer({ strict: true })
    const read = async (path: string, headers = {}) => (await strict.send({ path, headers })).status
    const signedIn = { Cookie: `__Host-auth_token=${tokenOf('viewer')}` }
    expect([await read('/api/zones'), await read('/api/zones', signedIn)]).toEqual([401, 200])
    expect([await read('/api/health'), await read('/api/auth/csrf-token')]).toEqual([200, 200])
    strict.backend.requests.length = 0
    expect(await read('/api/unlisted', signedIn)).toBe(404)
    expect((await strict.send({ method: 'PUT', path: '/api/auth/login', headers: signedIn })).status).toBe(405)
    expect(strict.backend.requests).toHaveLength(0)
    await strict.stop()
  })
})

describe('in development', () => {
  it('enforces nothing', async () => {
    const development = await startServerLayer({ development: true })
    const answer = await development.send({
      method: 'POST',
      path: '/api/unlisted',
      headers: { Cookie: `csrf_token=${csrf}` },
    })
    expect(answer.status).toBe(200)
    await development.stop()
  })
})

// Signing in and out through the door (spec 2.1, 2.4, 4.3; rules 2).
import { maxCookieBytes, permissionsTooLong } from '@rollcall/contracts/cookies'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startBench, type Bench } from './bench/bench.ts'
import { csrf, csrfPair, json, signedIn, tokenOf } from './bench/callers.ts'
import type { RawAnswer } from './bench/raw-http.ts'
import { answerJson } from './bench/stub-backend.ts'
import { sessionSecret } from './bench/test-environment.ts'
import { createSeal } from '../src/oidc/sealed-value.ts'

const now = 1_790_000_000_000
let bench: Bench
beforeEach(async () => {
  bench = await startBench({}, { clock: now })
})
afterEach(() => bench.stop())

const user = (more: object = {}) => ({
  userId: 'u1',
  email: 'ada@example.org',
  displayName: 'Ada; L.',
  role: 'safety',
  permissions: ['zones.read', 'emergency.trigger'],
  mustChangePassword: false,
  ...more,
})
const session = (more: object = {}, userMore: object = {}) => ({
  success: true,
  data: { token: 'aaa.bbb.ccc', user: user(userMore), expiresIn: 28_800, ...more },
})
const backendSays = (status: number, value: unknown) => {
  bench.backend.answer = (_request, response) => answerJson(response, status, value)
}
const login = (
  body: unknown = { email: 'ada@example.org', password: 'correct horse' },
  path = '/api/auth/login',
  headers: object = {},
) =>
  bench.send({
    method: 'POST',
    path,
    headers: { ...json, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** Name → [decoded value, sorted attributes]. */
const cookiesOf = (answer: RawAnswer) =>
  Object.fromEntries(
    answer.all('set-cookie').map((line) => {
      const [pair = '', ...attributes] = line.split('; ')
      const equals = pair.indexOf('=')
      return [pair.slice(0, equals), [decodeURIComponent(pair.slice(equals + 1)), attributes.sort()] as const]
    }),
  )

describe.each(['/api/auth/login', '/api/auth/backend-login'])('POST %s', (path) => {
  // holds spec 1.4-2, 2.1-1, 2.1-2, 2.1-3, 2.1-4, 2.1-8, 2.1-9, 2.1-13, 4.3-2, 5.5-1; rules 2-1
  it('CK-01, CK-02, CK-07, LG-01: forwards the credentials to the same path without any earlier token, and sets the cookies of the table', async () => {
    backendSays(200, session())
    const answer = await login(undefined, path, { Cookie: `auth_token=${tokenOf('viewer')}; csrf_token=planted` })
    expect([answer.status, answer.body.toString()]).toEqual([200, JSON.stringify(session())])
    expect(bench.backend.requests[0]).toMatchObject({ method: 'POST', target: path })
    expect(bench.backend.requests[0]?.headers.authorization).toBeUndefined()
    expect(bench.backend.requests[0]?.body.toString()).toBe('{"email":"ada@example.org","password":"correct horse"}')
    const readable = ['Max-Age=28800', 'Path=/', 'SameSite=Lax', 'Secure']
    const hidden = ['HttpOnly', ...readable]
    const gone = ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax', 'Secure']
    expect(cookiesOf(answer)).toEqual({
      auth_token: ['aaa.bbb.ccc', hidden],
      auth_user: ['{"userId":"u1","email":"ada@example.org","displayName":"Ada; L.","role":"safety"}', readable],
      auth_permissions: ['["zones.read","emergency.trigger"]', readable],
      auth_token_expiry: [String(now + 28_800_000), readable],
      csrf_token: [expect.stringMatching(/^[\w-]{32}$/), ['Path=/', 'SameSite=Lax', 'Secure']],
      auth_via_oidc: ['', gone],
      oidc_exchange_failed: ['', gone],
    })
    expect(answer.header('cache-control')).toBe('no-store')
  })
})

describe('GET /api/auth/backend-me', () => {
  const cookie = () => `auth_token=aaa.bbb.ccc; auth_token_expiry=${now + 60_000}`
  const ask = (headers: Readonly<Record<string, string>> = { Cookie: cookie() }) =>
    bench.send({ path: '/api/auth/backend-me', headers })

  // holds rules 5-12
  it('renews what tells the page who is signed in, until the session would have ended, and nothing else', async () => {
    const me = { success: true, data: user({ role: 'night-shift', permissions: ['zones.read'] }) }
    backendSays(200, me)
    const answer = await ask()
    expect([answer.status, answer.body.toString()]).toEqual([200, JSON.stringify(me)])
    expect(bench.backend.requests[0]?.headers.authorization).toBe('Bearer aaa.bbb.ccc')
    const readable = ['Max-Age=60', 'Path=/', 'SameSite=Lax', 'Secure']
    expect(cookiesOf(answer)).toEqual({
      auth_user: ['{"userId":"u1","email":"ada@example.org","displayName":"Ada; L.","role":"night-shift"}', readable],
      auth_permissions: ['["zones.read"]', readable],
    })
  })

  const others: readonly (readonly [string, number, object, Readonly<Record<string, string>>])[] = [
    ['a refusal', 401, { success: false, error: { code: 'unauthenticated' } }, { Cookie: cookie() }],
    ['garbage', 200, { success: true, data: 'Ada' }, { Cookie: cookie() }],
    ['a program without cookies', 200, { success: true, data: user() }, { Authorization: 'Bearer aaa.bbb.ccc' }],
    ['a session whose end is not known', 200, { success: true, data: user() }, { Cookie: 'auth_token=aaa.bbb.ccc' }],
    [
      'one that is over',
      200,
      { success: true, data: user() },
      { Cookie: `auth_token=a.b.c; auth_token_expiry=${now}` },
    ],
  ]
  it.each(others)('passes the answer on and sets no cookie: %s', async (_, status, body, headers) => {
    backendSays(status, body)
    const answer = await ask(headers)
    expect([answer.status, answer.body.toString(), answer.all('set-cookie')]).toEqual([
      status,
      JSON.stringify(body),
      [],
    ])
  })
})

describe('a session of a backend that says less than ours', () => {
  // holds spec 2.4-2
  it('needs a token, a user and a lifetime: the roles are the backend’s, and no permissions are an empty list', async () => {
    const minimal = { userId: 'u1', email: 'ada@example.org', displayName: 'Ada', role: 'user' }
    backendSays(200, { success: true, data: { token: 'aaa.bbb.ccc', user: minimal, expiresIn: 3600 } })
    const answer = await login()
    expect(answer.status).toBe(200)
    expect(cookiesOf(answer)).toMatchObject({
      auth_token: ['aaa.bbb.ccc', expect.arrayContaining(['Max-Age=3600'])],
      auth_user: [JSON.stringify(minimal), expect.anything()],
      auth_permissions: ['[]', expect.anything()],
    })
  })

  // holds rules 2-2
  it.each([
    { token: 1 },
    { user: 'ada' },
    { user: { role: ['admin'] } },
    { expiresIn: 0 },
    { expiresIn: -1 },
    { expiresIn: 400 * 86_400 + 1 },
    { expiresIn: Number.MAX_VALUE },
    { expiresIn: '3600' },
  ])('is 502 with %j', async (more) => {
    backendSays(200, session(more))
    const answer = await login()
    expect([answer.status, answer.all('set-cookie')]).toEqual([502, []])
  })
})

describe('a session that does not fit', () => {
  // holds spec 2.1-11; rules 2-3
  it('has a marker instead of a long list of permissions', async () => {
    backendSays(200, session({}, { permissions: Array.from({ length: 500 }, (_, at) => `resource${at}.action`) }))
    const answer = await login()
    expect(cookiesOf(answer)['auth_permissions']?.[0]).toBe(permissionsTooLong)
    for (const line of answer.all('set-cookie')) expect(line.length).toBeLessThanOrEqual(maxCookieBytes)
  })

  // holds spec 2.1-11
  it('has no cookie over the limit, however odd the name', async () => {
    backendSays(200, session({}, { displayName: '💥'.repeat(3000), email: 'ä'.repeat(254) }))
    for (const line of (await login()).all('set-cookie')) expect(line.length).toBeLessThanOrEqual(maxCookieBytes)
  })

  it.each(['x'.repeat(5000), 'a b', 'a\r\nb', ''])(
    'is refused when its token cannot stand in a cookie',
    async (token) => {
      backendSays(200, session({ token }))
      const answer = await login()
      expect([answer.status, answer.all('set-cookie')]).toEqual([502, []])
    },
  )
})

describe('a login that fails', () => {
  it.each([
    [401, { success: false, error: { code: 'invalid_credentials' } }],
    [423, { success: false, error: { code: 'account_locked' } }],
    [200, { success: false }],
    [500, { oops: true }],
  ])('LG-02: passes the backend’s %i through and sets no cookie', async (status, body) => {
    backendSays(status, body)
    const answer = await login()
    expect([answer.status, answer.json(), answer.all('set-cookie')]).toEqual([status, body, []])
  })

  // holds spec 2.4-3; rules 3-2
  it.each(['/api/auth/login', '/api/auth/backend-login'])(
    'LG-03: at %s is never an exchange, assertion or not',
    async (path) => {
      const exchange = { email: 'admin@example.org', name: 'x', okta: true, groups: ['admins'] }
      const answer = await login(exchange, path, { 'X-Exchange-Assertion': 'v1.1.1.1' })
      expect([answer.status, bench.backend.requests.length]).toEqual([400, 0])
    },
  )

  // holds rules 1-20
  it('is 502 when the backend’s session is not one', async () => {
    backendSays(200, { success: true, data: { token: 'a' } })
    const answer = await login()
    expect([answer.status, answer.json().error?.code, answer.all('set-cookie')]).toEqual([
      502,
      'backend_unavailable',
      [],
    ])
  })

  // holds rules 2-4
  // holds rules 1-20
  it.each(['nonsense', '', '<html>Sign in</html>', '[]', 'null', '"x"', '{}', '{"success":"true","data":{}}'])(
    'is 502 when the backend says 200 and %j',
    async (text) => {
      bench.backend.answer = (_request, response) => response.end(text)
      const answer = await login()
      expect([answer.status, answer.json().error?.code, answer.all('set-cookie')]).toEqual([
        502,
        'backend_unavailable',
        [],
      ])
    },
  )

  it.each([
    ['okta from a browser', { email: 'a@b.org', password: 'x', okta: true }, 400],
    ['groups', { email: 'a@b.org', password: 'x', groups: [] }, 400],
    ['a role', { email: 'a@b.org', password: 'x', role: 'admin' }, 400],
    ['a name', { email: 'a@b.org', password: 'x', name: 'x' }, 400],
    ['an email that is none', { email: 'a@b@c', password: 'x' }, 400],
    ['an email that is a list', { email: ['a@b.org'], password: 'x' }, 400],
    ['an email that is an object', { email: { x: 1 }, password: 'x' }, 400],
    ['an email of 2 MB', { email: 'x'.repeat(2_000_000), password: 'x' }, 413],
    ['a password that is an object', { email: 'a@b.org', password: { $gt: '' } }, 400],
    ['a password of a megabyte', { email: 'a@b.org', password: 'x'.repeat(1_000_000) }, 400],
    ['a password beyond 72 bytes', { email: 'a@b.org', password: 'x'.repeat(73) }, 400],
    ['no password', { email: 'a@b.org' }, 400],
    ['2 MB', { email: 'a@b.org', password: 'x'.repeat(2_000_000) }, 413],
  ])('LG-03, LG-05: because of %s never reaches the backend', async (_name, body, status) => {
    const answer = await login(body)
    expect(answer.status).toBe(status)
    expect(bench.backend.requests).toHaveLength(0)
  })

  it.each(['application/x-www-form-urlencoded', 'text/plain'])(
    'LG-05: because it is %s never reaches the backend',
    async (type) => {
      const answer = await login(undefined, undefined, { 'Content-Type': type })
      expect([answer.status, bench.backend.requests.length]).toEqual([415, 0])
    },
  )
})

describe('POST /api/auth/change-password', () => {
  // holds spec 2.1-13
  it('is made with the caller’s token and replaces the cookies', async () => {
    backendSays(200, session())
    const token = tokenOf('viewer')
    const headers = { ...signedIn(token), ...json }
    const body = JSON.stringify({ currentPassword: 'old', newPassword: 'new-password-1' })
    const answer = await bench.send({ method: 'POST', path: '/api/auth/change-password', headers, body })
    expect(bench.backend.requests[0]?.headers.authorization).toBe(`Bearer ${token}`)
    expect(cookiesOf(answer)['auth_token']?.[0]).toBe('aaa.bbb.ccc')
    expect(cookiesOf(answer)['csrf_token']?.[0]).not.toBe(csrf)
  })
})

describe('POST /api/auth/logout', () => {
  const logout = (token?: string) =>
    bench.send({
      method: 'POST',
      path: '/api/auth/logout',
      headers: { ...csrfPair, Cookie: `${csrfPair.Cookie}${token ? `; auth_token=${token}` : ''}` },
    })
  const seven = [
    'auth_permissions',
    'auth_token',
    'auth_token_expiry',
    'auth_user',
    'auth_via_oidc',
    'csrf_token',
    'oidc_exchange_failed',
  ]

  // holds spec 2.1-12; rules 2-1
  it('CK-05: tells the backend and clears all seven cookies with the attributes they were set with', async () => {
    backendSays(204, null)
    const answer = await logout('abc')
    expect(answer.status).toBe(204)
    expect(bench.backend.requests[0]).toMatchObject({ method: 'POST', target: '/api/auth/logout' })
    expect(bench.backend.requests[0]?.headers.authorization).toBe('Bearer abc')
    const cleared = cookiesOf(answer)
    expect(Object.keys(cleared).sort()).toEqual(seven)
    const hidden = new Set(['auth_token', 'auth_via_oidc', 'oidc_exchange_failed'])
    for (const [name, [value, attributes]] of Object.entries(cleared)) {
      const expected = ['Max-Age=0', 'Path=/', 'SameSite=Lax', 'Secure']
      expect([name, value, attributes]).toEqual([name, '', hidden.has(name) ? ['HttpOnly', ...expected] : expected])
    }
  })

  // holds spec 2.1-12
  it.each(['down', 'failing', 'without a token'])('CK-05: clears them with a backend that is %s', async (state) => {
    if (state === 'down') await bench.backend.close()
    else backendSays(500, {})
    const answer = await logout(state === 'without a token' ? undefined : 'abc')
    expect([answer.status, Object.keys(cookiesOf(answer)).sort()]).toEqual([204, seven])
  })

  it('clears nothing for a foreign page', async () => {
    const answer = await bench.send({
      method: 'POST',
      path: '/api/auth/logout',
      headers: { Origin: 'https://evil.example' },
    })
    expect([answer.status, answer.all('set-cookie')]).toEqual([403, []])
  })
})

describe('a session of the identity provider', () => {
  const environment = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x', PUBLIC_URL: 'https://app.example' }
  const incomplete = [
    { email: undefined },
    { email: ['a@b.org'] },
    { email: 'a@x, b@y' },
    { email: 'a@b\r\nX: y' },
    { groups: 'admin' },
    { sub: '' },
  ]

  it('OX-07: is exchanged only when it is complete', async () => {
    const provided = await startBench(environment)
    provided.backend.answer = (request, response) =>
      answerJson(response, 200, request.url === '/api/auth/backend-login' ? session() : {})
    const seal = createSeal([sessionSecret], 'oidc session', Date.now)
    const targets = async (identity: object) => {
      provided.backend.requests.length = 0
      const sealed = seal.close({ sub: 's', email: 'a@b.org', name: 'A', groups: ['g'], ...identity }, 600)
      await provided.send({ path: '/api/zones', headers: { Cookie: `oidc_session=${sealed}` } })
      return provided.backend.requests.map(({ target }) => target)
    }
    for (const identity of incomplete) expect([identity, await targets(identity)]).toEqual([identity, ['/api/zones']])
    expect(await targets({})).toEqual(['/api/auth/backend-login', '/api/zones'])
    await provided.stop()
  })
})

describe('in development', () => {
  // holds spec 2.1-10
  it('cookies go over plain HTTP too', async () => {
    const development = await startBench({ NODE_ENV: 'development' })
    const lines = (await development.send({ path: '/api/auth/csrf-token' })).all('set-cookie')
    expect(lines).toEqual([expect.stringMatching(/^csrf_token=[\w-]{32}; Path=\/; SameSite=Lax$/)])
    development.backend.answer = (_request, response) => answerJson(response, 200, session())
    const body = '{"email":"a@b.org","password":"x"}'
    const login = await development.send({ method: 'POST', path: '/api/auth/login', headers: json, body })
    expect(login.all('set-cookie')).toHaveLength(7)
    expect(login.all('set-cookie').filter((line) => /secure/i.test(line))).toEqual([])
    await development.stop()
  })
})

describe('in the strict profile', () => {
  // holds rules 4-17
  it('cookie names carry the __Host- prefix and the token stays out of the body', async () => {
    const strict = await startBench({ SECURITY_PROFILE: 'strict' })
    strict.backend.answer = (_request, response) => answerJson(response, 200, session())
    const answer = await strict.send({
      method: 'POST',
      path: '/api/auth/login',
      headers: json,
      body: '{"email":"a@b.org","password":"x"}',
    })
    expect(answer.body.toString()).not.toContain('aaa.bbb.ccc')
    expect(answer.json().data).toEqual({ user: user(), expiresIn: 28_800 })
    expect(answer.all('set-cookie').every((line) => line.startsWith('__Host-'))).toBe(true)
    await strict.stop()
  })
})

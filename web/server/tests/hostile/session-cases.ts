// CK, LG, OX: signing in by password and through an identity provider. Every attempt comes from an address of its own, because the
// login limiter is on; the identity-provider session is sealed here with the secret of the process.
import { csrf } from '../bench/callers.ts'
import { send, type RawAnswer } from '../bench/raw-http.ts'
import { answerJson } from '../bench/stub-backend.ts'
import { createSeal } from '../../src/oidc/sealed-value.ts'
import type { Bench } from './trial.ts'

export const sessionEnvironment = {
  TRUSTED_PROXIES: '127.0.0.1',
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'hostile',
  PUBLIC_URL: 'https://app.example',
}

let address = 0
const from = () => ({ 'X-Forwarded-For': `10.1.${(address += 1) >> 8}.${address & 255}` })
const json = { 'Content-Type': 'application/json' }
const credentials = '{"email":"a@b.org","password":"x"}'

const sessionOf = (bench: Bench) => ({
  token: bench.token('operator'),
  user: {
    userId: 'u1',
    email: 'a@b.org',
    displayName: 'A',
    role: 'operator',
    permissions: ['zones.read'],
    mustChangePassword: false,
  },
  expiresIn: 28_800,
})

export async function sessionCases(bench: Bench): Promise<void> {
  await logins(bench)
  await badLogins(bench)
  await logout(bench)
  await exchanges(bench)
  await oddIdentities(bench)
}

const login = (body: string, headers: Record<string, string> = json, path = '/api/auth/backend-login') => ({
  method: 'POST',
  path,
  headers: { ...headers, ...from() },
  body,
})

/** The attributes of a cookie that was set, by name. */
const cookiesOf = (answer: RawAnswer) =>
  new Map(answer.all('set-cookie').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))

async function logins(bench: Bench): Promise<void> {
  bench.backend.answer = (_request, response) => answerJson(response, 200, { success: true, data: sessionOf(bench) })
  for (const path of ['/api/auth/login', '/api/auth/backend-login']) {
    const headers = { ...json, Cookie: `auth_token=${bench.token('admin')}; csrf_token=old` }
    await bench.attempt('CK-01/02/07/LG-01', path, login(credentials, headers, path), {
      status: [200],
      forwarded: 1,
      check: (answer) =>
        cookieFault(answer) ??
        (bench.backend.requests[0]?.headers.authorization === undefined ? null : 'an old token went along'),
    })
  }
}

function cookieFault(answer: RawAnswer): string | null {
  const set = cookiesOf(answer)
  const hidden = ['auth_token', 'auth_via_oidc', 'oidc_exchange_failed', 'oidc_session']
  for (const [name, line] of set) {
    if (
      !/; Path=\/;/.test(line) ||
      !/SameSite=(Lax|Strict)/.test(line) ||
      !/; Secure/.test(line) ||
      /Domain/i.test(line)
    )
      return `${name}: ${line}`
    if (/; HttpOnly/.test(line) !== hidden.includes(name)) return `${name} is ${line}`
  }
  if (!set.get('auth_token')?.includes('Max-Age=28800')) return 'auth_token lives otherwise'
  if (!/^\d{13};/.test(set.get('auth_token_expiry') ?? '')) return 'auth_token_expiry'
  if ((set.get('csrf_token') ?? 'old').startsWith('old')) return 'csrf_token was not rotated'
  return answer.header('cache-control') === 'no-store' ? null : 'cacheable'
}

async function badLogins(bench: Bench): Promise<void> {
  const refused = { status: [400, 413, 415], forwarded: 0 }
  const bodies = [
    '{"email":"a@b.org","password":"x","okta":true}',
    '{"email":"a@b.org","password":"x","groups":["admin"]}',
    '{"email":"a@b.org","password":"x","role":"admin"}',
    '{"email":["a@b.org"],"password":"x"}',
    '{"email":{"x":1},"password":"x"}',
    '{"email":"a@b@c","password":"x"}',
    '{"email":"a@b.org"}',
    `{"email":"a@b.org","password":"${'x'.repeat(1_000_000)}"}`,
    `{"email":"${'x'.repeat(2_000_000)}","password":"x"}`,
    '{"email":"a@b.org","password":{"$gt":""}}',
  ]
  for (const body of bodies) await bench.attempt('LG-03/05', body.slice(0, 60), login(body), refused)
  for (const type of ['application/x-www-form-urlencoded', 'text/plain'])
    await bench.attempt('LG-05', type, login(credentials, { 'Content-Type': type }), refused)
  const answers = [
    [401, { success: false, error: { code: 'unauthenticated' } }],
    [200, { success: false }],
  ] as const
  for (const [status, body] of answers) {
    bench.backend.answer = (_request, response) => answerJson(response, status, body)
    await bench.attempt('LG-02', String(status), login(credentials), {
      status: [status],
      check: (answer) =>
        cookiesOf(answer).has('auth_token') && !cookiesOf(answer).get('auth_token')?.startsWith(';')
          ? 'a cookie was set'
          : null,
    })
  }
  const foreigners: Record<string, string>[] = [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]
  for (const foreign of foreigners) {
    const fixed = { ...json, ...foreign, 'X-Forwarded-For': '10.9.9.9' }
    for (let round = 0; round < 8; round += 1)
      await bench.attempt(
        'LG-08',
        JSON.stringify(foreign),
        { ...login(credentials), headers: fixed },
        { status: [403], forwarded: 0 },
      )
  }
  await bench.attempt(
    'LG-08',
    'was not counted',
    { ...login(credentials), headers: { ...json, 'X-Forwarded-For': '10.9.9.9' } },
    {
      status: [200],
      check: ({ header }) =>
        header('x-ratelimit-remaining') === '4' ? null : `${header('x-ratelimit-remaining')} left`,
    },
  )
}

async function logout(bench: Bench): Promise<void> {
  const names = [
    'auth_token',
    'auth_user',
    'auth_permissions',
    'auth_token_expiry',
    'auth_via_oidc',
    'csrf_token',
    'oidc_exchange_failed',
  ]
  const request = () => {
    const plain = bench.mutation('/api/auth/logout', undefined)
    return { ...plain, headers: { ...(plain.headers as Record<string, string>), ...from() } }
  }
  const check = (answer: RawAnswer) => {
    const left = names.filter((name) => !/^;.*Max-Age=0/.test(cookiesOf(answer).get(name) ?? ''))
    return left.length === 0 ? null : `${left.join()} is not cleared`
  }
  bench.backend.answer = (_request, response) => response.writeHead(204).end()
  await bench.attempt('CK-05', 'logout', request(), { status: [204], forwarded: 1, check })
  bench.backend.answer = (_request, response) => void response.socket?.destroy()
  await bench.attempt('CK-05', 'with a dead backend', request(), { status: [204], check })
}

const seal = (bench: Bench, identity: object) =>
  createSeal(bench.sessionSecret, 'oidc session', Date.now).close(
    { sub: `s${(address += 1)}`, email: 'a@b.org', name: 'A', groups: ['g'], ...identity },
    600,
  )

async function exchanges(bench: Bench): Promise<void> {
  const asked = () => bench.backend.requests.filter(({ target }) => target === '/api/auth/backend-login')
  const answer = (status: number, body: unknown) => {
    bench.backend.answer = (request, response) =>
      answerJson(response, request.url === '/api/auth/backend-login' ? status : 200, body)
  }
  const five = ['auth_token', 'auth_user', 'auth_permissions', 'auth_token_expiry', 'auth_via_oidc']
  const session = { success: true, data: sessionOf(bench) }
  const get = (cookies: string) => ({ path: '/api/zones', headers: { Cookie: cookies } })
  answer(200, session)
  const exchanged = (reply: RawAnswer) => {
    const body = JSON.parse(asked()[0]?.body.toString() ?? '{}') as Record<string, unknown>
    if (asked().length !== 1 || body['okta'] !== true || Object.keys(body).join() !== 'email,name,okta,groups')
      return JSON.stringify(body)
    if (!five.every((name) => cookiesOf(reply).has(name))) return 'cookies are missing'
    return bench.backend.requests[1]?.headers.authorization === `Bearer ${session.data.token}`
      ? null
      : 'the request itself had no token'
  }
  await bench.attempt('OX-01', 'exchange', get(`oidc_session=${seal(bench, {})}`), { status: [200], check: exchanged })
  const old = bench.token('operator', { iat: 1_600_000_000, exp: 1_600_000_001 })
  await bench.attempt('OX-06', 'an expired token', get(`oidc_session=${seal(bench, {})}; auth_token=${old}`), {
    status: [200],
    check: exchanged,
  })
  await bench.attempt(
    'OX-08',
    'a mutation first',
    {
      method: 'POST',
      path: '/api/zones',
      headers: { Cookie: `oidc_session=${seal(bench, {})}; csrf_token=${csrf}`, 'X-CSRF-Token': csrf },
    },
    { status: [401], forwarded: 0 },
  )
  answer(401, { success: false })
  const lost = seal(bench, {})
  await bench.attempt('OX-03', 'no account', get(`oidc_session=${lost}`), {
    status: [200],
    check: (reply) =>
      /Max-Age=300/.test(cookiesOf(reply).get('oidc_exchange_failed') ?? '') && cookiesOf(reply).size === 1
        ? null
        : 'other cookies',
  })
  await bench.attempt('OX-03', 'is not asked again', get(`oidc_session=${lost}; oidc_exchange_failed=1`), {
    status: [200],
    forwarded: 1,
  })
  for (const status of [500, 503]) {
    answer(status, { success: false })
    await bench.attempt('OX-05', String(status), get(`oidc_session=${seal(bench, {})}`), {
      status: [200],
      check: (reply) => (cookiesOf(reply).size === 0 ? null : 'a marker was set'),
    })
  }
  bench.backend.answer = (request, response) => void (request.url !== '/api/auth/backend-login' && response.end('{}'))
  const startedAt = performance.now()
  const { status } = await send(bench.port, get(`oidc_session=${seal(bench, {})}`))
  bench.note('OX-05', 'a silent backend', status === 200 && performance.now() - startedAt < 6000 ? null : `${status}`)
}

async function oddIdentities(bench: Bench): Promise<void> {
  bench.backend.answer = (_request, response) => response.end('{}')
  const identities: object[] = [
    { email: undefined },
    { email: ['a@b.org'] },
    { email: 'a@x, b@y' },
    { email: 'a@b\r\nX: y' },
    { groups: 'admin' },
    { sub: '' },
  ]
  for (const identity of identities)
    await bench.attempt(
      'OX-07',
      JSON.stringify(identity),
      { path: '/api/zones', headers: { Cookie: `oidc_session=${seal(bench, identity)}` } },
      {
        status: [200],
        check: () => (bench.backend.requests.some(({ target }) => target.includes('login')) ? 'was exchanged' : null),
      },
    )
  const altered = seal(bench, {})
  for (const text of [
    `${altered.slice(0, -2)}AA`,
    altered.slice(1),
    'x',
    '',
    'A'.repeat(4000),
    createSeal(bench.sessionSecret, 'oidc login', Date.now).close(
      { sub: 's', email: 'a@b.org', name: 'A', groups: [] },
      60,
    ),
  ])
    await bench.attempt(
      'OX-07',
      `a seal ${text.slice(0, 8)}`,
      { path: '/api/zones', headers: { Cookie: `oidc_session=${text}` } },
      { status: [200], forwarded: 1 },
    )
}

// The identity-provider session and its exchange (spec 2.4, 3, 5.2; rules 3), against a real provider.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maxCookieBytes } from '@rollcall/contracts/cookies'
import { exchangeHeader } from '@rollcall/contracts/domains/auth'
import { verifyExchange } from '@rollcall/tokens/exchange-assertion'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startBench, type Bench } from './bench/bench.ts'
import { expiredToken, tokenOf } from './bench/callers.ts'
import { eventually } from './bench/eventually.ts'
import {
  Browser,
  clientId,
  clientSecret,
  startIdentityProvider,
  type IdentityProvider,
} from './bench/identity-provider.ts'
import { freePort } from '../../../bench/src/measuring/free-ports.ts'
import { answerJson } from './bench/stub-backend.ts'
import { exchangeSecret } from './bench/test-environment.ts'

const appDir = mkdtempSync(join(tmpdir(), 'rollcall-app-'))
writeFileSync(join(appDir, 'index.html'), '<!doctype html>app')

let idp: IdentityProvider
let bench: Bench
let publicUrl: string
let browser: Browser
let session: ReturnType<typeof newSession>
let backendReply: { status: number; body: unknown }
const newSession = () => ({
  token: tokenOf('safety'),
  user: {
    userId: 'u1',
    email: 'ada@example.org',
    displayName: 'Ada',
    role: 'safety',
    permissions: ['zones.read'],
    mustChangePassword: false,
  },
  expiresIn: 28_800,
})

beforeEach(async () => {
  const port = await freePort()
  publicUrl = `http://127.0.0.1:${port}`
  idp = await startIdentityProvider(() => publicUrl)
  idp.accounts.set('ada', {
    email: 'ada@example.org',
    email_verified: true,
    name: 'Ada\r\nLovelace',
    groups: ['wardens', 'staff'],
  })
  const provider = { OIDC_ISSUER: idp.issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  const environment = { WEB_PORT: String(port), PUBLIC_URL: publicUrl, APP_DIR: appDir, ...provider }
  bench = await startBench(environment, { clock: 'running' })
  browser = new Browser()
  session = newSession()
  backendReply = { status: 200, body: { success: true, data: session } }
  bench.backend.answer = (request, response) => {
    if (request.url === '/api/auth/backend-login') answerJson(response, backendReply.status, backendReply.body)
    else answerJson(response, 200, { success: true, data: { authorization: request.headers.authorization ?? null } })
  }
})
afterEach(async () => {
  await bench.stop()
  await idp.close()
})

const exchanges = () => bench.backend.requests.filter(({ target }) => target === '/api/auth/backend-login')
const cookieNames = () => [...browser.jar(publicUrl).keys()].sort()
const five = ['auth_permissions', 'auth_token', 'auth_token_expiry', 'auth_user', 'auth_via_oidc']

describe('signing in at the provider', () => {
  it('is offered where there is one, and only there', async () => {
    const path = '/api/auth/sign-in-options'
    expect((await bench.send({ path })).json().data).toEqual({ identityProvider: true, noAccount: false })
    const without = await startBench()
    expect((await without.send({ path })).json().data).toEqual({ identityProvider: false, noAccount: false })
    await without.stop()
  })

  // holds spec 2.4-1, 3-2, 5.2-1
  it('OX-01: ends on the wanted page with the session exchanged once, signed and complete', async () => {
    const page = await browser.signIn(publicUrl, 'ada')
    expect([page.status, page.text, page.url]).toEqual([200, '<!doctype html>app', `${publicUrl}/floors`])
    expect(cookieNames()).toEqual([...five, 'oidc_session'])
    expect(exchanges()).toHaveLength(1)
    const { body, headers } = exchanges()[0]!
    expect(JSON.parse(body.toString())).toEqual({
      email: 'ada@example.org',
      name: 'Ada  Lovelace',
      okta: true,
      groups: ['wardens', 'staff'],
    })
    expect(verifyExchange(String(headers[exchangeHeader]), body.toString(), [exchangeSecret])).toMatchObject({
      ok: true,
    })
    expect(headers.authorization).toBeUndefined()
    expect(page.headers.get('cache-control')).toBe('no-store')
    const me = await browser.open(`${publicUrl}/api/auth/backend-me`)
    expect(me.text).toContain('Bearer ey')
    expect(exchanges()).toHaveLength(1)
  })

  it('leaves nothing of an earlier session, nor a CSRF token that somebody planted', async () => {
    for (const name of [...five, 'csrf_token', 'oidc_exchange_failed']) browser.jar(publicUrl).set(name, 'planted')
    await browser.signIn(publicUrl, 'ada')
    expect(cookieNames()).toEqual([...five, 'oidc_session'])
    expect([...browser.jar(publicUrl).values()]).not.toContain('planted')
  })

  // holds rules 3-6
  it('hides and seals the session cookie', async () => {
    await browser.signIn(publicUrl, 'ada')
    const sealed = browser.jar(publicUrl).get('oidc_session') ?? ''
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('ada')
  })

  // holds spec 2.1-2, 2.1-5, 2.1-9, 3-1, 3-3, 5.2-1; rules 2-2
  it('OX-01: gives the new token to the very request that caused the exchange', async () => {
    await browser.signIn(publicUrl, 'ada')
    const cookie = `oidc_session=${browser.jar(publicUrl).get('oidc_session')}`
    const answer = await bench.send({ path: '/api/zones', headers: { Cookie: cookie } })
    expect(answer.json().data).toEqual({ authorization: `Bearer ${session.token}` })
    const lines = answer.all('set-cookie').filter((line) => !line.includes('Max-Age=0'))
    const set = Object.fromEntries(lines.map((line) => [line.split('=')[0], decodeURIComponent(line)]))
    const { permissions, mustChangePassword: _, ...shown } = session.user
    const rest = 'Path=/; SameSite=Lax; Max-Age=28800'
    expect(set).toEqual({
      auth_token: `auth_token=${session.token}; ${rest}; HttpOnly; Secure`,
      auth_user: `auth_user=${JSON.stringify(shown)}; ${rest}; Secure`,
      auth_permissions: `auth_permissions=${JSON.stringify(permissions)}; ${rest}; Secure`,
      auth_token_expiry: expect.stringMatching(new RegExp(`^auth_token_expiry=\\d{13}; ${rest}; Secure$`)),
      auth_via_oidc: `auth_via_oidc=1; ${rest}; HttpOnly; Secure`,
    })
  })

  // holds rules 3-3
  it('OX-01: exchanges once for many requests at the same time', async () => {
    await browser.signIn(publicUrl, 'ada')
    bench.backend.requests.length = 0
    const usual = bench.backend.answer
    let release = () => {}
    const arrived = new Promise<void>((resolve) => (release = resolve))
    bench.backend.answer = (request, response, recorded) => void arrived.then(() => usual(request, response, recorded))
    const cookie = `oidc_session=${browser.jar(publicUrl).get('oidc_session')}`
    const asked = Array.from({ length: 20 }, () => bench.send({ path: '/api/zones', headers: { Cookie: cookie } }))
    // Whoever comes after them is answered: they have all been read.
    await eventually(async () => (await bench.clients()) >= 20)
    for (let round = 0; round < 3; round += 1) await bench.send({ path: '/api/health' })
    release()
    const answers = await Promise.all(asked)
    expect(exchanges()).toHaveLength(1)
    for (const answer of answers)
      expect(answer.json().data).toMatchObject({ authorization: expect.stringContaining('Bearer') })
  })

  // holds appendix order-4; rules 3-8
  it('OX-08: denies the first mutation without auth_token: the check comes before the exchange', async () => {
    await browser.signIn(publicUrl, 'ada')
    bench.backend.requests.length = 0
    const cookie = `oidc_session=${browser.jar(publicUrl).get('oidc_session')}; csrf_token=c`
    const answer = await bench.send({
      method: 'POST',
      path: '/api/unlisted',
      headers: { Cookie: cookie, 'X-CSRF-Token': 'c' },
    })
    expect([answer.status, bench.backend.requests.length]).toEqual([401, 0])
  })

  it('OX-06: takes an expired token for none, and leaves a valid or a forged one alone', async () => {
    await browser.signIn(publicUrl, 'ada')
    bench.backend.requests.length = 0
    const idpSession = `oidc_session=${browser.jar(publicUrl).get('oidc_session')}`
    await bench.send({ path: '/api/zones', headers: { Cookie: `${idpSession}; auth_token=${tokenOf('viewer')}` } })
    await bench.send({ path: '/api/zones', headers: { Cookie: `${idpSession}; auth_token=abc` } })
    expect(exchanges()).toHaveLength(0)
    await bench.send({ path: '/api/zones', headers: { Cookie: `${idpSession}; auth_token=${expiredToken('viewer')}` } })
    expect(exchanges()).toHaveLength(1)
  })
})

describe('without an account', () => {
  beforeEach(() => {
    backendReply = { status: 404, body: { success: false, error: { code: 'not_found' } } }
  })

  // holds spec 2.1-7, 3-4, 3-5, 8-3; rules 2-2, 3-4
  it('OX-03, CK-02: the marker is set for five minutes and nothing is asked again', async () => {
    const page = await browser.signIn(publicUrl, 'ada')
    expect(page.status).toBe(200)
    expect(cookieNames()).toEqual(['oidc_exchange_failed', 'oidc_session'])
    const set = page.headers.getSetCookie().find((line) => line.startsWith('oidc_exchange_failed=')) ?? ''
    expect(set).toMatch(/Max-Age=300/)
    expect(set).toMatch(/HttpOnly/)
    const options = await browser.open(`${publicUrl}/api/auth/sign-in-options`)
    expect(options.text).toContain('"noAccount":true')
    await browser.open(`${publicUrl}/api/zones`)
    browser.jar(publicUrl).delete('oidc_exchange_failed')
    await browser.open(`${publicUrl}/api/zones`)
    expect(exchanges()).toHaveLength(1)
    expect(cookieNames()).toContain('oidc_exchange_failed')
    for (const [later, asked] of [
      [299_000, 1],
      [2000, 2],
    ] as const) {
      await bench.advance(later)
      browser.jar(publicUrl).delete('oidc_exchange_failed')
      await browser.open(`${publicUrl}/api/zones`)
      expect([later, exchanges().length]).toEqual([later, asked])
    }
  })
})

describe('a backend in trouble', () => {
  // holds rules 3-5
  it.each([
    [500, { success: false }],
    [503, { success: false }],
    [429, { success: false }],
    [200, 'nonsense'],
  ])('OX-05: answering %i sets no marker, and the request goes on without a session', async (status, body) => {
    backendReply = { status, body }
    const page = await browser.signIn(publicUrl, 'ada')
    expect([page.status, cookieNames()]).toEqual([200, ['oidc_session']])
    backendReply = { status: 200, body: { success: true, data: session } }
    await browser.open(`${publicUrl}/`)
    expect(cookieNames()).toEqual([...five, 'oidc_session'])
  })

  it('OX-05: being too slow holds a page up for three seconds at most', async () => {
    await browser.signIn(publicUrl, 'ada')
    bench.backend.answer = (request, response) => {
      if (request.url !== '/api/auth/backend-login') response.end('{}')
    }
    const started = performance.now()
    const answer = await bench.send({
      path: '/api/zones',
      headers: { Cookie: `oidc_session=${browser.jar(publicUrl).get('oidc_session')}` },
    })
    expect(performance.now() - started).toBeLessThan(15_000)
    expect([answer.status, answer.all('set-cookie')]).toEqual([200, []])
  })
})

describe('claims that are not enough', () => {
  it.each([
    ['no address', { name: 'x' }],
    ['several addresses', { email: ['a@x.org', 'b@x.org'] }],
    ['two addresses in one', { email: 'a@x.org, b@y.org' }],
    ['an address that is not verified', { email: 'ada@example.org', email_verified: false }],
  ])('OX-07: %s give no session', async (_name, account) => {
    idp.accounts.set('odd', account)
    const page = await browser.signIn(publicUrl, 'odd')
    expect(page.url).toBe(`${publicUrl}/login?problem=identity_incomplete`)
    expect([cookieNames(), exchanges()]).toEqual([[], []])
  })

  it('OX-07: a thousand groups still fit', async () => {
    idp.accounts.set('ada', {
      email: 'ada@example.org',
      groups: Array.from({ length: 1000 }, (_, at) => `group-${at}-${Math.sin(at)}`),
    })
    const page = await browser.signIn(publicUrl, 'ada')
    expect(page.status).toBe(200)
    expect((browser.jar(publicUrl).get('oidc_session') ?? '').length).toBeLessThan(4096)
    expect(exchanges()).toHaveLength(1)
  })
})

describe('the flow', () => {
  it('F-30: ends on the sign-in page when the provider is down, sets no marker, and works when it is back', async () => {
    await idp.close()
    const page = await browser.open(`${publicUrl}/auth/login`)
    expect(page.url).toBe(`${publicUrl}/login?problem=provider_unreachable`)
    expect(cookieNames()).toEqual([])
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/a/../../b', 'javascript:alert(1)', ''])(
    'never leads elsewhere afterwards: %j',
    async (returnTo) => {
      const page = await browser.signIn(publicUrl, 'ada', returnTo)
      expect(page.url).toBe(`${publicUrl}/`)
    },
  )

  it('sets no cookie that a browser would drop: a page whose address is too long is forgotten', async () => {
    const page = await browser.signIn(publicUrl, 'ada', `/floors?x=${randomBytes(3600).toString('base64url')}`)
    expect([page.status, page.url]).toEqual([200, `${publicUrl}/`])
    const path = `/auth/login?returnTo=/floors/${randomBytes(3600).toString('base64url')}`
    const lines = (await bench.send({ path })).all('set-cookie')
    expect(lines).toHaveLength(1)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(maxCookieBytes)
  })

  it('believes no callback that it did not ask for', async () => {
    const forged = await browser.open(`${publicUrl}/auth/callback?code=x&state=y`)
    expect(forged.url).toBe(`${publicUrl}/login?problem=sign_in_expired`)
    await browser.once(`${publicUrl}/auth/login`)
    const mixed = await browser.open(`${publicUrl}/auth/callback?code=x&state=y&iss=${encodeURIComponent(idp.issuer)}`)
    expect(mixed.url).toBe(`${publicUrl}/login?problem=sign_in_failed`)
    expect(exchanges()).toHaveLength(0)
  })

  // holds rules 3-6
  it('takes the provider’s answer once, and only to the very question', async () => {
    await browser.signIn(publicUrl, 'ada')
    const callback = async () => {
      let address = new URL('/auth/login', publicUrl)
      while (address.pathname !== '/auth/callback')
        address = new URL((await browser.once(address.href)).headers.get('location') ?? '', address)
      return address
    }
    const another = await callback()
    another.searchParams.set('state', 'of-another-browser')
    expect((await browser.once(another.href)).headers.get('location')).toBe('/login?problem=sign_in_failed')
    const right = await callback()
    const pending = browser.jar(publicUrl).get('oidc_login') ?? ''
    expect((await browser.once(right.href)).headers.get('location')).toBe('/')
    browser.jar(publicUrl).set('oidc_login', pending)
    expect((await browser.once(right.href)).headers.get('location')).toBe('/login?problem=sign_in_failed')
  })

  it('OX-07: is not served by a session that was altered or sealed for another purpose', async () => {
    await browser.signIn(publicUrl, 'ada')
    const sealed = browser.jar(publicUrl).get('oidc_session') ?? ''
    bench.backend.requests.length = 0
    const flipped = `${sealed.slice(0, 30)}${sealed[30] === 'A' ? 'B' : 'A'}${sealed.slice(31)}`
    await browser.once(`${publicUrl}/auth/login`)
    const pending = browser.jar(publicUrl).get('oidc_login') ?? ''
    for (const value of [flipped, pending, '', 'x', sealed.slice(0, 20), sealed.slice(1), 'A'.repeat(4000)]) {
      await bench.send({ path: '/api/zones', headers: { Cookie: `oidc_session=${value}` } })
    }
    expect(exchanges()).toHaveLength(0)
  })
})

describe('signing out', () => {
  it('at /auth/logout ends here and at the provider', async () => {
    await browser.signIn(publicUrl, 'ada')
    const page = await browser.once(`${publicUrl}/auth/logout`)
    expect(page.headers.get('location')).toMatch(new RegExp(`^${idp.issuer}/session/end\\?`))
    expect(cookieNames()).toEqual([])
  })

  it('at /api/auth/logout does not let the next page sign in again', async () => {
    await browser.signIn(publicUrl, 'ada')
    const cookie = [...browser.jar(publicUrl)].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await bench.send({
      method: 'POST',
      path: '/api/auth/logout',
      headers: { Cookie: `${cookie}; csrf_token=c`, 'X-CSRF-Token': 'c' },
    })
    expect(answer.status).toBe(204)
    expect(answer.all('set-cookie').some((line) => /^oidc_session=;.*Max-Age=0/.test(line))).toBe(true)
  })

  it('is not undone by the login limiter, nor by the page after it', async () => {
    await browser.signIn(publicUrl, 'ada')
    const url = `${publicUrl}/api/auth/logout`
    browser.jar(publicUrl).set('csrf_token', 'x')
    const logout = () => browser.once(url, {}, { 'x-csrf-token': 'x' })
    for (let count = 0; count < 5; count += 1) await bench.send({ method: 'POST', path: '/api/auth/x' })
    expect((await logout()).status).toBe(429)
    expect(cookieNames()).toEqual([])
    await browser.open(publicUrl)
    expect(cookieNames()).toEqual([])
  })

  it('happens with every sign-in as somebody else', async () => {
    await browser.signIn(publicUrl, 'ada')
    const answer = await fetch(`${publicUrl}/api/auth/backend-login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: `oidc_session=${browser.jar(publicUrl).get('oidc_session')}`,
      },
      body: '{"email":"bob@example.org","password":"of the tests"}',
    })
    expect(answer.status).toBe(200)
    const lines = answer.headers.getSetCookie().filter((line) => line.startsWith('oidc_session='))
    expect(lines).toEqual([expect.stringContaining('oidc_session=; ')])
  })

  it('says nothing of a session at the provider where there is none', async () => {
    const answer = await fetch(`${publicUrl}/api/auth/backend-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"bob@example.org","password":"of the tests"}',
    })
    expect([answer.status, answer.headers.getSetCookie().filter((line) => line.startsWith('oidc_'))]).toEqual([
      200,
      [expect.stringContaining('oidc_exchange_failed=; ')],
    ])
  })

  it('is not done for a foreign page', async () => {
    await browser.signIn(publicUrl, 'ada')
    const page = await browser.once(`${publicUrl}/auth/logout`, undefined, { 'sec-fetch-site': 'cross-site' })
    expect(page.headers.get('location')).toBe('/')
    await eventually(() => cookieNames().includes('auth_token'))
  })
})

// Spec 5.1 through the door: who passes to the backend, and what the audit file says about those who do not.
import { describe, expect, it } from 'vitest'
import { asProcess, startBench } from './bench/bench.ts'
import { csrfPair, expiredToken, legacyTokenOf, mutation, signedIn, tokenOf } from './bench/callers.ts'
import { eventually } from './bench/eventually.ts'
import type { RawAnswer } from './bench/raw-http.ts'
import { answerEmpty, sharedBench } from './bench/shared-bench.ts'
import { itHolds, passes, refused, type Case } from './bench/trial.ts'

const bench = sharedBench()
const mutations = ['POST', 'PUT', 'PATCH', 'DELETE']
const denied = refused(401, 'unauthenticated')

/** The one record of a denied request. */
const recordOf = async (answer: RawAnswer) => {
  const lines = () =>
    bench()
      .audited()
      .filter(({ requestId }) => requestId === answer.header('x-request-id'))
  await eventually(() => lines().length > 0)
  // A second one would be there before that of the next denial.
  const next = await bench().send({ method: 'POST', path: '/api/x', headers: csrfPair })
  const nextId = next.header('x-request-id')
  await eventually(() =>
    bench()
      .audited()
      .some(({ requestId }) => requestId === nextId),
  )
  expect(lines()).toHaveLength(1)
  return lines()[0]!
}

describe('a mutation', () => {
  // holds spec 2.5-2, 2.5-3, 5.1-3, 5.1-8, 6.2-1, 7-5; rules 1-4, 2-6
  it.each(mutations)('AU-01, AU-03, AL-01: by %s without a token is denied and recorded once', async (method) => {
    const answer = await bench().send({
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
    expect(bench().backend.requests).toHaveLength(0)
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

  const bearer = { ...csrfPair, Authorization: `Bearer ${tokenOf('operator')}` }
  // holds spec 2.2-5, 5.1-4
  itHolds(
    bench,
    mutations.flatMap((method): Case[] => [
      ['AU-02', `${method} with a token`, mutation('/api/unlisted', '{}', { method }), passes],
      [
        'AU-12',
        `${method} with the token in the header only`,
        { method, path: '/api/unlisted', headers: bearer },
        denied,
      ],
    ]),
  )

  it.each([
    ['a standard token', tokenOf('operator')],
    ['a legacy token', legacyTokenOf('operator')],
  ])('AU-02, TK-01: with %s brings that token to the backend', async (_name, token) => {
    expect((await bench().send(mutation('/api/unlisted', {}, { token }))).status).toBe(200)
    expect(bench().backend.requests[0]?.headers.authorization).toBe(`Bearer ${token}`)
  })

  it.each([
    ['expired', expiredToken('admin'), 'token_expired'],
    ['forged', tokenOf('admin', {}, 'another-key-another-key-another-key!'), 'unauthenticated'],
    ['not a token', 'x', 'unauthenticated'],
    ['the word null', 'null', 'unauthenticated'],
    ['empty', '', 'unauthenticated'],
  ])('with a token that is %s is denied and recorded', async (_name, token, code) => {
    const answer = await bench().send(mutation('/api/unlisted', {}, { token }))
    expect([answer.status, answer.json().error?.code]).toEqual([401, code])
    expect(bench().backend.requests).toHaveLength(0)
    expect(await recordOf(answer)).toMatchObject({ event: 'unauthorized_access', reason: code })
  })

  it('AL-03: leaves no secret of the request in the audit file', async () => {
    const token = `${tokenOf('admin').slice(0, -5)}aaaaa`
    const headers = { ...signedIn(token), Cookie: `${signedIn(token).Cookie}; other=cookiesecret` }
    await recordOf(await bench().send({ method: 'POST', path: '/api/unlisted/x%20y?token=topsecret&x=1', headers }))
    const text = bench().auditLines().join()
    expect(text).toContain('/api/unlisted/x%20y')
    const secrets = ['topsecret', 'cookiesecret', token.slice(0, 20), token.slice(-20)]
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  })

  it('AL-07: with very long claims and a very long path leaves a whole line below 8 KiB', async () => {
    const long = { email: 'e'.repeat(2000), userId: 'u'.repeat(1000), sub: 'u'.repeat(1000) }
    const path = `/api/admin/${'a'.repeat(5000)}`
    const { requestId } = await recordOf(
      await bench().send({ path, headers: { Cookie: `auth_token=${tokenOf('operator', long)}` } }),
    )
    const line =
      bench()
        .auditLines()
        .find((text) => text.includes(String(requestId))) ?? ''
    expect([Buffer.byteLength(line) < 8192, line.startsWith('{'), line.endsWith('}')]).toEqual([true, true, true])
  })
})

describe('reads', () => {
  // holds spec 5.1-3
  it.each(['GET', 'HEAD'])('AU-05: by %s pass without a token', async (method) => {
    expect((await bench().send({ method, path: '/api/zones' })).status).toBe(200)
    expect(bench().backend.requests[0]?.method).toBe(method)
  })

  // holds spec 4.1.2-3
  it.each([
    ['Authorization', 'Bearer null'],
    ['Authorization', 'Bearer undefined'],
    ['Cookie', 'auth_token=null'],
  ])('PX-07: with %s: %s are denied and recorded', async (name, value) => {
    const answer = await bench().send({ path: '/api/zones', headers: { [name]: value } })
    expect(answer.status).toBe(401)
    expect(await recordOf(answer)).toMatchObject({ event: 'unauthorized_access', reason: 'unauthenticated' })
  })

  it('AU-06: ask the backend nothing for OPTIONS, and allow no foreign origin', async () => {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' }
    const answer = await bench().send({ method: 'OPTIONS', path: '/api/zones', headers })
    expect(answer.status).toBe(204)
    expect(answer.fields.filter(([name]) => /^access-control/i.test(name))).toEqual([])
    expect(bench().backend.requests).toHaveLength(0)
  })
})

describe('the strict paths', () => {
  const paths = ['/api/admin', '/api/admin/', '/api/admin/users', '/api/audit', '/api/audit/', '/api/audit/logs']
  const methods = ['GET', 'HEAD', 'OPTIONS']
  const painted = `${signedIn(tokenOf('viewer')).Cookie}; auth_user=%7B%22role%22%3A%22admin%22%7D; auth_permissions=%5B%22*%22%2C%22admin.users%22%5D`
  const as = (token: string) => ({ Cookie: `auth_token=${token}` })
  // holds spec 5.1-2
  itHolds(bench, [
    ...paths.flatMap((path) =>
      methods.map((method): Case => [
        'AU-07, PA-05',
        `${method} ${path} needs a token`,
        { method, path },
        refused(401),
      ]),
    ),
    [
      'AU-07',
      'a signed-in caller reads the audit',
      { path: '/api/audit/logs', headers: as(tokenOf('viewer')) },
      passes,
    ],
    ['AU-09', 'a standard token of an admin', { path: '/api/admin/users', headers: as(tokenOf('admin')) }, passes],
    ['AU-09', 'a legacy token of an admin', { path: '/api/admin/users', headers: as(legacyTokenOf('admin')) }, passes],
    [
      'AU-11',
      'no readable cookie is believed',
      { path: '/api/admin/users', headers: { Cookie: painted } },
      refused(403),
    ],
    ['AU-08', 'a name that only begins like them', { path: '/api/administrator' }, passes],
  ])

  // holds spec 2.2-7, 2.5-2, 5.1-6, 5.1-7, 6.2-1, 7-5; rules 1-6
  it.each(['GET', 'HEAD', 'OPTIONS', 'POST'])('AU-08: refuse %s below /api/admin to others, once', async (method) => {
    const answer = await bench().send({ ...mutation('/api/admin/users', undefined), method })
    expect(answer.status).toBe(403)
    expect(method === 'HEAD' ? 'forbidden' : answer.json().error?.code).toBe('forbidden')
    expect(bench().backend.requests).toHaveLength(0)
    expect(await recordOf(answer)).toMatchObject({
      event: 'forbidden_access',
      method,
      reason: 'forbidden',
      user: { userId: 'u1', email: 'u1@example.org', role: 'operator' },
    })
  })
})

describe('the public paths', () => {
  const post = (path: string) => ({ method: 'POST', path, headers: csrfPair })
  // holds spec 5.1-1
  itHolds(bench, [
    ['AU-13', 'are never checked', post('/api/auth/whatever'), passes],
    ['AU-14', 'health takes no POST', { method: 'POST', path: '/api/health' }, refused(405)],
    ['AU-15', 'a development route in production', post('/api/dev-login'), refused(404, 'not_found')],
  ])
})

describe('many callers at once', () => {
  it('AU-18: never get each other’s token', async () => {
    const callers = Array.from({ length: asProcess ? 1000 : 300 }, (_, at) => {
      const token = tokenOf('operator', { sub: `u${at}`, userId: `u${at}` })
      return { at, token: at % 2 === 0 ? token : `${token.slice(0, -4)}AAAA`, status: at % 2 === 0 ? 200 : 401 }
    })
    const ask = ({ at, token }: { at: number; token: string }) =>
      bench().send(mutation(`/api/unlisted/${at}`, '{}', { token }))
    for (let from = 0; from < callers.length; from += 250) {
      const some = callers.slice(from, from + 250)
      const answers = await Promise.all(some.map(ask))
      expect(answers.map(({ status }) => status)).toEqual(some.map(({ status }) => status))
    }
    expect(bench().backend.requests).toHaveLength(callers.length / 2)
    for (const { target, headers } of bench().backend.requests) {
      const caller = callers[Number(target.slice(target.lastIndexOf('/') + 1))]
      expect([target, headers.authorization, caller?.status]).toEqual([target, `Bearer ${caller?.token}`, 200])
    }
  })
})

describe('in the strict profile', () => {
  // holds rules 4-18
  it('reads need a session too, and what is not in the contract is not there', async () => {
    const strict = await startBench({ SECURITY_PROFILE: 'strict' })
    const read = async (path: string, headers = {}) => (await strict.send({ path, headers })).status
    const session = { Cookie: `__Host-auth_token=${tokenOf('viewer')}` }
    expect([await read('/api/zones'), await read('/api/zones', session)]).toEqual([401, 200])
    expect([await read('/api/health'), await read('/api/auth/csrf-token')]).toEqual([200, 200])
    strict.backend.requests.length = 0
    expect(await read('/api/unlisted', session)).toBe(404)
    expect((await strict.send({ method: 'PUT', path: '/api/auth/login', headers: session })).status).toBe(405)
    expect(strict.backend.requests).toHaveLength(0)
    await strict.stop()
  })
})

describe('in the strict profile, without a session', () => {
  const token = 't'.repeat(43)
  const strict = sharedBench(() => ({ SECURITY_PROFILE: 'strict' }))
  const read = async (path: string) => (await strict().send({ path })).status

  // holds rules 4-20
  it('health is told, and probing it leaves no audit line', async () => {
    // No database is configured here, which is said by 503 and not by 401.
    const paths = ['/api/health', '/api/ready', '/api/health/database']
    const statuses = await Promise.all(paths.map(read))
    expect(statuses).toEqual([200, expect.any(Number), 503])
    expect(statuses).not.toContain(401)
    expect(strict().audited()).toEqual([])
  })

  // holds rules 4-20
  it.each(['muster-link', 'contact-link', 'phone-beacon', 'kiosk'])('a personal link is opened: %s', async (name) => {
    expect(await read(`/api/${name}/${token}`)).toBe(200)
    expect(strict().audited()).toEqual([])
  })

  it.each([
    '/api/phone-beacon/irk-records',
    `/api/phone-beacon/${token}/more`,
    `/api/zones/kiosk/${token}`,
    '/api/kiosks',
  ])('and nothing beside it: %s', async (path) => {
    expect(await read(path)).toBe(401)
    expect(strict().backend.requests).toEqual([])
  })
})

describe('AU-19: the mode', () => {
  // holds spec 5.1-9
  it('of development enforces nothing', async () => {
    const development = await startBench({ NODE_ENV: 'development' })
    development.backend.answer = answerEmpty
    const headers = { 'Content-Type': 'text/plain' }
    const answer = await development.send({ method: 'POST', path: '/api/unlisted', headers, body: 'x' })
    expect(answer.status).toBe(200)
    await development.stop()
  })

  // holds rules 12-3
  it.each(['prod', 'Production', ''])('is production with NODE_ENV=%s', async (name) => {
    const production = await startBench({ NODE_ENV: name })
    expect((await production.send({ method: 'POST', path: '/api/unlisted' })).status).toBe(403)
    await production.stop()
  })
})

// The CSRF rule of the appendix through the door.
import { describe, expect, it } from 'vitest'
import { asProcess, startBench } from './bench/bench.ts'
import { csrf, json, mutation, tokenOf } from './bench/callers.ts'
import { sharedBench } from './bench/shared-bench.ts'
import { itHolds, passes, refused, type Case } from './bench/trial.ts'

const bench = sharedBench()
const methods = ['POST', 'PUT', 'PATCH', 'DELETE']
const failed = refused(403, 'csrf_failed')

/** A signed-in mutation with these values. */
const paired = (method: string, cookie: string | undefined, header: string | undefined) => ({
  method,
  path: '/api/unlisted',
  headers: {
    ...json,
    Cookie: `auth_token=${tokenOf('operator')}${cookie === undefined ? '' : `; csrf_token=${cookie}`}`,
    ...(header !== undefined && { 'X-CSRF-Token': header }),
  },
  body: '{}',
})

describe('a mutation', () => {
  const wrong = [
    ['no header', csrf, undefined],
    ['no cookie', undefined, csrf],
    ['neither', undefined, undefined],
    ['another value', csrf, `${csrf}x`],
    ['another value of the same length', csrf, csrf.replace('c', 'd')],
    ['less of the value', csrf, csrf.slice(1)],
    ['the value twice', csrf, `${csrf}, ${csrf}`],
    ['both empty', '', ''],
    ['one byte', csrf, 'x'],
    ['one byte each', 'x', 'y'],
    ['a very long header', csrf, 'x'.repeat(9000)],
    ['an undecodable cookie', '%ZZ', '%ZZ'],
  ] as const
  const foreign: [string, string][] = [
    ['Sec-Fetch-Site', 'cross-site'],
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
    ['Origin', 'http://127.0.0.1.evil.example'],
  ]
  // holds spec 7-6; appendix CSRF-1, CSRF-3; rules 1-7
  itHolds(
    bench,
    methods.flatMap((method): Case[] => [
      ...wrong.map(([name, cookie, header]): Case => [
        'CS-01, CS-03, CS-08',
        `${method} with ${name} is refused before anything else`,
        paired(method, cookie, header),
        failed,
      ]),
      ...foreign.map(([name, value]): Case => [
        'CS-09',
        `${method} with ${name}: ${value} is refused in spite of an equal pair`,
        mutation('/api/unlisted', undefined, { method, headers: { [name]: value } }),
        failed,
      ]),
      ['CS-02', `${method} with an equal pair and a body`, paired(method, csrf, csrf), passes],
      ['CS-02', `${method} with an equal pair`, mutation('/api/unlisted', undefined, { method }), passes],
    ]),
  )
  itHolds(bench, [
    ['CS-02', 'the cookie is decoded once', paired('POST', 'a%2Bb', 'a+b'), passes],
    [
      'CS-02',
      'from a page of ours',
      ({ port }) =>
        mutation('/api/unlisted', undefined, {
          headers: { Origin: `http://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-origin' },
        }),
      passes,
    ],
  ])

  // holds appendix order-3
  it('CS-13: is refused for CSRF, not for its missing token, and leaves no audit record', async () => {
    const answer = await bench().send({ method: 'POST', path: '/api/unlisted' })
    expect(answer.json().error?.code).toBe('csrf_failed')
    expect(
      bench()
        .auditLines()
        .filter((line) => line.includes(answer.header('x-request-id') ?? '?')),
    ).toEqual([])
  })
})

describe('not checked', () => {
  const paths = ['/api/auth/login', '/api/auth/backend-login', '/api/auth/csrf-token', '/api/health']
  // holds appendix CSRF-2
  itHolds(bench, [
    ...['GET', 'HEAD'].map((method): Case => ['CS-06', method, { method, path: '/api/zones' }, passes]),
    ['CS-06', 'OPTIONS', { method: 'OPTIONS', path: '/api/zones' }, { status: 204 }],
    ...paths.map((path): Case => [
      'CS-04',
      `POST ${path}`,
      { method: 'POST', path },
      { status: [200, 400, 404, 405, 415] },
    ]),
  ])

  // holds appendix CSRF-2
  it('CS-04: but every path beside and below those is', async () => {
    const fresh = await startBench()
    for (const path of ['/api/auth/login/', '/api/auth/login/x', '/api/auth/logout', '/api/health/', '/api/health/x']) {
      const { status } = await fresh.send({ method: 'POST', path })
      expect([path, status]).toEqual([path, 403])
    }
    await fresh.stop()
  })

  // holds spec 8-7; appendix CSRF-1
  it('CS-12: is anything in development', async () => {
    const development = await startBench({ NODE_ENV: 'development' })
    expect((await development.send({ method: 'POST', path: '/api/unlisted' })).status).toBe(200)
    await development.stop()
  })
})

describe('GET /api/auth/csrf-token', () => {
  // holds spec 2.1-6, 4.3-1; rules 2-5
  it('CS-10: gives a new token each time, in the body and equal in a readable cookie', async () => {
    const seen = new Set<string>()
    const count = asProcess ? 10_000 : 50
    for (let round = 0; round < count; round += 1) {
      const answer = await bench().send({ path: '/api/auth/csrf-token' })
      const { csrfToken } = answer.json().data as { csrfToken: string }
      expect(answer.all('set-cookie')).toEqual([`csrf_token=${csrfToken}; Path=/; SameSite=Lax; Secure`])
      expect(answer.header('cache-control')).toBe('no-store')
      expect(Buffer.from(csrfToken, 'base64url').length).toBeGreaterThanOrEqual(16)
      seen.add(csrfToken)
    }
    expect(seen.size).toBe(count)
    expect(bench().backend.requests).toHaveLength(0)
  })
})

describe('in the strict profile', () => {
  // holds rules 4-16
  it('CS-11: a token is good only for the session it was made for', async () => {
    const strict = await startBench({ SECURITY_PROFILE: 'strict' })
    const send = (token: string, csrfToken: string) =>
      strict.send({
        ...mutation('/api/gateways/sync-status', {}),
        headers: {
          ...json,
          Cookie: `__Host-auth_token=${token}; __Host-csrf_token=${csrfToken}`,
          'X-CSRF-Token': csrfToken,
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

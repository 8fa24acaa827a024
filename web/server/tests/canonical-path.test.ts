// Rules 4 through the door: no spelling of a protected path reaches the backend under any reading, with any method and any
// credentials that are not enough.
import { describe, expect, it } from 'vitest'
import { asProcess } from './bench/bench.ts'
import { csrf, expiredToken, tokenOf } from './bench/callers.ts'
import { pathVariants, readings } from './bench/path-variants.ts'
import { sharedBench } from './bench/shared-bench.ts'
import { createFaults, fault, itHolds, passes, refused, type Case, type Expected } from './bench/trial.ts'

const bench = sharedBench()
const credentials: Record<string, string | null> = { none: null, user: tokenOf('operator') }
const methods = ['GET', 'POST']
if (asProcess) {
  Object.assign(credentials, { expired: expiredToken('admin'), forged: `${tokenOf('admin')}x` })
  methods.push('HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE')
}

const raw = (method: string, target: string, token: string | null = null) =>
  `${method} ${target} HTTP/1.1\r\nHost: app.example\r\nCookie: csrf_token=${csrf}${token === null ? '' : `; auth_token=${token}`}\r\nX-CSRF-Token: ${csrf}\r\nConnection: close\r\n\r\n`

describe.each(['/api/admin/users', '/api/audit/logs'])('PA-01, PA-02: spellings of %s', (path) => {
  const variants = pathVariants(path, 'app.example')

  it('are many', () => {
    expect(variants.length).toBeGreaterThan(130)
    expect(new Set(variants).size).toBe(variants.length)
  })

  // holds rules 4-4
  it.each(methods.flatMap((method) => Object.keys(credentials).map((who) => [method, who] as const)))(
    '%s with credentials %j never reach the backend',
    async (method, who) => {
      const faults = createFaults()
      for (const variant of variants) {
        const wrong = await fault(bench(), raw(method, variant, credentials[who]), { status: [400, 401, 403, 404] })
        faults.note(variant, wrong)
        const leaked = bench()
          .backend.requests.flatMap(({ target }) => readings(target))
          .filter((reading) => /^\/api\/(?:admin|audit)(?:\/|$)/.test(reading))
        faults.note(variant, leaked.length + bench().backend.requests.length === 0 ? null : 'reached the backend')
      }
      expect(faults.list).toEqual([])
    },
  )
})

describe('a path', () => {
  const escapes = [
    '/api/auth/../users',
    '/api/auth/%2e%2e/users',
    '/api/auth/..%2fusers',
    '/api/auth/login/../../users',
    '/api/auth/..;/users',
    '/api/auth/.%2e/users',
    '/api/health/../users',
  ]
  const broken = ['/api/%ZZ', '/api/%', '/api/%u0061', '/api/%C3', '/api/\x80', '/api/\xff']
  // holds rules 1-11, 4-2
  itHolds(bench, [
    ...escapes.map((path): Case => ['PA-03', `no way around the check: ${path}`, raw('POST', path), refused(400)]),
    ...broken.map((path): Case => ['PA-07', path, raw('GET', path), refused(400)]),
    ...[8192, 20_000].map((length): Case => {
      return ['PA-08', `of ${length} bytes`, raw('GET', `/api/${'x'.repeat(length)}`), refused([414, 431])]
    }),
  ])
})

describe('byte for byte are forwarded', () => {
  const odd = ['a%20b', '%E2%82%AC', 'AA:BB:CC', 'AA%3ABB', '~', 'a.b', '_-', 'x@y', 'a,b', 'a=b', 'a+b', 'a!b']
  const ids = [...odd, "(a)'*$&", 'A-Z', '100%25', 'null', 'admin', 'Admin']
  const many = Array.from({ length: 200 }, (_, at) => `p${at}=${at}`).join('&')
  const queries = ['../..', 'a=../..', '//', '%00', '__proto__[x]=1', '%ZZ', 'a=%2e%2e%2f', '?', many]
  const unchanged = (target: string): Expected => ({
    ...passes,
    check: (_answer, seen) => (seen?.target === target ? null : `the backend saw ${seen?.target}`),
  })
  const forwarded = (id: string, name: string, target: string): Case => [
    id,
    name,
    raw('GET', target),
    unchanged(target),
  ]
  // holds rules 4-1
  itHolds(bench, [
    ...ids.map((id) => forwarded('PA-09', `the id ${id}`, `/api/zones/${id}`)),
    ...queries.map((query) => forwarded('PA-10', `the query ${query.slice(0, 20)}`, `/api/zones?${query}`)),
  ])
})

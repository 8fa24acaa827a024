// Rules 4 through the door: no spelling of a protected path reaches the backend under any reading, with any method and any
// credentials that are not enough.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { csrf, tokenOf } from './bench/callers.ts'
import { pathVariants, readings } from './bench/path-variants.ts'
import { exchange } from './bench/raw-http.ts'
import { startServerLayer, type Bench } from './bench/server-layer.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startServerLayer()
})
afterAll(() => bench.stop())
beforeEach(() => {
  bench.backend.requests.length = 0
})

const credentials: Record<string, () => string | null> = {
  none: () => null,
  user: () => tokenOf('operator'),
}
// The hostile suite runs all methods and credentials; these are one of each kind.
const methods = ['GET', 'POST']

const ask = async (method: string, target: string, token: string | null) => {
  const cookie = `Cookie: csrf_token=${csrf}${token === null ? '' : `; auth_token=${token}`}\r\nX-CSRF-Token: ${csrf}\r\n`
  const bytes = `${method} ${target} HTTP/1.1\r\nHost: app.example\r\n${cookie}Connection: close\r\n\r\n`
  const [answer] = await exchange(bench.port, bytes, { method })
  return answer?.status
}

describe.each(['/api/admin/users', '/api/audit/logs'])('spellings of %s', (path) => {
  const variants = pathVariants(path, 'app.example')

  it('are many', () => {
    expect(variants.length).toBeGreaterThan(130)
    expect(new Set(variants).size).toBe(variants.length)
  })

  it.each(methods.flatMap((method) => Object.keys(credentials).map((who) => [method, who] as const)))(
    '%s with credentials %j never reach the backend',
    async (method, who) => {
      const token = credentials[who]?.() ?? null
      const answeredOtherwise: unknown[] = []
      for (const variant of variants) {
        const status = await ask(method, variant, token)
        if (![400, 401, 403, 404].includes(status ?? 0)) answeredOtherwise.push([variant, status])
      }
      const leaked = bench.backend.requests
        .flatMap(({ target }) => readings(target))
        .filter((reading) => /^\/api\/(?:admin|audit)(?:\/|$)/.test(reading))
      expect([answeredOtherwise, leaked]).toEqual([[], []])
      expect(bench.backend.requests).toEqual([])
    },
  )
})

describe('a public path', () => {
  const escapes = [
    '/api/auth/../users',
    '/api/auth/%2e%2e/users',
    '/api/auth/..%2fusers',
    '/api/auth/login/../../users',
    '/api/auth/..;/users',
    '/api/auth/.%2e/users',
    '/api/health/../users',
  ]
  it.each(escapes)('is no way around the check: POST %s', async (path) => {
    expect(await ask('POST', path, null)).toBe(400)
    expect(bench.backend.requests).toEqual([])
  })
})

describe('an ordinary odd id', () => {
  const ids = [
    'a%20b',
    '%E2%82%AC',
    'AA:BB:CC',
    'AA%3ABB',
    '~',
    'a.b',
    '_-',
    'x@y',
    'a,b',
    'a=b',
    'a+b',
    'a!b',
    "(a)'*$&",
    'A-Z',
    '100%25',
    'null',
    'admin',
    'Admin',
  ]
  it.each(ids)('is forwarded byte for byte: %s', async (id) => {
    expect(await ask('GET', `/api/zones/${id}`, null)).toBe(200)
    expect(bench.backend.requests.map(({ target }) => target)).toEqual([`/api/zones/${id}`])
  })

  const queries = [
    '../..',
    '//',
    '%00',
    '__proto__[x]=1',
    '%ZZ',
    'a=%2e%2e%2f',
    '?',
    Array.from({ length: 200 }, (_, at) => `p${at}=${at}`).join('&'),
  ]
  it.each(queries)('and so is any query', async (query) => {
    expect(await ask('GET', `/api/zones?${query}`, null)).toBe(200)
    expect(bench.backend.requests.map(({ target }) => target)).toEqual([`/api/zones?${query}`])
  })
})

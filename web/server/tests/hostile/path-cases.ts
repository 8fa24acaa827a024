// PA: spellings of protected paths × methods × credentials, raw over the wire.
import { csrf } from '../bench/callers.ts'
import { pathVariants } from '../bench/path-variants.ts'
import type { Bench } from './trial.ts'

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

export async function pathCases(bench: Bench): Promise<void> {
  const credentials = {
    none: null,
    user: bench.token('operator'),
    expired: bench.token('admin', { iat: 1_600_000_000, exp: 1_600_000_001 }),
    forged: `${bench.token('admin')}x`,
  }
  const raw = (method: string, target: string, token: string | null) =>
    `${method} ${target} HTTP/1.1\r\nHost: app.example\r\nCookie: csrf_token=${csrf}${token === null ? '' : `; auth_token=${token}`}\r\nX-CSRF-Token: ${csrf}\r\nConnection: close\r\n\r\n`

  for (const path of ['/api/admin/users', '/api/audit/logs']) {
    for (const variant of pathVariants(path, 'app.example')) {
      for (const method of methods) {
        for (const [who, token] of Object.entries(credentials)) {
          await bench.attempt('PA-01/02', `${method} ${variant} as ${who}`, raw(method, variant, token), {
            status: [400, 401, 403, 404],
            forwarded: 0,
          })
        }
      }
    }
  }
  for (const path of [
    '/api/auth/../users',
    '/api/auth/%2e%2e/users',
    '/api/auth/..%2fusers',
    '/api/auth/..;/users',
    '/api/health/../users',
  ]) {
    await bench.attempt('PA-03', path, raw('POST', path, null), { status: [400], forwarded: 0 })
  }
  for (const path of ['/api/admin', '/api/admin/', '/api/audit', '/api/audit/']) {
    await bench.attempt('PA-05', path, raw('GET', path, null), { status: [401], forwarded: 0 })
  }
  for (const path of ['/api/%ZZ', '/api/%', '/api/%u0061', '/api/%C3', '/api/\x80', '/api/\xff']) {
    await bench.attempt('PA-07', path, raw('GET', path, null), { status: [400], forwarded: 0 })
  }
  for (const length of [8192, 20_000]) {
    await bench.attempt('PA-08', `${length} bytes`, raw('GET', `/api/${'x'.repeat(length)}`, null), {
      status: [414, 431],
      forwarded: 0,
    })
  }
  for (const id of ['a%20b', '%E2%82%AC', 'AA:BB:CC', '~', 'a.b', '_-', 'x@y', 'a,b', 'a=b', 'a+b', 'a!b']) {
    const check = () => (bench.backend.requests[0]?.target === `/api/zones/${id}` ? null : 'changed on the way')
    await bench.attempt('PA-09', id, raw('GET', `/api/zones/${id}`, null), { status: [200], forwarded: 1, check })
  }
  for (const query of [
    'a=../..',
    '//',
    '%00',
    '__proto__[x]=1',
    Array.from({ length: 200 }, (_, at) => `p${at}=1`).join('&'),
  ]) {
    const check = () => (bench.backend.requests[0]?.target === `/api/zones?${query}` ? null : 'changed on the way')
    await bench.attempt('PA-10', query, raw('GET', `/api/zones?${query}`, null), { status: [200], forwarded: 1, check })
  }
}

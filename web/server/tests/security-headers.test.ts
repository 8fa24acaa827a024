// The header table of the appendix, on every kind of answer there is, exactly once each.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startBench } from './bench/bench.ts'
import { csrfPair, mutation, tokenOf } from './bench/callers.ts'
import { sharedBench } from './bench/shared-bench.ts'
import { fault, itHolds, refused, type Case, type Request } from './bench/trial.ts'

const appDir = mkdtempSync(join(tmpdir(), 'rollcall-app-'))
mkdirSync(join(appDir, 'built'))
writeFileSync(join(appDir, 'index.html'), '<!doctype html><title>app</title>')
writeFileSync(join(appDir, 'built', 'a-1.js'), 'x')
afterAll(() => rmSync(appDir, { recursive: true }))

// bench/header-set.ts compares the whole table, with these hosts, for every answer.
const environment = {
  CSP_SCRIPT_HOSTS: 'https://cdn.test',
  CSP_STYLE_HOSTS: 'https://cdn.test https://styles.test',
  CSP_FONT_HOSTS: 'https://fonts.test',
  CSP_IMG_HOSTS: 'https://*.tiles.test',
  APP_DIR: appDir,
  BACKEND_TIMEOUT_MS: '200',
}
const bench = sharedBench(
  () => environment,
  (request, response) => {
    const status = /status=(\w+)/.exec(request.url ?? '')?.[1]
    if (status === 'cut') response.socket?.destroy()
    else if (status !== 'hang')
      response.writeHead(Number(status ?? 200), status === '302' ? { location: '/x' } : {}).end()
  },
)

const raw = (first: string, more = '') => `${first}\r\nHost: 127.0.0.1\r\n${more}\r\n`
const zones = (status: number | string) => ({ path: `/api/zones?status=${status}` })
const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket' }
const proxied = [200, 204, 206, 302, 304, 400, 401, 403, 404, 409, 418, 422, 429, 500, 503]

/** Every kind of answer of our own: name, status, request. */
const own: [string, number, Request][] = [
  ['a page', 200, { path: '/floors/1' }],
  ['the head of a page', 200, { method: 'HEAD', path: '/' }],
  ['a file', 200, { path: '/built/a-1.js' }],
  ['a file that the browser has', 304, { path: '/', headers: { 'If-None-Match': '*' } }],
  ['a missing file', 404, { path: '/built/b.js' }],
  ['OPTIONS', 204, { method: 'OPTIONS', path: '/api/zones' }],
  ['health', 200, { path: '/api/health' }],
  ['the API page', 200, { path: '/docs' }],
  ['metrics', 200, { path: '/metrics' }],
  ['a malformed target', 400, { path: '/api/%2e%2e/x' }],
  ['a body that is not JSON', 400, mutation('/api/zones', '{')],
  ['no token', 401, { method: 'POST', path: '/api/zones', headers: csrfPair }],
  ['no token for a read', 401, { path: '/api/admin/x' }],
  ['a failed CSRF check', 403, { method: 'POST', path: '/api/zones' }],
  ['a role that is not enough', 403, { path: '/api/admin/x', headers: { Cookie: `auth_token=${tokenOf('viewer')}` } }],
  ['a method we do not know', 405, { method: 'PROPFIND', path: '/' }],
  ['TRACE', 405, { method: 'TRACE', path: '/' }],
  ['a wrong media type', 415, mutation('/api/zones', 'x', { headers: { 'Content-Type': 'text/plain' } })],
  ['a body declared too large', 413, mutation('/api/zones', '', { headers: { 'Content-Length': '10000000000' } })],
  ['a body too large', 413, mutation('/api/zones', 'x'.repeat(1024 * 1024 + 1))],
  ['a dead backend', 502, zones('cut')],
  ['a hanging backend', 504, zones('hang')],
  ['a database that is not there', 503, { path: '/api/health/database' }],
  ['an expectation', 417, raw('GET /api/zones HTTP/1.1', 'Expect: magic\r\nConnection: close\r\n')],
  ['unreadable HTTP', 400, 'NONSENSE\r\n\r\n'],
  ['a duplicate length', 400, `${raw('POST /api/zones HTTP/1.1', 'Content-Length: 1\r\nContent-Length: 2\r\n')}xx`],
  ['a header block too large', 431, raw('GET / HTTP/1.1', `X: ${'x'.repeat(20_000)}\r\n`)],
  ['a target too long', 431, raw(`GET /${'x'.repeat(8192)} HTTP/1.1`, 'Connection: close\r\n')],
  ['no Host', 400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['CONNECT', 405, raw('CONNECT x:80 HTTP/1.1')],
  ['a refused upgrade', 404, { path: '/api/zones', headers: upgrade }],
]

describe('in production', () => {
  // holds spec 1.1-1, 8-6; appendix order-1, headers-1, headers-3, headers-4, headers-5, headers-6, headers-7
  // holds appendix headers-8, policy-1, policy-2, policy-3, policy-4, policy-5, policy-6, policy-7; rules 1-1
  // holds rules 2-9, 4-13
  itHolds(bench, [
    ...proxied.map((status): Case => ['SH-01', `proxied ${status}`, zones(status), { status }]),
    ['SH-01', 'a proxied HEAD', { ...zones(200), method: 'HEAD' }, { status: 200 }],
    ...own.map(([name, status, request]): Case => [
      'SH-01, SH-02, SH-04',
      `${status}, ${name}: the whole table, and an error of ours in the one shape`,
      request,
      {
        status,
        check: (answer) => {
          if (answer.all('date').length !== 1) return 'no date'
          if (status < 400) return null
          const { success, error } = answer.json()
          const isShape = success === false && error?.requestId === answer.header('x-request-id') && error?.code
          const isOurs = answer.header('content-type') === 'application/json; charset=utf-8'
          return isShape && isOurs && answer.all('cache-control').join() === 'no-store' ? null : answer.body.toString()
        },
      },
    ]),
    ['SH-01', '408, headers that never end', 'GET / HTTP/1.1\r\nHost: a\r\n', { status: 408 }],
  ])

  // holds appendix order-2
  it('SH-01: also when the login limiter refuses', async () => {
    for (const status of [403, 403, 403, 403, 403, 429])
      expect(await fault(bench(), { method: 'POST', path: '/api/auth/x' }, refused(status))).toBeNull()
  })
})

describe('in development', () => {
  // holds appendix headers-2, headers-4
  it('SH-03: allows eval and local connections and sets no HSTS', async () => {
    const development = await startBench({ NODE_ENV: 'development' })
    const answer = await development.send({ path: '/api/zones' })
    const policy = answer.header('content-security-policy') ?? ''
    const directives = Object.fromEntries(policy.split('; ').map((text) => [text.split(' ')[0], text]))
    expect(directives['script-src']).toMatch(/^script-src 'self' 'unsafe-inline' 'unsafe-eval'( https:\/\/[^ ]+)*$/)
    expect(directives['connect-src']).toMatch(/^connect-src 'self' .*http:\/\/localhost:\* /)
    expect(directives['default-src']).toBe(`default-src 'self'`)
    expect(directives['frame-ancestors']).toBe(`frame-ancestors 'none'`)
    expect(answer.all('strict-transport-security')).toEqual([])
    await development.stop()
  })
})

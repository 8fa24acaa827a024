// The header table of the appendix, on every kind of answer there is, exactly once each.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csrfPair, mutation, tokenOf } from './bench/callers.ts'
import { exchange, type RawAnswer } from './bench/raw-http.ts'
import { startServerLayer, type Bench } from './bench/server-layer.ts'

const hosts = {
  script: ['https://cdn.test'],
  style: ['https://cdn.test', 'https://styles.test'],
  font: ['https://fonts.test'],
  image: ['https://*.tiles.test'],
}

export const productionTable = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'unsafe-inline' https://cdn.test; style-src 'self' 'unsafe-inline' https://cdn.test https://styles.test; " +
    "img-src 'self' data: blob: https://*.tiles.test; font-src 'self' data: https://fonts.test; connect-src 'self' wss:; frame-ancestors 'none'; " +
    "object-src 'none'; base-uri 'self'; form-action 'self'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self), microphone=(), camera=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

let bench: Bench
beforeAll(async () => {
  const appDir = mkdtempSync(join(tmpdir(), 'rollcall-app-'))
  mkdirSync(join(appDir, 'built'))
  writeFileSync(join(appDir, 'index.html'), '<!doctype html><title>app</title>')
  writeFileSync(join(appDir, 'built', 'a-1.js'), 'x')
  bench = await startServerLayer({ contentHosts: hosts, appDir, backendTimeoutMs: 200 })
  bench.backend.answer = (request, response) => {
    const wanted = /status=(\w+)/.exec(request.url ?? '')?.[1]
    if (wanted === '0') response.socket?.destroy()
    else if (wanted !== 'hang') response.writeHead(Number(wanted ?? 200)).end()
  }
})
afterAll(() => bench.stop())

const request = (parts: Parameters<Bench['send']>[0]) => () => bench.send(parts)
const raw = (bytes: string) => async () => {
  const [answer] = await exchange(bench.port, bytes, { timeoutMs: 15_000 })
  if (answer === undefined) throw new Error('no answer')
  return answer
}
const host = 'Host: 127.0.0.1\r\n'

const kinds: [string, number, () => Promise<RawAnswer>][] = [
  ['a proxied answer', 200, request({ path: '/api/zones' })],
  ['a proxied HEAD', 200, request({ method: 'HEAD', path: '/api/zones' })],
  ['no content', 204, request({ path: '/api/zones?status=204' })],
  ['not modified', 304, request({ path: '/api/zones?status=304' })],
  ['a redirect', 302, request({ path: '/api/zones?status=302' })],
  ['a proxied error', 500, request({ path: '/api/zones?status=500' })],
  ['a page', 200, request({ path: '/floors/1' })],
  ['a file', 200, request({ path: '/built/a-1.js' })],
  ['a missing file', 404, request({ path: '/built/b.js' })],
  ['OPTIONS', 204, request({ method: 'OPTIONS', path: '/api/zones' })],
  ['health', 200, request({ path: '/api/health' })],
  ['the API page', 200, request({ path: '/docs' })],
  ['metrics', 200, request({ path: '/metrics' })],
  ['a malformed path', 400, request({ path: '/api/%2e%2e/x' })],
  ['a malformed Host', 400, request({ path: '/', headers: { Host: 'x:80/api?' } })],
  ['a body that is not JSON', 400, request(mutation('/api/zones', '{'))],
  ['no token', 401, request({ method: 'POST', path: '/api/zones', headers: csrfPair })],
  ['a failed CSRF check', 403, request({ method: 'POST', path: '/api/zones' })],
  [
    'a role that is not enough',
    403,
    request({ path: '/api/admin/x', headers: { Cookie: `auth_token=${tokenOf('viewer')}` } }),
  ],
  ['a method we do not know', 405, request({ method: 'PROPFIND', path: '/' })],
  [
    'a wrong media type',
    415,
    request({ ...mutation('/api/zones', 'x'), headers: { ...mutation('/', 1).headers, 'Content-Type': 'text/plain' } }),
  ],
  [
    'a body too large',
    413,
    request({
      ...mutation('/api/zones', ''),
      headers: { ...mutation('/', 1).headers, 'Content-Length': '10000000000' },
    }),
  ],
  ['a dead backend', 502, request({ path: '/api/zones?status=0' })],
  ['a hanging backend', 504, request({ path: '/api/zones?status=hang' })],
  ['a database that is not there', 503, request({ path: '/api/health/database' })],
  ['an expectation', 417, raw(`GET /api/zones HTTP/1.1\r\n${host}Expect: magic\r\nConnection: close\r\n\r\n`)],
  ['unreadable HTTP', 400, raw('NONSENSE\r\n\r\n')],
  [
    'a duplicate length',
    400,
    raw(`POST /api/zones HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`),
  ],
  ['a header block too large', 431, raw(`GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`)],
  ['a target too long', 431, raw(`GET /${'x'.repeat(8192)} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)],
  ['no Host', 400, raw('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')],
  ['CONNECT', 405, raw(`CONNECT x:80 HTTP/1.1\r\n${host}\r\n`)],
  [
    'a refused upgrade',
    404,
    raw(`GET /api/zones HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`),
  ],
  ['headers that never end', 408, raw(`GET / HTTP/1.1\r\n${host}`)],
]

describe('in production', () => {
  it.each(kinds)('%s (%i) carries the whole table exactly once', async (_name, status, ask) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    for (const [name, value] of Object.entries(productionTable))
      expect([name, answer.all(name)]).toEqual([name, [value]])
    for (const name of ['x-powered-by', 'server', 'via']) expect([name, answer.all(name)]).toEqual([name, []])
    expect(answer.all('x-request-id')).toHaveLength(1)
    expect(answer.all('date')).toHaveLength(1)
  })

  it('carries it when the login limiter refuses', async () => {
    let answer = await bench.send({ method: 'POST', path: '/api/auth/x' })
    for (let attempt = 0; attempt < 5; attempt += 1) answer = await bench.send({ method: 'POST', path: '/api/auth/x' })
    expect(answer.status).toBe(429)
    for (const [name, value] of Object.entries(productionTable))
      expect([name, answer.all(name)]).toEqual([name, [value]])
  })

  it('writes every error of its own in the one shape, without an echo', async () => {
    for (const [name, status, ask] of kinds.filter(
      ([name, status]) => status >= 400 && name !== 'a proxied error' && status !== 408,
    )) {
      const answer = await ask()
      expect([name, answer.header('content-type')]).toEqual([name, 'application/json; charset=utf-8'])
      expect([name, answer.all('cache-control')]).toEqual([name, ['no-store']])
      const { success, error } = answer.json()
      expect([name, success, typeof error?.code, error?.requestId]).toEqual([
        name,
        false,
        'string',
        answer.header('x-request-id'),
      ])
      expect(answer.status).toBe(status)
    }
  })
})

describe('in development', () => {
  it('allows eval and local connections and sets no HSTS', async () => {
    const development = await startServerLayer({ development: true })
    const answer = await development.send({ path: '/api/zones' })
    const policy = answer.header('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src [^;]*'unsafe-eval'/)
    expect(policy).toMatch(/connect-src [^;]*http:\/\/localhost:\* /)
    expect(answer.all('strict-transport-security')).toEqual([])
    const { 'content-security-policy': _policy, 'strict-transport-security': _transport, ...same } = productionTable
    for (const [name, value] of Object.entries(same)) expect([name, answer.all(name)]).toEqual([name, [value]])
    await development.stop()
  })
})

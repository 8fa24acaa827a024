// SH-01, SH-02: one answer of every kind and status there is. The header set itself is compared with every attempt (trial.ts).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RequestParts } from '../bench/raw-http.ts'
import { withProcess } from './own-process.ts'
import type { Bench } from './trial.ts'

export async function headerCases(bench: Bench): Promise<void> {
  const appDir = mkdtempSync(join(tmpdir(), 'rollcall-hostile-'))
  writeFileSync(join(appDir, 'index.html'), '<!doctype html><title>page</title>')
  writeFileSync(join(appDir, 'a.js'), 'run()')
  await withProcess(bench, { APP_DIR: appDir }, kinds)
  rmSync(appDir, { recursive: true })
  const hosts = { CSP_SCRIPT_HOSTS: 'https://s.example', CSP_IMG_HOSTS: 'https://i.example' }
  await withProcess(bench, hosts, policy)
}

async function kinds(bench: Bench): Promise<void> {
  bench.backend.answer = (request, response) => {
    const status = Number(/status=(\d+)/.exec(request.url ?? '')?.[1] ?? 0)
    if (status === 1) response.socket?.destroy()
    else if (status > 1) response.writeHead(status, status === 302 ? { location: '/x' } : {}).end()
  }
  const proxied = [200, 204, 206, 302, 304, 400, 401, 403, 404, 409, 418, 422, 429, 500, 503]
  for (const status of proxied)
    await bench.attempt('SH-01', `proxied ${status}`, { path: `/api/x?status=${status}` }, { status: [status] })
  const raw = (head: string) => `${head}\r\nHost: a\r\nConnection: close\r\n\r\n`
  const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket' }
  const own: [number, RequestParts | string][] = [
    [200, { path: '/' }],
    [200, { path: '/a.js' }],
    [200, { method: 'HEAD', path: '/' }],
    [200, { path: '/api/health' }],
    [204, { method: 'OPTIONS', path: '/api/zones' }],
    [304, { path: '/', headers: { 'If-None-Match': '*' } }],
    [400, 'NONSENSE\r\n\r\n'],
    [400, { path: '/api/%2e' }],
    [401, { path: '/api/admin/x' }],
    [403, { method: 'POST', path: '/api/zones' }],
    [404, { path: '/b.js' }],
    [404, { path: '/x', headers: upgrade }],
    [405, { method: 'TRACE', path: '/' }],
    [405, raw('CONNECT a:1 HTTP/1.1')],
    [408, 'GET / HTTP/1.1\r\nHost: a\r\n'],
    [413, bench.mutation('/api/zones', 'x'.repeat(1024 * 1024 + 1))],
    [415, bench.mutation('/api/zones', 'x', { headers: { 'Content-Type': 'text/plain' } })],
    [417, { path: '/', headers: { Expect: 'nothing' } }],
    [431, { path: '/', headers: { X: 'x'.repeat(20_000) } }],
    [431, { path: `/${'x'.repeat(8000)}` }],
    [502, { path: '/api/x?status=1' }],
    [503, { path: '/api/health/database' }],
    [504, { path: '/api/x?status=0' }],
  ]
  for (const [status, request] of own) {
    const name = typeof request === 'string' ? request : `${request.method ?? 'GET'} ${request.path}`
    await bench.attempt('SH-01', `${status} ${name.slice(0, 40)}`, request, { status: [status] })
  }
  for (let round = 0; round < 6; round += 1)
    await bench.attempt('SH-01', `login ${round}`, { method: 'POST', path: '/api/auth/x?status=204' }, limited(round))
}

/** Without its CSRF pair, until the limiter comes first. */
const limited = (round: number) => ({ status: [round < 5 ? 403 : 429], forwarded: 0 })

async function policy(bench: Bench): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${bench.port}/api/health`)
  const said = (answer.headers.get('content-security-policy') ?? '').split('; ')
  const wanted = [
    `default-src 'self'`,
    `script-src 'self' 'unsafe-inline' https://s.example`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob: https://i.example`,
    `font-src 'self' data:`,
    `connect-src 'self' wss:`,
    `frame-ancestors 'none'`,
  ]
  for (const directive of wanted) bench.note('SH-02', directive, said.includes(directive) ? null : said.join('; '))
  bench.note('SH-02', 'no eval, no localhost', /eval|localhost/.test(said.join()) ? said.join('; ') : null)
}

// The answer to a personal link (rules 9): the one mutation outside /api/. Its token is the credential: no session, no CSRF pair, but no
// foreign page either.
import { describe, expect, it } from 'vitest'
import { csrfPair, json, signedIn } from './bench/callers.ts'
import { sharedBench } from './bench/shared-bench.ts'
import { itHolds, refused } from './bench/trial.ts'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const appDir = mkdtempSync(join(tmpdir(), 'rollcall-app-'))
writeFileSync(join(appDir, 'index.html'), '<!doctype html><title>Are you safe?</title>')
const bench = sharedBench(() => ({ APP_DIR: appDir }))

const path = `/muster-link/${'t'.repeat(43)}`
const answer = { method: 'POST', path, headers: { ...json }, body: '{"status":"accounted"}' }
const from = (headers: Record<string, string>) => ({ ...answer, headers: { ...json, ...headers } })

describe('POST /muster-link/{token}', () => {
  it('reaches the backend as it is, without anybody’s session', async () => {
    const reply = await bench().send(from({ ...signedIn(), Authorization: 'Bearer abc' }))
    expect(reply.status).toBe(200)
    expect(reply.header('cache-control')).toBe('no-store')
    const [seen] = bench().backend.requests
    expect([seen?.method, seen?.target, seen?.body.toString()]).toEqual(['POST', path, '{"status":"accounted"}'])
    expect(seen?.headers).not.toHaveProperty('authorization')
    expect(seen?.headers).not.toHaveProperty('cookie')
  })

  it('needs neither a session nor a CSRF pair, and a spoilt session does not matter', async () => {
    expect((await bench().send(answer)).status).toBe(200)
    expect((await bench().send(from({ Cookie: 'auth_token=null' }))).status).toBe(200)
    expect(bench().audited()).toEqual([])
  })

  itHolds(bench, [
    ['CS-06', 'from a foreign page', from({ Origin: 'https://evil.example' }), { ...refused(403, 'csrf_failed') }],
    ['CS-06', 'said to be foreign', from({ 'Sec-Fetch-Site': 'cross-site' }), { ...refused(403, 'csrf_failed') }],
    [
      'CS-06',
      'foreign, with a pair',
      from({ Origin: 'https://evil.example', ...csrfPair }),
      { ...refused(403, 'csrf_failed') },
    ],
    ['VA-01', 'another status', { ...answer, body: '{"status":"excused"}' }, refused(400, 'validation_failed')],
    ['VA-01', 'one field more', { ...answer, body: '{"status":"accounted","x":1}' }, refused(400, 'validation_failed')],
    ['VA-01', 'no body', { method: 'POST', path }, refused(400, 'validation_failed')],
    ['VA-04', 'no JSON', { ...answer, headers: { 'Content-Type': 'text/plain' } }, refused(415)],
    ['RT-03', 'PUT', { ...answer, method: 'PUT' }, refused(405)],
    ['RT-03', 'DELETE', { method: 'DELETE', path }, refused(405)],
    ['RT-03', 'PATCH', { ...answer, method: 'PATCH' }, refused(405)],
    ['RT-03', 'a path below it', { ...answer, path: `${path}/answer` }, refused(405)],
    ['RT-03', 'without a token', { ...answer, path: '/muster-link' }, refused(405)],
    ['AU-01', 'the same under /api/', { ...answer, path: `/api${path}` }, refused(403)],
  ])

  it('names what its address may be asked with', async () => {
    expect((await bench().send({ method: 'DELETE', path })).header('allow')).toBe('GET, HEAD, POST')
  })

  it('is a page to whoever reads it, and the backend hears nothing of that', async () => {
    const page = await bench().send({ path })
    expect([page.status, page.header('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await bench().send({ method: 'HEAD', path })).status).toBe(200)
    expect(bench().backend.requests).toEqual([])
  })

  // holds rules 9-13
  it('is answered by no GET any more', async () => {
    bench().backend.answer = (_request, response) => void response.writeHead(404).end('{}')
    expect((await bench().send({ path: `/api${path}/answer?status=accounted` })).status).toBe(404)
  })
})

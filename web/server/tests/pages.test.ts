// The built application, the API page, health, metrics and the browser's error log.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { asProcess, startBench } from './bench/bench.ts'
import { csrf, csrfPair, mutation, tokenOf } from './bench/callers.ts'
import { eventually } from './bench/eventually.ts'
import { openSocket, parseAnswers, requestBytes } from './bench/raw-http.ts'
import { sharedBench } from './bench/shared-bench.ts'
import { answerJson } from './bench/stub-backend.ts'

const page = `<!doctype html><script src="/built/app-1.js"></script><title>${'page '.repeat(400)}</title>`
const folder = mkdtempSync(join(tmpdir(), 'rollcall-app-'))
const appDir = join(folder, 'app')
mkdirSync(join(appDir, 'built'), { recursive: true })
writeFileSync(join(appDir, 'index.html'), page)
writeFileSync(join(appDir, 'built', 'app-1.js'), 'run()')
writeFileSync(join(appDir, 'rollcall.svg'), '<svg/>')
writeFileSync(join(appDir, 'manifest.webmanifest'), '{}')
writeFileSync(join(appDir, 'sw.js'), 'work()')
writeFileSync(join(appDir, 'built', 'inter-cyrillic-1.woff2'), 'letters')
writeFileSync(join(appDir, 'built', 'pdfjs-1.js'), 'open()')
writeFileSync(join(folder, 'outside.txt'), 'secret')
const bench = sharedBench(() => ({ APP_DIR: appDir }))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the application', () => {
  it.each(['/', '/index.html', '/login', '/floors/123', '/apix'])(
    'is the page at %s, never cached unchecked',
    async (path) => {
      const answer = await bench().send({ path })
      expect([answer.status, answer.body.toString()]).toEqual([200, page])
      expect(answer.header('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.header('cache-control')).toBe('no-cache')
    },
  )

  it('is not sent again when the browser has it', async () => {
    const etag = (await bench().send({ path: '/' })).header('etag') ?? ''
    // A compressing proxy in front of us turns the tag into a weak one; a browser may know several.
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await bench().send({ path: '/', headers: { 'If-None-Match': known } })
      expect([known, answer.status, answer.body.length, answer.header('etag')]).toEqual([known, 304, 0, etag])
    }
    for (const other of ['"x"', etag.slice(1), `"${etag}"`])
      expect((await bench().send({ path: '/', headers: { 'If-None-Match': other } })).status).toBe(200)
  })

  it('is compressed for those who ask', async () => {
    const answer = await bench().send({ path: '/', headers: { 'Accept-Encoding': 'gzip, br' } })
    expect([answer.header('content-encoding'), answer.header('vary')]).toEqual(['gzip', 'Accept-Encoding'])
    expect(gunzipSync(answer.body).toString()).toBe(page)
    for (const refused of ['gzip;q=0', 'br', 'gzip; q=0.000, br', 'x-gzipped', 'identity']) {
      const { fields } = await bench().send({ path: '/', headers: { 'Accept-Encoding': refused } })
      expect(fields.map(([name]) => name.toLowerCase())).not.toContain('content-encoding')
    }
  })

  it('has a service worker that is asked for each time, for every page, and knows its build', async () => {
    const worker = async (start = bench()) => {
      const answer = await start.send({ path: '/sw.js' })
      const [, list = ''] = /^globalThis\.rollcallFiles = (.+)\nwork\(\)$/.exec(answer.body.toString()) ?? []
      return { answer, ...(JSON.parse(list) as { build: string; files: string[] }) }
    }
    const { answer, build, files } = await worker()
    expect([answer.header('content-type'), answer.header('cache-control')]).toEqual([
      'text/javascript; charset=utf-8',
      'no-cache',
    ])
    // At the root its scope is everything without being widened.
    expect(answer.fields.map(([name]) => name.toLowerCase())).not.toContain('service-worker-allowed')
    expect(answer.header('content-security-policy')).toContain(`connect-src 'self' wss:`)
    expect(files.toSorted()).toEqual(['/built/app-1.js', '/manifest.webmanifest', '/rollcall.svg'])
    expect((await bench().send({ path: '/manifest.webmanifest' })).header('content-type')).toContain(
      'application/manifest+json',
    )
    writeFileSync(join(appDir, 'built', 'app-1.js'), 'run(2)')
    const newer = await startBench({ APP_DIR: appDir })
    expect((await worker(newer)).build).not.toBe(build)
    await newer.stop()
    writeFileSync(join(appDir, 'built', 'app-1.js'), 'run()')
  })

  it('has files with their types, hashed ones for ever', async () => {
    const script = await bench().send({ path: '/built/app-1.js' })
    expect([script.body.toString(), script.header('content-type')]).toEqual(['run()', 'text/javascript; charset=utf-8'])
    expect(script.header('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await bench().send({ path: '/rollcall.svg' })).header('content-type')).toBe('image/svg+xml; charset=utf-8')
  })

  it('answers HEAD with the same headers and no body', async () => {
    const answer = await bench().send({ method: 'HEAD', path: '/' })
    expect([answer.status, answer.header('content-length')]).toEqual([200, String(page.length)])
  })

  it.each([
    '/outside.txt',
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/built/..%2f..%2foutside.txt',
    '/built/nothing.js',
  ])('gives away nothing else: %s', async (path) => {
    const answer = await bench().send({ path })
    expect([400, 404]).toContain(answer.status)
    expect(answer.body.toString()).not.toContain('secret')
  })

  it('takes no other method', async () => {
    const answer = await bench().send({ method: 'POST', path: '/' })
    expect([answer.status, answer.header('allow')]).toEqual([405, 'GET, HEAD'])
  })

  // holds rules 4-19
  it('carries a new nonce each time in the strict profile, and its policy no unsafe-inline', async () => {
    const strict = await startBench({ APP_DIR: appDir, SECURITY_PROFILE: 'strict' })
    const nonces = new Set<string>()
    for (let count = 0; count < 3; count += 1) {
      const answer = await strict.send({ path: '/' })
      const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(answer.header('content-security-policy') ?? '')?.[1] ?? ''
      expect(answer.body.toString()).toContain(`<script nonce="${nonce}" src=`)
      expect(answer.header('content-security-policy')).not.toContain('unsafe-inline')
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(3)
    await strict.stop()
  })
})

describe('the development routes', () => {
  const paths = ['/dev-login', '/dev-user', '/ble/scan', '/ble/status']
  // holds spec 4.4-1
  it.each(paths.flatMap((path) => [path, path.toUpperCase(), `${path}/`]))(
    'RT-04: do not exist in production: %s',
    async (path) => {
      for (const method of ['GET', 'POST', 'HEAD', 'PUT']) {
        const answer = await bench().send({ method, path, headers: { Accept: 'text/html' } })
        expect([method, answer.status]).toEqual([method, 404])
        expect(method === 'HEAD' ? 'not_found' : answer.json().error?.code).toBe('not_found')
      }
    },
  )

  // holds spec 2.2-5, 4.4-2, 4.4-3, 4.4-4, 4.4-5
  it('work in development', async () => {
    const development = await startBench({ NODE_ENV: 'development' })
    development.backend.answer = (request, response) => {
      const items = request.url?.startsWith('/api/receivers')
        ? [{ status: 'online' }, { status: 'offline' }]
        : [{ transmitterId: 'aabbccddeeff', lastSeenAt: null, name: 'x' }]
      response.end(JSON.stringify({ success: true, data: { items } }))
    }
    const login = await development.send({
      method: 'POST',
      path: '/dev-login',
      headers: { 'Content-Type': 'application/json' },
      body: '{"any":"thing"}',
    })
    const { token } = login.json().data as { token: string }
    expect(token.split('.')).toHaveLength(3)
    expect((await development.send({ method: 'POST', path: '/api/dev-login' })).status).toBe(200)
    expect((await development.send({ path: '/dev-user' })).json().data).toEqual({
      userId: 'dev-user',
      email: 'dev@localhost',
      displayName: 'Development user',
      role: 'admin',
    })
    expect((await development.send({ path: '/ble/scan' })).json().data).toEqual({ scanning: true, receiversOnline: 1 })
    expect((await development.send({ path: '/ble/status' })).json().data).toEqual({
      devices: [{ deviceId: 'aabbccddeeff', lastSeenAt: null }],
    })
    for (const path of ['/dev-user', '/ble/scan', '/ble/status'])
      expect([path, (await development.send({ method: 'HEAD', path })).status]).toEqual([path, 200])
    await development.stop()
  })

  // holds spec 4.4-4
  it('ask the backend as whoever is signed in, and pass on its refusal', async () => {
    const development = await startBench({ NODE_ENV: 'development' })
    development.backend.answer = ({ headers }, response) =>
      headers.authorization === 'Bearer of-a-developer'
        ? answerJson(response, 200, { success: true, data: { items: [{ status: 'online' }] } })
        : answerJson(response, 401, { refused: 'by the backend' })
    const ask = (headers: Record<string, string>) => development.send({ path: '/ble/scan', headers })
    expect((await ask({ Cookie: 'auth_token=of-a-developer' })).json().data).toMatchObject({ receiversOnline: 1 })
    const refused = await ask({})
    expect([refused.status, refused.body.toString()]).toEqual([401, '{"refused":"by the backend"}'])
    await development.stop()
  })

  it.each(['{}', '[]', 'null', 'not JSON', '{"data":{"items":{}}}', '{"data":{"items":[null,1]}}'])(
    'know of no device when the backend says %s',
    async (text) => {
      const development = await startBench({ NODE_ENV: 'development' })
      development.backend.answer = (_request, response) => response.end(text)
      expect((await development.send({ path: '/ble/scan' })).json().data).toMatchObject({ receiversOnline: 0 })
      expect((await development.send({ path: '/ble/status' })).json().data).toEqual({ devices: [] })
      await development.stop()
    },
  )
})

describe('health', () => {
  it.each(['GET', 'HEAD'])('answers %s without the backend', async (method) => {
    expect((await bench().send({ method, path: '/api/health' })).status).toBe(200)
    expect(bench().backend.requests).toHaveLength(0)
  })

  it('RT-05: says at its limit that the database does not answer, asks it once for many, and does not say where it is', async () => {
    const connections: Socket[] = []
    const silent = createServer((socket) => void connections.push(socket))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const databaseUrl = `postgres://user:hidden@127.0.0.1:${port}/db`
    const hanging = await startBench({ DATABASE_URL: databaseUrl, HEALTH_TIMEOUT_MS: '400' })
    const answers = await Promise.all(Array.from({ length: 50 }, () => hanging.send({ path: '/api/health/database' })))
    for (const answer of answers) {
      expect([answer.status, answer.json().error?.code]).toEqual([503, 'database_unavailable'])
      expect(answer.body.toString()).not.toMatch(/postgres|hidden|127\.0/)
    }
    // One question a second; how long fifty callers take is the machine's business.
    expect(connections.length).toBeLessThan(25)
    await hanging.stop()
    for (const socket of connections) socket.destroy()
    silent.close()
  })
})

describe('metrics', () => {
  it('tell requests by route and status, the backend’s time, denials by reason, its pool and the limiter', async () => {
    const fresh = await startBench()
    expect((await fresh.send({ path: '/api/zones' })).status).toBe(200)
    fresh.backend.answer = () => undefined
    const waiting = await openSocket(fresh.port)
    waiting.write(requestBytes(fresh.port, { path: '/api/zones' }))
    await eventually(() => fresh.backend.requests.length > 1)
    await fresh.send({ path: '/api/admin/users' })
    await fresh.send({ method: 'POST', path: '/api/auth/x' })
    const text = (await fresh.send({ path: '/metrics' })).body.toString()
    for (const line of [
      'rollcall_web_requests_total{method="GET",route="none",status="401"} 1',
      'rollcall_web_denials_total{reason="unauthenticated"} 1',
      'rollcall_web_denials_total{reason="csrf_failed"} 1',
      'rollcall_web_pool_connected 1',
      'rollcall_web_pool_running 1',
      'rollcall_web_pool_pending 0',
      'rollcall_web_pool_size 1',
      'rollcall_web_login_limiter_keys 1',
      'rollcall_web_login_limiter_shared 0',
    ])
      expect(text.split('\n')).toContain(line)
    expect(text).toContain('rollcall_web_upstream_seconds_count{status="200"} 1')
    waiting.destroy()
    // Who left had no answer: that is no success.
    const left = 'rollcall_web_requests_total{method="GET",route="/api/zones",status="0"} 1'
    await eventually(async () => (await fresh.send({ path: '/metrics' })).body.toString().includes(left))
    await fresh.stop()
  })

  it('are for this machine only', async () => {
    expect((await bench().send({ path: '/metrics' })).body.toString()).toContain(
      'rollcall_web_requests_total{method="GET",route="static",status="200"}',
    )
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'X-Forwarded-Host']) {
      const { status } = await bench().send({ path: '/metrics', headers: { [name]: '1.2.3.4' } })
      expect([name, status]).toEqual([name, 404])
    }
    // The trace of a proxy counts wherever it stands; and no page may read them under a name that leads to this machine.
    const behindMany = [...Array.from({ length: 2001 }, () => ['a', ''] as const), ['Via', '1.1 x'] as const]
    expect((await bench().send({ path: '/metrics', headers: behindMany })).status).toBe(404)
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:3000', '10.0.0.1']) {
      const { status } = await bench().send({ path: '/metrics', headers: { Host: host } })
      expect([host, status]).toEqual([host, 404])
    }
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000'])
      expect((await bench().send({ path: '/metrics', headers: { Host: host } })).status).toBe(200)
  })

  const elsewhere = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address
  it.skipIf(asProcess || elsewhere === undefined)('are not for the network', async () => {
    const door = createServer((socket) => bench().layer!.server.emit('connection', socket))
    await new Promise<void>((resolve) => door.listen(0, elsewhere, resolve))
    const { port } = door.address() as AddressInfo
    const socket = connect(port, elsewhere)
    socket.write(requestBytes(port, { path: '/metrics', headers: { Host: 'localhost' } }))
    const received = Buffer.concat(await socket.toArray())
    expect(parseAnswers(received).map(({ status }) => status)).toEqual([404])
    door.close()
  })

  it.each(['/metrics', '/docs'])('and the API page are only read: %s', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await bench().send({ method, path })
      expect([method, answer.status, answer.header('allow')]).toEqual([method, 405, 'GET, HEAD'])
    }
    expect((await bench().send({ method: 'HEAD', path })).status).toBe(200)
  })
})

describe('the API description', () => {
  it('is OpenAPI 3.1 and a page', async () => {
    const json = await bench().send({ path: '/api/openapi.json' })
    expect(JSON.parse(json.body.toString())).toMatchObject({
      openapi: '3.1.0',
      paths: { '/api/zones/{id}': { put: {} } },
    })
    expect((await bench().send({ path: '/docs' })).body.toString()).toContain('<code>/api/zones/{id}</code>')
  })
})

describe('POST /api/proxy/error-log', () => {
  const path = '/api/proxy/error-log'
  // holds spec 4.2-24
  it('RT-06: becomes one log line without secrets', async () => {
    const token = tokenOf('operator')
    const body = {
      message: `line\r\nbreak \u001b[31m Bearer abcdef ${token}`,
      page: '/floors?token=abc123&x=1',
      stack: 'password: hunter2',
    }
    const answer = await bench().send(mutation(path, body))
    expect(answer.status).toBe(204)
    const lines = bench()
      .logged()
      .filter(({ code }) => code === 'browser_error')
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toMatch(/abcdef|abc123|hunter2/)
    expect(JSON.stringify(lines)).not.toContain(token)
    expect(lines[0]?.fields).toMatchObject({ userId: 'u1', page: '/floors?token=***&x=1' })
    expect(bench().backend.requests).toHaveLength(0)
  })

  it('needs a signed-in caller and a body of its shape', async () => {
    expect((await bench().send({ method: 'POST', path, headers: csrfPair })).status).toBe(401)
    expect((await bench().send(mutation(path, { message: 'x'.repeat(3000) }))).status).toBe(400)
    expect((await bench().send(mutation(path, { message: 'x', cookie: csrf }))).status).toBe(400)
  })

  it('RT-06: is limited', async () => {
    const statuses = new Set<number>()
    for (let count = 0; count < 80; count += 1)
      statuses.add((await bench().send(mutation(path, { message: 'again' }))).status)
    expect(statuses).toEqual(new Set([204, 429]))
    expect(
      bench()
        .logged()
        .filter(({ code }) => code === 'browser_error').length,
    ).toBeLessThanOrEqual(60)
  })
})

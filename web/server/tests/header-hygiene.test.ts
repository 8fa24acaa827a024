// Rules 4: which headers reach the backend and which come back.
import { describe, expect, it } from 'vitest'
import { startBench } from './bench/bench.ts'
import { csrfPair } from './bench/callers.ts'
import { sharedBench } from './bench/shared-bench.ts'
import { itHolds, passes, refused, type Case } from './bench/trial.ts'

const bench = sharedBench()

const received = () => {
  const raw = bench().backend.requests[0]!.rawHeaders
  return raw.filter((_, at) => at % 2 === 0).map((name, at) => [name.toLowerCase(), raw[at * 2 + 1]] as const)
}

describe('toward the backend', () => {
  // holds rules 4-7
  it('HD-01, HD-02, HD-04, HD-05, PX-05: goes nothing by which a client could pass for somebody else', async () => {
    const impersonating = {
      'X-Forwarded-For': '1.2.3.4',
      'X-Real-IP': '1.2.3.4',
      Forwarded: 'for=1.2.3.4',
      'X-Forwarded-Host': 'evil',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Uri': '/x',
      'X-Forwarded-Prefix': '/x',
      'X-Forwarded-Port': '1',
      'CF-Connecting-IP': '1.2.3.4',
      'True-Client-IP': '1.2.3.4',
      X_Forwarded_For: '1.2.3.4',
      'x-forwarded_for': '1.2.3.4',
      X_Forwarded_User: 'admin',
      'X-User-Id': '1',
      'X-Auth-Role': 'admin',
      'X-HTTP-Method-Override': 'DELETE',
      'X-HTTP-Method': 'DELETE',
      'X-Method-Override': 'DELETE',
      'X-Original-URL': '/api/admin',
      'X-Rewrite-URL': '/api/admin',
      'X-Exchange-Assertion': 'x',
      Cookie: 'auth_token=abc; csrf_token=x; foo=bar',
      'Proxy-Authorization': 'Basic x',
      TE: 'trailers',
      Trailer: 'X-A',
      'Keep-Alive': 'timeout=5',
      Connection: 'close, X-Custom',
      'X-Custom': '1',
      'HTTP2-Settings': 'AAA',
      Origin: `http://127.0.0.1:${bench().port}`,
      Referer: 'http://127.0.0.1/secret',
    }
    await bench().send({ path: '/api/zones', headers: impersonating })
    const fields = received()
    expect(fields.map(([name]) => name).sort()).toEqual(
      [
        'authorization',
        'connection',
        'host',
        'x-forwarded-for',
        'x-forwarded-host',
        'x-forwarded-proto',
        'x-request-id',
      ].sort(),
    )
    expect(Object.fromEntries(fields)).toMatchObject({
      host: `127.0.0.1:${bench().backend.port}`,
      connection: 'keep-alive',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': `127.0.0.1:${bench().port}`,
      authorization: 'Bearer abc',
    })
  })

  const foreign = ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'X_Forwarded_For', 'x-forwarded_for', 'X-User-Id']
  const overriding = ['X-Auth-Role', 'X-HTTP-Method-Override', 'X-Original-URL', 'CF-Connecting-IP', 'True-Client-IP']
  const others = ['X-Exchange-Assertion', 'Proxy-Authorization', 'X-Forwarded-Host', 'TE', 'Cookie']
  const usual = ['host', 'connection', 'x-request-id', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']
  const offer = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAA' }
  itHolds(bench, [
    ...[...foreign, ...overriding, ...others].map((name): Case => [
      'HD-01, HD-02, HD-05',
      `${name} alone`,
      { path: '/api/zones', headers: { [name]: '1.2.3.4' } },
      {
        ...passes,
        check: (_answer, seen) => {
          const odd = Object.keys(seen?.headers ?? {}).filter((key) => !usual.includes(key))
          return odd.length === 0 && seen?.headers['x-forwarded-for'] === '127.0.0.1' ? null : `went on: ${odd.join()}`
        },
      },
    ]),
    [
      'HD-04',
      'an offer of h2c',
      { path: '/api/zones', headers: offer },
      { ...passes, check: (_answer, seen) => (seen?.headers.upgrade === undefined ? null : 'the offer went on') },
    ],
    ['HD-06', 'a foreign Host decides nothing', { path: '/api/admin/x', headers: { Host: 'evil' } }, refused(401)],
    ['HD-06', 'a Host with a path', { path: '/api/admin/x', headers: { Host: 'x:80/api/auth/login?' } }, refused(400)],
    [
      'HD-06',
      'the Host of the backend is its own',
      { path: '/api/zones', headers: { Host: 'evil', 'X-Forwarded-Host': 'evil2' } },
      {
        ...passes,
        check: (_answer, seen, { backend }) => (seen?.headers.host === new URL(backend.url).host ? null : 'another'),
      },
    ],
    ...['/reflect-me', '/api/zones/reflect-me', '/api/admin/reflect-me'].map((path): Case => [
      'SH-05',
      `nothing of ${path} comes back in a header`,
      {
        path,
        headers: {
          Origin: 'https://reflect-me.example',
          Host: 'reflect-me.example',
          Referer: 'https://reflect-me.example/',
        },
      },
      {
        status: [200, 401, 404],
        check: ({ fields }) => (fields.some(([, value]) => value.includes('reflect-me')) ? 'echoes the input' : null),
      },
    ]),
  ])

  it('HD-10: go the headers a request is made of', async () => {
    const plain = {
      Accept: 'application/json',
      'Accept-Language': 'de',
      'User-Agent': 'test/1',
      Range: 'bytes=0-1',
      'If-Match': '"a"',
      'If-None-Match': '"b"',
      'If-Modified-Since': 'Sun, 15 Nov 2026 00:00:00 GMT',
      'X-Request-Id': 'my-own-id-1',
    }
    const answer = await bench().send({ path: '/api/zones', headers: plain })
    const fields = Object.fromEntries(received())
    for (const [name, value] of Object.entries(plain)) expect(fields[name.toLowerCase()]).toBe(value)
    expect(answer.all('x-request-id')).toEqual(['my-own-id-1'])
  })

  it.each(['a b', 'x'.repeat(65), 'a_b', '<script>', ''])('HD-10: a request id like %j is replaced', async (id) => {
    const answer = await bench().send({ path: '/api/zones', headers: { 'X-Request-Id': id } })
    expect(Object.fromEntries(received())['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.header('x-request-id')).toBe(Object.fromEntries(received())['x-request-id'])
  })

  it('HT-03: a body on GET is not sent on', async () => {
    await bench().send({
      path: '/api/zones',
      headers: { 'Content-Type': 'text/plain' },
      body: 'GET /api/admin HTTP/1.1\r\n\r\n',
    })
    expect(bench().backend.requests).toHaveLength(1)
    expect(bench().backend.requests[0]!.body.length).toBe(0)
    expect(Object.fromEntries(received())['content-length']).toBeUndefined()
  })
})

describe('behind a trusted proxy', () => {
  it('HD-01: goes what the proxy says of browser, scheme and host, and no nonsense of it', async () => {
    const behind = await startBench({ TRUSTED_PROXIES: '127.0.0.1' })
    const told = {
      'X-Forwarded-For': '6.6.6.6, 203.0.113.9',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'app.example',
    }
    await behind.send({ path: '/api/zones', headers: told })
    await behind.send({
      path: '/api/zones',
      headers: { ...told, 'X-Forwarded-Host': 'a/b?\u00e9', 'X-Forwarded-Proto': 'gopher' },
    })
    const [first, second] = behind.backend.requests.map(({ headers }) => headers)
    expect(first).toMatchObject({
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'app.example',
    })
    expect(second).toMatchObject({ 'x-forwarded-proto': 'http', 'x-forwarded-host': `127.0.0.1:${behind.port}` })
    await behind.stop()
  })
})

describe('toward the browser', () => {
  it('a file that the backend shuts in stays shut in, behind our own policy and in the same header', async () => {
    const policy = `default-src 'none'; style-src 'unsafe-inline'; sandbox`
    bench().backend.answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/svg+xml', 'content-security-policy': policy }).end('<svg/>')
    const answer = await bench().send({ path: '/api/floors/1/plan' })
    expect(answer.all('content-security-policy')).toHaveLength(1)
    expect(answer.header('content-security-policy')).toMatch(
      /^default-src 'self'; .*, default-src 'none'; .*; sandbox$/,
    )
  })

  // holds appendix headers-9; rules 4-11, 4-12
  it('PX-13, PX-14, SH-04: ours win, exactly once, and nothing of the backend shows', async () => {
    bench().backend.answer = (_request, response) =>
      response
        .writeHead(200, {
          'content-security-policy': 'default-src *',
          'x-frame-options': 'ALLOWALL',
          'strict-transport-security': 'max-age=0',
          server: 'backend/1',
          via: '1.1 x',
          'x-powered-by': 'x',
          'access-control-allow-origin': '*',
          'access-control-allow-credentials': 'true',
          'set-cookie': ['a=b', 'auth_token=evil'],
          connection: 'keep-alive, x-secret',
          'x-secret': '1',
          'keep-alive': 'timeout=99',
          'proxy-authenticate': 'Basic',
          trailer: 'X-A',
          te: 'x',
          upgrade: 'h2c',
          'x-request-id': 'of-the-backend',
          'x-custom': 'kept',
        })
        .end('ok')
    const answer = await bench().send({ path: '/api/zones' })
    expect(answer.all('x-frame-options')).toEqual(['DENY'])
    expect(answer.all('strict-transport-security')).toEqual(['max-age=31536000; includeSubDomains'])
    expect(answer.all('content-security-policy')).toHaveLength(1)
    expect(answer.header('content-security-policy')).not.toContain('*')
    expect(answer.all('x-request-id')).not.toContain('of-the-backend')
    expect(answer.header('x-custom')).toBe('kept')
    const gone = [
      'server',
      'via',
      'x-powered-by',
      'set-cookie',
      'x-secret',
      'proxy-authenticate',
      'trailer',
      'te',
      'upgrade',
      'keep-alive',
    ]
    for (const name of [...gone, 'access-control-allow-origin', 'access-control-allow-credentials']) {
      expect([name, answer.all(name)]).toEqual([name, []])
    }
  })

  it('come the bytes of a header as the backend wrote them', async () => {
    // UTF-8, which Node shows byte by byte.
    const name = Buffer.from('attachment; filename="Büro 3 €.csv"').toString('latin1')
    const head = `HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Name: ${name}\r\nContent-Disposition: ${name}\r\n\r\n`
    bench().backend.answer = (_request, response) => void response.socket?.end(Buffer.from(`${head}ok`, 'latin1'))
    const answer = await bench().send({ path: '/api/personnel/export/csv' })
    expect([answer.status, answer.header('x-name'), answer.header('content-disposition')]).toEqual([200, name, name])
  })

  it('comes one limit, ours, where both sides count', async () => {
    bench().backend.answer = (_request, response) =>
      response.writeHead(429, { 'X-RateLimit-Limit': '99', 'X-RateLimit-Remaining': '0' }).end('{}')
    for (const path of ['/api/auth/login', '/api/auth/other']) {
      const headers = { ...csrfPair, 'Content-Type': 'application/json' }
      const body = '{"email":"ada@example.org","password":"of the tests"}'
      const answer = await bench().send({ method: 'POST', path, headers, body })
      expect([path, answer.status, answer.all('x-ratelimit-limit')]).toEqual([path, 429, ['5']])
    }
    expect((await bench().send({ path: '/api/zones' })).all('x-ratelimit-limit')).toEqual(['99'])
  })

  it.each([
    [undefined, 'no-store'],
    ['public, max-age=60', 'no-store'],
    ['private, no-store', 'private, no-store'],
  ])('CK-06: turns Cache-Control %j into %j under /api', async (given, expected) => {
    bench().backend.answer = (_request, response) =>
      response.writeHead(200, given ? { 'cache-control': given } : {}).end('ok')
    const answer = await bench().send({ path: '/api/zones' })
    expect(answer.all('cache-control')).toEqual([expected])
  })
})

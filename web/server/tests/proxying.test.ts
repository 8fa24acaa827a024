// Spec 4.1 through the door: what reaches the backend and what comes back.
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { csrf, mutation, tokenOf } from './bench/callers.ts'
import { exchange, requestBytes } from './bench/raw-http.ts'
import { startServerLayer, type Bench } from './bench/server-layer.ts'
import { answerJson } from './bench/stub-backend.ts'

let bench: Bench
beforeEach(async () => {
  bench = await startServerLayer()
})
afterEach(() => bench.stop())

const only = () => {
  expect(bench.backend.requests).toHaveLength(1)
  return bench.backend.requests[0]!
}
const field = (name: string) => {
  const raw = only().rawHeaders
  return raw.filter((_, at) => at % 2 === 1 && raw[at - 1]!.toLowerCase() === name)
}

describe('the token of spec 4.1.2', () => {
  it('forwards method, path and query byte for byte with the cookie as bearer token', async () => {
    const token = tokenOf('operator')
    const answer = await bench.send({ path: '/api/zones?b=2&a=%20x&a=y', headers: { Cookie: `auth_token=${token}` } })
    expect(answer.status).toBe(200)
    expect(answer.body.toString()).toBe('{"success":true,"data":{"from":"backend"}}')
    expect(only()).toMatchObject({ method: 'GET', target: '/api/zones?b=2&a=%20x&a=y' })
    expect(field('authorization')).toEqual([`Bearer ${token}`])
  })

  it('decodes a percent-encoded cookie once', async () => {
    const token = tokenOf('operator')
    const encoded = token.replaceAll('.', '%2E')
    await bench.send({ path: '/api/zones', headers: { Cookie: `auth_token=${encoded}` } })
    expect(field('authorization')).toEqual([`Bearer ${token}`])
  })

  it('uses the header only when there is no cookie', async () => {
    await bench.send({ path: '/api/zones', headers: { Authorization: 'Bearer abc' } })
    expect(field('authorization')).toEqual(['Bearer abc'])
  })

  it('prefers the cookie to the header', async () => {
    const token = tokenOf('operator')
    await bench.send({ path: '/api/zones', headers: { Cookie: `auth_token=${token}`, Authorization: 'Bearer other' } })
    expect(field('authorization')).toEqual([`Bearer ${token}`])
  })

  it('sends no Authorization when there is no token, and credentials of other schemes to nobody', async () => {
    await bench.send({ path: '/api/zones', headers: { Authorization: 'Basic dTpw' } })
    expect(field('authorization')).toEqual([])
  })

  const cookies = [
    'null',
    'undefined',
    'NULL',
    'Bearer%20null',
    '%22%22',
    'a%0d%0aX-Evil:%201',
    '%F0%9F%98%80',
    '%00',
    '%C3',
  ]
  it.each([...cookies, 'x'.repeat(9000)])(
    'rejects the cookie value %j with 401 and forwards nothing',
    async (value) => {
      const answer = await bench.send({ path: '/api/zones', headers: { Cookie: `auth_token=${value}` } })
      expect(answer.status).toBe(401)
      expect(answer.json().error?.code).toBe('unauthenticated')
      expect(answer.header('www-authenticate')).toBe('Bearer')
      expect(bench.backend.requests).toHaveLength(0)
    },
  )

  const headers = ['Bearer null', 'bearer undefined', 'Bearer  null', 'Bearer', 'Bearer null, Bearer x', 'Bearer "x"']
  it.each(headers)('rejects the header %j with 401 and forwards nothing', async (value) => {
    const answer = await bench.send({ path: '/api/zones', headers: { Authorization: value } })
    expect(answer.status).toBe(401)
    expect(bench.backend.requests).toHaveLength(0)
  })

  it('takes an empty cookie for no token', async () => {
    await bench.send({ path: '/api/zones', headers: { Cookie: 'auth_token=', Authorization: 'Bearer other' } })
    expect(field('authorization')).toEqual([])
  })

  it('lets a read with a header-safe but meaningless cookie pass for the backend to judge', async () => {
    await bench.send({ path: '/api/zones', headers: { Cookie: 'auth_token=!garbage!' } })
    expect(field('authorization')).toEqual(['Bearer !garbage!'])
  })
})

describe('the answer of the backend', () => {
  const statuses = [400, 401, 403, 404, 409, 418, 422, 429, 500, 503]
  const bodies = [
    ['application/json', '{"error":"x"}'],
    ['text/plain', 'no'],
    ['text/html', '<b>no</b>'],
    ['application/json', ''],
  ] as const
  it.each(statuses.flatMap((status) => bodies.map((body) => [status, ...body] as const)))(
    'passes %i with a body of type %s through unchanged: %j',
    async (status, type, body) => {
      bench.backend.answer = (_request, response) => response.writeHead(status, { 'content-type': type }).end(body)
      const answer = await bench.send({ path: '/api/zones' })
      expect([answer.status, answer.header('content-type'), answer.body.toString()]).toEqual([status, type, body])
    },
  )

  it('becomes 204 without body and type when there is no content', async () => {
    bench.backend.answer = (_request, response) => response.writeHead(204, { 'content-type': 'text/plain' }).end()
    const answer = await bench.send({ path: '/api/zones' })
    expect([answer.status, answer.body.length, answer.header('content-type')]).toEqual([204, 0, undefined])
  })

  it('is 204 even when stray bytes follow it', async () => {
    bench.backend.answer = (_request, response) => {
      response.socket?.end('HTTP/1.1 204 No Content\r\n\r\nstray bytes')
    }
    const answer = await bench.send({ path: '/api/zones' })
    expect([answer.status, answer.body.length]).toEqual([204, 0])
  })

  it.each([204, 304])(
    'is a %i without body also when it tells the length of the body it stands for',
    async (status) => {
      bench.backend.answer = (_request, response) => {
        response.socket?.end(`HTTP/1.1 ${status} x\r\nETag: "v1"\r\nContent-Length: 5\r\n\r\n`)
      }
      const request = requestBytes(bench.port, { path: '/api/zones', headers: { Connection: 'keep-alive' } })
      const answers = await exchange(bench.port, Buffer.concat([request, request]), { count: 2 })
      expect(answers.map((answer) => [answer.status, answer.header('etag')])).toEqual([
        [status, '"v1"'],
        [status, '"v1"'],
      ])
    },
  )

  it('passes redirects through and follows none', async () => {
    bench.backend.answer = (_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${bench.backend.port}/steal` }).end()
    const answer = await bench.send({ path: '/api/zones' })
    expect(answer.status).toBe(302)
    expect(only().target).toBe('/api/zones')
  })

  it('keeps 304, HEAD and 206 what they are', async () => {
    bench.backend.answer = (request, response) => {
      if (request.headers['if-none-match']) response.writeHead(304, { etag: '"1"' }).end()
      else if (request.headers.range) response.writeHead(206, { 'content-range': 'bytes 0-1/9' }).end('ab')
      else response.writeHead(200, { 'content-length': '9' }).end(request.method === 'HEAD' ? undefined : '123456789')
    }
    const cached = await bench.send({ path: '/api/zones', headers: { 'If-None-Match': '"1"' } })
    expect([cached.status, cached.header('etag'), cached.body.length]).toEqual([304, '"1"', 0])
    const head = await bench.send({ method: 'HEAD', path: '/api/zones' })
    expect([head.status, head.header('content-length')]).toEqual([200, '9'])
    const part = await bench.send({ path: '/api/zones', headers: { Range: 'bytes=0-1' } })
    expect([part.status, part.header('content-range'), part.body.toString()]).toEqual([206, 'bytes 0-1/9', 'ab'])
  })

  it('passes compressed bytes through as they are', async () => {
    const zipped = gzipSync('x'.repeat(5000))
    bench.backend.answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }).end(zipped)
    const answer = await bench.send({ path: '/api/zones', headers: { 'Accept-Encoding': 'gzip' } })
    expect(answer.header('content-encoding')).toBe('gzip')
    expect(answer.body.equals(zipped)).toBe(true)
  })
})

describe('the catch-all of spec 4.1.6', () => {
  it('forwards any other path and its body unchanged', async () => {
    await bench.send(mutation('/api/anything/else', '{"a" : 1}'))
    expect(only()).toMatchObject({ method: 'POST', target: '/api/anything/else' })
    expect(only().body.toString()).toBe('{"a" : 1}')
    expect(field('content-type')).toEqual(['application/json'])
  })

  it('wants a media type with a body', async () => {
    const parts = mutation('/api/anything/else', 'x')
    const answer = await bench.send({
      ...parts,
      headers: { Cookie: `auth_token=${tokenOf('operator')}; csrf_token=${csrf}`, 'X-CSRF-Token': csrf },
    })
    expect([answer.status, answer.json().error?.code]).toEqual([415, 'unsupported_media_type'])
  })

  it('forwards an unlisted method on a listed path after the checks', async () => {
    bench.backend.answer = (_request, response) => answerJson(response, 404, { success: false })
    const refused = await bench.send({ method: 'DELETE', path: '/api/negotiate' })
    expect(refused.status).toBe(403)
    const answer = await bench.send(mutation('/api/negotiate', undefined, { method: 'DELETE' }))
    expect(answer.status).toBe(404)
    expect(only().method).toBe('DELETE')
  })

  it.each(['/api', '/api/', '/apix', '/favicon'])('never takes %s for the API', async (path) => {
    const answer = await bench.send({ path })
    expect(answer.status).toBe(404)
    expect(bench.backend.requests).toHaveLength(0)
  })
})

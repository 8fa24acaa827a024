// Spec 4.1 through the door: what reaches the backend and what comes back.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { signedIn, mutation, tokenOf } from './bench/callers.ts'
import { requestBytes } from './bench/raw-http.ts'
import { sharedBench } from './bench/shared-bench.ts'
import { answerJson } from './bench/stub-backend.ts'
import { apiSecret, sessionSecret } from './bench/test-environment.ts'
import { fault, itHolds, passes, refused, type Case, type Expected } from './bench/trial.ts'

/** The process has it in its environment, to compare it with its own; nobody must ever see it. */
const relaySecret = '9a8b7c6d'.repeat(8)
const bench = sharedBench(() => ({ REALTIME_HMAC_SECRET: relaySecret }))
const token = tokenOf('operator')
const path = '/api/zones'

describe('the token of spec 4.1.2', () => {
  const sends = (...authorization: string[]): Expected => ({
    ...passes,
    check: (_answer, seen) => {
      const raw = seen?.rawHeaders ?? []
      const found = raw.filter((_, at) => at % 2 === 1 && /^authorization$/i.test(raw[at - 1] ?? ''))
      const isRight = JSON.stringify(found) === JSON.stringify(authorization)
      return isRight && seen?.headers.cookie === undefined ? null : `the backend saw ${JSON.stringify(raw)}`
    },
  })
  const cookie = (value: string) => ({ Cookie: `auth_token=${value}; csrf_token=x; foo=bar` })
  const read = (headers: Record<string, string>) => ({ path, headers })
  const both = { ...cookie(token), Authorization: 'Bearer other' }
  const cookies = ['null', 'undefined', 'NULL', 'Bearer%20null', '%22%22']
  const unsafe = ['a%0d%0aX-Evil:%201', '%F0%9F%98%80', '%00', '%C3', 'x'.repeat(9000)]
  const headers = ['Bearer null', 'bearer undefined', 'Bearer  null', 'Bearer', 'Bearer null, Bearer x', 'Bearer "x"']
  const rejected: Expected = {
    ...refused(401, 'unauthenticated'),
    check: ({ header }) => (header('www-authenticate') === 'Bearer' ? null : 'no challenge'),
  }
  // holds spec 1.4-1, 1.4-2, 4.1.2-1, 4.1.2-2, 4.1.2-3, 4.1.2-4, 7-4
  itHolds(bench, [
    [
      'PX-02',
      'a percent-encoded cookie is decoded once',
      read(cookie(token.replaceAll('.', '%2E'))),
      sends(`Bearer ${token}`),
    ],
    ['PX-03', 'the header without a cookie', read({ Authorization: 'Bearer abc' }), sends('Bearer abc')],
    ['PX-04, PX-05', 'the cookie before the header, and no cookie goes on', read(both), sends(`Bearer ${token}`)],
    ['PX-06', 'no token, no Authorization', read({}), sends()],
    ['PX-06', 'credentials of other schemes go to nobody', read({ Authorization: 'Basic dTpw' }), sends()],
    ['PX-07', 'an empty cookie is no token', read({ Cookie: 'auth_token=', Authorization: 'Bearer other' }), sends()],
    [
      'AU-04',
      'garbage that is header-safe is the backend’s to judge',
      read({ Cookie: 'auth_token=!garbage!' }),
      sends('Bearer !garbage!'),
    ],
    ...[...cookies, ...unsafe].map((value): Case => [
      'PX-07, HD-07, HD-08',
      `cookie ${value.slice(0, 30)}`,
      read({ Cookie: `auth_token=${value}` }),
      rejected,
    ]),
    ...headers.map((value): Case => ['PX-07', `header ${value}`, read({ Authorization: value }), rejected]),
  ])

  // holds spec 4.1.1-1; rules 4-5
  it('PX-01: goes with method, path and query, byte for byte', async () => {
    const target = '/api/zones?b=2&a=%20x&a=y'
    expect(await fault(bench(), { path: target, headers: cookie(token) }, sends(`Bearer ${token}`))).toBeNull()
    expect(bench().backend.requests[0]).toMatchObject({ method: 'GET', target })
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
  // holds spec 4.1.4-1, 7-2; rules 1-3
  it.each(statuses.flatMap((status) => bodies.map((body) => [status, ...body] as const)))(
    'PX-09: passes %i with a body of type %s through unchanged: %j',
    async (status, type, body) => {
      bench().backend.answer = (_request, response) => response.writeHead(status, { 'content-type': type }).end(body)
      const answer = await bench().send({ path })
      expect([answer.status, answer.header('content-type'), answer.body.toString()]).toEqual([status, type, body])
    },
  )

  // holds spec 4.1.3-1
  it.each([
    ['and a type', 'Content-Type: text/plain\r\n\r\n'],
    ['and stray bytes behind it', 'Content-Type: text/plain\r\n\r\nstray bytes'],
  ])('PX-08: is 204 without body and type when there is no content %s', async (_name, rest) => {
    bench().backend.answer = (_request, { socket }) => void socket?.end(`HTTP/1.1 204 No Content\r\n${rest}`)
    const answer = await bench().send({ path })
    expect([answer.status, answer.body.length, answer.header('content-type')]).toEqual([204, 0, undefined])
  })

  // holds spec 4.1.3-1, 7-3
  it.each([204, 304])(
    'PX-08, PX-11: is a %i without body also when it tells the length of the body it stands for',
    async (status) => {
      bench().backend.answer = (_request, { socket }) =>
        void socket?.end(`HTTP/1.1 ${status} x\r\nETag: "v1"\r\nContent-Length: 5\r\n\r\n`)
      const request = requestBytes(bench().port, { path, headers: { Connection: 'keep-alive' } })
      const answers = await bench().exchange(Buffer.concat([request, request]), { count: 2 })
      expect(answers.map((answer) => [answer.status, answer.header('etag')])).toEqual([
        [status, '"v1"'],
        [status, '"v1"'],
      ])
    },
  )

  // holds rules 4-8
  it('PX-10: passes redirects through and follows none', async () => {
    let contacted = 0
    const trap = createServer((_request, response) => response.end(String((contacted += 1))))
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
    const location = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/steal`
    bench().backend.answer = (_request, response) => response.writeHead(302, { location }).end()
    const answer = await bench().send({ path })
    expect([answer.status, answer.header('location'), contacted]).toEqual([302, location, 0])
    expect(bench().backend.requests).toHaveLength(1)
    trap.close()
  })

  it('PX-11, AU-05: keeps 304, HEAD and 206 what they are', async () => {
    bench().backend.answer = (request, response) => {
      if (request.headers['if-none-match']) response.writeHead(304, { etag: '"1"' }).end()
      else if (request.headers.range) response.writeHead(206, { 'content-range': 'bytes 0-1/9' }).end('ab')
      else response.writeHead(200, { 'content-length': '9' }).end(request.method === 'HEAD' ? undefined : '123456789')
    }
    const cached = await bench().send({ path, headers: { 'If-None-Match': '"1"' } })
    expect([cached.status, cached.header('etag'), cached.body.length]).toEqual([304, '"1"', 0])
    const head = await bench().send({ method: 'HEAD', path })
    expect([head.status, head.header('content-length')]).toEqual([200, '9'])
    const part = await bench().send({ path, headers: { Range: 'bytes=0-1' } })
    expect([part.status, part.header('content-range'), part.body.toString()]).toEqual([206, 'bytes 0-1/9', 'ab'])
  })

  // holds rules 4-8
  it.each(['gzip', 'identity', ''])(
    'PX-15: passes compressed bytes through as they are to one who accepts %j',
    async (coding) => {
      const zipped = gzipSync('x'.repeat(5000))
      bench().backend.answer = (_request, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }).end(zipped)
      const answer = await bench().send({ path, headers: coding === '' ? {} : { 'Accept-Encoding': coding } })
      expect([answer.header('content-encoding'), answer.header('vary')]).toEqual(['gzip', 'Accept-Encoding'])
      expect(answer.body.equals(zipped)).toBe(true)
    },
  )

  it('PX-24: to one who negotiates is the backend’s, and no header tells a secret', async () => {
    const said = '{"success":true,"data":{"url":"wss://a/connection/websocket","token":"t","expiresIn":3600}}'
    bench().backend.answer = (_request, response) => response.end(said)
    const answer = await bench().send({ path: '/api/negotiate', headers: { Cookie: `auth_token=${token}` } })
    expect([answer.status, answer.body.toString()]).toEqual([200, said])
    const text = answer.fields.flat().join()
    expect([relaySecret, apiSecret, sessionSecret].filter((secret) => text.includes(secret))).toEqual([])
  })
})

describe('the catch-all of spec 4.1.6', () => {
  const odd = '{ "a" : 1 }'
  // holds spec 4.1.6-1
  itHolds(bench, [
    [
      'PX-20',
      'forwards any other path',
      { path: '/api/anything/else' },
      { ...passes, check: (_answer, seen) => (seen?.target === '/api/anything/else' ? null : 'changed') },
    ],
    [
      'PX-20, VA-10',
      'and a body as it is',
      mutation('/api/anything/else', odd),
      {
        ...passes,
        check: (_answer, seen) =>
          seen?.body.toString() === odd && seen.headers['content-type'] === 'application/json' ? null : 'changed',
      },
    ],
    [
      'VA-10',
      'a body without a media type',
      { method: 'POST', path: '/api/anything/else', headers: signedIn(), body: 'x' },
      refused(415, 'unsupported_media_type'),
    ],
    ...['/api', '/api/', '/apix', '/favicon'].map((other): Case => [
      'PX-23',
      `never takes ${other} for the API`,
      { path: other },
      refused(404),
    ]),
  ])

  it('RT-03: forwards an unlisted method on a listed path after the checks', async () => {
    bench().backend.answer = (_request, response) => answerJson(response, 404, { success: false })
    const remove = { method: 'DELETE', path: '/api/negotiate' }
    expect(await fault(bench(), remove, refused(403))).toBeNull()
    expect(await fault(bench(), mutation(remove.path, undefined, remove), { status: 404, forwarded: 1 })).toBeNull()
    expect(bench().backend.requests[0]?.method).toBe('DELETE')
  })
})

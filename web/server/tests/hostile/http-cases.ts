// HT and SH: HTTP/1.1 as nobody should write it.
import { requestBytes } from '../bench/raw-http.ts'
import type { Bench } from './trial.ts'

export async function httpCases(bench: Bench): Promise<void> {
  const refused = { status: [400, 405, 413, 431, 501, 505], forwarded: 0 }
  const post = (headers: string, body = '') =>
    `POST /api/unlisted HTTP/1.1\r\nHost: a\r\nX-CSRF-Token: c\r\nCookie: csrf_token=c; auth_token=${bench.token('operator')}\r\nContent-Type: text/plain\r\nConnection: close\r\n${headers}\r\n\r\n${body}`
  const get = (rest: string) => `GET /api/zones HTTP/1.1\r\n${rest}\r\n\r\n`

  const lengths = ['+1', '0x1', '-1', '1, 1', '1 1', '1a', '٣', '18446744073709551616']
  for (const length of lengths)
    await bench.attempt('HT-01', `length ${length}`, post(`Content-Length: ${length}`, 'a'), refused)
  const codings = [
    'xchunked',
    'chunked, identity',
    'identity',
    'chunked\r\nTransfer-Encoding: chunked',
    ' chunked\x0b',
    'chunked\r\nContent-Length: 4',
    '"chunked"',
    'gzip, chunked',
    'chunked;q=1',
  ]
  for (const coding of codings)
    await bench.attempt(
      'HT-01',
      `coding ${JSON.stringify(coding)}`,
      post(`Transfer-Encoding: ${coding}`, '0\r\n\r\n'),
      refused,
    )
  const chunks = [
    'zz\r\nabc\r\n0\r\n\r\n',
    '1\r\nabc\r\n0\r\n\r\n',
    '-1\r\na\r\n0\r\n\r\n',
    '1\na\n0\n\n',
    'ffffffffffffffffff\r\n',
    `1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
    '1\r\na0\r\n\r\n',
  ]
  for (const chunk of chunks)
    await bench.attempt('HT-01', `chunk ${chunk.slice(0, 10)}`, post('Transfer-Encoding: chunked', chunk), refused)
  const heads = [
    'Host: a\nX: y',
    'Host: a\rX: y',
    'Host: a\r\nX: a\0b',
    'Host: a\r\nX: a\r\n b',
    'Host : a',
    'Host: a\r\n: x',
    'Host: a\r\nX\r\nY: z',
    'Host: a\r\nX y: z',
    'Host: a\r\n\tX: y',
    'Host: a\r\nHost: b\r\nConnection: close',
    'Connection: close',
    'Host:\r\nConnection: close',
    'Host: a/b\r\nConnection: close',
    'Host: a b\r\nConnection: close',
    'Host: a\r\nExpect: x\r\nConnection: close',
  ]
  for (const head of heads)
    await bench.attempt('HT-01', JSON.stringify(head), get(head), { ...refused, status: [...refused.status, 417] })
  for (const coding of ['chunked', 'CHUNKED', 'Chunked']) {
    const check = () => (bench.backend.requests[0]?.body.toString() === 'abc' ? null : 'not whole')
    await bench.attempt('HT-02', coding, post(`Transfer-Encoding: ${coding}`, '3\r\nabc\r\n0\r\n\r\n'), {
      status: [200],
      forwarded: 1,
      check,
    })
  }
  const inner = 'GET /api/admin/users HTTP/1.1\r\nHost: a\r\n\r\n'
  await bench.attempt(
    'HT-03',
    'CL.0 on GET',
    `GET /api/zones HTTP/1.1\r\nHost: a\r\nContent-Length: ${inner.length}\r\nConnection: close\r\n\r\n${inner}`,
    { status: [200], forwarded: 1 },
  )
  await bench.attempt(
    'HT-03',
    'CL.TE',
    post(`Content-Length: 6\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${inner}`),
    refused,
  )
  await bench.attempt(
    'HT-03',
    'TE.CL',
    post(`Transfer-Encoding: chunked\r\nContent-Length: 4`, `2a\r\n${inner}\r\n0\r\n\r\n`),
    refused,
  )
  const lines = [
    'GET /api/zones\r\n\r\n',
    'GET /api/zones HTTP/1.0\r\n\r\n',
    'GET /api/zones HTTP/2.0\r\nHost: a\r\n\r\n',
    'GET /api/zones HTTP/9.9\r\nHost: a\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET http://evil/api/zones HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    '\0\0\0\0',
    '\x16\x03\x01\x02\x00\x01\x00',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'get /api/zones HTTP/1.1\r\nHost: a\r\n\r\n',
  ]
  for (const line of lines) await bench.attempt('HT-05', JSON.stringify(line), line, refused)
  for (const method of ['TRACE', 'PROPFIND', 'TRACK', 'FOO', 'SEARCH', 'MKCOL', 'UNLINK']) {
    await bench.attempt('RT-08', method, requestBytes(bench.port, { method, path: '/api/zones' }), refused)
  }
  await fuzz(bench)
}

/** Valid requests with bytes changed, inserted and dropped at random; a fixed seed, so that a failure can be repeated. */
async function fuzz(bench: Bench): Promise<void> {
  let seed = 42
  const random = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % limit
  }
  const plain = requestBytes(bench.port, bench.mutation('/api/zones/1', '{"name":"x"}', { method: 'PUT' }))
  for (let round = 0; round < 1500; round += 1) {
    const bytes = [...plain]
    for (let change = 0; change <= random(4); change += 1) {
      const at = random(bytes.length)
      const kind = random(3)
      if (kind === 0) bytes[at] = random(256)
      else if (kind === 1) bytes.splice(at, 0, random(256))
      else bytes.splice(at, random(5))
    }
    // Whoever breaks the length off would wait for the rest; the end of the connection is said at once instead.
    const broken = Buffer.concat([Buffer.from(bytes), Buffer.from('\r\n\r\n\r\n')])
    await bench.attempt('HT-fuzz', `round ${round}`, broken, {
      status: [200, 400, 401, 403, 404, 405, 408, 413, 415, 417, 431],
    })
  }
}

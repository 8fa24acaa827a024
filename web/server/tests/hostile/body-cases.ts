// VA, LG, CS, PX, HD: bodies, logins, CSRF pairs, tokens and headers that are not what they should be.
import { allRows } from '@rollcall/contracts/api'
import { isUpload } from '@rollcall/contracts/endpoint'
import { gzipSync } from 'node:zlib'
import { csrf } from '../bench/callers.ts'
import type { Bench } from './trial.ts'

export async function bodyCases(bench: Bench): Promise<void> {
  const refused = { status: [400, 413, 415], forwarded: 0 }
  const wrongs = [
    '[]',
    '"x"',
    '1',
    'null',
    'true',
    '{"no such":1}',
    '{',
    '{"a":1,}',
    '\ufeff{}',
    '   ',
    `{"__proto__":{"admin":true}}`,
    `[${'1,'.repeat(100_000)}1]`,
    '['.repeat(50_000),
  ]
  for (const row of allRows) {
    if (
      row.method === 'GET' ||
      row.body === null ||
      isUpload(row.body) ||
      row.path.startsWith('/api/auth/') ||
      row.path.startsWith('/api/proxy/')
    )
      continue
    const path = row.path.replaceAll(/\{\w+\}/g, '1')
    for (const wrong of wrongs) {
      const acceptable = accepts(row.body, wrong)
      const expected = acceptable ? { status: [200], forwarded: 1 } : refused
      await bench.attempt(
        'VA-01/04/08',
        `${row.method} ${path} ${wrong.slice(0, 30)}`,
        bench.mutation(path, wrong, { method: row.method, token: bench.token('admin') }),
        expected,
      )
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16']) {
      await bench.attempt(
        'VA',
        `${path} as ${type}`,
        bench.mutation(path, '{}', {
          method: row.method,
          token: bench.token('admin'),
          headers: { 'Content-Type': type },
        }),
        { status: [415], forwarded: 0 },
      )
    }
  }
  const large = '{"a":"' + 'x'.repeat(1024 * 1024) + '"}'
  await bench.attempt('VA-06', '1 MiB and more', bench.mutation('/api/zones', large), { status: [413], forwarded: 0 })
  await bench.attempt(
    'VA-06',
    '10 GB declared',
    bench.mutation('/api/zones', undefined, {
      headers: { 'Content-Length': '10737418240', 'Content-Type': 'application/json' },
    }),
    { status: [413], forwarded: 0 },
  )
  const bomb = {
    ...bench.mutation('/api/zones', undefined, {
      headers: { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' },
    }),
    body: gzipSync(Buffer.alloc(50_000_000)),
  }
  await bench.attempt('VA-07', 'gzip bomb', bomb, { status: [415], forwarded: 0 })
  await csrfCases(bench)
  await headerCases(bench)
}

function accepts(schema: { safeParse: (value: unknown) => { success: boolean } }, text: string): boolean {
  try {
    return schema.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

const foreign: Record<string, string>[] = [
  { 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: 'http://127.0.0.1.evil.example' },
]

async function csrfCases(bench: Bench): Promise<void> {
  const refused = { status: [403, 431], forwarded: 0 }
  const pairs: [string | undefined, string | undefined][] = [
    [csrf, undefined],
    [undefined, csrf],
    [undefined, undefined],
    [csrf, 'x'],
    ['', ''],
    ['x', 'y'],
    [csrf, csrf.slice(1)],
    ['%ZZ', '%ZZ'],
    [csrf, 'x'.repeat(9000)],
    [csrf, `${csrf}, ${csrf}`],
  ]
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    for (const [cookie, header] of pairs) {
      const headers = {
        Cookie: `auth_token=${bench.token('operator')}${cookie === undefined ? '' : `; csrf_token=${cookie}`}`,
        ...(header !== undefined && { 'X-CSRF-Token': header }),
      }
      await bench.attempt(
        'CS-01/03/08',
        `${method} ${cookie} ${header}`,
        { method, path: '/api/unlisted', headers },
        refused,
      )
    }
    for (const from of foreign) {
      await bench.attempt(
        'CS-09',
        `${method} ${JSON.stringify(from)}`,
        bench.mutation('/api/unlisted', undefined, { method, headers: from }),
        refused,
      )
    }
  }
}

async function headerCases(bench: Bench): Promise<void> {
  const values = [
    'null',
    'undefined',
    'Bearer%20null',
    '%22%22',
    'a%0d%0aX-Evil:%201',
    '%F0%9F%98%80',
    '%00',
    '%C3',
    'x'.repeat(9000),
  ]
  for (const value of values)
    await bench.attempt(
      'PX-07/HD-07/08',
      value.slice(0, 30),
      { path: '/api/zones', headers: { Cookie: `auth_token=${value}` } },
      { status: [401], forwarded: 0 },
    )
  for (const value of ['Bearer null', 'bearer undefined', 'Bearer  null', 'Bearer', 'Bearer null, Bearer x']) {
    await bench.attempt(
      'PX-07',
      value,
      { path: '/api/zones', headers: { Authorization: value } },
      { status: [401], forwarded: 0 },
    )
  }
  const clean = () => {
    const names = Object.keys(bench.backend.requests[0]?.headers ?? {})
    const strange = names.filter(
      (name) =>
        !['host', 'connection', 'x-request-id', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'].includes(
          name,
        ),
    )
    return strange.length === 0 && bench.backend.requests[0]?.headers['x-forwarded-for'] === '127.0.0.1'
      ? null
      : `the backend saw ${strange.join()}`
  }
  const names = [
    'X-Forwarded-For',
    'X-Real-IP',
    'Forwarded',
    'X_Forwarded_For',
    'x-forwarded_for',
    'X-User-Id',
    'X-Auth-Role',
    'X-HTTP-Method-Override',
    'X-Original-URL',
    'CF-Connecting-IP',
    'True-Client-IP',
    'X-Exchange-Assertion',
    'Proxy-Authorization',
    'X-Forwarded-Host',
    'TE',
    'Cookie',
  ]
  for (const name of names) {
    await bench.attempt(
      'HD-01/02/05',
      name,
      { path: '/api/zones', headers: { [name]: '1.2.3.4' } },
      { status: [200], forwarded: 1, check: clean },
    )
  }
}

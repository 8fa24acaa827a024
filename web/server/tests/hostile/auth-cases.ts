// AU, CS, AL-01/03, SH-05: who may pass, the CSRF pair, and what is written down of a denial.
import { csrf } from '../bench/callers.ts'
import { eventually } from '../bench/eventually.ts'
import { send } from '../bench/raw-http.ts'
import type { Bench } from './trial.ts'

const pair = { Cookie: `csrf_token=${csrf}`, 'X-CSRF-Token': csrf }
const denied = { status: [401], forwarded: 0 }
const passes = { status: [200], forwarded: 1 }

export async function authCases(bench: Bench): Promise<void> {
  bench.backend.answer = (_request, response) => response.end('{}')
  await rules(bench)
  await pairs(bench)
  await records(bench)
}

async function rules(bench: Bench): Promise<void> {
  const [user, admin] = [bench.token('operator'), bench.token('admin')]
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    await bench.attempt('AU-01/03', method, { method, path: '/api/unlisted', headers: pair }, denied)
    await bench.attempt('AU-02', method, bench.mutation('/api/unlisted', '{}', { method }), passes)
    const bearer = { ...pair, Authorization: `Bearer ${user}` }
    await bench.attempt('AU-12', method, { method, path: '/api/unlisted', headers: bearer }, denied)
  }
  await bench.attempt(
    'AU-06',
    'preflight',
    {
      method: 'OPTIONS',
      path: '/api/zones',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    },
    {
      status: [204, 405],
      forwarded: 0,
      check: ({ fields }) => (fields.some(([name]) => /^access-control-/i.test(name)) ? 'allows an origin' : null),
    },
  )
  const as = (token: string, more = '') => ({
    Cookie: `auth_token=${token}; csrf_token=${csrf}${more}`,
    'X-CSRF-Token': csrf,
  })
  await bench.attempt('AU-07', 'nobody', { path: '/api/audit/logs' }, denied)
  await bench.attempt('AU-07', 'a user', { path: '/api/audit/logs', headers: as(user) }, passes)
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
    // Only its own: the record of an attempt before may still be on its way to the file.
    const recorded = () =>
      bench.auditLines().filter((line) => line.includes('"forbidden_access"') && line.includes(`"method":"${method}"`))
    const before = recorded().length
    await bench.attempt(
      'AU-08',
      method,
      { method, path: '/api/admin/users', headers: as(user) },
      { status: [403], forwarded: 0 },
    )
    await eventually(() => recorded().length > before).catch(() => undefined)
    const added = recorded().slice(before)
    bench.note('AU-08', `${method} is recorded once`, added.length === 1 ? null : `recorded as ${added.join()}`)
  }
  for (const token of [admin, bench.legacyToken('admin')])
    await bench.attempt('AU-09', 'an admin', { path: '/api/admin/users', headers: as(token) }, passes)
  const painted = '; auth_user=%7B%22role%22%3A%22admin%22%7D; auth_permissions=%5B%22*%22%5D'
  await bench.attempt(
    'AU-11',
    'painted cookies',
    { path: '/api/admin/users', headers: as(user, painted) },
    { status: [403], forwarded: 0 },
  )
  await bench.attempt(
    'AU-13',
    'public',
    { method: 'POST', path: '/api/auth/whatever', headers: pair },
    { status: [200, 404] },
  )
  await bench.attempt(
    'AU-14',
    'health',
    { method: 'POST', path: '/api/health' },
    { status: [200, 404, 405], forwarded: 0 },
  )
  await bench.attempt(
    'AU-15',
    'dev-login',
    { method: 'POST', path: '/api/dev-login', headers: pair },
    { status: [404], forwarded: 0 },
  )
}

async function pairs(bench: Bench): Promise<void> {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    await bench.attempt('CS-02', method, bench.mutation('/api/unlisted', undefined, { method }), {
      status: [200],
      forwarded: 1,
    })
  for (const path of ['/api/auth/login', '/api/auth/backend-login', '/api/auth/csrf-token', '/api/health'])
    await bench.attempt('CS-04', path, { method: 'POST', path }, { status: [200, 400, 404, 405, 415] })
  for (const method of ['GET', 'HEAD']) await bench.attempt('CS-06', method, { method, path: '/api/zones' }, passes)
  await bench.attempt('CS-06', 'OPTIONS', { method: 'OPTIONS', path: '/api/zones' }, { status: [204] })
  const before = bench.auditLines().length
  await bench.attempt(
    'CS-13',
    'neither pair nor token',
    { method: 'POST', path: '/api/unlisted' },
    { status: [403], forwarded: 0 },
  )
  bench.note('CS-13', 'is no unauthorized access', bench.auditLines().length === before ? null : 'was recorded')
  const seen = new Set<string>()
  for (let round = 0; round < 10_000; round += 1) {
    const answer = await send(bench.port, { path: '/api/auth/csrf-token' })
    const { csrfToken = '' } = (answer.json().data ?? {}) as { csrfToken?: string }
    const isSame = answer.header('set-cookie')?.startsWith(`csrf_token=${csrfToken};`) ?? false
    const isRight =
      answer.status === 200 && isSame && csrfToken.length >= 22 && answer.header('cache-control') === 'no-store'
    bench.note('CS-10', 'a token', isRight && !seen.has(csrfToken) ? null : `${answer.status} ${csrfToken}`)
    seen.add(csrfToken)
  }
}

async function records(bench: Bench): Promise<void> {
  const before = bench.auditLines().length
  const token = `${bench.token('admin').slice(0, -5)}aaaaa`
  const path = '/api/unlisted/x%20y?token=topsecret&x=1'
  const headers = { Cookie: `auth_token=${token}; csrf_token=${csrf}; other=cookiesecret`, 'X-CSRF-Token': csrf }
  await bench.attempt('AL-01', 'a denial', { method: 'POST', path, headers }, denied)
  await eventually(() => bench.auditLines().length > before).catch(() => undefined)
  const lines = bench.auditLines().slice(before)
  const record = JSON.parse(lines[0] ?? '{}') as Record<string, unknown>
  const names = ['timestamp', 'event', 'ip', 'resource', 'method', 'result', 'reason', 'user', 'requestId']
  bench.note(
    'AL-01',
    'is one line with the fields',
    lines.length === 1 && JSON.stringify(Object.keys(record)) === JSON.stringify(names) ? null : lines.join(),
  )
  const isRight =
    record['event'] === 'unauthorized_access' &&
    record['ip'] === '127.0.0.1' &&
    /^\d{4}-.*Z$/.test(String(record['timestamp']))
  bench.note('AL-01', 'that are right', isRight ? null : lines.join())
  const leaked = ['topsecret', 'cookiesecret', token.slice(0, 20), token.slice(-20)].filter((text) =>
    lines.join().includes(text),
  )
  bench.note('AL-03', 'and hold no secret', leaked.length === 0 ? null : leaked.join())
  const marks = {
    Origin: 'https://reflect-me.example',
    Host: 'reflect-me.example',
    Referer: 'https://reflect-me.example/',
  }
  for (const place of ['/reflect-me', '/api/zones/reflect-me', '/api/admin/reflect-me'])
    await bench.attempt(
      'SH-05',
      place,
      { path: place, headers: marks },
      {
        status: [200, 401, 404],
        check: ({ fields }) => (fields.some(([, value]) => value.includes('reflect-me')) ? 'echoes the input' : null),
      },
    )
}

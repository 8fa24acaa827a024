import { auth } from '@rollcall/contracts/domains/auth'
import { floors } from '@rollcall/contracts/domains/floors'
import { personnel } from '@rollcall/contracts/domains/personnel'
import { zones } from '@rollcall/contracts/domains/zones'
import { describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { ProblemError } from './problem-error.ts'
import { rowUrl } from './row-url.ts'

type Sent = { url: string; request: RequestInit; headers: Headers }

/** A client whose network is a list of prepared answers; what was sent is kept. */
function aClient(answers: (Response | Error)[], cookies = 'csrf_token=held') {
  const sent: Sent[] = []
  const refused: ProblemError[] = []
  const changed: string[] = []
  const waited: number[] = []
  const call = createClient({
    wait: async (ms) => void waited.push(ms),
    fetch: async (url, request) => {
      sent.push({ url, request, headers: new Headers(request.headers) })
      const answer = answers.shift()
      if (answer === undefined) throw new Error('no answer prepared')
      if (answer instanceof Error) throw answer
      return answer
    },
    cookies: () => cookies,
    onRefused: (problem) => void refused.push(problem),
    onChanged: ({ path }) => void changed.push(path),
  })
  return { call, sent, refused, changed, waited }
}
const ok = (data: unknown) => Response.json({ success: true, data })
const refusal = (status: number, error: object, headers = {}) =>
  Response.json({ success: false, error: { requestId: 'r-1', message: 'No.', ...error } }, { status, headers })

describe('rowUrl', () => {
  it('fills path parameters in, encoded', () => {
    expect(rowUrl(zones.read, { params: { id: 'a/b?c' } })).toBe('/api/zones/a%2Fb%3Fc')
  })
  it('refuses an empty or missing parameter instead of addressing something else', () => {
    expect(() => rowUrl(zones.read, { params: { id: '' } })).toThrow('id')
    expect(() => rowUrl(zones.read)).toThrow('id')
  })
  it('appends the query without empty values', () => {
    expect(rowUrl(zones.list, { query: { q: 'a b&c', page: 2, floorId: undefined, sort: '' } })).toBe(
      '/api/zones?q=a+b%26c&page=2',
    )
  })
})

describe('call', () => {
  it('answers the data of a success', async () => {
    const { call, sent } = aClient([ok({ items: [], total: 0, page: 1, pageSize: 25 })])
    expect(await call(zones.list, { query: { page: 1 } })).toEqual({ items: [], total: 0, page: 1, pageSize: 25 })
    expect(sent[0]).toMatchObject({ url: '/api/zones?page=1', request: { method: 'GET' } })
    expect(sent[0]?.headers.has('x-csrf-token')).toBe(false)
  })
  it('asks again for what was turned away, twice at most, and repeats no change by itself', async () => {
    const turnedAway = () => refusal(503, { code: 'overloaded' }, { 'retry-after': '2' })
    const one = aClient([turnedAway(), ok([])])
    expect(await one.call(zones.list)).toEqual([])
    expect(one.waited).toEqual([expect.toSatisfy((ms: number) => ms >= 2000 && ms <= 4000)])
    const never = aClient([turnedAway(), turnedAway(), turnedAway()])
    await expect(never.call(zones.list)).rejects.toMatchObject({ code: 'overloaded' })
    expect(never.sent).toHaveLength(3)
    const change = aClient([turnedAway()])
    await expect(change.call(zones.change, { params: { id: 'z1' }, body: { name: 'Hall' } })).rejects.toMatchObject({
      status: 503,
    })
    expect(change.sent).toHaveLength(1)
  })
  // holds appendix CSRF-4
  it('sends the CSRF cookie as header on every mutation', async () => {
    const { call, sent } = aClient([ok({}), new Response(null, { status: 204 })])
    await call(zones.change, { params: { id: 'z1' }, body: { name: 'Hall' } })
    expect(await call(zones.remove, { params: { id: 'z1' } })).toBeNull()
    expect(sent.map(({ headers }) => headers.get('x-csrf-token'))).toEqual(['held', 'held'])
    expect(sent[0]?.request.body).toBe('{"name":"Hall"}')
  })
  it('fetches a CSRF token first when there is no cookie', async () => {
    const { call, sent } = aClient([ok({ csrfToken: 'fresh' }), new Response(null, { status: 204 })], '')
    await call(auth.logout, { body: undefined })
    expect(sent.map(({ url }) => url)).toEqual(['/api/auth/csrf-token', '/api/auth/logout'])
    expect(sent[1]?.headers.get('x-csrf-token')).toBe('fresh')
  })
  it('sends an upload as a form with the field the row names', async () => {
    const { call, sent } = aClient([ok({})])
    await call(floors.uploadPlan, { params: { floorId: 'f1' }, body: new Blob(['x'], { type: 'image/png' }) })
    expect((sent[0]?.request.body as FormData | undefined)?.has('plan')).toBe(true)
    expect(sent[0]?.headers.has('content-type')).toBe(false)
  })
  it('answers a file as a blob', async () => {
    const { call } = aClient([new Response('a;b', { headers: { 'content-type': 'text/csv' } })])
    expect(await (await call(personnel.exportCsv)).text()).toBe('a;b')
  })
  it('throws the problem of a refusal with code, issues and request id, and tells the session', async () => {
    const issues = [{ path: 'name', message: 'Too short' }]
    const { call, refused } = aClient([refusal(400, { code: 'validation_failed', issues })])
    const error = await call(zones.change, { params: { id: 'z1' }, body: {} }).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({ code: 'validation_failed', message: 'No.', status: 400, issues, requestId: 'r-1' })
    expect(refused).toEqual([error])
  })
  it('tells of what was changed, not of what was read or refused', async () => {
    const { call, changed } = aClient([ok({}), refusal(409, { code: 'conflict' }), ok({})])
    await call(zones.read, { params: { id: 'z1' } })
    await expect(call(zones.remove, { params: { id: 'z1' } })).rejects.toThrow('No.')
    expect(changed).toEqual([])
    await call(zones.change, { params: { id: 'z1' }, body: { name: 'Hall' } })
    expect(changed).toEqual([zones.change.path])
  })
  it('reads how long to wait from Retry-After', async () => {
    const { call } = aClient([refusal(429, { code: 'too_many_attempts' }, { 'retry-after': '840' })])
    const body = { email: 'jo@example.org', password: 'x' }
    await expect(call(auth.login, { body })).rejects.toMatchObject({ code: 'too_many_attempts', retryAfter: 840 })
  })
  it('names the condition by status when the answer is not ours', async () => {
    const { call } = aClient([new Response('<html>Bad gateway</html>', { status: 502 })])
    await expect(call(auth.me)).rejects.toMatchObject({ code: 'backend_unavailable', status: 502 })
  })
  it('takes a proxy that is out of service for what it is, not for one of our own reasons', async () => {
    const { call } = aClient([new Response('<html>Service unavailable</html>', { status: 503 })])
    await expect(call(auth.me)).rejects.toMatchObject({
      code: 'backend_unavailable',
      status: 503,
      message: 'The service behind this page cannot be reached right now.',
    })
  })
  it('says that Rollcall cannot be reached when there is no answer at all', async () => {
    const { call } = aClient([new TypeError('Failed to fetch')])
    await expect(call(auth.me)).rejects.toMatchObject({ code: 'unreachable', status: 0 })
  })
  it('passes an abort on as it is, not as a problem', async () => {
    const leaving = new AbortController()
    leaving.abort()
    const { call, refused } = aClient([new DOMException('gone', 'AbortError')])
    await expect(call(auth.me, {}, leaving.signal)).rejects.toMatchObject({ name: 'AbortError' })
    expect(refused).toEqual([])
  })
})

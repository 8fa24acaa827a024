// The operators' page from outside: who gets in, what it shows, what it can do; and what may not reach it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSubscriber, type RawClient } from './raw-client.ts'
import { pageProblems } from './served-page.ts'
import { eventually, runRelay, startRelay, type TestRelay } from './relay-process.ts'

const password = 'correct horse battery'
let relay: TestRelay
let client: RawClient
beforeAll(async () => {
  relay = await startRelay({ RELAY_ADMIN_PASSWORD: password })
  client = await aSubscriber(relay, ['floor:1', 'event:7'], 'ada')
})
afterAll(() => relay.stop())

type Headers = Record<string, string>
const get = (path: string, headers: Headers = {}) => fetch(relay.base + path, { headers })
const send = (path: string, body: string, headers: Headers = {}) =>
  fetch(relay.base + path, { method: 'POST', body, headers })

async function logIn(): Promise<Headers> {
  const response = await send('/admin/login', password)
  const { token } = (await response.json()) as { token: string }
  return { 'x-relay-admin': token }
}

describe('the page', () => {
  it('comes with a policy that allows its own script and style only', async () => {
    expect(await pageProblems(await get('/admin'))).toEqual([])
    const response = await get('/admin')
    const html = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'sha256-[^']+'; /)
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    expect(html.match(/https?:\/\/[^'"\s]+/g)?.filter((url) => !url.startsWith('http://www.w3.org/'))).toEqual([])
  })

  // holds rules 7-8
  it.each(['x-forwarded-for', 'via', 'forwarded'])('is not there for requests with %s', async (header) => {
    for (const path of ['/admin', '/admin/login', '/admin/state']) {
      expect((await send(path, password, { [header]: '203.0.113.9' })).status).toBe(404)
    }
  })

  it('is there for them when the settings say so, and not at all without a password', async () => {
    const open = await startRelay({ RELAY_ADMIN_PASSWORD: password, RELAY_ADMIN_BEHIND_PROXY: 'true' })
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    expect((await fetch(`${open.base}/admin`, { headers })).status).toBe(200)
    await open.stop()
    const without = await startRelay()
    expect((await fetch(`${without.base}/admin`)).status).toBe(404)
    await without.stop()
  })

  it('refuses a short password at start', async () => {
    const run = runRelay({ RELAY_ADMIN_PASSWORD: 'short' })
    expect(await run.exited).toBe(1)
    expect(run.errorOutput()).toContain('RELAY_ADMIN_PASSWORD: must be at least 12 bytes long.')
    expect(run.errorOutput()).not.toContain('short')
  })
})

describe('an operator', () => {
  it('sees nothing without logging in', async () => {
    for (const headers of [{}, { 'x-relay-admin': '9999999999999.x' }] as Headers[]) {
      expect((await get('/admin/state', headers)).status).toBe(401)
      expect((await send('/admin/api/publish', '{}', headers)).status).toBe(401)
    }
  })

  // holds spec 4.5-5, 7-12
  it('sees connections, channels, rates and refused origins', async () => {
    const headers = await logIn()
    await send('/emulation', '{}', { origin: 'https://evil.example' })
    for (let serial = 0; serial < 3; serial++) await relay.api('publish', { channel: 'floor:1', data: serial })
    const state = async () => (await (await get('/admin/state', headers)).json()) as Record<string, never>
    const published = (samples: { published: number }[]) => samples.reduce((sum, sample) => sum + sample.published, 0)
    await eventually(async () => published((await state())['samples'] ?? []) >= 3)
    expect(await state()).toMatchObject({
      nodes: [{ clients: 1, users: 1, channels: 2, subscriptions: 2 }],
      totals: { published: 3, delivered: 3, evicted: 0 },
      channels: [
        { name: 'floor:1', clients: 1 },
        { name: 'event:7', clients: 1 },
      ],
      connections: [{ user: 'ada', transport: 'websocket json', channels: ['floor:1', 'event:7'] }],
      refusedOrigins: [{ origin: 'https://evil.example' }],
    })
  })

  it('publishes, reads history and disconnects', async () => {
    const headers = await logIn()
    const act = async (method: string, params: object) =>
      (await (await send(`/admin/api/${method}`, JSON.stringify(params), headers)).json()) as object
    expect(await act('publish', { channel: 'event:7', data: { by: 'operator' } })).toMatchObject({
      result: { offset: 1 },
    })
    await client.next(({ push }) => push?.channel === 'event:7')
    expect(await act('history', { channel: 'event:7', limit: 5 })).toMatchObject({
      result: { publications: [{ data: { by: 'operator' }, offset: 1 }] },
    })
    expect(await act('publish', { channel: 'nope:1', data: 1 })).toMatchObject({ error: { code: 102 } })
    expect((await send('/admin/api/publish', '[', headers)).status).toBe(400)
    expect((await send('/admin/api/shutdown', '{}', headers)).status).toBe(404)
    await act('disconnect', { user: 'ada' })
    expect((await client.closed).code).toBe(3503)
  })

  it('has to wait after five wrong passwords, and none of them is logged', async () => {
    const statuses = []
    for (let attempt = 0; attempt < 6; attempt++) statuses.push((await send('/admin/login', `guess ${attempt}`)).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
    expect((await send('/admin/login', password)).status).toBe(429)
    expect(relay.output()).not.toContain('guess')
  })
})

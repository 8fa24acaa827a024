// /metrics from another machine: with METRICS_TOKEN, and what is behind this process with it (docs/monitoring.md).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../src/config.ts'
import { startBench, type Bench } from './bench/bench.ts'

const token = 'b7c1f0a94e2d4c58931f6ae07d25cc81'
const before = '5e0c71b2a98f43d6b1740ce92f38ad65'
const outside = { 'X-Forwarded-For': '203.0.113.9' }
const bearer = { ...outside, Authorization: `Bearer ${token}` }
let open: Bench
let closed: Bench
beforeAll(async () => {
  open = await startBench({ METRICS_TOKEN: token, METRICS_TOKEN_PREVIOUS: before })
  closed = await startBench()
})
afterAll(async () => {
  await open.stop()
  await closed.stop()
})

describe('with a token', () => {
  it('metrics are for whoever bears it', async () => {
    const shown = await open.send({ path: '/metrics', headers: bearer })
    expect([shown.status, shown.header('cache-control')]).toEqual([200, 'no-store'])
    expect(shown.body.toString()).toContain('rollcall_web_process_start_time_seconds ')
    for (const Authorization of ['', 'Bearer', `Bearer ${token}0`, `Basic ${token}`, token])
      expect([
        Authorization,
        (await open.send({ path: '/metrics', headers: { ...outside, Authorization } })).status,
      ]).toEqual([Authorization, 401])
    expect((await open.send({ path: '/metrics' })).status).toBe(200)
  })

  it('the one before still opens them, until it is taken away', async () => {
    const headers = { ...outside, Authorization: `Bearer ${before}` }
    expect((await open.send({ path: '/metrics', headers })).status).toBe(200)
    const rotated = await startBench({ METRICS_TOKEN: token })
    expect((await rotated.send({ path: '/metrics', headers })).status).toBe(401)
    await rotated.stop()
  })

  it('those of the backend are passed on, with the token and nothing of the request', async () => {
    open.backend.answer = (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('figures 1\n')
    const shown = await open.send({ path: '/metrics/backend', headers: { ...bearer, Cookie: 'auth_token=x' } })
    expect([shown.status, shown.body.toString()]).toEqual([200, 'figures 1\n'])
    const asked = open.backend.requests.at(-1)
    expect([asked?.target, asked?.headers['authorization']]).toEqual(['/metrics', `Bearer ${token}`])
    expect([asked?.headers['cookie'], asked?.headers['x-forwarded-for']]).toEqual([undefined, undefined])
  })

  it('a backend that shows nothing is said to be unreachable', async () => {
    open.backend.answer = (_, response) => response.writeHead(404).end('secret words')
    const answer = await open.send({ path: '/metrics/backend', headers: bearer })
    expect([answer.status, answer.body.toString().includes('secret words')]).toEqual([502, false])
  })

  it.each(['/metrics/', '/metrics/constructor', '/metrics/backend/x', '/metrics/relay'])(
    'there is nothing else: %s',
    async (path) => {
      const before = open.backend.requests.length
      expect((await open.send({ path, headers: bearer })).status).toBe(404)
      expect(open.backend.requests).toHaveLength(before)
    },
  )
})

describe('without one', () => {
  it.each(['/metrics', '/metrics/backend'])('%s is for this machine only', async (path) => {
    expect((await closed.send({ path, headers: { ...outside, Authorization: 'Bearer ' } })).status).toBe(404)
    expect((await closed.send({ path, headers: bearer })).status).toBe(404)
    expect(closed.backend.requests).toHaveLength(0)
    expect((await closed.send({ path })).status).toBe(200)
    closed.backend.requests.length = 0
  })
})

it('a token that is short or another secret is refused', () => {
  const secret = 'c0ffee00c0ffee11c0ffee22c0ffee33'
  const mistakes = (METRICS_TOKEN: string, METRICS_TOKEN_PREVIOUS = '') => {
    try {
      readSettings({ API_SECRET: secret, METRICS_TOKEN, METRICS_TOKEN_PREVIOUS })
      return []
    } catch (error) {
      return (error as { mistakes: string[] }).mistakes
    }
  }
  expect(mistakes('short')).toEqual(['METRICS_TOKEN: must have at least 32 bytes'])
  expect(mistakes(secret)).toEqual(['METRICS_TOKEN: must differ from API_SECRET'])
  expect(mistakes(token, 'short')).toEqual(['METRICS_TOKEN_PREVIOUS: must have at least 32 bytes'])
  expect(mistakes(token, before)).toEqual([])
})

// GET /metrics: who may read it, and how the figures follow what happens.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { logFormat } from '@rollcall/tokens/log-format'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rememberBackup } from '../src/backup/last-backup.ts'
import { createApp } from '../src/http/create-app.ts'
import { sharedNow, startPositions } from '../src/positions.ts'
import { aBackend, testSecrets, type TestBackend } from './a-backend.ts'

const token = 'metrics-token-0123456789-abcdefghijklmno'
const tokenBefore = 'metrics-token-before-0123456789-abcdefgh'
let open: TestBackend
let closed: TestBackend
beforeAll(async () => {
  open = await aBackend({ METRICS_TOKEN: token, METRICS_TOKEN_PREVIOUS: tokenBefore })
  closed = await aBackend()
})
afterAll(async () => {
  await open.stop()
  await closed.stop()
})

const ask = async ({ backend }: TestBackend, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') => {
  const { statusCode, body } = await backend.app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress })
  return { status: statusCode, text: body }
}
const bearer = { authorization: `Bearer ${token}` }
const figure = async (of: TestBackend, name: string) => {
  const { text } = await ask(of)
  const found = text.split('\n').find((line) => line.startsWith(`rollcall_backend_${name} `))
  return found === undefined ? undefined : Number(found.slice(found.lastIndexOf(' ')))
}

describe('metrics', () => {
  it('say how late positions are, also when what makes them hangs', async () => {
    const hung = await aBackend(
      {},
      {
        async positions(options) {
          const here = await startPositions(options)
          const state = { ...here.state, at: sharedNow() - 60_000 }
          return { ...here, state, look: () => new Promise(() => undefined) }
        },
      },
    )
    expect(await figure(hung, 'positioning_lag_seconds')).toBeGreaterThan(59)
    await hung.stop()
  })

  it('are for this machine only, unless there is a token', async () => {
    expect((await ask(closed)).status).toBe(200)
    expect((await ask(closed, {}, '10.0.0.9')).status).toBe(404)
    expect((await ask(closed, bearer, '10.0.0.9')).status).toBe(404)
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
      expect((await ask(closed, { [name]: '203.0.113.9' })).status).toBe(404)
    // Another site's page whose name leads here.
    expect((await ask(closed, { host: 'evil.example' })).status).toBe(404)
  })

  it('are for whoever bears the token, from anywhere', async () => {
    expect((await ask(open)).status).toBe(200)
    expect((await ask(open, bearer, '10.0.0.9')).status).toBe(200)
    expect((await ask(open, { ...bearer, 'x-forwarded-for': '203.0.113.9' }, '10.0.0.9')).status).toBe(200)
    expect((await ask(open, { authorization: `Bearer ${tokenBefore}` }, '10.0.0.9')).status).toBe(200)
    for (const authorization of ['', 'Bearer', `Bearer ${token}x`, `Basic ${token}`, token])
      expect([authorization, (await ask(open, { authorization }, '10.0.0.9')).status]).toEqual([authorization, 401])
  })

  it('refuse a token that is short, well known or another secret', async () => {
    await expect(aBackend({ METRICS_TOKEN: 'short' })).rejects.toThrow('METRICS_TOKEN')
    await expect(aBackend({ METRICS_TOKEN: testSecrets.INGEST_KEY })).rejects.toThrow(
      'METRICS_TOKEN must differ from INGEST_KEY.',
    )
  })

  it('say how this backend stands', async () => {
    expect(await figure(open, 'lease_held')).toBe(1)
    expect(await figure(open, 'ready{part="database"}')).toBe(1)
    // Nothing listens where the relay should be.
    expect(await figure(open, 'ready{part="relay"}')).toBe(0)
    expect(await figure(open, 'disk_free_bytes')).toBeGreaterThan(0)
    expect(await figure(open, 'disk_size_bytes')).toBeGreaterThan((await figure(open, 'disk_free_bytes')) ?? Infinity)
    expect(await figure(open, 'database_started_seconds')).toBeGreaterThan(1e9)
    expect(await figure(open, 'canary_arrived_seconds')).toBe(0)
    for (const link of ['ingest', 'positioning', 'publishing', 'relay'])
      expect(await figure(open, `canary_broken{link="${link}"}`)).toBe(0)
    for (const name of ['storage_dropped_positions_total', 'storage_dropped_activity_total', 'storage_waiting_rows'])
      expect([name, await figure(open, name)]).toEqual([name, 0])
  })

  it('say when the last good backup was made', async () => {
    expect(await figure(open, 'backup_made_seconds')).toBe(0)
    await rememberBackup(open.dataDir)
    const made = Date.parse(readFileSync(join(open.dataDir, 'last-backup'), 'utf8').trim()) / 1000
    expect(await figure(open, 'backup_made_seconds')).toBe(made)
    expect(made).toBeGreaterThan(1e9)
  })

  it('say what waits to be sent, and since when', async () => {
    const { db } = closed
    const message = { contactName: 'Kim', channel: 'email', subject: 's', text: 't', priority: 1 }
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await db
      .insertInto('notificationOutbox')
      .values([
        // Sent long ago: does not wait.
        { ...message, state: 'sent', queuedAt: ago(600), dueAt: ago(600) },
        // Failed, and is to be tried again in an hour.
        { ...message, queuedAt: ago(30), dueAt: ago(-60) },
        { ...message, queuedAt: ago(20), dueAt: ago(-60) },
      ])
      .execute()
    // Asked for before, they are good for some seconds.
    await expect.poll(() => figure(closed, 'outbox_waiting{outbox="messages"}'), { timeout: 25_000 }).toBe(2)
    const oldest = (await figure(closed, 'outbox_oldest_seconds{outbox="messages"}')) ?? 0
    expect([oldest >= 1800, oldest < 36_000]).toEqual([true, true])
    expect(await figure(closed, 'outbox_overdue_seconds{outbox="messages"}')).toBe(0)
    expect(await figure(closed, 'outbox_waiting{outbox="pushes"}')).toBe(0)
  })
})

describe('the log', () => {
  // holds spec 5.3-5
  it('has one form, and no line for every batch of a gateway', async () => {
    let text = ''
    const kept = new Writable({ write: (chunk, _, done) => done(void (text += String(chunk))) })
    const app = await createApp(closed.config, pino(logFormat('backend', 'info'), kept))
    app.post('/ingest/raddec', async (request, reply) => reply.code(request.headers['x-as'] ? 401 : 202).send({}))
    app.get('/api/zones', async () => ({}))
    for (let i = 0; i < 3; i++) await app.inject({ method: 'POST', url: '/ingest/raddec', payload: {} })
    for (let i = 0; i < 3; i++)
      await app.inject({ method: 'POST', url: '/ingest/raddec', payload: {}, headers: { 'x-as': 'a stranger' } })
    await app.inject({ method: 'GET', url: '/api/zones' })
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.map(({ code, route, msg }) => code ?? `${String(route)} ${String(msg)}`)).toEqual([
      'ingest_refused',
      '/api/zones answered',
    ])
    for (const line of lines)
      expect(line).toMatchObject({
        level: expect.stringMatching(/^(info|warn)$/),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        process: 'backend',
        msg: expect.any(String),
      })
    expect(lines[0]).toMatchObject({ status: 401, requests: 1, from: '127.0.0.1' })
    await app.close()
  })
})

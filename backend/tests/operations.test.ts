// Health, request ids, and what happens while the database is away.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureRoles } from '../src/auth/role-setup-queries.ts'
import { readConfig } from '../src/config.ts'
import { connect } from '../src/database/connect.ts'
import { startEmbedded, type EmbeddedDatabase } from '../src/database/embedded/launcher.ts'
import { migrate } from '../src/database/migrate.ts'
import { startPositions } from '../src/positions.ts'
import { createBackend, type Backend } from '../src/server.ts'
import { aBackend, aUser, testPassword, testSecrets, type TestBackend } from './a-backend.ts'

describe('the backend', () => {
  let backend: TestBackend
  beforeAll(async () => {
    backend = await aBackend()
  })
  afterAll(() => backend.stop())

  it('is healthy', async () => {
    expect((await backend.nobody('GET', '/health')).body).toEqual({ success: true, data: { status: 'ok' } })
  })

  // holds spec 5.3-5
  it('counts its answers by row', async () => {
    await (
      await backend.as('viewer')
    )('GET', '/api/zones')
    const { text, headers } = await backend.nobody('GET', '/metrics')
    expect(headers['content-type']).toContain('text/plain')
    expect(text).toMatch(/rollcall_backend_request_seconds_count\{row="zones\.list",status="200"\} 1/)
    expect(text).toContain('rollcall_backend_publish_failed_total 0')
  })

  // holds rules 1-1
  it('keeps the request id of the server layer and replaces an odd one', async () => {
    const given = await backend.nobody('GET', '/api/zones', undefined, { headers: { 'x-request-id': 'abc-123' } })
    expect([given.headers['x-request-id'], given.body.error.requestId]).toEqual(['abc-123', 'abc-123'])
    const odd = await backend.nobody('GET', '/api/zones', undefined, { headers: { 'x-request-id': 'a b<script>' } })
    expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('answers an address that cannot be read in the same shape', async () => {
    const { status, body } = await backend.nobody('GET', '/api/zones/%zz')
    expect([status, body.success, body.error.code]).toEqual([400, false, 'malformed_request'])
  })

  // holds spec 5.3-4
  it('limits guessing by route', async () => {
    const replies = []
    for (let i = 0; i < 61; i++) replies.push(await backend.nobody('POST', '/api/auth/backend-login', {}))
    expect(new Set(replies.slice(0, 60).map(({ status }) => status))).toEqual(new Set([400]))
    const last = replies.at(-1)
    expect([last?.status, last?.body.error.code, last?.headers['x-ratelimit-remaining']]).toEqual([
      429,
      'too_many_requests',
      '0',
    ])
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  })
})

it('takes secrets from files too, and names the one it cannot read', () => {
  const unread = 'TOKEN_SECRET_FILE: the file /nowhere/secret cannot be read (ENOENT).'
  expect(() => readConfig({ ...testSecrets, TOKEN_SECRET: '', TOKEN_SECRET_FILE: '/nowhere/secret' })).toThrow(unread)
})

describe('while the database is away', () => {
  let database: EmbeddedDatabase
  let backend: Backend
  let close: () => Promise<void>
  const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-outage-'))

  beforeAll(async () => {
    chmodSync(dataDir, 0o755)
    // Durable: a killed server must not forget the account of this test.
    database = await startEmbedded({ dataDir, port: 0, say: () => undefined })
    const connection = connect({ url: database.url, poolSize: 3 })
    await migrate(connection.db)
    await ensureRoles(connection.db)
    const config = readConfig({ ...testSecrets, DATA_DIR: dataDir })
    const log = pino({ level: 'silent' })
    backend = await createBackend({ config, connection, log, passwordCost: 4, positions: startPositions })
    close = connection.close
    const { email } = await aUser(connection.db, { role: 'admin' })
    const reply = await backend.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password: testPassword },
    })
    token = reply.json<{ data: { token: string } }>().data.token
  })
  afterAll(async () => {
    await backend.stop()
    await close()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  let token = ''
  const call = async (url: string) => {
    const reply = await backend.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    return { status: reply.statusCode, code: reply.json<{ error?: { code: string } }>().error?.code }
  }

  // holds rules 1-21
  it('answers 503 and recovers by itself', async () => {
    expect((await call('/api/zones')).status).toBe(200)
    process.kill(database.pid() ?? 0, 'SIGKILL')
    // Server processes outlive the killed one for a moment and may still answer.
    const down = Date.now() + 20_000
    let answer = await call('/api/zones')
    while (answer.status === 200 && Date.now() < down) answer = await call('/api/zones')
    expect(answer).toEqual({ status: 503, code: 'database_unavailable' })
    expect((await call('/health')).status).toBe(200)
    const deadline = Date.now() + 20_000
    while ((await call('/api/zones')).status !== 200) {
      if (Date.now() > deadline) throw new Error('The backend did not recover.')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })
})

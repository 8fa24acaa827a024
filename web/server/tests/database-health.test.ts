// GET /api/health/database against a real PostgreSQL (spec 1.2, 4.2): up, counted, and gone.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded, type EmbeddedDatabase } from '@rollcall/backend/database/embedded/launcher'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBench, type Bench } from './bench/bench.ts'
import { eventually } from './bench/eventually.ts'

let database: EmbeddedDatabase
let bench: Bench
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-web-database-'))
  // As root the database runs as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  database = await startEmbedded({ dataDir: folder, port: 0, durable: false, say: () => undefined })
  bench = await startBench({ DATABASE_URL: database.url })
}, 120_000)
afterAll(async () => {
  await bench.stop()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (method = 'GET') => bench.send({ method, path: '/api/health/database' })

// holds spec 1.2-2, 4.2-22
it('RT-05: says that the database is up, and nothing about it', async () => {
  const answer = await ask()
  expect([answer.status, answer.json()]).toEqual([200, { success: true, data: { status: 'ok' } }])
  const head = await ask('HEAD')
  expect([head.status, head.body.length, head.header('content-length')]).toEqual([
    200,
    0,
    answer.header('content-length'),
  ])
})

it('RT-05: asks once a second at most, over one connection', async () => {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const ours = `application_name = 'rollcall-web-health'`
  const lastQuestion = async () => {
    const { rows } = await client.query(`SELECT query_start FROM pg_stat_activity WHERE ${ours}`)
    expect(rows).toHaveLength(1)
    return (rows[0] as { query_start: Date }).query_start.getTime()
  }
  // Again when the machine took longer than a second for these few steps: then the next question was due.
  const questions = async (): Promise<{ first: number; last: number }> => {
    const before = await lastQuestion()
    await eventually(async () => (await ask()).status === 200 && (await lastQuestion()) > before)
    const started = performance.now()
    const first = await lastQuestion()
    for (let round = 0; round < 10; round += 1) expect((await ask()).status).toBe(200)
    const last = await lastQuestion()
    return performance.now() - started < 1000 ? { first, last } : questions()
  }
  const { first, last } = await questions()
  expect(last).toBe(first)
  await eventually(async () => (await ask()).status === 200 && (await lastQuestion()) > first)
  await client.end()
})

it('RT-05: says that it is gone, without a name, an address or a version', async () => {
  await database.stop()
  await eventually(async () => (await ask()).status === 503)
  const answer = await ask()
  expect([answer.status, answer.json().error?.code]).toEqual([503, 'database_unavailable'])
  expect(answer.body.toString()).not.toMatch(/postgres|127\.0\.0\.1|5432|SELECT|ECONN/i)
})

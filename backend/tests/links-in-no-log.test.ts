// The tokens of personal links stand in no line of the log, whatever is done with them and whatever goes wrong (spec 2.5; RT-07).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backendRows } from '@rollcall/contracts/api'
import type { Endpoint } from '@rollcall/contracts/endpoint'
import { readConfig } from '../src/config.ts'
import { startPositions } from '../src/positions.ts'
import { type Backend, createBackend } from '../src/server.ts'
import { testSecrets } from './a-backend.ts'
import { aDatabase, type TestDatabase } from './a-database.ts'
import { workInPlace } from './heavy-in-place.ts'

const secret = 'S3cretT0kenOfALink'.padEnd(43, 'x')
const rows = Object.values<Record<string, Endpoint>>(backendRows).flatMap((named) =>
  Object.values(named).filter((row) => row.secret.length > 0),
)

let text = ''
let database: TestDatabase
let backend: Backend
const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-links-'))
beforeAll(async () => {
  database = await aDatabase()
  const kept = new Writable({ write: (chunk, _, done) => done(void (text += String(chunk))) })
  backend = await createBackend({
    config: readConfig({ ...testSecrets, DATA_DIR: dataDir }),
    connection: database.connection,
    log: pino({ level: 'trace' }, kept),
    passwordCost: 4,
    heavy: ({ db }) => workInPlace(db),
    positions: startPositions,
  })
})
afterAll(async () => {
  await backend.stop()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

it('no token of a link is logged: guessed, malformed, with a bad body, or while the database refuses', async () => {
  expect(rows.length).toBeGreaterThan(4)
  const statuses = new Set<number>()
  const tryAll = async () => {
    for (const row of rows) {
      for (const value of [secret, `${secret}%20`, `${secret}%ZZ`, secret.repeat(9)]) {
        const url = row.path.replaceAll(/\{\w+\}/g, value)
        for (const payload of [undefined, { status: 'accounted', token: secret }, `{"${secret}`]) {
          const headers = { 'content-type': 'application/json' }
          const reply = await backend.app.inject({ method: row.method, url, ...(payload && { payload, headers }) })
          statuses.add(reply.statusCode)
        }
      }
    }
  }
  await tryAll()
  expect([...statuses]).toEqual(expect.arrayContaining([400, 404]))
  await database.connection.close()
  await tryAll()
  expect([...statuses].some((status) => status >= 500)).toBe(true)
  expect(text.split('\n').length).toBeGreaterThan(rows.length)
  expect(text.split('\n').filter((line) => line.includes('S3cretT0kenOfALink'))).toEqual([])
})

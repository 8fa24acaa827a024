// Any moment of the embedded database (`rollcall restore --at`): changed, noted, destroyed, brought back to the moment, compared; then
// changed again and brought back once more, which is another branch of its history. And how long the log of it is kept.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyChain } from '../src/audit/verify-audit.ts'
import { backup } from '../src/backup/backup-commands.ts'
import { tableShapes } from '../src/backup/backup-queries.ts'
import { baseCopiesIn } from '../src/backup/base-copy.ts'
import { removeOldMoments } from '../src/backup/kept-moments.ts'
import { momentOf, restoreMoment } from '../src/backup/restore-moment.ts'
import { readConfig } from '../src/config.ts'
import { connect } from '../src/database/connect.ts'
import { walFolder } from '../src/database/embedded/archive.ts'
import { startEmbedded, type EmbeddedDatabase } from '../src/database/embedded/launcher.ts'
import { readArchiveState } from '../src/database/server-queries.ts'
import { prepareDatabase } from '../src/open-database.ts'
import { startPositions } from '../src/positions.ts'
import { createBackend } from '../src/server.ts'
import { aUser, testPassword, testSecrets } from './a-backend.ts'
import { eventually } from './eventually.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-moment-'))
const backups = join(dataDir, 'backups')
const passphraseFile = join(dataDir, 'backup-passphrase')
const place = { dataDir, passphraseFile, archiveTo: backups }
let database: EmbeddedDatabase
let made = 0

beforeAll(async () => {
  chmodSync(dataDir, 0o755)
  writeFileSync(passphraseFile, 'a passphrase of many words\n')
  writeFileSync(join(dataDir, 'secrets.json'), '{"TOKEN_SECRET":"kept"}\n')
  await start()
  const connection = connect({ url: database.url })
  await prepareDatabase(connection.db)
  await connection.close()
})
afterAll(async () => {
  await database.stop()
  rmSync(dataDir, { recursive: true })
})

async function start(): Promise<void> {
  database = await startEmbedded({ dataDir, port: 0, durable: false, archiveTo: backups, say: () => undefined })
}

async function query<T extends object>(text: string): Promise<T[]> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  return client
    .query<T>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** By the product itself, so that every change has its record in the audit log. */
async function change(count: number): Promise<void> {
  const connection = connect({ url: database.url, poolSize: 3 })
  const config = readConfig({ ...testSecrets, DATA_DIR: dataDir })
  const log = pino({ level: 'silent' })
  const backend = await createBackend({ config, connection, log, passwordCost: 4, positions: startPositions })
  const { email } = await aUser(connection.db, { role: 'admin' })
  const ask = (url: string, payload: object, headers = {}) =>
    backend.app.inject({ method: 'POST', url, payload, headers })
  const reply = await ask('/api/auth/login', { email, password: testPassword })
  const authorization = `Bearer ${reply.json<{ data: { token: string } }>().data.token}`
  for (let at = 0; at < count; at++) {
    const { statusCode } = await ask('/api/mgmt/departments', { name: `Department ${made++}` }, { authorization })
    expect(statusCode).toBe(201)
  }
  await backend.stop()
  await connection.close()
}

/** Every row of every table, and a moment at which they were so. */
async function noted(): Promise<{ at: Date; content: Record<string, string[]> }> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const content: Record<string, string[]> = {}
  for (const { name } of await tableShapes(client)) {
    const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`)
    content[name] = rows.map(({ row }) => row)
  }
  const { rows } = await client.query<{ at: Date }>(`SELECT clock_timestamp() + interval '1 ms' AS at`)
  const at = rows[0]?.at ?? new Date()
  // What comes now comes later.
  await client.query(`SELECT pg_sleep(0.05)`)
  await client.end()
  return { at, content }
}

const destroy = () => query('TRUNCATE departments, audit_log CASCADE; DELETE FROM users; DROP TABLE activity CASCADE')

/** As `rollcall restore --replace --at` does it. */
async function bringBackTo(at: Date): Promise<void> {
  await database.stop()
  renameSync(join(dataDir, 'database'), join(dataDir, `replaced-${made++}`))
  await restoreMoment(place, backups, at)
  await start()
}

async function expectUnbroken(): Promise<void> {
  const { db, close } = connect({ url: database.url })
  expect(await verifyChain(db).finally(close)).toMatchObject({ broken: null })
}

describe('a moment', { timeout: 300_000 }, () => {
  let before: Date

  it('comes back whole after everything was destroyed, with an unbroken audit chain', async () => {
    before = new Date()
    await change(3)
    const order = { databaseUrl: database.url, dataDir, passphraseFile, walDays: 7 }
    // While it is worked with.
    const [said] = await Promise.all([backup(order, join(backups, '20260101T000000Z')), change(3)])
    expect(said).toMatch(/Every moment since .*Z can be restored/)
    expect(readdirSync(backups).filter((name) => name.startsWith('check-'))).toEqual([])
    await change(5)
    const { at, content } = await noted()
    await change(2)
    await destroy()
    await bringBackTo(at)
    expect((await noted()).content).toEqual(content)
    expect(content['departments']?.filter((row) => row.includes('Department'))).toHaveLength(11)
    await expectUnbroken()
  })

  it('comes back also on the branch that began with it', async () => {
    await change(4)
    const { at, content } = await noted()
    await destroy()
    await bringBackTo(at)
    expect((await noted()).content).toEqual(content)
    await expectUnbroken()
  })

  it('comes back on a machine that has nothing but what was copied, with its secrets', async () => {
    await change(1)
    const { at, content } = await noted()
    await change(1)
    await database.stop()
    const elsewhere = mkdtempSync(join(tmpdir(), 'rollcall-elsewhere-'))
    const fresh = mkdtempSync(join(tmpdir(), 'rollcall-fresh-'))
    for (const folder of [elsewhere, fresh]) chmodSync(folder, 0o755)
    execFileSync('cp', ['-a', `${backups}/.`, elsewhere])
    await restoreMoment({ dataDir: fresh, passphraseFile, archiveTo: null }, elsewhere, at)
    expect(existsSync(join(fresh, 'secrets.json'))).toBe(true)
    database = await startEmbedded({ dataDir: fresh, port: 0, durable: false, say: () => undefined })
    expect((await noted()).content).toEqual(content)
    await database.stop()
    for (const folder of [elsewhere, fresh]) rmSync(folder, { recursive: true })
    await start()
  })

  it('that was not kept is refused, and nothing is left of the attempt', async () => {
    await expect(restoreMoment(place, backups, before)).rejects.toThrow('The first moment that can be restored')
    await expect(restoreMoment(place, backups, new Date(Date.now() + 60_000))).rejects.toThrow('is still to come')
    await expect(restoreMoment(place, join(dataDir, 'nowhere'), new Date())).rejects.toThrow('BACKUP_WAL_DAYS')
    await expect(restoreMoment(place, backups, new Date())).rejects.toThrow('rollcall restore --replace')
    await database.stop()
    const late = new Date()
    renameSync(join(dataDir, 'database'), join(dataDir, 'put-aside'))
    await expect(restoreMoment(place, backups, late)).rejects.toThrow(/does not reach .*its last change is of 20/)
    const [copy] = await baseCopiesIn(backups)
    cpSync(copy?.folder ?? '', join(dataDir, 'other', 'damaged'), { recursive: true })
    appendFileSync(join(dataDir, 'other', 'damaged', 'base.tar.gz'), 'x')
    await expect(restoreMoment(place, join(dataDir, 'other'), late)).rejects.toThrow('base.tar.gz is damaged')
    expect(existsSync(join(dataDir, 'database'))).toBe(false)
    expect(existsSync(join(dataDir, 'database.unfinished'))).toBe(false)
    renameSync(join(dataDir, 'put-aside'), join(dataDir, 'database'))
    await start()
  })

  it.each(['yesterday', '2026-11-16T14:05:00', '2026-13-01T00:00:00Z', ''])(
    'is a time with its zone, not "%s"',
    (text) => {
      expect(() => momentOf(text)).toThrow('--at takes a time with its zone')
    },
  )
})

it('tells when the log cannot be kept, and when it can again', { timeout: 300_000 }, async () => {
  const { db, close } = connect({ url: database.url })
  const [copy] = await baseCopiesIn(backups)
  const wal = walFolder(backups, copy?.systemId ?? '')
  // The last piece that the start had to keep is there.
  await query('SELECT pg_switch_wal()')
  const failing = async () => (await readArchiveState(db))?.failing
  await eventually('a piece is kept', async () => (await failing()) === false)
  renameSync(wal, `${wal}-away`)
  await query('CREATE TABLE something (); SELECT pg_switch_wal()')
  expect(await eventually('the failure is known', failing)).toBe(true)
  renameSync(`${wal}-away`, wal)
  expect(await eventually('it goes on', async () => !(await failing()), 120_000)).toBe(true)
  await close()
})

it('is kept for so many days, with the copy and the log that the oldest needs', { timeout: 300_000 }, async () => {
  const folder = join(dataDir, 'kept')
  const day = 86_400_000
  const now = Date.parse('2026-03-31T00:00:00Z')
  const wal = join(folder, 'wal-1')
  mkdirSync(wal, { recursive: true })
  mkdirSync(join(folder, 'wal-2'))
  const piece = (at: number, timeline = 1) => `0000000${timeline}00000000000000${(16 + at).toString(16).toUpperCase()}`
  for (let at = 0; at < 10; at++) {
    writeFileSync(join(wal, `${piece(at)}.gz`), '')
    const backupFolder = join(folder, `2026032${at}T000000Z`)
    mkdirSync(backupFolder)
    const until = new Date(now - (10 - at) * day).toISOString()
    const about = { format: 1, systemId: '1', firstWal: piece(at), until, label: '', sha256: '0'.repeat(64) }
    for (const [name, text] of Object.entries({
      'base.json': JSON.stringify(about),
      'base.tar.gz': '',
      'backup.json': '',
    }))
      writeFileSync(join(backupFolder, name), text)
  }
  for (const name of ['00000002.history.gz', `${piece(1)}.00000028.backup.gz`, `${piece(9, 2)}.partial.gz`])
    writeFileSync(join(wal, name), '')
  await removeOldMoments(folder, 3, now)
  expect((await baseCopiesIn(folder)).map(({ firstWal }) => firstWal)).toEqual([7, 8, 9].map((at) => piece(at)))
  const left = [...[7, 8, 9].map((at) => `${piece(at)}.gz`), '00000002.history.gz', `${piece(9, 2)}.partial.gz`]
  expect(readdirSync(wal).sort()).toEqual(left.sort())
  expect(existsSync(join(folder, 'wal-2'))).toBe(false)
  // The backup itself is kept by its own days.
  expect(readdirSync(join(folder, '20260320T000000Z'))).toEqual(['backup.json'])
})

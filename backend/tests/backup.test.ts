// A restore drill: changed while it is backed up, destroyed, restored, compared; and backups that are damaged, foreign or newer.
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyChain } from '../src/audit/verify-audit.ts'
import { backup, check, restore } from '../src/backup/backup-commands.ts'
import { tableShapes } from '../src/backup/backup-queries.ts'
import { readManifest } from '../src/backup/manifest.ts'
import { connect } from '../src/database/connect.ts'
import { lastBackup } from '../src/backup/last-backup.ts'
import { aBackend, aUser, testPassword, tokenOf, type Caller, type TestBackend } from './a-backend.ts'

const folder = mkdtempSync(join(tmpdir(), 'rollcall-backup-'))
const passphraseFile = join(folder, 'passphrase')
let source: TestBackend
let admin: Caller
let made = 0

beforeAll(async () => {
  writeFileSync(passphraseFile, 'a passphrase of many words\n')
  source = await aBackend()
  admin = await source.as('admin')
  writeFileSync(join(source.dataDir, 'secrets.json'), '{"TOKEN_SECRET":"kept"}\n')
  await createDepartments(20)
})
afterAll(async () => {
  await source.stop()
  rmSync(folder, { recursive: true })
})

async function createDepartments(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const { status } = await admin('POST', '/api/mgmt/departments', { name: `Department ${made++} "quoted" \\ отдел` })
    expect(status).toBe(201)
  }
}

/** Not of those that come with the database. */
const isOurs = (row: string) => row.includes('quoted')

const placeOf = ({ url, dataDir }: { url: string; dataDir: string }) => ({
  databaseUrl: url,
  dataDir,
  passphraseFile,
  walDays: 0,
})

/** An own server's worth of nothing: what a new machine has before its first start. */
async function withEmptyDatabase(work: (place: { url: string; dataDir: string }) => Promise<void>): Promise<void> {
  const name = `rollcall_restored_${made}_${Date.now()}`
  await onServer(`CREATE DATABASE ${name}`)
  const url = new URL(source.url)
  url.pathname = `/${name}`
  const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-restored-'))
  try {
    await work({ url: url.href, dataDir })
  } finally {
    rmSync(dataDir, { recursive: true })
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
  }
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: source.url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Every row of every table, as text; but for the lease, which a running backend renews every second. */
async function contentOf(url: string): Promise<Record<string, string[]>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const content: Record<string, string[]> = {}
    const tables = await tableShapes(client)
    for (const { name } of tables.filter((table) => table.name !== 'leases')) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`)
      content[name] = rows.map(({ row }) => row)
    }
    return content
  } finally {
    await client.end()
  }
}

// Each makes a database and fills it twice: half a minute on a busy machine.
describe('a backup', { timeout: 180_000 }, () => {
  it('brings back everything as it was, with its secrets and an unbroken audit chain', async () => {
    const to = join(folder, 'quiet')
    expect(await backup(placeOf(source), to)).toContain('with its secrets, and restored into a scratch database')
    const before = await contentOf(source.url)
    await withEmptyDatabase(async (place) => {
      expect(await restore(placeOf(place), to)).toContain('and its secrets')
      expect(await contentOf(place.url)).toEqual(before)
      expect(readFileSync(join(place.dataDir, 'secrets.json'), 'utf8')).toBe('{"TOKEN_SECRET":"kept"}\n')
      const { db, close } = connect({ url: place.url })
      expect(await verifyChain(db).finally(close)).toMatchObject({ broken: null })
    })
  })

  it('lets everybody sign in with the password from before, and whoever is signed in stays so', async () => {
    const to = join(folder, 'accounts')
    const { email } = await aUser(source.db, { role: 'operator' })
    const signedIn = await tokenOf(source.nobody, email)
    await backup(placeOf(source), to)
    await withEmptyDatabase(async (place) => {
      await restore(placeOf(place), to)
      const restored = await aBackend({}, { beside: { url: place.url } as TestBackend })
      try {
        expect(await tokenOf(restored.nobody, email, testPassword)).not.toBe('')
        await expect(tokenOf(restored.nobody, email, `${testPassword}!`)).rejects.toThrow('401')
        expect((await restored.withToken(signedIn)('GET', '/api/zones')).status).toBe(200)
      } finally {
        await restored.stop()
      }
    })
  })

  it('is remembered once it was found good, and not before', async () => {
    rmSync(join(source.dataDir, 'last-backup'), { force: true })
    // Not empty: nothing is written.
    await expect(backup(placeOf(source), folder)).rejects.toThrow('not empty')
    expect(await lastBackup(source.dataDir)).toBeNull()
    const before = Date.now()
    await backup(placeOf(source), join(folder, 'remembered'))
    expect(await lastBackup(source.dataDir)).toBeGreaterThanOrEqual(before)
  })

  it('is of one moment, however much is changed meanwhile', async () => {
    const to = join(folder, 'under-load')
    const done = new AbortController()
    const changes = (async () => {
      while (!done.signal.aborted) await createDepartments(1)
    })()
    await backup(placeOf(source), to).finally(() => done.abort())
    await changes
    const { tables } = await readManifest(to)
    const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows
    await withEmptyDatabase(async (place) => {
      await restore(placeOf(place), to)
      const { departments = [], audit_log: audit = [] } = await contentOf(place.url)
      expect([departments.length, audit.length]).toEqual([rowsOf('departments'), rowsOf('audit_log')])
      // A department and its audit record are one transaction: one cannot be there without the other.
      const created = departments.filter(isOurs)
      expect(audit.filter((row) => row.includes('departments.create'))).toHaveLength(created.length)
    })
  })

  it('goes on counting after the restore', async () => {
    await withEmptyDatabase(async (place) => {
      await restore(placeOf(place), join(folder, 'quiet'))
      const client = new Client({ connectionString: place.url })
      await client.connect()
      const insert = `INSERT INTO activity (type, text) VALUES ('entered', 'X') RETURNING id`
      const { rows } = await client.query(insert).finally(() => client.end())
      expect(rows).toHaveLength(1)
    })
  })
})

describe('refused, and nothing is changed', () => {
  it.each([
    ['a damaged file', (copy: string) => appendFileSync(join(copy, 'departments.copy.gz'), 'x'), 'departments.copy.gz'],
    ['an unfinished backup', (copy: string) => rmSync(join(copy, 'backup.json')), 'holds no finished backup'],
    [
      'a newer backup',
      (copy: string) => {
        const path = join(copy, 'backup.json')
        writeFileSync(path, readFileSync(path, 'utf8').replace('"0001-accounts"', '"0001-accounts", "9999-later"'))
      },
      'A newer version of Rollcall made this backup (9999-later)',
    ],
  ])('%s', async (what, damage, sentence) => {
    const copy = join(folder, `refused ${what}`)
    cpSync(join(folder, 'quiet'), copy, { recursive: true })
    damage(copy)
    await withEmptyDatabase(async (place) => {
      await expect(restore(placeOf(place), copy)).rejects.toThrow(sentence)
      const { departments = [] } = await contentOf(place.url)
      expect(departments.filter(isOurs)).toEqual([])
    })
  })

  it('a database in use, a folder that is not empty, a wrong passphrase', async () => {
    await expect(restore({ ...placeOf(source), dataDir: folder }, join(folder, 'quiet'))).rejects.toThrow(
      'has accounts',
    )
    await expect(backup(placeOf(source), join(folder, 'quiet'))).rejects.toThrow('is not empty')
    writeFileSync(join(folder, 'wrong'), 'not the passphrase of it')
    const wrong = { ...placeOf(source), passphraseFile: join(folder, 'wrong') }
    await expect(check(wrong, join(folder, 'quiet'))).rejects.toThrow('The passphrase does not open the secrets')
  })
})

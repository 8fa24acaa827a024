// The embedded database by itself. As root it also proves that PostgreSQL runs as somebody else.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { startEmbedded, type EmbeddedDatabase } from '../src/database/embedded/launcher.ts'

const isRoot = process.getuid?.() === 0
const running: EmbeddedDatabase[] = []
const folders = new Set<string>()
let said: string[] = []

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
  said = []
})

function aDataDir(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-embedded-'))
  chmodSync(folder, mode)
  folders.add(folder)
  return folder
}

async function start(dataDir: string, port = 0): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, port, durable: false, say: (line) => said.push(line) })
  running.push(database)
  if (database.folder.startsWith('/var/lib/rollcall/')) folders.add(dirname(database.folder))
  return database
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
    .query(text)
    .then(({ rows }) => rows as unknown[])
    .finally(() => client.end())
}

async function eventually<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 20_000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

describe('startEmbedded', () => {
  it('makes a database that listens on loopback only, asks for a password and keeps its data', async () => {
    const dataDir = aDataDir()
    const first = await start(dataDir)
    await query(first.url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)')
    expect(await query(first.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    const stranger = new URL(first.url)
    stranger.password = 'guess'
    await expect(query(stranger.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
    expect(statSync(join(dataDir, 'database-password')).mode & 0o777).toBe(0o600)
    await first.stop()
    const second = await start(dataDir)
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })

  it('is durable unless a test says otherwise', async () => {
    const database = await startEmbedded({ dataDir: aDataDir(), port: 0, say: () => undefined })
    running.push(database)
    expect(await query(database.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }])
  })

  it('hands on what PostgreSQL says, without what a row holds', async () => {
    const heard: string[] = []
    const at = (level: string) => (_: object, text: string) => void heard.push(`${level}: ${text}`)
    const log = { info: at('info'), warn: at('warn'), error: at('error'), fatal: at('fatal') }
    const database = await startEmbedded({ dataDir: aDataDir(), port: 0, durable: false, say: () => undefined, log })
    running.push(database)
    await query(database.url, "CREATE TABLE people (name text UNIQUE); INSERT INTO people VALUES ('Kim Secret')")
    const twice = query(database.url, "INSERT INTO people VALUES ('Kim Secret')")
    await expect(twice).rejects.toThrow(/duplicate key/)
    await expect(query(database.url, 'SELECT 1 FROM nothing_of_that_name')).rejects.toThrow(/does not exist/)
    await eventually(async () => expect(heard.join('\n')).toContain('warn: relation "nothing_of_that_name" does not'))
    expect(heard).toContain('warn: duplicate key value violates unique constraint "people_name_key"')
    expect(heard.join('\n')).not.toContain('Kim Secret')
  })

  it.runIf(isRoot)('runs as an unprivileged user', async () => {
    const database = await start(aDataDir())
    const status = readFileSync(`/proc/${database.pid()}/status`, 'utf8')
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe('65534')
  })

  it.runIf(isRoot)(
    'moves to where that user may go when DATA_DIR is closed to others, and begins afresh with a new DATA_DIR',
    async () => {
      const dataDir = aDataDir(0o700)
      const first = await start(dataDir)
      expect(first.folder).toMatch(/^\/var\/lib\/rollcall\/[0-9a-f]{16}\/database$/)
      expect(said.join('\n')).toContain('/var/lib/rollcall/')
      await query(first.url, 'CREATE TABLE kept (n int)')
      await first.stop()
      const second = await start(dataDir)
      expect(await query(second.url, 'SELECT n FROM kept')).toEqual([])
      await second.stop()
      rmSync(join(dataDir, 'database-password'))
      const third = await start(dataDir)
      await expect(query(third.url, 'SELECT n FROM kept')).rejects.toThrow(/does not exist/)
      expect(readdirSync(dirname(third.folder)).some((name) => name.startsWith('database.before-'))).toBe(true)
    },
  )

  it('says in one sentence that the port is taken', async () => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => blocker.once('listening', resolve))
    const { port } = blocker.address() as { port: number }
    await expect(start(aDataDir(), port)).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`)
    blocker.close()
  })

  it('says in one sentence that it cannot write', async () => {
    const file = join(aDataDir(), 'file')
    writeFileSync(file, '')
    await expect(start(join(file, 'data'))).rejects.toThrow(/cannot be used/)
    await expect(start('/sys/rollcall')).rejects.toThrow(/may not write|cannot be used/)
  })

  it('clears a stale postmaster.pid, also when its number now belongs to another program', async () => {
    const dataDir = aDataDir()
    const first = await start(dataDir)
    await first.stop()
    for (const pid of [process.pid, 2 ** 22 - 3]) {
      writeFileSync(join(first.folder, 'postmaster.pid'), `${pid}\n${first.folder}\n`)
      const next = await start(dataDir)
      expect(await query(next.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
      await next.stop()
    }
    expect(existsSync(join(dataDir, 'database-starter'))).toBe(false)
  })

  it('starts PostgreSQL again when it dies', async () => {
    const database = await start(aDataDir())
    await query(database.url, 'CREATE TABLE kept (n int)')
    const pid = database.pid()
    process.kill(pid ?? 0, 'SIGKILL')
    await eventually(async () => {
      expect(database.pid()).not.toBe(pid)
      await query(database.url, 'SELECT 1')
    })
    expect(said.join('\n')).toContain('started again')
  })

  it('starts PostgreSQL again when it is killed before it answers for the first time', async () => {
    const dataDir = aDataDir()
    const kill = () =>
      process.kill(Number(readFileSync(join(dataDir, 'database', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
    let hasSpoken = false
    // Its first words come before it takes connections.
    const hear = () => {
      if (!hasSpoken) kill()
      hasSpoken = true
    }
    const log = { info: hear, warn: hear, error: hear, fatal: hear }
    const database = await startEmbedded({ dataDir, port: 0, durable: false, say: (line) => said.push(line), log })
    running.push(database)
    expect(await query(database.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    expect(said.join('\n')).toContain('started again')
  })

  it('stops within five seconds, also with a client connected', async () => {
    const database = await start(aDataDir())
    const client = new Client({ connectionString: database.url })
    client.on('error', () => undefined)
    await client.connect()
    const began = Date.now()
    await database.stop()
    expect(Date.now() - began).toBeLessThan(5000)
  })
})

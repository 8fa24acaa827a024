// The processes as an operator runs them: bundled, started by node, told apart by their exit and their words.
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testSecrets } from './a-backend.ts'
import { builtBackend } from './built-backend.ts'

let built: Awaited<ReturnType<typeof builtBackend>>
const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-process-'))
const children = new Set<ChildProcess>()

beforeAll(async () => {
  chmodSync(dataDir, 0o755)
  built = await builtBackend('processes')
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  built.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

type Run = { child: ChildProcess; exit: Promise<number | null>; out: () => string; err: () => string }

type Program = Parameters<typeof built.fileOf>[0]

function run(name: Program, args: string[] = [], environment: Record<string, string> = {}): Run {
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    DATABASE_PORT: '0',
    BACKEND_PORT: '0',
    AUDIT_SECRET: 'audit-secret-0123456789-abcdefghijklmnop',
    ...environment,
  }
  const child = spawn(process.execPath, [built.fileOf(name), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  const text = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()))
  const exit = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { child, exit, out: () => text.out, err: () => text.err }
}

async function until<T>(look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const seen = await Promise.resolve(look()).catch(() => undefined)
    if (seen) return seen
    if (Date.now() > deadline) throw new Error('It did not happen in time.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const urlFile = join(dataDir, 'database-url')
const startDatabase = async () => {
  const database = run('database-main')
  await until(() => database.out().includes('the database listens'))
  return { ...database, url: readFileSync(urlFile, 'utf8').trim() }
}
const query = async (url: string, text: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client.query(text).finally(() => client.end())
}

describe('database-main', { timeout: 90_000 }, () => {
  it('leaves its address, refuses a second one, survives a hard death and stops cleanly', async () => {
    const first = await startDatabase()
    expect(first.out()).not.toContain(new URL(first.url).password)
    await query(first.url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)')
    const second = run('database-main')
    expect(await second.exit).toBe(1)
    expect(second.err().trim()).toMatch(/^The database in .* is already running \(process \d+\)\.$/)

    first.child.kill('SIGKILL')
    await first.exit
    const third = await startDatabase()
    expect((await query(third.url, 'SELECT n FROM kept')).rows).toEqual([{ n: 1 }])
    third.child.kill('SIGTERM')
    expect(await third.exit).toBe(0)
    expect(existsSync(urlFile)).toBe(false)
    await expect(query(third.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/)
  })
})

describe('main', () => {
  // holds rules 5-9
  it('refuses with the whole list of what is wrong and no secret in it', async () => {
    const { exit, err } = run('main', [], {
      TOKEN_SECRET: 'short-secret',
      BACKEND_PORT: 'http',
      REALTIME_API_KEY: 'x'.repeat(40),
    })
    expect(await exit).toBe(1)
    const lines = err().trim().split('\n')
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['BACKEND_PORT', 'TOKEN_SECRET', 'REALTIME_API_KEY'])
    expect(err()).not.toContain('short-secret')
  })

  it('starts with the embedded database, serves, and stops on a signal', async () => {
    const main = run('main', [], testSecrets)
    const port = await until(() => /"port":(\d+),"msg":"the backend listens"/.exec(main.out())?.[1])
    const health = await fetch(`http://127.0.0.1:${port}/health`)
    expect(health.status).toBe(200)
    for (const line of main.out().trim().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow()
    main.child.kill('SIGTERM')
    expect(await main.exit).toBe(0)
    expect(main.err()).toBe('')
  })
})

// Each command starts and stops a database of its own.
describe('admin', { timeout: 90_000 }, () => {
  it('makes an account, resets its password and verifies the audit log', async () => {
    const made = run('admin', ['create-user', '--email', 'Root@Example.org', '--name', 'Root', '--role', 'admin'])
    expect([await made.exit, made.err()]).toEqual([0, ''])
    expect(made.out()).toMatch(/^root@example\.org {2}\S{20,}/)
    const twin = run('admin', ['create-user', '--email', 'root@example.org', '--name', 'Twin', '--role', 'viewer'])
    expect([await twin.exit, twin.err().includes('already')]).toEqual([1, true])
    const reset = run('admin', ['reset-password', '--email', 'root@example.org'])
    expect(await reset.exit).toBe(0)
    const verify = run('admin', ['verify-audit'])
    expect(await verify.exit).toBe(0)
    const [, head] = /^2 audit records, none changed, removed or reordered\. The newest is (2:[0-9a-f]{64})\n$/.exec(
      verify.out(),
    )!
    const later = run('admin', ['verify-audit', '--head', `${head},3:${'0'.repeat(64)}`])
    expect([await later.exit, later.err().trim()]).toEqual([1, 'Record 3 of the audit log was removed.'])
    const odd = run('admin', ['dance'])
    expect([await odd.exit, odd.err().trim().split('\n').length]).toEqual([1, 1])
  })

  it('imports a site once', async () => {
    const site = aSite()
    const [siteFile, accountsFile] = [join(dataDir, 'site.json'), join(dataDir, 'accounts.json')]
    writeFileSync(siteFile, JSON.stringify(site))
    writeFileSync(
      accountsFile,
      JSON.stringify([{ role: 'viewer', email: 'v@example.org', displayName: 'V', password: 'viewer-password' }]),
    )
    const seed = () => run('admin', ['seed', '--site', siteFile, '--accounts', accountsFile])
    const first = seed()
    expect([await first.exit, first.err(), first.out().trim()]).toEqual([0, '', 'Works was imported.'])
    const second = seed()
    expect([await second.exit, second.out().trim()]).toEqual([0, 'There is a building already; nothing was imported.'])
    const database = await startDatabase()
    const { rows } = await query(database.url, 'SELECT x, y FROM receivers')
    expect(rows).toEqual([{ x: 50, y: 25 }])
    const carried = await query(
      database.url,
      `SELECT full_name FROM people p JOIN transmitters t ON t.entity_id = p.id AND t.entity_type = 'employee'`,
    )
    expect(carried.rows).toEqual([{ full_name: 'Ada' }])
    database.child.kill('SIGTERM')
    await database.exit
  })

  it('exports everything but what opens doors, and finds an audit record that was changed by hand', async () => {
    const folder = join(dataDir, 'export')
    const written = run('admin', ['export', '--to', folder])
    expect([await written.exit, written.err()]).toEqual([0, ''])
    expect(written.out()).toMatch(/^\d+ rows of \d+ tables were written to /)
    const linesOf = (table: string) =>
      readFileSync(join(folder, `${table}.ndjson`), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(linesOf('people')).toMatchObject([{ full_name: 'Ada' }])
    expect(linesOf('users').map(({ email }) => email)).toContain('v@example.org')
    expect(linesOf('audit_log').map(({ action }) => action)).toContain('admin.seed')
    const [floor] = linesOf('floors')
    expect(readFileSync(join(folder, 'files', String(floor?.['plan_file'])), 'utf8')).toContain('<svg')
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.ndjson')))
      expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/\$2[aby]\$|password_hash|key_hash|irk_sealed/)
    const again = run('admin', ['export', '--to', folder])
    expect([await again.exit, again.err().includes('is not empty')]).toEqual([1, true])

    const database = await startDatabase()
    await query(database.url, `UPDATE audit_log SET action = 'nothing' WHERE seq = 2`)
    const verify = run('admin', ['verify-audit'])
    expect([await verify.exit, verify.err().trim()]).toEqual([1, 'Record 2 of the audit log was changed.'])
    database.child.kill('SIGTERM')
    await database.exit
  })
})

function aSite() {
  const polygon = [
    { xM: 0, yM: 0 },
    { xM: 5, yM: 0 },
    { xM: 5, yM: 5 },
  ]
  const flags = { isEmergency: false, isMusterPoint: true, isRestricted: false, capacity: null }
  return {
    building: { name: 'Works', code: 'W', address: 'Here', latitude: 0, longitude: 0, timezone: 'UTC' },
    floors: [
      {
        key: 'g',
        name: 'Ground',
        level: 0,
        widthM: 20,
        heightM: 20,
        planSvg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      },
    ],
    zoneTypes: [{ name: 'Room', colour: '#112233' }],
    zones: [{ floor: 'g', name: 'Yard', zoneType: 'Room', polygon, ...flags }],
    receivers: [{ receiverId: 'aabbccddeeff', name: 'R', floor: 'g', xM: 10, yM: 5, zM: 2 }],
    departments: [{ name: 'All', code: 'A' }],
    people: [
      {
        entityType: 'employee',
        employeeId: '1',
        fullName: 'Ada',
        email: null,
        jobTitle: null,
        phone: null,
        department: 'All',
        transmitterId: 'aabbccddee00',
        batteryPct: 90,
      },
    ],
    assets: [{ name: 'Cart', category: 'Trolley', serialNumber: 'S1', transmitterId: 'aabbccddee01', batteryPct: 50 }],
  }
}

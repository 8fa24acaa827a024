// A newer major version of the embedded PostgreSQL: the files of an older one are refused with a sentence, and the way of docs/operations.md
// leads over, by a backup and a restore. The older one is a real PostgreSQL of the machine: OLD_POSTGRES_BIN, or the system's packages.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePorts } from '@rollcall/bench/measuring/free-ports'
import { until } from '../setup/child-process.ts'

const root = join(import.meta.dirname, '..', '..')
const packages = '/usr/lib/postgresql'
const found = existsSync(packages) ? readdirSync(packages).map((major) => join(packages, major, 'bin')) : []
const bin = process.env['OLD_POSTGRES_BIN'] ?? found.find((folder) => existsSync(join(folder, 'initdb')))
if (!bin)
  console.warn('!!! No older PostgreSQL (apt-get install postgresql, or OLD_POSTGRES_BIN): its upgrade is not tried.')

/** PostgreSQL does not run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
let folder: string
let ports: number[]
let old: ChildProcess | undefined
const data = (path: string) => join(folder, path)

beforeAll(async () => {
  if (!bin) return
  folder = mkdtempSync(join(tmpdir(), 'rollcall-major-'))
  chmodSync(folder, 0o755)
  ports = await freePorts(4)
})
afterAll(async () => {
  await stopOld()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** All that it says; throws with it when it fails. */
function rollcall(...args: string[]): string {
  const [WEB_PORT, BACKEND_PORT, RELAY_PORT, DATABASE_PORT] = ports.map(String)
  const env = { ...process.env, DATA_DIR: folder, WEB_PORT, BACKEND_PORT, RELAY_PORT, DATABASE_PORT }
  try {
    const options = { cwd: root, env, encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync(process.execPath, ['scripts/rollcall.mjs', ...args], options)
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${stdout}\n${stderr}`, { cause: error })
  }
}

async function startOld(): Promise<string> {
  const password = 'of-the-older-database'
  mkdirSync(data('database'), { mode: 0o700 })
  writeFileSync(data('initial-password'), password)
  if (nobody.uid)
    for (const name of ['database', 'initial-password']) chownSync(data(name), nobody.uid, nobody.gid ?? 0)
  const how = ['-D', data('database'), '-U', 'rollcall', '-A', 'scram-sha-256', `--pwfile=${data('initial-password')}`]
  execFileSync(join(bin ?? '', 'initdb'), [...how, '-E', 'UTF8', '--locale=C'], {
    ...nobody,
    cwd: '/',
    stdio: 'ignore',
  })
  rmSync(data('initial-password'))
  const port = ports[3]
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`, '-c', 'unix_socket_directories=']
  old = spawn(join(bin ?? '', 'postgres'), ['-D', data('database'), ...settings], {
    ...nobody,
    cwd: '/',
    stdio: 'ignore',
  })
  writeFileSync(data('database-password'), `${password}\n`, { mode: 0o600 })
  const url = `postgres://rollcall:${password}@127.0.0.1:${port}/postgres`
  const psql = (statement: string) =>
    execFileSync(join(bin ?? '', 'psql'), [url, '-v', 'ON_ERROR_STOP=1', '-c', statement], { stdio: 'ignore' })
  await until('the older PostgreSQL answers', () => {
    try {
      psql('CREATE DATABASE rollcall')
      return true
    } catch {
      return false
    }
  })
  return url.replace(/postgres$/, 'rollcall')
}

async function stopOld(): Promise<void> {
  if (!old || old.exitCode !== null) return
  const ended = new Promise((resolve) => old?.once('exit', resolve))
  old.kill('SIGINT')
  await ended
}

const majorOf = (path: string) => Number(readFileSync(join(path, 'PG_VERSION'), 'utf8'))

it.skipIf(!bin)('leads from an older PostgreSQL to this one, with everything', async () => {
  const url = await startOld()
  const admin = ['--admin-email', 'you@example.com', '--admin-name', 'You']
  rollcall('setup', '--url', 'https://rollcall.example.com', ...admin, '--proxy', '192.0.2.1', '--database', url)
  // From here on it is what an older release with an embedded PostgreSQL would have left.
  const settings = readFileSync(data('rollcall.env'), 'utf8')
  writeFileSync(data('rollcall.env'), settings.replace(/^DATABASE_URL=.*\n/m, ''), { mode: 0o600 })
  writeFileSync(data('database-url'), `${url}\n`, { mode: 0o600 })
  rollcall('create-user', '--email', 'ada@example.com', '--name', 'Ada', '--role', 'viewer')
  expect(rollcall('upgrade')).toContain('restored into a scratch database to check them')
  await stopOld()
  const before = majorOf(data('database'))

  expect(() => rollcall('verify-audit')).toThrow(`was made by PostgreSQL ${before}; this is PostgreSQL`)
  const backups = readdirSync(data('backups')).filter((name) => name.endsWith('-upgrade'))
  expect(rollcall('restore', '--replace', '--from', join(data('backups'), backups[0] ?? ''))).toContain(
    'What was there before is in',
  )

  expect(majorOf(data('database'))).toBeGreaterThan(before)
  expect(rollcall('verify-audit')).toContain('none changed, removed or reordered')
  expect(() => rollcall('create-user', '--email', 'ada@example.com', '--name', 'Ada', '--role', 'viewer')).toThrow(
    /already/,
  )
  const aside = readdirSync(folder).filter((name) => name.startsWith('replaced-'))
  expect(aside.map((name) => majorOf(join(folder, name, 'database')))).toEqual([before])
})

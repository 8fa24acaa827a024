// The product as `npm start` runs it, supervised: what is killed comes back by itself. Its processes are found by what they run.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { spawnChild, until } from '../setup/child-process.ts'
import { freePorts } from '@rollcall/bench/measuring/free-ports'
import { prepare } from './preparations.ts'

/** What each runs. */
const commands = {
  web: /web\/server\/dist\/main\.js/,
  backend: /backend\/dist\/main\.js/,
  relay: /relay\/src\/main\.ts/,
  'keeper of the database': /backend\/dist\/database-main\.js/,
  database: /postgres.* -D /,
} as const
export type ProcessName = keyof typeof commands
export const processNames = Object.keys(commands) as ProcessName[]

export type Product = Awaited<ReturnType<typeof startProduct>>

const simulator = fileURLToPath(new URL('../../simulator/dist/main.js', import.meta.url))
const patienceMs = 400_000

/** `isPrepared`: its processes can be cut off from each other, and their clocks set. */
export async function startProduct(isPrepared: boolean) {
  const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-faults-'))
  // Open to the database's user, so that its files stay in this folder.
  chmodSync(dataDir, 0o755)
  // Without the past week of the demo, which is a good part of a first start.
  const site = execFileSync(process.execPath, [simulator, '--print-site'], { maxBuffer: 2 ** 28 })
  writeFileSync(join(dataDir, 'demo-site.json'), site)
  const [web, backend = 0, relay = 0, database] = await freePorts(4)
  const prepared = isPrepared ? await prepare(dataDir, { backend, relay }) : null
  const child = spawnChild(process.execPath, ['scripts/start.mjs'], {
    ...process.env,
    DATA_DIR: dataDir,
    WEB_PORT: `${web}`,
    BACKEND_PORT: `${backend}`,
    RELAY_PORT: `${relay}`,
    DATABASE_PORT: `${database}`,
    SIMULATOR_CLOCK: '10:30',
    ...prepared?.environment,
  })
  let hasEnded = false
  void child.ended.then(() => (hasEnded = true))
  const stop = async () => {
    child.signal('SIGTERM')
    await child.ended
    await prepared?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const isRunning = () => child.output().includes('Ctrl-C')
    await until('npm start says that it runs, or ends', () => isRunning() || hasEnded, patienceMs)
    if (hasEnded) throw new Error('It ended.')
  } catch {
    await stop()
    throw new Error(`npm start did not start; it said: ${child.output().slice(-2000)}`)
  }
  const account = (role: string) => {
    const [, email = '', password = ''] = new RegExp(`^${role} {2}(\\S+) {2}(\\S+)$`, 'm').exec(child.output()) ?? []
    return { email, password }
  }
  const databaseUrl = readFileSync(join(dataDir, 'database-url'), 'utf8').trim()
  const logs = join(dataDir, 'logs')
  const auditFile = join(logs, 'audit.log')
  return {
    url: `http://localhost:${web}`,
    account,
    /** Lines of the audit file and of what was put aside of it, and, where it could not be written, of the error console. */
    auditLines: () => linesOf(logs, /^(audit|web).*\.log(\.gz)?$/),
    /** Every write is refused as by a full disk, until the answer is called. */
    fillAuditDisk() {
      renameSync(auditFile, `${auditFile}.aside`)
      symlinkSync('/dev/full', auditFile)
      return () => renameSync(`${auditFile}.aside`, auditFile)
    },
    pidOf: (name: ProcessName) => pidOf(name, child.pid),
    /** It and what it has started: a stopped PostgreSQL is all of its processes. */
    pidsOf(name: ProcessName): number[] {
      const pid = pidOf(name, child.pid)
      return [pid, ...below(pid)]
    },
    databaseUrl,
    prepared,
    /** Who watches over the processes has given up. */
    hasEnded: () => hasEnded,
    /** A copy of the logs, which stays; answers where. */
    keepLogs() {
      const folder = mkdtempSync(join(tmpdir(), 'rollcall-fault-logs-'))
      cpSync(logs, folder, { recursive: true })
      return folder
    },
    stop,
  }
}

/** Of the web server's log, too: it has what was said on the error console. */
function linesOf(folder: string, pattern: RegExp): string[] {
  const files = readdirSync(folder).filter((name) => pattern.test(name))
  return files.flatMap((name) => {
    const bytes = readFileSync(join(folder, name))
    return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split('\n')
  })
}

function pidOf(name: ProcessName, above: number): number {
  const found = below(above).find((pid) => commands[name].test(commandOf(pid)))
  if (!found) throw new Error(`There is no process that is ${name}.`)
  return found
}

const below = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...below(child)])

function childrenOf(pid: number): number[] {
  const said = readOrNothing(`/proc/${pid}/task/${pid}/children`)
  return said.split(' ').filter(Boolean).map(Number)
}

const commandOf = (pid: number) => readOrNothing(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

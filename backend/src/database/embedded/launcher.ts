// Starts PostgreSQL from the npm binaries under DATA_DIR and keeps it running, when no DATABASE_URL is given.
// Called by main.ts, database-main.ts and the tests. It listens on 127.0.0.1 only and asks for a password.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { archiveSettings, prepareArchive } from './archive.ts'
import { prepareBinaries, type Binaries } from './binaries.ts'
import {
  chooseInstallation,
  createCluster,
  isCluster,
  passwordIn,
  plainEnvironment,
  refuseOtherVersion,
  superuser,
  type Installation,
} from './cluster.ts'
import { createDatabase } from './create-database-queries.ts'
import { clearEarlierRun, forgetStarter, rememberStarter, stopProcess } from './earlier-run.ts'
import { freePort } from './free-port.ts'
import { createPostgresLog, type PostgresLog } from './postgres-log.ts'
import { fileFailure, postgresFailure, StartFailure } from './start-failure.ts'
import { guard } from './watchdog.ts'

export type EmbeddedDatabase = {
  readonly url: string
  /** Where the cluster lies, which need not be below DATA_DIR (cluster.ts). */
  readonly folder: string
  readonly pid: () => number | undefined
  stop(): Promise<void>
}

type EmbeddedOptions = {
  readonly dataDir: string
  /** 0: any free port. */
  readonly port: number
  readonly say: (line: string) => void
  /** What PostgreSQL itself says; absent: only its last words are known, when it ends. */
  readonly log?: PostgresLog
  /** The folder of the backups, where its log is kept, so that any moment can be restored; absent: it is not. */
  readonly archiveTo?: string | null
  /** False only in tests: trades safety against power loss for speed. */
  readonly durable?: boolean
}

type Plan = {
  readonly place: Installation
  readonly binaries: Binaries
  readonly port: number
  readonly durable: boolean
  readonly url: string
  readonly log: PostgresLog | undefined
  readonly archive: string | null
  readonly isStopping: () => boolean
  readonly say: (line: string) => void
}
type Running = { child: ChildProcess; output: string[]; exited: Promise<void>; hasExited: () => boolean }

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, say, durable = true } = options
  makeDataDir(dataDir)
  const place = chooseInstallation(dataDir, say)
  const binaries = prepareBinaries({ ...place, say })
  const isNew = !isCluster(place.folder)
  const password = passwordIn(dataDir, isNew)
  if (isNew) await createCluster(place, binaries, password, durable)
  else refuseOtherVersion(place.folder, binaries)
  await clearEarlierRun(dataDir, place.folder, say)
  const port = await freePort(options.port)
  const url = `postgres://${superuser}:${password}@127.0.0.1:${port}/rollcall`
  rememberStarter(dataDir)

  let stopping = false
  const { log, archiveTo } = options
  const archive = archiveTo ? prepareArchive(archiveTo, place) : null
  const plan: Plan = { place, binaries, port, durable, url, log, archive, isStopping: () => stopping, say }
  let running = await launch(plan)
  writeFileSync(databaseUrlFile(dataDir), `${url}\n`, { mode: 0o600 })

  async function keepRunning(failures = 0): Promise<void> {
    await running.exited
    if (stopping) return
    sayAgain(running, say)
    // Its last children may still hold shared memory for a moment, so the first attempts may fail.
    await wait(Math.min(500 * 2 ** failures, 10_000))
    if (stopping) return
    try {
      running = await launch(plan)
    } catch {
      return keepRunning(failures + 1)
    }
    // A stop that came meanwhile knew only the one that had died.
    if (stopping) await end(running)
    return keepRunning()
  }
  const keeper = keepRunning()

  return {
    url,
    folder: place.folder,
    pid: () => running.child.pid,
    async stop() {
      stopping = true
      rmSync(databaseUrlFile(dataDir), { force: true })
      await end(running)
      await keeper
      forgetStarter(dataDir)
    },
  }
}

function sayAgain({ output }: Running, say: Plan['say']): void {
  say(`The embedded database stopped unexpectedly and is started again: ${output.at(-1) ?? 'no message'}`)
}

async function end({ child }: Running): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null) await stopProcess(child.pid, 5_000)
}

/** The address of the running database, with its password, for the other processes of this DATA_DIR. */
export function databaseUrlFile(dataDir: string): string {
  return join(dataDir, 'database-url')
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw fileFailure(error, dataDir)
  }
}

async function launch(plan: Plan): Promise<Running> {
  const { place, port, url } = plan
  let running = spawnPostgres(plan)
  // A crash recovery of a large database takes its time; a PostgreSQL that cannot start exits long before.
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline && !plan.isStopping()) {
    if (running.hasExited()) {
      // Somebody ended it, which does not say that it cannot start.
      if (running.child.signalCode === null) throw postgresFailure(running.output, place.folder, port)
      sayAgain(running, plan.say)
      await wait(500)
      running = spawnPostgres(plan)
    }
    if (await createDatabase(url).catch(() => false)) return running
    await wait(50)
  }
  running.child.kill('SIGQUIT')
  throw new StartFailure('The embedded database did not answer within two minutes.')
}

function spawnPostgres({ place, binaries, port, durable, log, archive }: Plan): Running {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    // Three backends, and whoever looks.
    max_connections: '120',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_line_prefix: '',
    // What a row holds, and the text of a statement, may be somebody's name or a secret.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...archiveSettings(archive),
  }
  const args = ['-D', place.folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  // Its own process group: Ctrl-C in a terminal must reach us first, so that the backend can finish its work.
  const child = spawn(binaries.postgres, args, {
    ...place.user,
    cwd: place.folder,
    detached: true,
    env: plainEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output: string[] = []
  const hear = log && createPostgresLog(log)
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    hear?.(text)
    output.push(...text.split('\n').filter(Boolean))
    output.splice(0, Math.max(0, output.length - 50))
  })
  const callOff = child.pid === undefined ? () => undefined : guard(child.pid, place.user)
  let hasExited = false
  const exited = new Promise<void>((resolve) => {
    const over = () => {
      hasExited = true
      resolve()
    }
    child.once('exit', () => {
      // Before anybody else can get this process number.
      callOff()
      over()
    })
    child.once('error', (error) => {
      output.push(`FATAL: ${error.message}`)
      over()
    })
  })
  return { child, output, exited, hasExited: () => hasExited }
}

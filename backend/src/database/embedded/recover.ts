// A cluster as it was at one moment: a copy of its files, and the log that was kept since, replayed by PostgreSQL until then. Called by
// backup/restore-moment.ts and backup/check-base.ts.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, createReadStream, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { archiveSettings, prepareArchive, restoreCommand } from './archive.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import {
  chooseInstallation,
  type Installation,
  isCluster,
  passwordIn,
  plainEnvironment,
  refuseOtherVersion,
  superuser,
} from './cluster.ts'
import { stopProcess } from './earlier-run.ts'
import { freePort } from './free-port.ts'
import { postgresFailure } from './start-failure.ts'
import { guard } from './watchdog.ts'

export type Recovery = {
  /** Without a database so far. */
  readonly dataDir: string
  readonly copy: { readonly file: string; readonly sha256: string; readonly label: string }
  /** Where the log was kept. */
  readonly wal: string
  /** Null: as soon as it is whole. */
  readonly until: Date | null
  /** Where the log goes from now on; null: nowhere. */
  readonly archiveTo: string | null
}

export async function recoverCluster(recovery: Recovery): Promise<void> {
  const place = chooseInstallation(recovery.dataDir, () => undefined)
  if (isCluster(place.folder))
    throw new Error(
      `There is a database in ${place.folder}. In its place: stop Rollcall, then rollcall restore --replace`,
    )
  const binaries = prepareBinaries({ ...place, say: () => undefined })
  const unfinished: Installation = { ...place, folder: `${place.folder}.unfinished` }
  try {
    await unpack(recovery.copy, unfinished)
    refuseOtherVersion(unfinished.folder, binaries)
    for (const [name, text] of [
      ['backup_label', recovery.copy.label],
      ['recovery.signal', ''],
    ] as const) {
      const file = join(unfinished.folder, name)
      writeFileSync(file, text, { mode: 0o600 })
      if (place.user) chownSync(file, place.user.uid, place.user.gid)
    }
    await replay(recovery, unfinished, binaries)
    // That of the cluster may lie with the machine that is gone.
    await single(binaries, unfinished, `ALTER ROLE ${superuser} PASSWORD '${passwordIn(recovery.dataDir, true)}'\n`)
    renameSync(unfinished.folder, place.folder)
  } catch (error) {
    rmSync(unfinished.folder, { recursive: true, force: true })
    throw error
  }
}

async function unpack({ file, sha256 }: Recovery['copy'], { folder, user }: Installation): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  if (hash.digest('hex') !== sha256) throw new Error(`${file} is damaged: its checksum is another.`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 })
  mkdirSync(folder, { mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
  const tar = spawn('tar', ['-xf', '-', '-C', folder], { ...user, stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = endOf(tar)
  // tar goes before what fills up the end of its archive; whether all went well it says itself.
  await pipeline(createReadStream(file), createGunzip(), tar.stdin).catch(() => undefined)
  const { code, said } = await ended
  if (code !== 0) throw new Error(`${file} cannot be unpacked: ${said.at(-1) ?? 'tar failed'}`)
}

/** Until PostgreSQL is there with that moment, however long it takes. */
async function replay({ wal, until, archiveTo }: Recovery, place: Installation, binaries: Binaries): Promise<void> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(await freePort(0)),
    unix_socket_directories: '',
    // Nobody reads before it has arrived.
    hot_standby: 'off',
    log_min_messages: 'warning',
    log_timezone: 'UTC',
    log_line_prefix: '',
    restore_command: restoreCommand(wal),
    recovery_target_action: 'promote',
    ...(until ? { recovery_target_time: until.toISOString().replace('Z', '+00') } : { recovery_target: 'immediate' }),
    // So that the branch of the history which begins here is known there, too.
    ...archiveSettings(archiveTo === null ? null : prepareArchive(archiveTo, place)),
  }
  const args = ['-D', place.folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const postgres = spawn(binaries.postgres, args, {
    ...place.user,
    ...inFolder(place),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const callOff = postgres.pid === undefined ? () => undefined : guard(postgres.pid, place.user)
  const ended = endOf(postgres)
  const ready = new Promise<void>((resolve) => {
    postgres.stderr.on('data', (text: Buffer) => {
      if (text.includes('ready to accept connections')) resolve()
    })
  })
  const first = await Promise.race([ready, ended])
  callOff()
  if (first) throw notReached(first.said, place.folder, until)
  if (postgres.pid !== undefined) await stopProcess(postgres.pid, 60_000)
  await ended
}

function notReached(said: readonly string[], folder: string, until: Date | null): Error {
  if (!said.some((line) => line.includes('before configured recovery target'))) return postgresFailure(said, folder, 0)
  const last = said.map((line) => /last completed transaction was at log time (.+)/.exec(line)?.[1]).find(Boolean)
  return new Error(
    `The log that was kept does not reach ${until?.toISOString() ?? 'far enough'}; ${last ? `its last change is of ${last}` : 'it holds no change since the copy'}.`,
  )
}

/** What PostgreSQL does without asking for a password, because nobody else can speak to it. */
async function single(binaries: Binaries, place: Installation, statement: string): Promise<void> {
  const postgres = spawn(binaries.postgres, ['--single', '-D', place.folder, 'postgres'], {
    ...place.user,
    ...inFolder(place),
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  postgres.stdin.end(statement)
  const { code, said } = await endOf(postgres)
  if (code !== 0 || said.some((line) => line.includes('ERROR'))) throw postgresFailure(said, place.folder, 0)
}

const inFolder = ({ folder }: Installation) => ({ cwd: folder, env: plainEnvironment })

type End = { readonly code: number | null; readonly said: readonly string[] }

function endOf(child: ReturnType<typeof spawn>): Promise<End> {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-20_000)))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, said: [error.message] }))
    child.once('close', (code) => resolve({ code, said: text.split('\n').filter(Boolean) }))
  })
}

// The database folder: where it lies, creating it with its password, and what is left of an earlier run.
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { canReach, chooseUser, type RunAs } from './run-as.ts'
import { fileFailure, postgresFailure, StartFailure } from './start-failure.ts'

export type Installation = { readonly folder: string; readonly user: RunAs | null; readonly copyFolder: string }

export const superuser = 'rollcall'

/** A fresh cluster takes about 40 MB. */
const bytesNeeded = 120 * 1024 * 1024

/** DATA_DIR/database, unless the unprivileged user cannot get there (a 0700 folder such as /root above it). */
export function chooseInstallation(dataDir: string, say: (line: string) => void): Installation {
  const usual = join(resolve(dataDir), 'database')
  const apart = join('/var/lib/rollcall', createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16))
  const elsewhere = join(apart, 'database')
  const user = chooseUser([usual, elsewhere])
  if (user === null) return { folder: usual, user, copyFolder: resolve(dataDir) }
  if (isCluster(elsewhere) && !existsSync(passwordFile(dataDir))) setAside(elsewhere, dataDir, say)
  if (isCluster(elsewhere)) return { folder: elsewhere, user, copyFolder: apart }
  if (canReach(usual, user)) return { folder: usual, user, copyFolder: apart }
  if (isCluster(usual)) {
    throw new StartFailure(
      `The database in ${usual} lies below a folder that its owner (user ${user.uid}) may not enter.`,
    )
  }
  say(`The database is kept in ${elsewhere}: PostgreSQL does not run as root and its user may not enter ${dataDir}.`)
  return { folder: elsewhere, user, copyFolder: apart }
}

/** DATA_DIR was emptied or made anew, and the database that belonged to it is still here: keep it, but begin afresh. */
function setAside(folder: string, dataDir: string, say: (line: string) => void): void {
  const aside = `${folder}.before-${new Date().toISOString().replaceAll(':', '')}`
  renameSync(folder, aside)
  say(`${dataDir} is new, so a new database is made; the earlier one was moved to ${aside}.`)
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'database-password')
}

/** The superuser's password: made once, kept in DATA_DIR, readable by us alone. */
export function passwordIn(dataDir: string, isNewCluster: boolean): string {
  const file = passwordFile(dataDir)
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8').trim()
    if (!isNewCluster) throw new StartFailure(`The database exists but its password file ${file} is missing.`)
    const password = randomBytes(24).toString('base64url')
    writeFileSync(file, `${password}\n`, { mode: 0o600 })
    return password
  } catch (error) {
    throw error instanceof StartFailure ? error : fileFailure(error, file)
  }
}

export function isCluster(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'))
}

/** Made beside its place and then renamed, so that an interrupted creation leaves nothing half done. */
export async function createCluster(
  place: Installation,
  binaries: Binaries,
  password: string,
  durable: boolean,
): Promise<void> {
  const parent = dirname(place.folder)
  const unfinished = `${place.folder}.unfinished`
  const initialPassword = join(parent, '.initial-password')
  try {
    mkdirSync(parent, { recursive: true, mode: 0o755 })
    refuseFullDisk(parent)
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
    writeFileSync(initialPassword, `${password}\n`, { mode: 0o600 })
    if (place.user) for (const path of [unfinished, initialPassword]) chownSync(path, place.user.uid, place.user.gid)
    await initdb(binaries, unfinished, initialPassword, place, durable)
    renameSync(unfinished, place.folder)
  } catch (error) {
    throw error instanceof StartFailure ? error : fileFailure(error, parent)
  } finally {
    rmSync(initialPassword, { force: true })
  }
}

async function initdb(
  binaries: Binaries,
  folder: string,
  initialPassword: string,
  place: Installation,
  durable: boolean,
): Promise<void> {
  const args = ['-D', folder, '-U', superuser, '-A', 'scram-sha-256', `--pwfile=${initialPassword}`]
  args.push('-E', 'UTF8', '--locale=C', '--no-instructions', ...(durable ? [] : ['--no-sync']))
  try {
    await promisify(execFile)(binaries.initdb, args, { ...place.user, cwd: folder, env: plainEnvironment })
  } catch (error) {
    const output = String((error as { stderr?: unknown }).stderr ?? error).split('\n')
    throw postgresFailure(output.filter(Boolean), dirname(place.folder), 0)
  }
}

/** PostgreSQL needs nothing of our environment, and our secrets are in it. */
export const plainEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

/** Refuses what this PostgreSQL cannot read. */
export function refuseOtherVersion(folder: string, binaries: Binaries): void {
  const found = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  const bki = readFileSync(join(dirname(binaries.postgres), '..', 'share', 'postgresql', 'postgres.bki'), 'utf8')
  const ours = /^# PostgreSQL (\d+)/.exec(bki)?.[1]
  if (ours && ours !== found) {
    throw new StartFailure(
      `The database in ${folder} was made by PostgreSQL ${found}; this is PostgreSQL ${ours}. Back it up with the version of Rollcall that made it, then: rollcall restore --replace (docs/operations.md).`,
    )
  }
}

function refuseFullDisk(folder: string): void {
  const disk = statfsSync(folder)
  if (disk.bavail * disk.bsize < bytesNeeded) throw fileFailure({ code: 'ENOSPC' }, folder)
}

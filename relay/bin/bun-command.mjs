// @ts-check
// How to run the relay: the Bun binary that npm installed for this machine (an optional package, no install script) with its
// arguments. Used by relay.mjs beside this file and by the supervisor of `npm start`, which must own the real process.
import { accessSync, chmodSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

/**
 * For the environment of the process. The runtime compiles what runs often a third time, in threads that take the core from the
 * clients that come after a start; later, after so many runs, it is nearly never in the way (bench/journals/relay-processes.md).
 */
const runtime = { BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: '1000000' }

/** Throws an Error with a clear sentence when there is no binary. @param {{ watch?: boolean }} [options] @returns {{ program: string, args: string[], runtime: Record<string, string> }} */
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
  return { program, args, runtime }
}

/** @returns {string} */
function findBinary() {
  const name = packageName()
  try {
    const file = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'bun')
    if (existsSync(file)) return file
  } catch {
    // Not installed: npm installs only what fits the machine.
  }
  throw new Error(
    `The relay needs the Bun runtime, and none is installed for ${process.platform} ${process.arch}: ` +
      `run "npm install" again without omitting optional packages (looked for ${name}).`,
  )
}

/** On x64 the build for every processor: the relay is as fast on it as on the one that needs AVX2, and one is enough to install. */
function packageName() {
  const processor = process.arch === 'arm64' ? 'aarch64' : process.arch
  return `@oven/bun-${process.platform}-${processor}${usesMusl() ? '-musl' : ''}${process.arch === 'x64' ? '-baseline' : ''}`
}

function usesMusl() {
  if (process.platform !== 'linux') return false
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return !report.header?.glibcVersionRuntime
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

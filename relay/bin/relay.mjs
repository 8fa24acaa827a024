// @ts-check
// Starts the relay: finds the Bun binary that npm installed for this machine and runs `src/main.ts` with it. Plain Node, so
// that `npm run start:relay` and the supervisor need nothing else. Signals are passed on; the exit code is the relay's.
import { spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants as osConstants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

const binary = findBinary()
makeExecutable(binary)
const child = spawn(
  binary,
  [
    // Nothing is fetched or read that was not installed and named: no packages, no .env, no bunfig of the working directory.
    `--config=${join(here, 'bunfig.toml')}`,
    '--no-install',
    '--no-env-file',
    // A launcher that is killed takes the relay with it, so that its port is free for the next one.
    '--no-orphans',
    join(here, '..', 'src', 'main.ts'),
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
)
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal))
}
child.on('error', (error) => fail(`The relay could not be started with ${binary}: ${error.message}`))
child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? osConstants.signals[signal] : 0)))

/** @returns {string} */
function findBinary() {
  const { resolve } = createRequire(import.meta.url)
  const names = packageNames()
  for (const name of names) {
    try {
      const file = join(
        dirname(resolve(`${name}/package.json`)),
        'bin',
        process.platform === 'win32' ? 'bun.exe' : 'bun',
      )
      if (existsSync(file)) return file
    } catch {
      // Not installed: npm installs only what fits the machine.
    }
  }
  return fail(
    `The relay needs the Bun runtime, and none is installed for ${process.platform} ${process.arch}: ` +
      `run \`npm install\` again without omitting optional packages (looked for ${names.join(', ')}).`,
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
      fail(`The Bun runtime at ${file} is not executable, and this user may not change that: run chmod +x on it.`)
    }
  }
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

// How to run the relay: the Bun binary of this platform (an optional npm package, no install script) with its arguments.
// Used by relay.mjs beside this file and by the supervisor of `npm start`, which must own the real process to restart it.
// @ts-check
import { chmodSync, accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** @param {{ watch?: boolean }} [options] @returns {{ program: string, args: string[] }} */
export function bunCommand({ watch = false } = {}) {
  // Nothing from the folder it is started in: no packages fetched on the fly, no .env file, no bunfig.
  const args = ['--no-install', '--no-env-file', ...(watch ? ['--watch'] : []), main]
  return { program: bunBinary(), args }
}

/** @returns {string} */
export function bunBinary() {
  const arch = process.arch === 'arm64' ? 'aarch64' : process.arch
  const musl = process.platform === 'linux' && isMusl() ? '-musl' : ''
  const plain = `@oven/bun-${process.platform}-${arch}${musl}`
  const candidates = arch === 'x64' && !hasAvx2() ? [`${plain}-baseline`] : [plain, `${plain}-baseline`]
  for (const name of candidates) {
    const folder = packageFolder(name)
    if (!folder) continue
    const binary = join(folder, 'bin', 'bun')
    makeExecutable(binary)
    return binary
  }
  throw new Error(
    `The relay needs the npm package ${candidates[0]}, which is not installed. Run "npm install" without --omit=optional.`,
  )
}

/** @param {string} name */
function packageFolder(name) {
  try {
    return dirname(require.resolve(`${name}/package.json`))
  } catch {
    return null
  }
}

/** Packages unpacked without their install script may lack the execute bit. @param {string} binary */
function makeExecutable(binary) {
  try {
    accessSync(binary, constants.X_OK)
  } catch {
    chmodSync(binary, 0o755)
  }
}

/** The ordinary x64 build needs AVX2; elsewhere than on Linux it is taken for granted. */
function hasAvx2() {
  if (process.platform !== 'linux') return true
  return !existsSync('/proc/cpuinfo') || /\bavx2\b/.test(readFileSync('/proc/cpuinfo', 'utf8'))
}

function isMusl() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report?.getReport() ?? {})
  return !report.header?.glibcVersionRuntime
}

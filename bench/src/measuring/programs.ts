// Where the programs of a measurement lie: the product's own, the load processes, the peers, and Bun. The root is looked for, because
// a measurement runs from a bundle and a fault proof from its source.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const projectRoot = rootAbove(dirname(fileURLToPath(import.meta.url)))
const path = (relative: string) => join(projectRoot, relative)

export const webServer = path('web/server/dist/main.js')
export const backendServer = path('backend/dist/main.js')
export const databaseServer = path('backend/dist/database-main.js')
export const startScript = path('scripts/start.mjs')
export const playwright = path('node_modules/@playwright/test/cli.js')
export const loopProbe = path('bench/src/lag/loop-probe.mjs')
export const sendLoopSource = path('bench/peers/send-loop.c')

type Command = { program: string; args: string[] }

/** The relay as the product starts it; `runtime` belongs into its environment. */
export async function relayCommand(): Promise<Command & { runtime: Record<string, string> }> {
  const launcher = (await import(/* @vite-ignore */ pathToFileURL(path('relay/bin/bun-command.mjs')).href)) as {
    bunCommand: () => Command & { runtime: Record<string, string> }
  }
  return launcher.bunCommand()
}

/** A load process, named from the root: on Bun, whose sockets cost the load side least. It runs from its source. */
export async function onBun(source: string, ...args: string[]): Promise<Command> {
  const { program } = await relayCommand()
  return { program, args: ['--no-install', '--no-env-file', path(source), ...args] }
}

/** On the Node that runs the measurement. */
export const onNode = (...args: string[]): Command => ({ program: process.execPath, args })

/** A file of bench/peers, bundled by `npm run bench`. */
export const peer = (name: string) => path(`bench/peers/dist/${name}.js`)

/** Null when it is there now; otherwise a sentence why not. Root may install from the system's packages. */
export function ensureProgram(program: string, systemPackage: string): string | null {
  const isThere = () => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
  if (isThere()) return null
  if (process.getuid?.() !== 0) return `${program} is not installed, and only root may install it.`
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', systemPackage], { timeout: 60_000 })
  return isThere() ? null : `${program} is not installed, and the system's package ${systemPackage} could not be.`
}

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package-lock.json')) ? folder : rootAbove(dirname(folder))
}

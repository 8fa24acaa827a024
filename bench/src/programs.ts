// Where the programs of a measurement lie: the product's own, the bundled load processes and peers, and Bun.
// The bundle lies in bench/dist, as deep as this file, so the same relative paths hold for both.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

export const webServer = path('../../web/server/dist/main.js')
export const backendServer = path('../../backend/dist/main.js')
export const databaseServer = path('../../backend/dist/database-main.js')
export const sendLoopSource = path('../src/peers/send-loop.c')

/** A file of src/peers or src/processes, bundled by `npm run bench`. */
export const bundled = (name: string) => path(`../dist/${name}.js`)

type Command = { program: string; args: string[] }

/** The relay as the product starts it. */
export async function relayCommand(): Promise<Command> {
  const launcher = (await import(new URL('../../relay/bin/bun-command.mjs', import.meta.url).href)) as {
    bunCommand: () => Command
  }
  return launcher.bunCommand()
}

/** A load process: on Bun, whose sockets cost the load side least. */
export async function onBun(name: string): Promise<Command> {
  const { program } = await relayCommand()
  return { program, args: ['--no-install', '--no-env-file', bundled(name)] }
}

/** On the Node that runs the measurement. */
export const onNode = (file: string, ...args: string[]): Command => ({
  program: process.execPath,
  args: [file, ...args],
})

/** Null when it is there now; otherwise a sentence why not. Root may install from the system's packages. */
export function ensureProgram(program: string, systemPackage: string): string | null {
  const isThere = () => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
  if (isThere()) return null
  if (process.getuid?.() !== 0) return `${program} is not installed, and only root may install it.`
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', systemPackage], { timeout: 60_000 })
  return isThere() ? null : `${program} is not installed, and the system's package ${systemPackage} could not be.`
}

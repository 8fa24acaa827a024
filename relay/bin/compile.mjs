// @ts-check
// `npm run -w relay compile -- FILE`: the relay and its runtime as one executable for this machine, which needs no Node and no
// packages. Settings and flags are the same.
import { spawnSync } from 'node:child_process'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bunCommand } from './bun-command.mjs'

const entry = join(dirname(fileURLToPath(import.meta.url)), '..', 'src', 'main.ts')
// npm runs scripts in the room's folder; the file is meant where the command was given.
const target = resolve(process.env['INIT_CWD'] ?? process.cwd(), process.argv[2] ?? 'relay-server')
// As when it is started from the sources: no .env and no bunfig of the working directory.
const flags = ['--compile', '--no-compile-autoload-dotenv', '--no-compile-autoload-bunfig']
const { status } = spawnSync(bunCommand().program, ['build', ...flags, '--outfile', target, entry], {
  stdio: 'inherit',
})
process.exit(status ?? 1)

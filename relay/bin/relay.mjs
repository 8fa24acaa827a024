// @ts-check
// Starts the relay as a process by itself, from plain Node (`npm run start:relay`): runs `src/main.ts` with the Bun runtime
// that npm installed. Signals are passed on; the exit code is the relay's.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { bunCommand } from './bun-command.mjs'

try {
  const { program, args, runtime } = bunCommand()
  const child = spawn(program, [...args, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...runtime, ...process.env },
  })
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('error', ({ message }) => fail(`The relay could not be started with ${program}: ${message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

// What every process of this room does alike: one clear sentence per start-up mistake, and a graceful stop on a signal.
import { ConfigError } from './config.ts'
import { StartFailure } from './database/embedded/start-failure.ts'

/** Runs a process until it is told to stop. `start` answers how to stop it. */
export async function runProcess(start: () => Promise<() => Promise<void>>): Promise<void> {
  const started = start()
  let stopping = false
  // Signals are taken from the first moment: what a half-done start has already launched must be stopped too.
  const onSignal = () => {
    if (stopping) return
    stopping = true
    // Whatever hangs must not keep the machine from shutting down.
    setTimeout(() => process.exit(1), 9_000).unref()
    started.then((stop) => stop()).then(() => process.exit(0), fail)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  await started.catch(fail)
}

/** `what` failed, for errors that do not say it themselves. */
export function fail(error: unknown, what = 'The backend cannot start: '): never {
  const known = error instanceof ConfigError || error instanceof StartFailure
  const text = known ? error.message : sentenceOf(error, what)
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

function sentenceOf(error: unknown, what: string): string {
  const { code, message, port } = error as { code?: unknown; message?: unknown; port?: unknown }
  if (code === 'EADDRINUSE')
    return `Port ${String(port)} is taken by another program; stop it or choose another BACKEND_PORT.`
  if (code === 'EACCES') return `The backend may not listen there or write there: ${String(message)}.`
  return `${what}${String(message ?? error)}`
}

// Tells systemd that a process is ready, and that it is alive for as long as its event loop turns: one that hangs is restarted after
// WatchdogSec of its unit. Called by the main file of every process; without systemd it does nothing.
import { spawn } from 'node:child_process'

type Environment = Readonly<Record<string, string | undefined>>

/** By the program that comes with systemd: neither Node nor Bun can write to the kind of socket that it listens on. */
const program = 'systemd-notify'

/** Answers how to stop. */
export function tellSystemd(environment: Environment): () => void {
  if (!environment['NOTIFY_SOCKET']) return () => undefined
  const tell = (...states: string[]) => {
    const child = spawn(program, states, { env: { ...environment }, stdio: 'ignore' })
    // Without the program systemd restarts us after WatchdogSec, and its log says why.
    child.on('error', () => undefined)
    child.unref()
  }
  tell('READY=1')
  const microseconds = Number(environment['WATCHDOG_USEC'] ?? 0)
  if (!(microseconds > 0)) return () => undefined
  // Three chances before it counts as hung.
  const timer = setInterval(() => tell('WATCHDOG=1'), microseconds / 1000 / 3)
  return () => clearInterval(timer)
}

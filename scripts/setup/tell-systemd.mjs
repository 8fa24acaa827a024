// Tells systemd that everything runs, and that whoever keeps it running is alive: as tokens/src/tell-systemd.ts does for single processes,
// for a program that is not built. Without systemd it does nothing. Used by run-installation.mjs.
import { spawn } from 'node:child_process'

/** Comes with systemd. */
const program = 'systemd-notify'

const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env
// Its processes are watched by us: their signs of life must not pass for ours.
delete process.env['NOTIFY_SOCKET']
delete process.env['WATCHDOG_USEC']

export function tellSystemd() {
  if (!NOTIFY_SOCKET) return
  /** @param {string} state */
  const tell = (state) => {
    const child = spawn(program, [state], { env: { ...process.env, NOTIFY_SOCKET }, stdio: 'ignore' })
    child.on('error', () => undefined)
    child.unref()
  }
  tell('READY=1')
  const microseconds = Number(WATCHDOG_USEC ?? 0)
  // Three chances before it counts as hung.
  if (microseconds > 0) setInterval(() => tell('WATCHDOG=1'), microseconds / 1000 / 3).unref()
}

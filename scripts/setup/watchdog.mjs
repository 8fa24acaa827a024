// Ends the supervised processes when the supervisor dies without saying goodbye (SIGKILL, a crash of the terminal).
// Its standard input is a pipe from the supervisor: lines "+pid" and "-pid" keep the list, the end of the pipe is the alarm.
import { createInterface } from 'node:readline'

/** @type {Set<number>} */
const pids = new Set()
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  const pid = Number(line.slice(1))
  if (line.startsWith('+')) pids.add(pid)
  else pids.delete(pid)
})
lines.on('close', () => {
  signalAll('SIGTERM')
  if (pids.size > 0) setTimeout(() => signalAll('SIGKILL'), 8000)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

/** @param {NodeJS.Signals} signal */
function signalAll(signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      pids.delete(pid)
    }
  }
}

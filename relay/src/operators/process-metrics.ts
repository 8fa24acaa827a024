// The standard process metrics that have a true value in this runtime and on this machine.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gauge, type Family } from './exposition.ts'

/** Linux only. */
const openFiles = '/proc/self/fd'
const limits = '/proc/self/limits'

export function processMetrics(): Family[] {
  const startedAt = Date.now() / 1000 - process.uptime()
  const cpuSeconds = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  return [
    gauge('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage().rss),
    gauge('process_start_time_seconds', 'Start time since 1970', () => startedAt),
    { ...gauge('process_cpu_seconds_total', 'User and system time', cpuSeconds), type: 'counter' },
    ...(existsSync(openFiles) ? fileMetrics() : []),
  ]
}

/** Every connection is one. */
function fileMetrics(): Family[] {
  const most = Number(/^Max open files +(\d+)/m.exec(readFileSync(limits, 'utf8'))?.[1] ?? Infinity)
  return [
    gauge('process_open_fds', 'Open files and connections', () => readdirSync(openFiles).length),
    gauge('process_max_fds', 'Most open files and connections', () => most),
  ]
}

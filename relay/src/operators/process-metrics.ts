// The standard process metrics that have a true value in this runtime.
import { gauge, type Family } from './exposition.ts'

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
  ]
}

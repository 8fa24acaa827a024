// The standard process metrics that have a true value in this runtime.
import { Gauge, type Registry } from 'prom-client'

export function addProcessMetrics(registry: Registry): void {
  const startedAt = Date.now() / 1000 - process.uptime()
  const gauge = (name: string, help: string, read: () => number) => {
    const created: Gauge = new Gauge({ name, help, registers: [registry], collect: () => created.set(read()) })
  }
  gauge('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage().rss)
  gauge('process_start_time_seconds', 'Start time since 1970', () => startedAt)
  gauge('process_cpu_seconds_total', 'User and system time', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
}

// A labelled counter whose hot path is one Map lookup; it becomes Prometheus text only when somebody reads the metrics.
import { Counter, type Registry } from 'prom-client'

export type Tally = { add: (amount: number, ...labels: string[]) => void }

export function createTally(registry: Registry, name: string, help: string, labelNames: string[]): Tally {
  const counts = new Map<string, { labels: string[]; value: number }>()
  const counter = new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      counter.reset()
      for (const { labels, value } of counts.values()) counter.labels(...labels).inc(value)
    },
  })
  return {
    add(amount, ...labels) {
      const key = labels.join('\n')
      const count = counts.get(key)
      if (count) count.value += amount
      else counts.set(key, { labels, value: amount })
    },
  }
}

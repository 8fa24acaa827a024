// A counter with up to four labels; counting is an addition and one look-up.
import { namedLabels, type Family } from './exposition.ts'

export type Tally = {
  add: (amount: number, one?: string, two?: string, three?: string, four?: string) => void
  family: Family
}

export function createTally(name: string, help: string, labelNames: readonly string[]): Tally {
  const counts = new Map<string, { labels: Record<string, string>; value: number }>()
  // A figure without labels is there from the start.
  if (labelNames.length === 0) counts.set('\n\n\n', { labels: {}, value: 0 })
  return {
    add(amount, one = '', two = '', three = '', four = '') {
      const key = `${one}\n${two}\n${three}\n${four}`
      const count = counts.get(key)
      if (count) count.value += amount
      else counts.set(key, { labels: namedLabels(labelNames, [one, two, three, four]), value: amount })
    },
    family: { name, help, type: 'counter', samples: () => counts.values() },
  }
}

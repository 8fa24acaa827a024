// A counter with up to four labels; counting is an addition and one look-up.
import { namedLabels, type Family } from './exposition.ts'
import { createLabelTree } from './label-tree.ts'

export type Tally = {
  add: (amount: number, one?: string, two?: string, three?: string, four?: string) => void
  family: Family
}

/** One that also falls. */
export const asGauge = ({ add, family }: Tally): Tally => ({ add, family: { ...family, type: 'gauge' } })

export function createTally(name: string, help: string, labelNames: readonly string[]): Tally {
  const counts = createLabelTree((labels) => ({ labels: namedLabels(labelNames, labels), value: 0 }))
  // A figure without labels is there from the start.
  if (labelNames.length === 0) counts.at('', '', '', '')
  return {
    add(amount, one = '', two = '', three = '', four = '') {
      counts.at(one, two, three, four).value += amount
    },
    family: { name, help, type: 'counter', samples: counts.values },
  }
}

// Plain sums since the start, for the operators' page. Counted by the metrics.

export type Totals = Record<
  'published' | 'delivered' | 'evicted' | 'conflated' | 'originsRefused' | 'connectionsRefused',
  number
>

export function zeroTotals(): Totals {
  return { published: 0, delivered: 0, evicted: 0, conflated: 0, originsRefused: 0, connectionsRefused: 0 }
}

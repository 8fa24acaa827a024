// How long things took, by up to three labels: buckets for dashboards of today, quantiles over the last ones for older ones.
import { namedLabels, type Family, type Sample } from './exposition.ts'
import { createLabelTree } from './label-tree.ts'

/** Seconds, as Centrifugo's. */
const usualBuckets = [1e-4, 2.5e-4, 5e-4, 1e-3, 5e-3, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A broadcast takes less than anything else. */
export const broadcastBuckets = [1e-6, 5e-6, 1e-5, 5e-5, ...usualBuckets]

/** Between nodes. */
export const lagBuckets = [1e-3, 5e-3, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]

const quantiles = [0.5, 0.99, 0.999]

/** Of these many the quantiles are made. */
const remembered = 512

type Series = {
  labels: Record<string, string>
  /** One more than buckets: those above the last. */
  counts: Float64Array
  sum: number
  count: number
  recent: Float64Array
}

export function createDurations(labelNames: readonly string[], buckets: readonly number[] = usualBuckets) {
  const all = createLabelTree((labels): Series => ({
    labels: namedLabels(labelNames, labels),
    counts: new Float64Array(buckets.length + 1),
    sum: 0,
    count: 0,
    recent: new Float64Array(remembered),
  }))

  return {
    observe(milliseconds: number, one = '', two = '', three = ''): void {
      const series = all.at(one, two, three, '')
      const seconds = milliseconds / 1000
      let bucket = 0
      while (bucket < buckets.length && seconds > (buckets[bucket] ?? 0)) bucket++
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
      series.recent[series.count % remembered] = seconds
      series.sum += seconds
      series.count++
    },
    histogram(name: string, help: string): Family {
      return {
        name,
        help,
        type: 'histogram',
        samples: () => all.values().flatMap((one) => inBuckets(one, buckets)),
      }
    },
    summary(name: string, help: string): Family {
      return { name, help, type: 'summary', samples: () => all.values().flatMap(inQuantiles) }
    },
  }
}

function inBuckets(series: Series, buckets: readonly number[]): Sample[] {
  const { labels, counts } = series
  let below = 0
  const samples: Sample[] = buckets.map((bucket, index) => {
    below += counts[index] ?? 0
    return { suffix: '_bucket', labels: { ...labels, le: String(bucket) }, value: below }
  })
  return [...samples, { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: series.count }, ...totals(series)]
}

function inQuantiles(series: Series): Sample[] {
  const sorted = series.recent.slice(0, Math.min(series.count, remembered)).toSorted()
  const samples: Sample[] = quantiles.map((quantile) => ({
    labels: { ...series.labels, quantile: String(quantile) },
    value: sorted[Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))] ?? 0,
  }))
  return [...samples, ...totals(series)]
}

function totals({ labels, sum, count }: Series): Sample[] {
  return [
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ]
}

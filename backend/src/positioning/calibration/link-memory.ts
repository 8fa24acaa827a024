// Mean strengths per link and five seconds, kept for hours, so that a calibration can look back at where a badge was held still.
// Filled by the remember step, read by the calibrate handler. Bounded: when it is full, the oldest go.

export interface LinkMemory {
  note(transmitterId: string, receiverId: string, at: number, rssi: number): void
  /** Mean strength per receiver of what it heard of the transmitter in a time span (epoch milliseconds). */
  meanOf(transmitterId: string, from: number, to: number): { receiverId: string; rssi: number }[]
  /** The same of every transmitter. */
  means(from: number, to: number): LinkMean[]
}

export interface LinkMean {
  transmitterId: string
  receiverId: string
  rssi: number
}

interface Bucket {
  transmitterId: string
  receiverId: string
  /** Epoch milliseconds when it began. */
  from: number
  sum: number
  count: number
}

const bucketMs = 5000

/** 200,000 buckets are about an hour of a hundred badges, or days of one that is alone in its memory. */
export function createLinkMemory(capacity = 200_000): LinkMemory {
  const buckets: Bucket[] = []
  const open = new Map<string, Bucket>()
  let next = 0
  const keep = (bucket: Bucket) => {
    buckets[next] = bucket
    next = (next + 1) % capacity
  }
  return {
    note(transmitterId, receiverId, at, rssi) {
      const key = `${transmitterId}/${receiverId}`
      const from = Math.floor(at / bucketMs) * bucketMs
      const current = open.get(key)
      if (current?.from === from) {
        current.sum += rssi
        current.count++
        return
      }
      const bucket = { transmitterId, receiverId, from, sum: rssi, count: 1 }
      // A link that fell silent keeps its place among the open ones until there are too many of them.
      if (open.size >= capacity) open.clear()
      open.set(key, bucket)
      keep(bucket)
    },
    meanOf: (transmitterId, from, to) => {
      const own = buckets.filter((bucket) => bucket.transmitterId === transmitterId)
      return meansOf(own, from, to).map(({ receiverId, rssi }) => ({ receiverId, rssi }))
    },
    means: (from, to) => meansOf(buckets, from, to),
  }
}

/** A bucket counts when the larger part of it lies in the span. */
function meansOf(buckets: readonly Bucket[], from: number, to: number): LinkMean[] {
  const sums = new Map<string, { first: Bucket; sum: number; count: number }>()
  for (const bucket of buckets) {
    if (bucket.from < from - bucketMs / 2 || bucket.from + bucketMs > to + bucketMs / 2) continue
    const key = `${bucket.transmitterId}/${bucket.receiverId}`
    const entry = sums.get(key)
    if (!entry) sums.set(key, { first: bucket, sum: bucket.sum, count: bucket.count })
    else {
      entry.sum += bucket.sum
      entry.count += bucket.count
    }
  }
  return [...sums.values()].map(({ first: { transmitterId, receiverId }, sum, count }) => {
    return { transmitterId, receiverId, rssi: sum / count }
  })
}

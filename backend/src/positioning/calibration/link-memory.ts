// Mean strengths per link and five seconds, kept for hours, so that a calibration can look back at where a badge was held still.
// Filled by the remember step, read by the calibrate handler. Bounded: when it is full, the oldest go.

export interface LinkMemory {
  note(transmitterId: string, receiverId: string, at: number, rssi: number): void
  /** Mean strength per receiver of what it heard of the transmitter in a time span (epoch milliseconds). */
  meanOf(transmitterId: string, from: number, to: number): { receiverId: string; rssi: number }[]
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
    meanOf(transmitterId, from, to) {
      const sums = new Map<string, { sum: number; count: number }>()
      for (const bucket of buckets) {
        if (bucket.transmitterId !== transmitterId || bucket.from < from - bucketMs / 2) continue
        if (bucket.from + bucketMs > to + bucketMs / 2) continue
        const entry = sums.get(bucket.receiverId) ?? { sum: 0, count: 0 }
        entry.sum += bucket.sum
        entry.count += bucket.count
        sums.set(bucket.receiverId, entry)
      }
      return [...sums].map(([receiverId, { sum, count }]) => ({ receiverId, rssi: sum / count }))
    },
  }
}

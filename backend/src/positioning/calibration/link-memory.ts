// Mean strengths per link and five seconds, so that a calibration can look back at where a badge was held still, and at how receivers
// heard each other an hour ago. Filled by the remember step, read by the calibrator and the neighbour check. Bounded: the oldest go.

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

const bucketMs = 5000
/** What is older may go although there is room. */
const keepMs = 2 * 3_600_000
/** Buckets to begin with. */
const fewest = 4096

/**
 * Buckets in columns of numbers, 18 bytes each: as objects they would be ten times that. `most` are half an hour of 2,000 badges,
 * each heard by eight receivers, and 90 MB; a small site never has so many within two hours.
 */
export function createLinkMemory(most = 5_000_000): LinkMemory {
  const names = createNames()
  let columns = columnsOf(Math.min(most, fewest))
  let [next, used] = [0, 0]
  /** Where the last bucket of each link is. */
  const last = new Map<number, number>()

  function add(bucket: Bucket, at: number): number {
    if (next === columns.size) {
      // At the end of the columns the first bucket is the oldest: it is overwritten unless there may be more.
      const isYoung = columns.slot[0]! * bucketMs > at - keepMs
      if (isYoung && columns.size < most) columns = enlarged(columns, Math.min(most, columns.size * 2))
      else next = 0
    }
    for (const name of bucketFields) columns[name][next] = bucket[name]
    used = Math.max(used, next + 1)
    return next++
  }

  /** A bucket counts when the larger part of it lies in the span. */
  function sums(from: number, to: number, only?: number): Map<number, { sum: number; count: number }> {
    const [first, end] = [(from - bucketMs / 2) / bucketMs, (to - bucketMs / 2) / bucketMs]
    const found = new Map<number, { sum: number; count: number }>()
    for (let i = 0; i < used; i++) {
      if (columns.slot[i]! < first || columns.slot[i]! > end) continue
      if (only !== undefined && columns.transmitter[i] !== only) continue
      const link = linkOf(columns.transmitter[i]!, columns.receiver[i]!)
      const entry = found.get(link)
      if (!entry) found.set(link, { sum: columns.sum[i]!, count: columns.count[i]! })
      else {
        entry.sum += columns.sum[i]!
        entry.count += columns.count[i]!
      }
    }
    return found
  }

  const meansOf = (from: number, to: number, only?: number): LinkMean[] =>
    [...sums(from, to, only)].map(([link, { sum, count }]) => {
      const [transmitter, receiver] = endsOf(link)
      return { transmitterId: names.of(transmitter), receiverId: names.of(receiver), rssi: sum / count }
    })

  return {
    note(transmitterId, receiverId, at, rssi) {
      const [transmitter, receiver] = [names.numberOf(transmitterId), names.numberOf(receiverId)]
      const link = linkOf(transmitter, receiver)
      const slot = Math.floor(at / bucketMs)
      const i = last.get(link)
      const isOpen = i !== undefined && columns.slot[i] === slot && columns.count[i]! < mostReadings
      if (isOpen && columns.transmitter[i] === transmitter && columns.receiver[i] === receiver) {
        columns.sum[i]! += rssi
        columns.count[i]!++
        return
      }
      // A link that fell silent keeps its place until there are too many of them.
      if (last.size >= most) last.clear()
      last.set(link, add({ transmitter, receiver, slot, sum: rssi, count: 1 }, at))
    },
    meanOf(transmitterId, from, to) {
      const only = names.links(transmitterId)
      if (only === undefined) return []
      return meansOf(from, to, only).map(({ receiverId, rssi }) => ({ receiverId, rssi }))
    },
    means: (from, to) => meansOf(from, to),
  }
}

const bucketFields = ['transmitter', 'receiver', 'slot', 'sum', 'count'] as const
type Bucket = Record<(typeof bucketFields)[number], number>
/** As many as a count can hold. */
const mostReadings = 65_535

/** `slot`: since the epoch, in units of a bucket. */
const columnsOf = (size: number) => ({
  size,
  transmitter: new Uint32Array(size),
  receiver: new Uint32Array(size),
  slot: new Uint32Array(size),
  sum: new Float32Array(size),
  count: new Uint16Array(size),
})

function enlarged(old: ReturnType<typeof columnsOf>, size: number) {
  const columns = columnsOf(size)
  for (const name of bucketFields) columns[name].set(old[name])
  return columns
}

/** Fits a double for two million names. */
const namesAtMost = 2 ** 21
const linkOf = (transmitter: number, receiver: number) => transmitter * namesAtMost + receiver
const endsOf = (link: number): [number, number] => [Math.floor(link / namesAtMost), link % namesAtMost]

/** Of registered transmitters and receivers, so that there are as many as the register ever had. */
function createNames() {
  const numbers = new Map<string, number>()
  const names: string[] = []
  return {
    links: (name: string) => numbers.get(name),
    of: (number: number) => names[number] ?? '',
    numberOf(name: string): number {
      const known = numbers.get(name)
      if (known !== undefined) return known
      numbers.set(name, names.length)
      return names.push(name) - 1
    },
  }
}

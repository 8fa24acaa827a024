// aSharedLog(): a log of readings that several engines share, in memory, with a clock that the test sets; as redis-log.ts keeps it.
import type { ReadingLog } from '../src/ingest/log/reading-log.ts'
import { type Arrivals, isLater, type LogEntry, Superseded, timeOf } from '../src/ingest/log/reading-log.ts'
import type { Reading } from '../src/ingest/reading.ts'
import { partitionCount, partitionOf } from '../src/ownership/shares.ts'

type Kept = Pick<LogEntry, 'partition' | 'id' | 'readings'>

export function aSharedLog(now: () => number): ReadingLog {
  const kept: Kept[] = []
  let arrived: Arrivals[] = []
  const highest = new Map<string, number>()
  let count = 0
  return {
    isShared: true,
    append({ readings, answer }) {
      const parts = new Map<number, Reading[]>()
      for (const reading of readings) {
        const partition = partitionOf(reading.transmitterId)
        parts.set(partition, [...(parts.get(partition) ?? []), reading])
      }
      const ids = [...new Set(readings.map(({ receiverId }) => receiverId))]
      const receivers = ids.map((receiverId) => ({ receiverId, readings: 1, badges: [] }))
      arrived.push({ arrivedAt: now(), receivers })
      for (const [partition, part] of parts) kept.push({ partition, id: `${now()}-${++count}`, readings: part })
      return { answer, isRepeated: false }
    },
    async read(after, epoch, share) {
      if (epoch < (highest.get(share.name) ?? 0)) throw new Superseded()
      highest.set(share.name, epoch)
      const from = after ?? { log: 'one', upTo: Array.from({ length: partitionCount }, () => '0-0') }
      const mine = kept.filter(({ partition }) => share.partitions.includes(partition))
      const unread = mine.filter(({ partition, id }) => isLater(id, from.upTo[partition]!))
      const entries = unread.map(({ partition, id, readings }) => {
        const arrivedAt = timeOf(id)
        return { partition, id, arrivedAt, batteries: [], readings: readings.map((one) => ({ ...one, arrivedAt })) }
      })
      return { entries, from, isHead: true }
    },
    earlier: ({ log, upTo }, ms) => ({ log, upTo: upTo.map((id) => `${Math.max(0, timeOf(id) - ms)}-0`) }),
    async trim() {},
    // Whoever asks has not heard of them.
    async arrivals() {
      arrived = arrived.filter(({ arrivedAt }) => arrivedAt > now() - 15_000)
      return arrived
    },
    reachableMs: () => Infinity,
    dropped: 0,
    waiting: null,
    async stop() {},
  }
}

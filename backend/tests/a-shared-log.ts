// aSharedLog(): a log of readings that several engines share, in memory, with a clock that the test sets; as redis-log.ts keeps it.
import type { ReadingLog } from '../src/ingest/log/reading-log.ts'
import { isLater, type LogEntry, partitionOf, partitions, Superseded, timeOf } from '../src/ingest/log/reading-log.ts'
import type { Reading } from '../src/ingest/reading.ts'

type Kept = Pick<LogEntry, 'partition' | 'id' | 'readings'>

export function aSharedLog(now: () => number): ReadingLog {
  const kept: Kept[] = []
  let [count, highest] = [0, 0]
  return {
    isShared: true,
    append({ readings, answer }) {
      const parts = new Map<number, Reading[]>()
      for (const reading of readings) {
        const partition = partitionOf(reading.transmitterId)
        parts.set(partition, [...(parts.get(partition) ?? []), reading])
      }
      for (const [partition, part] of parts) kept.push({ partition, id: `${now()}-${++count}`, readings: part })
      return { answer, isRepeated: false }
    },
    async read(after, epoch) {
      if (epoch < highest) throw new Superseded()
      highest = epoch
      const from = after ?? { log: 'one', upTo: Array.from({ length: partitions }, () => '0-0') }
      const unread = kept.filter(({ partition, id }) => isLater(id, from.upTo[partition]!))
      const entries = unread.map(({ partition, id, readings }) => {
        const arrivedAt = timeOf(id)
        return { partition, id, arrivedAt, batteries: [], readings: readings.map((one) => ({ ...one, arrivedAt })) }
      })
      return { entries, from, isHead: true }
    },
    earlier: ({ log, upTo }, ms) => ({ log, upTo: upTo.map((id) => `${Math.max(0, timeOf(id) - ms)}-0`) }),
    async trim() {},
    isReachable: () => true,
    dropped: 0,
    waiting: null,
    async stop() {},
  }
}

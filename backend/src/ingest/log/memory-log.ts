// The log of a backend that is alone: the bounded queue, and which batches were taken. What is read and not trimmed can be read again.
// Made by the engine when no Redis is set.
import { createBatchMemory } from '../batch-memory.ts'
import { createReadingQueue, type ReadingQueue } from '../reading-queue.ts'
import { isLater, type LogEntry, type ReadingLog, type Taken } from './reading-log.ts'

export function createMemoryLog(queue: ReadingQueue = createReadingQueue(), now: () => number = Date.now): ReadingLog {
  const batches = createBatchMemory<Taken>()
  /** Read and not trimmed. */
  let read: LogEntry[] = []
  let lastId = 0
  const log = 'memory'
  return {
    isShared: false,
    append({ key, readings, batteries, answer }) {
      const before = key === null ? undefined : batches.find(key, now())
      if (before) return { answer: before, isRepeated: true }
      if (!queue.offer(readings) || !queue.offerBatteries(batteries)) return 'full'
      if (key !== null) batches.remember(key, answer, now())
      return { answer, isRepeated: false }
    },
    async read(after) {
      const [readings, batteries] = [queue.drain(), queue.drainBatteries()]
      if (readings.length + batteries.length > 0)
        read.push({ partition: 0, id: `0-${++lastId}`, arrivedAt: now(), readings, batteries })
      const from = after ?? { log, upTo: ['0-0'] }
      return { entries: read.filter(({ id }) => isLater(id, from.upTo[0]!)), from, isHead: true }
    },
    earlier: (position) => position,
    async trim({ upTo }) {
      read = read.filter(({ id }) => isLater(id, upTo[0]!))
    },
    arrivals: async () => [],
    reachableMs: () => Infinity,
    get dropped() {
      return queue.dropped
    },
    get waiting() {
      return queue.size
    },
    async stop() {},
  }
}

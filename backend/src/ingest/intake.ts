// One way in for every transport: limits, the format, who may speak for whom, batches sent twice, room in the queue.
// Called by ingest-routes.ts per request and by mqtt-intake.ts per message.
import { createHash } from 'node:crypto'
import { createBatchMemory } from './batch-memory.ts'
import { type FormatName, formats } from './formats.ts'
import type { IngestCounters } from './ingest-counters.ts'
import type { ReadingQueue } from './reading-queue.ts'

/** Limits of one batch (positioning 2.0). */
export const mostPerBatch = { items: 1000, bytes: 1_000_000 } as const

export interface Incoming {
  format: FormatName
  body: unknown
  /** The bytes that `body` was read from: an equal batch is the same one. */
  bytes: Buffer
  /** Who sends it; null: somebody who may speak for every receiver. */
  sender: string | null
  /** The sender's own name of the batch, when it gives one. */
  batchId: string | null
}

export interface Taken {
  accepted: number
  rejected: number
}

export interface Intake {
  /** Never throws. `full`: no room now; `elsewhere`: another backend makes the positions; nothing was taken. */
  take(incoming: Incoming): Taken | 'too_many' | 'full' | 'elsewhere'
}

interface IntakeOptions {
  queue: ReadingQueue
  counters: IngestCounters
  now?: () => number
  /** Whether this backend makes the positions. */
  isOurs?: () => boolean
}

export function createIntake({ queue, counters, now = Date.now, isOurs = () => true }: IntakeOptions): Intake {
  const batches = createBatchMemory<Taken>()
  return {
    take(incoming) {
      if (!isOurs()) return 'elsewhere'
      const items: readonly unknown[] = Array.isArray(incoming.body) ? incoming.body : [incoming.body]
      if (items.length > mostPerBatch.items) return 'too_many'
      const arrivedAt = now()
      const key = keyOf(incoming, items)
      const before = key === null ? undefined : batches.find(key, arrivedAt)
      if (before) {
        counters.repeated++
        return before
      }
      const { readings, batteries, accepted, rejected } = formats[incoming.format](items, arrivedAt, incoming.sender)
      if (!queue.offer(readings) || !queue.offerBatteries(batteries)) {
        counters.refused += items.length
        return 'full'
      }
      counters.accepted += accepted
      counters.rejected += rejected
      const answer = { accepted, rejected }
      if (key !== null) batches.remember(key, answer, arrivedAt)
      return answer
    },
  }
}

/** Null: the batch cannot be told from another one like it, so that it always counts. */
function keyOf({ format, bytes, sender, batchId }: Incoming, items: readonly unknown[]): string | null {
  const owner = `${sender ?? ''} ${format}`
  if (batchId !== null) return `${owner} id ${batchId}`
  // Without any time inside, two equal batches may well be two observations.
  if (!items.some(isTimed)) return null
  return `${owner} ${createHash('sha256').update(bytes).digest('base64')}`
}

function isTimed(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return false
  const { timestamp, earliestDecodingTime, creationTime, data } = item as Record<string, unknown>
  return (timestamp ?? earliestDecodingTime ?? creationTime) !== undefined || isTimed(data)
}

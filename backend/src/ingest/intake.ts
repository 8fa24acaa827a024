// One way in for every transport: limits, the format, who may speak for whom, batches sent twice, room in the log.
// Called by ingest-routes.ts per request and by mqtt-intake.ts per message.
import { createHash } from 'node:crypto'
import { type FormatName, formats } from './formats.ts'
import type { IngestCounters } from './ingest-counters.ts'
import type { ArrivedReceiver, ReadingLog, Taken } from './log/reading-log.ts'
import type { Reading } from './reading.ts'

/** Limits of one batch (positioning 2.0). */
export const mostPerBatch = { items: 1000, bytes: 1_000_000 } as const

export interface Incoming {
  format: FormatName
  /** JSON, as it came: an equal batch is the same one. */
  bytes: Uint8Array
  /** Who sends it; null: somebody who may speak for every receiver. */
  sender: string | null
  /** The sender's own name of the batch, when it gives one. */
  batchId: string | null
}

export interface Intake {
  /** Never throws. `full`: no room now; `unreachable`: the log is away; `elsewhere`: another backend makes the positions; nothing was
   * taken, as far as we know. */
  take(incoming: Incoming): Promise<Taken | 'malformed' | 'too_many' | 'full' | 'unreachable' | 'elsewhere'>
}

export interface IntakeOptions {
  readings: ReadingLog
  counters: IngestCounters
  now?: () => number
  /** Whether this backend makes the positions; with a log that others read as well it does not matter. */
  isOurs?: () => boolean
  /** Gives enrolled phones their ids. */
  namePhones?: ((readings: readonly Reading[]) => readonly Reading[]) | undefined
  /** Which receivers handed the readings in, for a log that several read. */
  arrivalsOf?: ((readings: readonly Reading[]) => readonly ArrivedReceiver[]) | undefined
}

export function createIntake({ readings: log, counters, now = Date.now, ...options }: IntakeOptions): Intake {
  const { isOurs = () => true, namePhones = (readings) => readings, arrivalsOf = () => [] } = options
  return {
    async take(incoming) {
      if (!log.isShared && !isOurs()) return 'elsewhere'
      const items = itemsOf(incoming.bytes)
      if (items === null) return 'malformed'
      if (items.length > mostPerBatch.items) return 'too_many'
      const received = formats[incoming.format](items, now(), incoming.sender)
      const { batteries, accepted, rejected } = received
      const key = keyOf(incoming, items)
      const arrivals = log.isShared ? arrivalsOf(received.readings) : []
      const readings = namePhones(received.readings)
      const appended = await log.append({ key, readings, batteries, answer: { accepted, rejected }, arrivals })
      if (appended === 'full' || appended === 'unreachable') {
        counters[appended === 'full' ? 'refused' : 'unreachable'] += items.length
        return appended
      }
      if (appended.isRepeated) counters.repeated++
      else {
        counters.accepted += accepted
        counters.rejected += rejected
      }
      return appended.answer
    },
  }
}

/** Only named fields are read and nothing is copied from it, so any key may be in it. */
function itemsOf(bytes: Uint8Array): readonly unknown[] | null {
  try {
    const body: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
    return Array.isArray(body) ? body : [body]
  } catch {
    return null
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

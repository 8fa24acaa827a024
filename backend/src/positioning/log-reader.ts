// The way of whoever makes the positions through the log of readings: begins where the one before left, and catches up in steps of the
// log's time, so that what waited is worked out as if it had been read at once. Asked by the engine in every round.
import type { Database } from '../database/schema.ts'
import type { BatteryReport } from '../ingest/dynamb-adapter.ts'
import { isLater, type LogEntry, type LogPosition, passed, type ReadingLog } from '../ingest/log/reading-log.ts'
import type { Reading } from '../ingest/reading.ts'
import type { Share } from '../ownership/shares.ts'
import { readPosition } from './log-position-queries.ts'

export interface LogStep {
  readings: readonly Reading[]
  batteries: readonly BatteryReport[]
  /** The moment to work them out for, epoch milliseconds. */
  now: number
  /** Nothing waits behind them. */
  isHead: boolean
}

export interface LogReader {
  /** Of the owner that reads; null before the first. */
  readonly epoch: number | null
  /** After the last step. */
  readonly position: LogPosition | null
  /** In a new epoch. Answers what the owner before had read, as far back as any window reaches. Throws when the log cannot be read. */
  begin(epoch: number): Promise<readonly Reading[]>
  next(): Promise<LogStep>
  /** Whoever makes no positions keeps nothing that waits for it. */
  skip(): Promise<void>
}

interface Options {
  db: Database
  readings: ReadingLog
  share: Share
  now: () => number
}

/** No window reaches back further. */
const warmMs = 15_000
/** Kept behind the reader for whoever takes over, milliseconds, and how often the rest is let go. */
const keep = { ms: 35_000, everyMs: 5000 } as const
/** What waited is worked out in steps of so many milliseconds of the log's time, or of one in so many of what waits where that is longer:
 * each badge once in a step. Who is late so has less to do for every second, and does not fall further behind. */
const catchUp = { stepMs: 2000, parts: 10 } as const

export function createLogReader({ db, readings, share, now }: Options): LogReader {
  let epoch: number | null = null
  let position: LogPosition | null = null
  let waiting: readonly LogEntry[] = []
  let isLast = true
  let trimmedAt = Number.NEGATIVE_INFINITY

  const trim = async () => {
    if (!position || (readings.isShared && performance.now() - trimmedAt < keep.everyMs)) return
    trimmedAt = performance.now()
    await readings.trim(readings.earlier(position, keep.ms), share)
  }
  /** Of the entries up to `until` those after `from`. */
  const between = async (from: LogPosition, until: LogPosition, asOwner: number): Promise<Reading[]> => {
    const found: Reading[] = []
    for (let at = from; ;) {
      const part = await readings.read(at, asOwner, share)
      if (part.from.log !== until.log) return []
      const known = part.entries.filter(({ partition, id }) => !isLater(id, until.upTo[partition]!))
      for (const entry of known) found.push(...entry.readings)
      if (part.isHead || known.length === 0) return found
      at = passed(part.from, part.entries)
    }
  }
  return {
    get epoch() {
      return epoch
    },
    get position() {
      return position
    },
    async begin(asOwner) {
      const stored = readings.isShared ? await readPosition(db, share) : position
      const known = readings.isShared && stored ? await between(readings.earlier(stored, warmMs), stored, asOwner) : []
      epoch = asOwner
      position = stored
      waiting = []
      return known
    },
    async next() {
      if (waiting.length === 0) {
        const part = await readings.read(position, epoch ?? 0, share)
        position = part.from
        waiting = part.entries
        isLast = part.isHead
      }
      const step = stepOf(waiting)
      waiting = waiting.slice(step.length)
      position = passed(position!, step)
      const isHead = isLast && waiting.length === 0
      await trim()
      return {
        readings: step.flatMap((entry) => entry.readings),
        batteries: step.flatMap((entry) => entry.batteries),
        now: isHead ? now() : step.at(-1)!.arrivedAt,
        isHead,
      }
    },
    async skip() {
      waiting = []
      epoch = null
      if (readings.isShared) return
      const part = await readings.read(position, 0, share)
      position = passed(part.from, part.entries)
      await readings.trim(position, share)
    },
  }
}

/** The next entries that are worked out together. */
function stepOf(waiting: readonly LogEntry[]): readonly LogEntry[] {
  const [first, last] = [waiting[0], waiting.at(-1)]
  const spanMs = first && last ? last.arrivedAt - first.arrivedAt : 0
  if (!first) return waiting
  const until = first.arrivedAt + Math.max(catchUp.stepMs, spanMs / catchUp.parts)
  const end = waiting.findIndex(({ arrivedAt }) => arrivedAt > until)
  return end === -1 ? waiting : waiting.slice(0, end)
}

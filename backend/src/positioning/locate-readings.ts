// One round of positioning: reads the log up to its end, makes positions of it, and publishes them. Whoever takes over first warms up with
// what the owner before had heard. Made by the engine, several times a second.
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import type { Database } from '../database/schema.ts'
import { takeCanaries } from '../ingest/canary-reading.ts'
import type { ReadingLog } from '../ingest/log/reading-log.ts'
import type { Reading } from '../ingest/reading.ts'
import type { Ownership } from '../ownership/ownership.ts'
import type { Publisher } from '../realtime/publisher.ts'
import { type Batch, emptyBatch } from './batch.ts'
import type { Continuity } from './continuity.ts'
import { createLogReader } from './log-reader.ts'
import { type Report, runPipeline, type Step } from './pipeline.ts'
import type { PositionWriter } from './position-writer.ts'
import type { PositioningMemory } from './positioning-steps.ts'
import { newestOfEach, publishPositions } from './publish-positions.ts'
import type { SiteModel } from './site-model.ts'
import { warmUp } from './warm-up.ts'

interface Options {
  readings: ReadingLog
  db: Database
  now: () => number
  steps: readonly Step[]
  memory: PositioningMemory
  ownership: Pick<Ownership, 'share' | 'isLeaving' | 'letGo'>
  continuity: Continuity
  writer: Pick<PositionWriter, 'addBatteries' | 'reach' | 'work'>
  publisher: Publisher
  report: Report
  site: () => SiteModel | null
  /** A canary came through a round of positions. */
  onCanary: (sentAt: number) => void
}

/** A round of one share. */
export interface Round {
  /** How long the oldest reading had waited by its end, milliseconds. */
  lagMs: number
  /** Whether there was a reading that was no canary. */
  hasHeard: boolean
}

/** `wasSetBack`: the clock, since the round before. */
export function createLocate(options: Options): (wasSetBack: boolean) => Promise<Round> {
  const { readings, db, now, steps, memory, ownership, continuity, writer, publisher, report, site } = options
  const reader = createLogReader({ db, readings, share: ownership.share, now })
  const locateSome = (some: readonly Reading[], at: number) => {
    const current = site()
    if (!current) return { due: [], entries: [] }
    const batch = runPipeline(steps, emptyBatch(at, current, some), report)
    memory.counters.positions += batch.entries.length
    return batch
  }
  const locateAll = (some: readonly Reading[], timeOf: () => number) =>
    inTurns(continuity.timed(some), (slice) => locateSome(slice, timeOf()))
  const begin = async (epoch: number) => {
    const unread = warmUp(await reader.begin(epoch), { memory, site: site(), report })
    return unread.length > 0 ? locateAll(unread, () => unread.at(-1)!.arrivedAt) : []
  }
  return async (wasSetBack) => {
    if (ownership.isLeaving) {
      await writer.work.run()
      await ownership.letGo()
    }
    const epoch = await continuity.check(wasSetBack)
    let [oldest, hasHeard] = [Infinity, false]
    if (epoch === null) {
      await reader.skip()
      return { lagMs: 0, hasHeard }
    }
    const entries = reader.epoch === epoch ? [] : await begin(epoch)
    const canaries: number[] = []
    for (let isHead = false; !isHead && continuity.isOurs();) {
      const step = await reader.next()
      isHead = step.isHead
      const taken = takeCanaries(step.readings)
      canaries.push(...taken.sentAt)
      for (const { arrivedAt } of step.readings) oldest = Math.min(oldest, arrivedAt)
      hasHeard ||= taken.readings.length > 0
      entries.push(...(await locateAll(taken.readings, isHead ? now : () => step.now)))
      writer.addBatteries(step.batteries)
      const isNew = step.readings.length + step.batteries.length > 0
      if (readings.isShared && isNew) writer.reach(reader.position!)
    }
    try {
      // Who catches up shows where people are, not every step of how they came there.
      if (continuity.isOurs()) publishPositions(publisher, newestOfEach(entries))
      for (const sentAt of canaries) options.onCanary(sentAt)
    } catch (error) {
      report('publish', error)
    }
    return { lagMs: Math.max(0, now() - Math.min(oldest, now())), hasHeard }
  }
}

/** Thousands of badges may arrive in one request: the next ones, and leases, do not wait for all of them. Also without new readings: a
 * device heard a moment ago may have become due. */
export async function inTurns(
  readings: readonly Reading[],
  locateSome: (readings: readonly Reading[]) => Pick<Batch, 'due' | 'entries'>,
): Promise<PositionEntry[]> {
  const located: PositionEntry[] = []
  const slices = sliced(readings)
  for (let isMore = true; isMore;) {
    const until = performance.now() + most.turnMs
    do {
      const { due, entries } = locateSome(slices.shift() ?? [])
      located.push(...entries)
      isMore = slices.length > 0 || due.length === most.due
    } while (isMore && performance.now() < until)
    await othersTurn()
  }
  return located
}

/** What is worked on in one go, some milliseconds each: readings taken in, devices located; and how long a turn lasts, of one or several of
 * these. */
export const most = { readings: 500, due: 8, turnMs: 10 } as const

/** At least one slice; all readings of a badge that came together stay together. */
export function sliced(readings: readonly Reading[]): (readonly Reading[])[] {
  const slices: (readonly Reading[])[] = []
  let start = 0
  for (let next = most.readings; next < readings.length; next += 1) {
    if (next - start < most.readings || readings[next]?.transmitterId === readings[next - 1]?.transmitterId) continue
    slices.push(readings.slice(start, next))
    start = next
  }
  return [...slices, readings.slice(start)]
}

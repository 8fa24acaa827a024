// One round of positioning: reads the log up to its end, makes positions of it, and publishes them. Whoever takes over first warms up with
// what the owner before had heard. Made by the engine, several times a second.
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import type { Database } from '../database/schema.ts'
import { takeCanaries } from '../ingest/canary-reading.ts'
import type { PhoneResolver } from '../ingest/identity/phone-resolver.ts'
import type { ReadingLog } from '../ingest/log/reading-log.ts'
import type { Reading } from '../ingest/reading.ts'
import type { Publisher } from '../realtime/publisher.ts'
import type { UrgentRequests } from '../urgent-requests.ts'
import { type Batch, emptyBatch } from './batch.ts'
import type { Continuity } from './continuity.ts'
import type { Progress } from './counters.ts'
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
  phones: PhoneResolver
  continuity: Continuity
  writer: Pick<PositionWriter, 'addBatteries' | 'reach'>
  publisher: Publisher
  urgentRequests: Pick<UrgentRequests, 'none'>
  report: Report
  progress: Progress
  site: () => SiteModel | null
  /** A canary came through a round of positions. */
  onCanary: (sentAt: number) => void
}

export function createLocate(options: Options): () => Promise<void> {
  const { readings, db, now, steps, memory, phones, continuity, writer, publisher, report, site } = options
  const reader = createLogReader({ db, readings, now })
  const locateSome = (some: readonly Reading[], at: number) => {
    const current = site()
    if (!current) return { due: [], entries: [] }
    const batch = runPipeline(steps, emptyBatch(at, current, some), report)
    memory.counters.positions += batch.entries.length
    return batch
  }
  const locateAll = (some: readonly Reading[], timeOf: () => number) =>
    inTurns(continuity.timed(some), (slice) => locateSome(slice, timeOf()), options.urgentRequests)
  const begin = async (epoch: number) => {
    const unread = warmUp(await reader.begin(epoch), { memory, phones, site: site(), report })
    return unread.length > 0 ? locateAll(unread, () => unread.at(-1)!.arrivedAt) : []
  }
  const round = async () => {
    const epoch = await continuity.check()
    let oldest = Infinity
    if (epoch === null) {
      await reader.skip()
      return oldest
    }
    const entries = reader.epoch === epoch ? [] : await begin(epoch)
    const canaries: number[] = []
    for (let isHead = false; !isHead && continuity.isOurs();) {
      const step = await reader.next()
      isHead = step.isHead
      const taken = takeCanaries(step.readings)
      canaries.push(...taken.sentAt)
      for (const { arrivedAt } of step.readings) oldest = Math.min(oldest, arrivedAt)
      if (taken.readings.length > 0) options.progress.readingAt = now()
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
    return oldest
  }
  return async () => {
    const oldest = await round()
    options.progress.roundAt = now()
    options.progress.lagMs = Math.max(0, now() - Math.min(oldest, now()))
  }
}

/** Thousands of badges may arrive in one request: whoever taps on a muster board does not wait for all of them. Also without new
 * readings: a device heard a moment ago may have become due. */
export async function inTurns(
  readings: readonly Reading[],
  locateSome: (readings: readonly Reading[]) => Pick<Batch, 'due' | 'entries'>,
  urgentRequests: Pick<UrgentRequests, 'none'>,
): Promise<PositionEntry[]> {
  const located: PositionEntry[] = []
  const slices = sliced(readings)
  let patienceMs = most.waitMs
  for (let isMore = true; isMore;) {
    const begunAt = performance.now()
    const { due, entries } = locateSome(slices.shift() ?? [])
    located.push(...entries)
    isMore = slices.length > 0 || due.length === most.due
    // However much there is to do after a start: whoever raises an alarm has half of the time at least.
    patienceMs += performance.now() - begunAt
    await othersTurn()
    const asked = performance.now()
    await urgentRequests.none(patienceMs)
    patienceMs -= performance.now() - asked
  }
  return located
}

/** What is worked on in one go, some milliseconds each: readings taken in, devices located; and how much longer than
 * it works a round lets urgent requests pass, milliseconds. */
export const most = { readings: 500, due: 8, waitMs: 500 } as const

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

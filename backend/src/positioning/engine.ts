// Runs positioning: drains the queue several times a second through the pipeline. Created by the backend's main, stopped with it.
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Database } from '../database/schema.ts'
import { isCanary, takeCanaries } from '../ingest/canary-reading.ts'
import type { Identification } from '../ingest/identification.ts'
import { createReadingQueue, type ReadingQueue } from '../ingest/reading-queue.ts'
import type { Reading } from '../ingest/reading.ts'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import type { Publisher } from '../realtime/publisher.ts'
import { type Ownership, ownAlone } from '../ownership/ownership.ts'
import { type Batch, emptyBatch } from './batch.ts'
import { type Calibrator, createCalibrator, type Propose } from './calibration/calibrator.ts'
import { createContinuity } from './continuity.ts'
import type { Counters } from './counters.ts'
import type { DeviceStore } from './device-store.ts'
import { createFloorRadios, type FloorRadios } from './floor-radio.ts'
import { createNeighbourCheck } from './neighbour-check.ts'
import { type Report, runPipeline } from './pipeline.ts'
import { createPositionWriter } from './position-writer.ts'
import { createPositioningMemory, positioningSteps } from './positioning-steps.ts'
import { publishPositions } from './publish-positions.ts'
import { createReceiverCheck } from './receiver-check/receiver-check.ts'
import { createSignalMonitor, type SignalMonitor } from './signal-monitor.ts'
import type { SiteModel } from './site-model.ts'
import { createSiteWatch } from './site-watch.ts'
import { createSteadyClock, type SteadyClock } from '../steady-clock.ts'
import type { UrgentRequests } from '../urgent-requests.ts'

export interface Positioning {
  /** Where ingest puts its readings, and the clock by which they arrive. */
  readonly queue: ReadingQueue
  readonly clock: Pick<SteadyClock, 'now'>
  readonly counters: Counters
  readonly calibrate: Calibrator
  readonly radioOf: FloorRadios
  readonly signals: SignalMonitor
  /** Ids of the receivers that hear this transmitter now: evidence in an emergency (rules 9). */
  receiversHearing(transmitterId: string): string[]
  /** Makes positions of the readings that came since the last time. */
  locate(): Promise<void>
  /** Reads the site anew. */
  readonly readSite: Repeated
  readonly work: readonly Repeated[]
  /** After the work has stopped: writes what is waiting. */
  stop(): Promise<void>
}

interface PositioningOptions {
  db: Database
  publisher: Publisher
  identification: Pick<Identification, 'phones' | 'ambient'>
  urgentRequests: Pick<UrgentRequests, 'none'>
  /** Whether this backend makes the positions; absent: it is alone. */
  ownership?: Ownership
  log: FastifyBaseLogger
  propose: Propose
  /** A canary came through a round of positions. */
  onCanary?: (sentAt: number) => void
  /** The machine's clock. */
  wall?: () => number
}

/** How often readings become positions. A reading waits half of this on average, well inside the 250 ms of the budget. */
const locateEveryMs = 100
/** Devices silent for this long are forgotten; their last position stays in the database. */
const forgetAfterMs = 15 * 60_000

export async function startPositioning(options: PositioningOptions): Promise<Positioning> {
  const { db, publisher, identification, urgentRequests, propose, log, ownership = ownAlone() } = options
  const clock = createSteadyClock(options.wall)
  const { now } = clock
  const { phones, ambient } = identification
  const watch = createSiteWatch(db, log)
  await watch.work.run()
  const memory = createPositioningMemory()
  const { health, counters, devices, residuals, strengthLog } = memory
  const writer = createPositionWriter({ db, log, ownership, counters, takeReceivers: health.takeChanged })
  const continuity = createContinuity({ db, log, memory, writer, clock, ownership, site: () => watch.site })
  await continuity.resume()
  const queue = createReadingQueue({
    isRegistered: (id) => isCanary(id) || phones.isRecognised(id) || (watch.site?.carriers.has(id) ?? true),
  })
  const steps = positioningSteps({
    memory,
    phones,
    ambient,
    writer,
    publisher,
    nextSeq: continuity.nextSeq,
    mostDue: most.due,
  })
  const report = createReport(counters, log)
  const site = () => watch.site
  const neighbours = createNeighbourCheck(memory.receiverLinks, now)
  const check = createReceiverCheck({ site, log: strengthLog, now, report: (error) => report('check', error) })
  const locateSome = (readings: readonly Reading[]) => {
    if (!watch.site) return { due: [], entries: [] }
    const batch = runPipeline(steps, emptyBatch(now(), watch.site, readings), report)
    counters.positions += batch.entries.length
    return batch
  }
  const locate = async () => {
    const taken = await continuity.check(queue.drain())
    if (!taken) return
    const { readings, sentAt } = takeCanaries(taken)
    const entries = await inTurns(readings, locateSome, urgentRequests)
    try {
      if (continuity.isOurs()) publishPositions(publisher, entries)
      for (const at of sentAt) options.onCanary?.(at)
    } catch (error) {
      report('publish', error)
    }
    writer.addBatteries(queue.drainBatteries())
  }
  return {
    queue,
    clock,
    counters,
    radioOf: createFloorRadios(site),
    calibrate: createCalibrator({ site, badges: memory.badgeLinks, receivers: memory.receiverLinks, now, propose }),
    signals: createSignalMonitor({ site, devices, residuals, neighbours, check, health }),
    receiversHearing: (transmitterId) => hearersOf(transmitterId, devices, watch.site),
    locate,
    readSite: watch.work,
    work: [
      repeat({
        name: 'locate',
        everyMs: locateEveryMs,
        work: locate,
        log,
        whileFailing: 'Readings become no positions.',
      }),
      writer.work,
      watch.work,
      repeat({
        name: 'forget-silent-devices',
        everyMs: 60_000,
        work: () => devices.forget(now() - forgetAfterMs),
        log,
        whileFailing: 'Devices that fell silent stay in memory.',
      }),
    ],
    stop: writer.stop,
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
const most = { readings: 500, due: 8, waitMs: 500 } as const

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

function createReport(counters: Counters, log: FastifyBaseLogger): Report {
  return (step, error) => {
    counters.failures++
    log.error({ code: 'positioning_step_failed', step, err: error }, 'A positioning step failed; the rest goes on.')
  }
}

function hearersOf(transmitterId: string, devices: DeviceStore, site: SiteModel | null): string[] {
  const device = devices.find(transmitterId)
  if (!site || !device) return []
  return device.hearers(site)
}

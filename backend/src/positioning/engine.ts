// Runs positioning: drains the queue several times a second through the pipeline. Created by the backend's main, stopped with it.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Database } from '../database/schema.ts'
import { isCanary } from '../ingest/canary-reading.ts'
import type { Identification } from '../ingest/identification.ts'
import { createMemoryLog } from '../ingest/log/memory-log.ts'
import type { ReadingLog } from '../ingest/log/reading-log.ts'
import { createReadingQueue } from '../ingest/reading-queue.ts'
import type { Publisher } from '../realtime/publisher.ts'
import { type Ownership, ownAlone } from '../ownership/ownership.ts'
import { type Calibrator, createCalibrator, type Propose } from './calibration/calibrator.ts'
import { createContinuity } from './continuity.ts'
import type { Counters, Progress } from './counters.ts'
import { createFloorRadios, type FloorRadios } from './floor-radio.ts'
import { createLocate, most } from './locate-readings.ts'
import { createNeighbourCheck } from './neighbour-check.ts'
import type { FloorPathLoss } from './path-loss-queries.ts'
import type { Report } from './pipeline.ts'
import { createPositionWriter, type PositionWriter } from './position-writer.ts'
import { createPositioningMemory, positioningSteps } from './positioning-steps.ts'
import { createReceiverCheck } from './receiver-check/receiver-check.ts'
import { createSignalMonitor, type SignalMonitor } from './signal-monitor.ts'
import type { SiteModel } from './site-model.ts'
import { createSiteWatch } from './site-watch.ts'
import { createSteadyClock, type SteadyClock } from '../steady-clock.ts'
import type { UrgentRequests } from '../urgent-requests.ts'

export interface Positioning {
  /** Where ingest puts its readings, and the clock by which they arrive. */
  readonly readings: ReadingLog
  readonly clock: Pick<SteadyClock, 'now'>
  readonly counters: Counters
  readonly progress: Readonly<Progress>
  readonly storage: Pick<PositionWriter, 'waiting' | 'dropped' | 'droppedActivity'>
  readonly calibrate: Calibrator
  readonly radioOf: FloorRadios
  readonly signals: SignalMonitor
  /** Makes positions of the readings that came since the last time. */
  locate(): Promise<void>
  /** No more positions; what was made is written. */
  pause(): Promise<void>
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
  /** The log that several backends share; absent: one of its own, in memory. */
  sharedLog?: ((now: () => number) => Promise<ReadingLog>) | null
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
  const takes = { takeReceivers: health.takeChanged, takePathLosses: () => takePathLosses(watch.site) }
  const writer = createPositionWriter({ db, log, ownership, counters, urgentRequests, ...takes })
  const continuity = createContinuity({ db, log, memory, writer, clock, ownership, site: () => watch.site })
  await continuity.resume()
  const isRegistered = (id: string) => isCanary(id) || phones.isRecognised(id) || (watch.site?.carriers.has(id) ?? true)
  const readings = (await options.sharedLog?.(now)) ?? createMemoryLog(createReadingQueue({ isRegistered }), now)
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
  const { onCanary = () => undefined } = options
  const parts = { readings, db, now, steps, memory, phones, continuity, writer, publisher, urgentRequests, report }
  const progress: Progress = { roundAt: now(), lagMs: 0, readingAt: null }
  const locate = createLocate({ ...parts, progress, site, onCanary })
  const locating = repeat({
    name: 'locate',
    everyMs: locateEveryMs,
    work: locate,
    log,
    whileFailing: 'Readings become no positions.',
  })
  return {
    readings,
    clock,
    counters,
    progress,
    storage: writer,
    radioOf: createFloorRadios(site),
    calibrate: createCalibrator({ site, badges: memory.badgeLinks, receivers: memory.receiverLinks, now, propose }),
    signals: createSignalMonitor({ site, devices, residuals, neighbours, check, health }),
    locate,
    readSite: watch.work,
    work: [
      locating,
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
    async pause() {
      await locating.stop()
      await writer.stop()
    },
    async stop() {
      await writer.stop()
      await readings.stop()
    },
  }
}

function takePathLosses(site: SiteModel | null): FloorPathLoss[] {
  return [...(site?.floors ?? [])].flatMap(([floorId, { learner }]) => {
    const learnt = learner?.takeReport()
    return learnt ? [{ floorId, ...learnt }] : []
  })
}

function createReport(counters: Counters, log: FastifyBaseLogger): Report {
  return (step, error) => {
    counters.failures++
    log.error({ code: 'positioning_step_failed', step, err: error }, 'A positioning step failed; the rest goes on.')
  }
}

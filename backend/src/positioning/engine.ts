// Runs positioning: drains the queue several times a second through the pipeline. Created by the backend's main, stopped with it.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/schema.ts'
import { ambientStep } from '../ingest/ambient/ambient-step.ts'
import type { Identification } from '../ingest/identification.ts'
import { createReadingQueue, type ReadingQueue } from '../ingest/reading-queue.ts'
import type { Publisher } from '../realtime/publisher.ts'
import { emptyBatch } from './batch.ts'
import { type Calibrator, createCalibrator } from './calibration/calibrator.ts'
import { createLinkMemory } from './calibration/link-memory.ts'
import { type Counters, createCounters } from './counters.ts'
import { createDeviceStore, type DeviceStore } from './device-store.ts'
import { createNeighbourCheck } from './neighbour-check.ts'
import { type Report, runPipeline, type Step } from './pipeline.ts'
import { createPositionWriter, type PositionWriter } from './position-writer.ts'
import { createReceiverCheck } from './receiver-check/receiver-check.ts'
import { createStrengthLog } from './receiver-check/strength-log.ts'
import { createReceiverHealth } from './receiver-health.ts'
import { createReceiverResiduals } from './receiver-residuals.ts'
import { resumeDevices } from './resume.ts'
import { createSignalMonitor, type SignalMonitor } from './signal-monitor.ts'
import type { SiteModel } from './site-model.ts'
import { createSiteWatch, type SiteWatch } from './site-watch.ts'
import { batteryStep } from './steps/battery.ts'
import { chooseFloorStep } from './steps/choose-floor.ts'
import { compareStep } from './steps/compare.ts'
import { estimateStep } from './steps/estimate.ts'
import { guardStep } from './steps/guard.ts'
import { identifyStep } from './steps/identify.ts'
import { noticeStep } from './steps/notice.ts'
import { publishStep } from './steps/publish.ts'
import { recordStep } from './steps/record.ts'
import { rememberStep } from './steps/remember.ts'
import { smoothStep } from './steps/smooth.ts'
import { tuneStep } from './steps/tune.ts'
import { zoneStep } from './steps/zone.ts'

export interface Positioning {
  /** Where ingest puts its readings. */
  readonly queue: ReadingQueue
  readonly counters: Counters
  readonly calibrate: Calibrator
  readonly signals: SignalMonitor
  /** Ids of the receivers that hear this transmitter now: evidence in an emergency (rules 9). */
  heardBy(transmitterId: string): string[]
  /** The site may have changed: look now instead of at the next interval. */
  siteChanged(): Promise<void>
  /** Writes what is waiting now; for tests and for an orderly stop. */
  flush(): Promise<void>
  stop(): Promise<void>
}

interface PositioningOptions {
  db: Database
  publisher: Publisher
  identification: Pick<Identification, 'phones' | 'ambient'>
  log: FastifyBaseLogger
  now?: () => number
  /** How often readings become positions. A reading waits half of this on average, well inside the 250 ms of the budget. */
  tickMs?: number
}

/** Devices silent for this long are forgotten; their last position stays in the database. */
const forgetAfterMs = 15 * 60_000

export async function startPositioning({
  db,
  publisher,
  identification: { phones, ambient },
  log,
  now = Date.now,
  tickMs = 100,
}: PositioningOptions): Promise<Positioning> {
  const watch = createSiteWatch({ db, log })
  await watch.refresh()
  const [health, counters, devices] = [createReceiverHealth(), createCounters(), createDeviceStore()]
  await resumeDevices({ db, log, devices, site: watch.site, now: now() })
  const writer = createPositionWriter({ db, log, takeReceivers: health.takeChanged })
  const queue = createReadingQueue({ isRegistered: (id) => phones.knows(id) || (watch.site?.carriers.has(id) ?? true) })
  const [badgeMemory, receiverMemory] = [createLinkMemory(), createLinkMemory()]
  const [residuals, strengthLog] = [createReceiverResiduals(), createStrengthLog()]
  const neighbours = createNeighbourCheck(receiverMemory, now)
  const site = () => watch.site
  const report = createReport(counters, log)
  const check = createReceiverCheck({ site, log: strengthLog, now, report: (error) => report('check', error) })
  const steps: readonly Step[] = [
    guardStep(health, counters),
    identifyStep(devices, phones),
    batteryStep(writer),
    rememberStep(badgeMemory, receiverMemory),
    ambientStep(ambient, publisher),
    smoothStep(counters, health),
    chooseFloorStep(health),
    tuneStep(health),
    estimateStep(devices),
    compareStep(residuals, health, strengthLog),
    zoneStep(),
    noticeStep(),
    recordStep(writer, createSequence(now())),
    publishStep(publisher),
  ]
  const tick = () => {
    // Also without new readings: a device heard a moment ago may have become due.
    if (!watch.site) return
    const batch = runPipeline(steps, emptyBatch(now(), watch.site, queue.drain()), report)
    counters.positions += batch.entries.length
    writer.addBatteries(queue.drainBatteries())
  }
  const timer = setInterval(tick, tickMs)
  const sweep = setInterval(() => devices.forget(now() - forgetAfterMs), 60_000)
  sweep.unref()
  return {
    queue,
    counters,
    calibrate: createCalibrator({ site, badges: badgeMemory, receivers: receiverMemory, now }),
    signals: createSignalMonitor({ site, devices, residuals, neighbours, check, health }),
    heardBy: (transmitterId) => hearersOf(transmitterId, devices, watch.site),
    siteChanged: watch.refresh,
    flush: writer.flush,
    stop: () => stopAll(watch, writer, [timer, sweep]),
  }
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
  return device.heard(site).map(({ receiver }) => receiver.receiverId)
}

async function stopAll(watch: SiteWatch, writer: PositionWriter, timers: readonly NodeJS.Timeout[]): Promise<void> {
  for (const timer of timers) clearInterval(timer)
  watch.stop()
  await writer.stop()
}

/** Grows with every entry and across restarts, as long as there are fewer than a million entries a second. */
function createSequence(nowMs: number): () => number {
  let seq = nowMs * 1000
  return () => ++seq
}

// Positions of one share of the badges: what is remembered of them, their way through the steps, and what is written. The engine has one of
// these for every share that may become its backend's, or a single one for everything.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/schema.ts'
import type { AmbientDevices } from '../ingest/ambient/ambient-devices.ts'
import type { ReadingLog } from '../ingest/log/reading-log.ts'
import type { Ownership } from '../ownership/ownership.ts'
import type { Publisher } from '../realtime/publisher.ts'
import type { SteadyClock } from '../steady-clock.ts'
import { createContinuity } from './continuity.ts'
import type { DeviceStore } from './device-store.ts'
import { createLocate, most, type Round } from './locate-readings.ts'
import type { FloorPathLoss } from './path-loss-queries.ts'
import type { Report } from './pipeline.ts'
import { createPositionWriter, type PositionWriter } from './position-writer.ts'
import {
  type CommonSteps,
  createShareMemory,
  type PositioningMemory,
  positioningSteps,
  type ShareMemory,
} from './positioning-steps.ts'
import type { HeardReceiver } from './receiver-health.ts'
import type { SiteModel } from './site-model.ts'

export interface ShareEngine {
  readonly devices: DeviceStore
  readonly writer: PositionWriter
  /** Takes up what was stored, if the share is this backend's. */
  resume(): Promise<void>
  /** `wasSetBack`: the clock, since the round before. */
  locate(wasSetBack: boolean): Promise<Round>
}

interface Options {
  db: Database
  log: FastifyBaseLogger
  ownership: Ownership
  readings: ReadingLog
  /** What all shares of a backend have in common. */
  memory: Omit<PositioningMemory, ShareMemory>
  common: CommonSteps
  ambient: AmbientDevices
  publisher: Publisher
  clock: Pick<SteadyClock, 'now'>
  site: () => SiteModel | null
  report: Report
  onCanary: (sentAt: number) => void
  takeReceivers: () => HeardReceiver[]
  takePathLosses: () => FloorPathLoss[]
}

export function createShareEngine(options: Options): ShareEngine {
  const { db, log, ownership, readings, common, ambient, publisher, clock, site, report } = options
  const { takeReceivers, takePathLosses, onCanary } = options
  const memory = { ...options.memory, ...createShareMemory() }
  const { counters, devices, rests } = memory
  const takes = { takeReceivers, takePathLosses, takeRests: rests.takeFinished }
  const writer = createPositionWriter({ db, log, ownership, counters, ...takes })
  const continuity = createContinuity({ db, log, memory, writer, clock, ownership, site })
  const { nextSeq, resume } = continuity
  const steps = positioningSteps({ memory, ambient, writer, publisher, nextSeq, mostDue: most.due, common })
  const { now } = clock
  const parts = { readings, db, now, steps, memory, ownership, continuity, writer, publisher, report }
  return { devices, writer, resume, locate: createLocate({ ...parts, site, onCanary }) }
}

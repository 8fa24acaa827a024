// Runs positioning: several times a second the readings of every share that is this backend's become positions. Created by
// positions.ts.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Database } from '../database/schema.ts'
import { isCanary } from '../ingest/canary-reading.ts'
import type { Identification } from '../ingest/identification.ts'
import { createMemoryLog } from '../ingest/log/memory-log.ts'
import type { ArrivedReceiver, ReadingLog } from '../ingest/log/reading-log.ts'
import { createPhoneNames } from '../ingest/identity/name-phones.ts'
import type { Reading } from '../ingest/reading.ts'
import { createReadingQueue } from '../ingest/reading-queue.ts'
import type { Publisher } from '../realtime/publisher.ts'
import { type Ownership, ownAlone } from '../ownership/ownership.ts'
import { type Calibrator, createCalibrator, type LearnRests, type Propose } from './calibration/calibrator.ts'
import { createHeard, type Heard, mergeHeard } from './calibration/heard.ts'
import type { Counters, Progress } from './counters.ts'
import { createFloorRadios } from './floor-radio.ts'
import { createNeighbourCheck } from './neighbour-check.ts'
import type { FloorPathLoss } from './path-loss-queries.ts'
import type { Report } from './pipeline.ts'
import type { PositionWriter } from './position-writer.ts'
import { createCommonSteps, createPositioningMemory } from './positioning-steps.ts'
import { createReceiverCheck } from './receiver-check/receiver-check.ts'
import type { ReceiverHealth } from './receiver-health.ts'
import { resumePathLosses } from './resume.ts'
import { locateEveryMs, roundsOf } from './rounds.ts'
import { createShareEngine, type ShareEngine } from './share-engine.ts'
import {
  createSignalMonitor,
  mergeMonitors,
  type MonitorPart,
  type MonitorQuestion,
  type SignalMonitor,
} from './signal-monitor.ts'
import type { SiteModel } from './site-model.ts'
import { createSiteWatch } from './site-watch.ts'
import { createSteadyClock, type SteadyClock } from '../steady-clock.ts'

export interface Positioning {
  /** Where ingest puts its readings, and the clock by which they arrive. */
  readonly readings: ReadingLog
  readonly clock: Pick<SteadyClock, 'now'>
  /** What intake does to readings before they are in the log. */
  readonly namePhones: (readings: readonly Reading[]) => readonly Reading[]
  readonly arrivalsOf: (readings: readonly Reading[]) => readonly ArrivedReceiver[]
  readonly counters: Counters
  readonly progress: Readonly<Progress>
  /** How long readings wait to become positions. */
  readonly lagMs: () => number
  readonly storage: Pick<PositionWriter, 'waiting' | 'dropped' | 'droppedActivity'>
  readonly calibrate: Calibrator
  readonly radioOf: ReturnType<typeof createFloorRadios>
  readonly signals: SignalMonitor
  /** What this backend answers others of its own memory. */
  readonly answers: { signals(question: MonitorQuestion): MonitorPart; heard: Heard }
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
  /** Of each share whether its positions are made here; the first is the leader's. Absent: this backend is alone. */
  ownerships?: readonly Ownership[]
  log: FastifyBaseLogger
  propose: Propose
  learnRests: LearnRests
  /** The same question asked of the other backends that make positions; absent: there are none. */
  askOthers?: (name: keyof Positioning['answers'], question: unknown) => Promise<unknown[]>
  /** A canary came through a round of positions. */
  onCanary?: (sentAt: number) => void
  /** The log that several backends share; absent: one of its own, in memory. */
  sharedLog?: ((now: () => number) => Promise<ReadingLog>) | null
  /** The machine's clock. */
  wall?: () => number
}

const storeEveryMs = 500
/** Devices silent for this long are forgotten; their last position stays in the database. */
const forgetAfterMs = 15 * 60_000

// Long because it names every part of positioning once.
export async function startPositioning(options: PositioningOptions): Promise<Positioning> {
  const { db, publisher, identification, propose, learnRests, log, ownerships = [ownAlone()] } = options
  const clock = createSteadyClock(options.wall)
  const { now } = clock
  const { phones, ambient } = identification
  const watch = createSiteWatch(db, log)
  await watch.work.run()
  const site = () => watch.site
  const memory = createPositioningMemory()
  const { health, counters, residuals, strengthLog } = memory
  const isRegistered = (id: string) => isCanary(id) || (site()?.carriers.has(id) ?? true)
  const readings = (await options.sharedLog?.(now)) ?? createMemoryLog(createReadingQueue({ isRegistered }), now)
  const isLeader = () => ownerships[0]!.epoch !== null
  const engines: ShareEngine[] = []
  const badgeCount = () => engines.reduce((sum, { devices }) => sum + devices.size, 0)
  const isTeaching = readings.isShared ? isLeader : () => true
  const countsArrivals = !readings.isShared
  const common = createCommonSteps({ memory, ambient, publisher, countsArrivals, isTeaching, badgeCount })
  const report = createReport(counters, log)
  const { onCanary = () => undefined } = options
  const parts = { db, log, readings, memory, common, ambient, publisher, clock, site, report, onCanary }
  const takes = { takePathLosses: () => (isTeaching() ? takePathLosses(site()) : []) }
  // Receivers belong to no share: one of the writers speaks of them, and only of one backend.
  const receivers = () => health.takeChanged().filter(isTeaching)
  for (const [i, ownership] of ownerships.entries())
    engines.push(createShareEngine({ ...parts, ...takes, ownership, takeReceivers: i === 0 ? receivers : () => [] }))
  for (const engine of engines) await engine.resume()
  const neighbours = createNeighbourCheck(memory.receiverLinks, now)
  const check = createReceiverCheck({ site, log: strengthLog, now, report: (error) => report('check', error) })
  const progress: Progress = { roundAt: now(), lagMs: 0, readingAt: null }
  const locate = async () => {
    now()
    const wasSetBack = clock.takeSetBack()
    for (const { arrivedAt, receivers: found } of await readings.arrivals()) note(health, arrivedAt, found)
    const rounds = await roundsOf(
      engines.map((engine) => engine.locate),
      wasSetBack,
    )
    progress.roundAt = now()
    progress.lagMs = Math.max(...rounds.map(({ lagMs }) => lagMs))
    if (rounds.some(({ hasHeard }) => hasHeard)) progress.readingAt = now()
  }
  const locating = repeat({
    name: 'locate',
    everyMs: locateEveryMs,
    work: locate,
    log,
    whileFailing: 'Readings become no positions.',
  })
  const writers = engines.map(({ writer }) => writer)
  const devices = { all: () => engines.flatMap((engine) => [...engine.devices.all()]) }
  const answers = {
    heard: createHeard({ badges: memory.badgeLinks, receivers: memory.receiverLinks }),
    signals: createSignalMonitor({ site, devices, residuals, neighbours, check, health }),
  }
  const { askOthers = async () => [] } = options
  type Answered<N extends keyof typeof answers> = Awaited<ReturnType<(typeof answers)[N]>>[]
  const others = <N extends keyof typeof answers>(name: N, asked: unknown) =>
    askOthers(name, asked) as Promise<Answered<N>>
  return {
    readings,
    clock,
    namePhones: createPhoneNames({ phones, isRegistered: (id) => site()?.carriers.has(id) ?? false }),
    arrivalsOf: (some) => arrivalsOf(some, site()),
    counters,
    progress,
    lagMs: () => Math.max(progress.lagMs, now() - progress.roundAt),
    storage: sumOf(writers),
    radioOf: createFloorRadios(site),
    answers,
    calibrate: createCalibrator({
      site,
      heard: async (asked) => mergeHeard([await answers.heard(asked), ...(await others('heard', asked))], asked.length),
      now,
      propose,
      learnRests,
    }),
    signals: async (asked) => mergeMonitors([answers.signals(asked), ...(await others('signals', asked))], asked),
    locate,
    readSite: watch.work,
    work: [
      locating,
      storing(writers, log),
      watch.work,
      repeat({
        name: 'forget-silent-devices',
        everyMs: 60_000,
        work: () => engines.forEach((engine) => engine.devices.forget(now() - forgetAfterMs)),
        log,
        whileFailing: 'Devices that fell silent stay in memory.',
      }),
      ...(readings.isShared ? [learning(db, log, site, isTeaching)] : []),
    ],
    async pause() {
      await locating.stop()
      await Promise.all(writers.map((writer) => writer.stop()))
    },
    async stop() {
      await Promise.all(writers.map((writer) => writer.stop()))
      await readings.stop()
    },
  }
}

/** One of them is work already. */
function storing(writers: readonly PositionWriter[], log: FastifyBaseLogger): Repeated {
  const [first] = writers
  if (first && writers.length === 1) return first.work
  const whileFailing = 'Positions cannot be stored; they are kept and tried again.'
  const work = async () => {
    await Promise.all(writers.map((writer) => writer.work.run()))
    if (writers.some((writer) => writer.work.status.failing)) throw new Error('A share could not be stored.')
  }
  return repeat({ name: 'store-positions', everyMs: storeEveryMs, work, log, whileFailing })
}

/** What another backend has taught floors is theirs here as well. */
function learning(db: Database, log: FastifyBaseLogger, site: () => SiteModel | null, isTeaching: () => boolean) {
  return repeat({
    name: 'take-over-path-losses',
    everyMs: 5000,
    work: () => (isTeaching() ? undefined : resumePathLosses({ db, site: site() })),
    log,
    whileFailing: 'What floors have taught another backend is not taken over.',
  })
}

const sumOf = (writers: readonly PositionWriter[]): Positioning['storage'] => {
  const sum = (of: (writer: PositionWriter) => number) => writers.reduce((total, writer) => total + of(writer), 0)
  return {
    get waiting() {
      return sum((writer) => writer.waiting)
    },
    get dropped() {
      return sum((writer) => writer.dropped)
    },
    get droppedActivity() {
      return sum((writer) => writer.droppedActivity)
    },
  }
}

function note(health: ReceiverHealth, arrivedAt: number, receivers: readonly ArrivedReceiver[]): void {
  for (const { receiverId, readings, badges } of receivers) {
    health.arrive(receiverId, arrivedAt, readings)
    for (const badge of badges) health.noteBadge(receiverId, badge)
  }
}

function arrivalsOf(readings: readonly Reading[], site: SiteModel | null): ArrivedReceiver[] {
  const found = new Map<string, { receiverId: string; readings: number; badges: string[] }>()
  for (const { receiverId, transmitterId } of readings) {
    let one = found.get(receiverId)
    if (!one) found.set(receiverId, (one = { receiverId, readings: 0, badges: [] }))
    one.readings++
    if (site && !site.receivers.has(receiverId) && site.carriers.has(transmitterId)) one.badges.push(transmitterId)
  }
  return [...found.values()]
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

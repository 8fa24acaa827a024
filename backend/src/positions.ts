// Everything that becomes of readings from the door on: who is behind them, whether their positions are this backend's to make, where
// everybody is, what is stored and published. It has a thread of its own (positions-thread.ts), so that requests and positions never wait
// for one another; tests run it in place. Why so: docs/decisions/0079-positions-have-a-thread.md.
import type { FloorRadio } from '@rollcall/contracts/domains/floors'
import type { FastifyBaseLogger } from 'fastify'
import type { Repeated } from './background/repeat.ts'
import type { Config } from './config.ts'
import type { Connection } from './database/connect.ts'
import type { HeavyWork } from './heavy/heavy-work.ts'
import { createAskOthers } from './http/ask-others.ts'
import { startIdentification } from './ingest/identification.ts'
import { createIngestCounters } from './ingest/ingest-counters.ts'
import { createIntake, type Intake } from './ingest/intake.ts'
import { createRedisLog } from './ingest/log/redis-log.ts'
import { startLease } from './ownership/lease.ts'
import type { Calibrator } from './positioning/calibration/calibrator.ts'
import { type Positioning, startPositioning } from './positioning/engine.ts'
import type { SignalMonitor } from './positioning/signal-monitor.ts'
import { createPublisher } from './realtime/publisher.ts'
import { createRelayCall } from './realtime/relay-call.ts'
import { createSeal } from './seal.ts'

type Answers = Positioning['answers']

export interface Positions {
  readonly take: Intake['take']
  readonly calibrate: Calibrator
  radioOf(floorId: string): FloorRadio | Promise<FloorRadio>
  readonly signals: SignalMonitor
  /** What this backend answers others of its own memory. */
  readonly answers: {
    readonly [Name in keyof Answers]: (
      ...asked: Parameters<Answers[Name]>
    ) => ReturnType<Answers[Name]> | Promise<Awaited<ReturnType<Answers[Name]>>>
  }
  /** By which this backend does what only one of several may do. */
  readonly leader: { readonly epoch: number | null; isSure(): boolean }
  /** As it was when it was looked at last. */
  readonly state: PositionsState
  look(): Promise<void>
  /** To be started and stopped with everything else that is done by itself. */
  readonly work: readonly Repeated[]
  readonly holdLeases: Repeated
  readonly readSite: Repeated
  readonly readPhoneKeys: Repeated
  /** Where other backends reach this one. */
  listensAt(address: string): void
  /** Another backend goes on at once; what this one is still sent lies in the log that they share. */
  handOver(): Promise<void>
  /** After the work has stopped: writes what is waiting, then lets go. */
  stop(): Promise<void>
}

export interface PositionsState {
  /** When it was so, by the clock that all threads have in common (sharedNow). */
  readonly at: number
  /** `sureUntil`: by the same clock. */
  readonly leader: { readonly epoch: number | null; readonly sureUntil: number }
  /** Numbers of the shares that are ours. */
  readonly held: readonly number[]
  readonly counters: Readonly<
    Record<'ingest' | 'positioning' | 'publish' | 'storage', Readonly<Record<string, number>>>
  >
  /** Readings that nobody has read; null: only the others who fill the log know. */
  readonly waitingReadings: number | null
  readonly waitingRows: number
  /** How long readings wait to become positions. */
  readonly lagMs: number
  /** When a reading came last that was no canary, epoch milliseconds; null: none since the start. */
  readonly readingAt: number | null
}

export interface PositionsOptions {
  readonly config: Pick<
    Config,
    'tokenSecrets' | 'sealSecrets' | 'realtime' | 'readingsRedisUrl' | 'peerUrl' | 'logLevel'
  >
  readonly connection: Connection
  readonly heavy: HeavyWork
  readonly log: FastifyBaseLogger
  /** A canary came through a round of positions. */
  readonly onCanary: (sentAt: number) => void
  /** Other shares are ours than before. */
  readonly onHeld?: () => void
}

/** Milliseconds by a clock that cannot be set, the same in every thread. */
export const sharedNow = () => Number(process.hrtime.bigint() / 1_000_000n)

// Long because it names every part once, in the order in which they are made.
export async function startPositions(options: PositionsOptions): Promise<Positions> {
  const { config, connection, heavy, log, onCanary, onHeld } = options
  const { db } = connection
  const { realtime, readingsRedisUrl, peerUrl } = config
  const isShared = readingsRedisUrl !== null
  const publisher = createPublisher({
    call: realtime && createRelayCall({ url: realtime.publishUrl, apiKey: realtime.apiKey }),
    log,
  })
  const identification = await startIdentification({ db, seal: createSeal(config.sealSecrets, 'phone keys'), log })
  let address = peerUrl
  // Made with the lease; until then there is nothing to read, and nothing is late.
  let made: Pick<Positioning, 'readings' | 'lagMs'> | null = null
  const candidate = () => ({
    ableMs: made ? made.readings.reachableMs() : isShared ? null : Infinity,
    address,
    lagMs: made?.lagMs() ?? 0,
  })
  const lease = await startLease({ db: connection.lease, isShared, candidate, log, onHeld })
  const peerSeal = createSeal(config.tokenSecrets, 'questions between backends')
  const positioning = await startPositioning({
    db,
    publisher,
    identification,
    ownerships: lease.ownerships,
    sharedLog: isShared ? (now) => createRedisLog({ url: readingsRedisUrl, now, log }) : null,
    propose: (...survey) => heavy.run('calibration', survey),
    learnRests: (question) => heavy.run('restsCalibration', question),
    askOthers: createAskOthers(() => lease.otherAddresses, peerSeal),
    onCanary,
    log,
  })
  const { readings, counters, progress, storage, lagMs, namePhones, arrivalsOf } = positioning
  made = positioning
  const ingest = createIngestCounters()
  const { now } = positioning.clock
  const isOurs = () => lease.leader.epoch !== null
  const intake = createIntake({ readings, counters: ingest, now, isOurs, namePhones, arrivalsOf })
  return {
    take: intake.take,
    calibrate: positioning.calibrate,
    radioOf: positioning.radioOf,
    signals: positioning.signals,
    answers: positioning.answers,
    leader: lease.leader,
    get state() {
      return {
        at: sharedNow(),
        leader: { epoch: lease.leader.epoch, sureUntil: sharedNow() + lease.sureMs },
        held: lease.held,
        counters: {
          ingest: { ...ingest, dropped: readings.dropped },
          positioning: { ...counters },
          publish: { ...publisher.counters },
          storage: { droppedPositions: storage.dropped, droppedActivity: storage.droppedActivity },
        },
        waitingReadings: readings.waiting,
        waitingRows: storage.waiting,
        lagMs: lagMs(),
        readingAt: progress.readingAt,
      }
    },
    async look() {},
    work: [lease.work, ...positioning.work, identification.readKeys, ...identification.store],
    holdLeases: lease.work,
    readSite: positioning.readSite,
    readPhoneKeys: identification.readKeys,
    listensAt(found) {
      address = peerUrl ?? found
    },
    async handOver() {
      await positioning.pause()
      await lease.release()
    },
    async stop() {
      await positioning.stop()
      await lease.release()
      for (const work of identification.store) await work.run()
      await publisher.stop()
    },
  }
}

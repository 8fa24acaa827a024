// What the backend shows at /metrics: what its parts count, and how they stand: the canary, the lease, what waits, what is not well, the
// disk, the last backup. docs/monitoring.md says what each is for; deploy/monitoring asks for them. Called by server.ts.
import { statfs } from 'node:fs/promises'
import type { Issue } from '@rollcall/contracts/problems'
import type { FastifyInstance } from 'fastify'
import type { BackgroundWork } from './background-work.ts'
import { lastBackup } from './backup/last-backup.ts'
import { cacheAnswer } from './cached-answer.ts'
import { type Canary, canaryLinks } from './canary/canary.ts'
import type { Config } from './config.ts'
import type { Database } from './database/schema.ts'
import { readArchiveState } from './database/server-queries.ts'
import { addMetrics, type GaugeSource } from './http/metrics.ts'
import type { Ingest } from './ingest/start-ingest.ts'
import { type OutboxState, readDatabaseStart, readOutboxes } from './notify/outbox-state-queries.ts'
import { shares } from './ownership/shares.ts'
import { type Positions, type PositionsState, sharedNow } from './positions.ts'
import type { Publisher } from './realtime/publisher.ts'

type Parts = {
  readonly config: Pick<Config, 'dataDir' | 'metricsTokens'>
  readonly db: Database
  readonly notWell: () => Promise<readonly Issue[]>
  readonly ingest: Pick<Ingest, 'counters'>
  readonly positions: Positions
  readonly publisher: Pick<Publisher, 'counters'>
  /** Null: no relay is configured. */
  readonly canary: Canary | null
  readonly background: BackgroundWork
}

const notKnown = Number.NaN

export function exposeMetrics(app: FastifyInstance, parts: Parts): void {
  const { config, db, notWell, ingest, positions, publisher, canary, background } = parts
  addMetrics(app, {
    counters: {
      ingest: counted(positions, 'ingest', ingest.counters),
      positioning: counted(positions, 'positioning'),
      publish: counted(positions, 'publish', publisher.counters),
      storage: counted(positions, 'storage'),
      canary: canary?.counters ?? {},
    },
    gauges: [
      ...(canary ? canaryGauges(canary, positions) : []),
      ...leaseGauges(positions),
      ...backlogGauges(positions),
      ...databaseGauges(db),
      ...siteGauges(config.dataDir, notWell),
    ],
    background: background.all,
    look: () => inTime(positions.look(), undefined),
    tokens: config.metricsTokens,
  })
}

/** What the parts of positions count, with what `here` counts of the same. */
function counted(positions: Positions, name: keyof PositionsState['counters'], here: object = {}): object {
  const ours = here as Readonly<Record<string, number>>
  const sum = {}
  for (const field of Object.keys({ ...positions.state.counters[name], ...ours }))
    Object.defineProperty(sum, field, {
      enumerable: true,
      get: () => (positions.state.counters[name][field] ?? 0) + (ours[field] ?? 0),
    })
  return sum
}

function canaryGauges(canary: Canary, { leader }: Positions): GaugeSource[] {
  return [
    {
      name: 'canary_delay_seconds',
      help: 'From a reading to a client of the relay, of the last canary that arrived',
      read: () => (canary.delayMs ?? notKnown) / 1000,
    },
    {
      name: 'canary_arrived_seconds',
      help: 'When a canary arrived last, in seconds since 1970; 0: none did',
      read: () => (canary.arrivedAt ?? 0) / 1000,
    },
    {
      name: 'canary_broken',
      help: '1: canaries do not arrive, and this is the link where they get stuck',
      label: 'link',
      read: () => {
        // Who does not lead sends none.
        const broken = leader.epoch === null ? null : canary.brokenLink()
        return Object.fromEntries(canaryLinks.map((link) => [link, Number(link === broken)]))
      },
    },
  ]
}

function leaseGauges(positions: Positions): GaugeSource[] {
  return [
    {
      name: 'lease_held',
      help: '1: this backend does the work of one',
      read: () => Number(positions.leader.epoch !== null),
    },
    { name: 'lease_sure', help: '1: and nobody else can by now', read: () => Number(positions.leader.isSure()) },
    {
      name: 'share_held',
      help: '1: this backend makes the positions of this share of the badges',
      label: 'share',
      read: () => {
        const held = new Set(positions.state.held)
        return Object.fromEntries(shares.map(({ name }, number) => [name, Number(held.has(number))]))
      },
    },
  ]
}

function backlogGauges(positions: Positions): GaugeSource[] {
  return [
    {
      name: 'ingest_waiting_readings',
      help: 'Readings that positioning has not read; not a number: in a log that several backends share',
      read: () => positions.state.waitingReadings ?? notKnown,
    },
    {
      name: 'positioning_lag_seconds',
      help: 'How long readings wait to become positions',
      // What makes them may hang, and says nothing then.
      read: () => (positions.state.lagMs + sharedNow() - positions.state.at) / 1000,
    },
    {
      name: 'positioning_reading_seconds',
      help: 'When a reading came last that was no canary, in seconds since 1970; 0: none since the start',
      read: () => (positions.state.readingAt ?? 0) / 1000,
    },
    { name: 'storage_waiting_rows', help: 'Rows that wait to be stored', read: () => positions.state.waitingRows },
  ]
}

/** However often they are asked for; and how long the database has to answer, milliseconds. */
const database = { cacheMs: 5000, withinMs: 1500 } as const

function databaseGauges(db: Database): GaugeSource[] {
  const outboxes = cacheAnswer(database.cacheMs, () => inTime(readOutboxes(db), [] as readonly OutboxState[]))
  const archive = cacheAnswer(database.cacheMs, () => inTime(readArchiveState(db), null))
  const of = (name: string, help: string, field: 'waiting' | 'oldest' | 'overdue'): GaugeSource => ({
    name,
    help,
    label: 'outbox',
    read: async () => {
      const known = (await outboxes.read()).map((state) => [state.outbox, state[field]])
      return Object.fromEntries(known)
    },
  })
  return [
    of('outbox_waiting', 'Messages that wait to be sent', 'waiting'),
    of('outbox_oldest_seconds', 'How long the oldest of them has waited', 'oldest'),
    of('outbox_overdue_seconds', 'For how long one of them should have been tried', 'overdue'),
    {
      name: 'archive_failing',
      help: '1: the database cannot keep its log, so that the moments of now could not be restored; not a number: it is not told to',
      read: async () => Number((await archive.read())?.failing ?? notKnown),
    },
    {
      name: 'archive_kept_seconds',
      help: 'When a piece of the log was kept last, in seconds since 1970; 0: none was; not a number: the database is not told to',
      read: async () => (await archive.read())?.archivedAt ?? notKnown,
    },
    {
      name: 'database_started_seconds',
      help: 'When the database was started, in seconds since 1970',
      read: () => inTime(readDatabaseStart(db), notKnown),
    },
  ]
}

function siteGauges(dataDir: string, notWell: Parts['notWell']): GaugeSource[] {
  const disk = async (of: 'bavail' | 'blocks') => {
    const found = await statfs(dataDir).catch(() => null)
    return found ? found[of] * found.bsize : notKnown
  }
  return [
    {
      name: 'ready',
      help: '0: this part is not well (GET /ready says more)',
      label: 'part',
      read: async () => {
        const issues = await notWell()
        return Object.fromEntries(
          ['database', 'disk', 'relay'].map((part) => [part, Number(!issues.some(({ path }) => path === part))]),
        )
      },
    },
    { name: 'disk_free_bytes', help: 'Free for us on the disk of DATA_DIR', read: () => disk('bavail') },
    { name: 'disk_size_bytes', help: 'Size of the disk of DATA_DIR', read: () => disk('blocks') },
    {
      name: 'backup_made_seconds',
      help: 'When a backup was made last and found good, in seconds since 1970; 0: never',
      read: async () => ((await lastBackup(dataDir)) ?? 0) / 1000,
    },
  ]
}

/** A database that is away, or hangs, leaves the other figures alone; and so does the thread that makes positions. */
function inTime<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  const tooLate = new Promise<T>((resolve) => setTimeout(resolve, database.withinMs, otherwise).unref())
  return Promise.race([asked.catch(() => otherwise), tooLate])
}

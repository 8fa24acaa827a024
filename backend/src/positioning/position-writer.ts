// Stores positions without ever holding up the pipeline: keeps the newest per transmitter and a bounded history backlog, writes
// them in batches, and after a database outage goes on where it stopped. Fed by the record step.
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Database, DatabaseTransaction } from '../database/schema.ts'
import type { BatteryReport } from '../ingest/dynamb-adapter.ts'
import type { LogPosition } from '../ingest/log/reading-log.ts'
import { type Ownership, ownAlone } from '../ownership/ownership.ts'
import type { Share } from '../ownership/shares.ts'
import type { ActivityRecord } from './batch.ts'
import type { Counters } from './counters.ts'
import { createHistoryFilter, type KeptPosition } from './history-filter.ts'
import { createLastSeenWriter } from './last-seen-writer.ts'
import { savePosition } from './log-position-queries.ts'
import { appendActivity, appendHistory, type StoredPosition, upsertCurrent } from './position-queries.ts'
import { type FloorPathLoss, savePathLosses } from './path-loss-queries.ts'
import type { HeardReceiver } from './receiver-health.ts'
import type { FloorRest } from './rest-memory.ts'
import { saveRests } from './rest-queries.ts'

export interface PositionWriter {
  add(entries: readonly StoredPosition[], records?: readonly ActivityRecord[]): void
  addBatteries(reports: readonly BatteryReport[]): void
  /** Everything up to there is in what was added; written with it. */
  reach(position: LogPosition): void
  /** What the history has of each badge, instead of what was added here; what another owner made and did not write is discarded. */
  resume(kept: readonly KeptPosition[], epoch: number | null): void
  readonly work: Repeated
  /** One last attempt with everything that waits. */
  stop(): Promise<void>
  /** History rows given up because the database was away for too long. */
  readonly dropped: number
  /** The same of what happened: entered, left, moved. */
  readonly droppedActivity: number
  /** Rows that are to be written. */
  readonly waiting: number
}

interface WriterOptions {
  db: Database
  ownership?: Ownership
  counters?: Pick<Counters, 'refused'>
  log: FastifyBaseLogger
  /** Receivers heard since the last call. */
  takeReceivers: () => HeardReceiver[]
  /** What floors have taught since the last call. */
  takePathLosses?: () => FloorPathLoss[]
  /** What badges at rest have told since the last call. */
  takeRests?: () => FloorRest[]
}

/** Rows per statement, and rows kept through an outage (about half an hour of a hundred badges). */
const most = {
  perStatement: 2000,
  activityPerStatement: 500,
  backlog: 100_000,
  activityBacklog: 10_000,
} as const

// Long because everything in it shares what waits to be written.
export function createPositionWriter(options: WriterOptions): PositionWriter {
  const { db, log, takeReceivers, takePathLosses = () => [], takeRests = () => [], counters } = options
  const { ownership = ownAlone() } = options
  const latest = new Map<string, StoredPosition>()
  const lastSeen = createLastSeenWriter(db, takeReceivers)
  let isWorthKeeping = createHistoryFilter()
  let history: PositionEntry[] = []
  let activity: ActivityRecord[] = []
  const dropped = { history: 0, activity: 0 }
  let epoch = ownership.epoch
  /** Not written yet. */
  let reached: LogPosition | null = null

  const discard = () => {
    latest.clear()
    history = []
    activity = []
    reached = null
  }
  /** All of it or nothing: who resumes from the positions knows what the log has said by then. */
  const write = async () => {
    const [positions, rows, records, upTo, madeIn] = [[...latest.values()], history, activity, reached, epoch]
    if (positions.length + rows.length + records.length === 0 && !upTo) return
    const isWritten = await db.transaction().execute(async (tx) => {
      if (madeIn === null || !(await ownership.mayWrite(tx, madeIn))) return false
      const [learnt, rests] = [takePathLosses(), takeRests()]
      await store(tx, { positions, rows, records, upTo, learnt, rests, share: ownership.share })
      return true
    })
    if (!isWritten) {
      if (counters) counters.refused += positions.length
      const refused = { code: 'positions_refused', positions: positions.length }
      log.warn(refused, 'Another backend makes the positions by now.')
      if (epoch === madeIn) discard()
      return
    }
    for (const entry of positions) if (latest.get(entry.transmitterId) === entry) latest.delete(entry.transmitterId)
    if (reached === upTo) reached = null
    const written = new Set<unknown>([...rows, ...records])
    history = history.filter((entry) => !written.has(entry))
    activity = activity.filter((record) => !written.has(record))
  }
  const work = repeat({
    name: 'store-positions',
    everyMs: 500,
    log,
    whileFailing: 'Positions cannot be stored; they are kept and tried again.',
    work: () => write().then(lastSeen.write),
  })
  return {
    add(entries, records = []) {
      activity = [...activity, ...records]
      dropped.activity += Math.max(0, activity.length - most.activityBacklog)
      activity = activity.slice(0, most.activityBacklog)
      for (const entry of entries) {
        latest.set(entry.transmitterId, entry)
        lastSeen.addPosition(entry)
      }
      history.push(...entries.map((entry) => entry.past ?? entry).filter(isWorthKeeping))
      if (history.length > most.backlog) {
        dropped.history += history.length - most.backlog
        history = history.slice(-most.backlog)
      }
    },
    addBatteries: lastSeen.addBatteries,
    reach(position) {
      reached = position
    },
    resume(kept, asOwner) {
      isWorthKeeping = createHistoryFilter(kept)
      if (epoch !== asOwner) discard()
      epoch = asOwner
    },
    work,
    async stop() {
      lastSeen.hurry()
      await work.run()
    },
    get dropped() {
      return dropped.history
    },
    get droppedActivity() {
      return dropped.activity
    },
    get waiting() {
      return latest.size + history.length + activity.length
    },
  }
}

type Waiting = {
  positions: readonly StoredPosition[]
  rows: readonly PositionEntry[]
  records: readonly ActivityRecord[]
  upTo: LogPosition | null
  learnt: readonly FloorPathLoss[]
  rests: readonly FloorRest[]
  share: Share
}

async function store(tx: DatabaseTransaction, waiting: Waiting): Promise<void> {
  const { positions, rows, records, upTo, learnt, rests, share } = waiting
  for (const some of sliced(positions, most.perStatement)) await upsertCurrent(tx, some)
  for (const some of sliced(rows, most.perStatement)) await appendHistory(tx, some)
  for (const some of sliced(records, most.activityPerStatement)) await appendActivity(tx, some)
  if (upTo) await savePosition(tx, upTo, share)
  if (learnt.length > 0) await savePathLosses(tx, learnt)
  if (rests.length > 0) await saveRests(tx, rests)
}

function sliced<T>(rows: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size))
}

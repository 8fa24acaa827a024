// Stores positions without ever holding up the pipeline: keeps the newest per transmitter and a bounded history backlog, writes
// them in batches, and after a database outage goes on where it stopped. Fed by the record step.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Database } from '../database/schema.ts'
import type { BatteryReport } from '../ingest/dynamb-adapter.ts'
import type { ActivityRecord } from './batch.ts'
import { createHistoryFilter } from './history-filter.ts'
import { createLastSeenWriter } from './last-seen-writer.ts'
import { appendActivity, appendHistory, type StoredPosition, upsertCurrent } from './position-queries.ts'
import type { HeardReceiver } from './receiver-health.ts'

export interface PositionWriter {
  add(entries: readonly StoredPosition[], records?: readonly ActivityRecord[]): void
  addBatteries(reports: readonly BatteryReport[]): void
  readonly work: Repeated
  /** One last attempt with everything that waits. */
  stop(): Promise<void>
  /** History rows given up because the database was away for too long. */
  readonly dropped: number
}

interface WriterOptions {
  db: Database
  log: FastifyBaseLogger
  /** Receivers heard since the last call. */
  takeReceivers: () => HeardReceiver[]
}

/** Rows per statement and rows kept through an outage (about half an hour of a hundred badges). */
const most = { perStatement: 2000, activityPerStatement: 500, backlog: 100_000, activityBacklog: 10_000 } as const

export function createPositionWriter({ db, log, takeReceivers }: WriterOptions): PositionWriter {
  const latest = new Map<string, StoredPosition>()
  const lastSeen = createLastSeenWriter(db, takeReceivers)
  const isWorthKeeping = createHistoryFilter()
  let history: StoredPosition[] = []
  let activity: ActivityRecord[] = []
  let dropped = 0

  const writeCurrent = async () => {
    const entries = [...latest.values()].slice(0, most.perStatement)
    if (entries.length === 0) return
    await upsertCurrent(db, entries)
    for (const entry of entries) if (latest.get(entry.transmitterId) === entry) latest.delete(entry.transmitterId)
  }
  const writeHistory = async () => {
    const rows = history.slice(0, most.perStatement)
    if (rows.length === 0) return
    await appendHistory(db, rows)
    const written = new Set(rows)
    history = history.filter((entry) => !written.has(entry))
  }
  const writeActivity = async () => {
    const rows = activity.slice(0, most.activityPerStatement)
    if (rows.length === 0) return
    await appendActivity(db, rows)
    activity = activity.slice(rows.length)
  }
  const work = repeat({
    name: 'store-positions',
    everyMs: 500,
    log,
    whileFailing: 'Positions cannot be stored; they are kept and tried again.',
    async work() {
      do await writeCurrent()
      while (latest.size >= most.perStatement)
      do await writeHistory()
      while (history.length >= most.perStatement)
      await writeActivity()
      await lastSeen.write()
    },
  })
  return {
    add(entries, records = []) {
      activity = [...activity, ...records].slice(0, most.activityBacklog)
      for (const entry of entries) {
        latest.set(entry.transmitterId, entry)
        lastSeen.addPosition(entry)
        if (isWorthKeeping(entry)) history.push(entry)
      }
      if (history.length > most.backlog) {
        dropped += history.length - most.backlog
        history = history.slice(-most.backlog)
      }
    },
    addBatteries: lastSeen.addBatteries,
    work,
    async stop() {
      lastSeen.hurry()
      await work.run()
    },
    get dropped() {
      return dropped
    },
  }
}

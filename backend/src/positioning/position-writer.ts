// Stores positions without ever holding up the pipeline: keeps the newest per transmitter and a bounded history backlog, writes
// them in batches, and after a database outage goes on where it stopped. Fed by the record step.
import type { FastifyBaseLogger } from 'fastify'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import type { Database } from '../database/schema.ts'
import type { BatteryReport } from '../ingest/dynamb-adapter.ts'
import type { Happening } from './batch.ts'
import { createHistoryFilter } from './history-filter.ts'
import {
  appendActivity,
  appendHistory,
  type HeardReceiver,
  saveBatteries,
  touchReceivers,
  touchTransmitters,
  upsertCurrent,
} from './position-queries.ts'

export interface PositionWriter {
  add(entries: readonly PositionEntry[], happenings?: readonly Happening[]): void
  addBatteries(reports: readonly BatteryReport[]): void
  /** Writes what is waiting; resolves when the attempt is over. Never throws. */
  flush(): Promise<void>
  /** One last attempt, then nothing more. */
  stop(): Promise<void>
  /** History rows given up because the database was away for too long. */
  readonly dropped: number
}

interface WriterOptions {
  db: Database
  log: FastifyBaseLogger
  /** Receivers heard since the last call. */
  takeReceivers: () => HeardReceiver[]
  intervalMs?: number
}

/** Rows per statement and rows kept through an outage (about half an hour of a hundred badges). */
const most = {
  perStatement: 2000,
  activityPerStatement: 500,
  backlog: 100_000,
  activityBacklog: 10_000,
  batteries: 20_000,
} as const
/** last_seen columns are for lists and lamps: every few seconds is enough. */
const touchEveryMs = 5000

export function createPositionWriter({ db, log, takeReceivers, intervalMs = 500 }: WriterOptions): PositionWriter {
  const latest = new Map<string, PositionEntry>()
  const untouched = new Map<string, PositionEntry>()
  const receivers = new Map<string, HeardReceiver>()
  const batteries = new Map<string, BatteryReport>()
  const isWorthKeeping = createHistoryFilter()
  let history: PositionEntry[] = []
  let activity: Happening[] = []
  let dropped = 0
  let touchedAt = 0
  let failing = false
  let running: Promise<void> | null = null

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
  const touch = async () => {
    if (Date.now() - touchedAt < touchEveryMs) return
    for (const receiver of takeReceivers()) receivers.set(receiver.receiverId, receiver)
    if (untouched.size > 0) await touchTransmitters(db, [...untouched.values()])
    untouched.clear()
    if (receivers.size > 0) await touchReceivers(db, [...receivers.values()])
    receivers.clear()
    if (batteries.size > 0) await saveBatteries(db, [...batteries.values()])
    batteries.clear()
    touchedAt = Date.now()
  }
  const write = async () => {
    try {
      do await writeCurrent()
      while (latest.size >= most.perStatement)
      do await writeHistory()
      while (history.length >= most.perStatement)
      await writeActivity()
      await touch()
      if (failing) log.info({ code: 'positions_stored_again', dropped }, 'Positions are stored again.')
      failing = false
    } catch (error) {
      if (!failing)
        log.warn(
          { code: 'positions_not_stored', err: error },
          'Positions cannot be stored; they are kept and tried again.',
        )
      failing = true
    }
  }
  const flush = () => (running ??= write().finally(() => (running = null)))
  const timer = setInterval(() => void flush(), intervalMs)
  timer.unref()

  return {
    add(entries, happenings = []) {
      activity = [...activity, ...happenings].slice(0, most.activityBacklog)
      for (const entry of entries) {
        latest.set(entry.transmitterId, entry)
        untouched.set(entry.transmitterId, entry)
        if (isWorthKeeping(entry)) history.push(entry)
      }
      if (history.length > most.backlog) {
        dropped += history.length - most.backlog
        history = history.slice(-most.backlog)
      }
    },
    addBatteries(reports) {
      for (const report of reports) {
        if (batteries.size < most.batteries || batteries.has(report.transmitterId))
          batteries.set(report.transmitterId, report)
      }
    },
    flush,
    async stop() {
      clearInterval(timer)
      await running
      touchedAt = 0
      await flush()
    },
    get dropped() {
      return dropped
    },
  }
}

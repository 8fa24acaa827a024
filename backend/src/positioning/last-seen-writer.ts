// When transmitters and receivers were last heard, what batteries report and how strong badges are: for lists and lamps, so that every
// few seconds is enough. Owned by position-writer.ts.
import type { Database } from '../database/schema.ts'
import type { BatteryReport } from '../ingest/dynamb-adapter.ts'
import {
  saveBatteries,
  saveStrengths,
  type StoredPosition,
  type StrengthReport,
  touchReceivers,
  touchTransmitters,
} from './position-queries.ts'
import type { HeardReceiver } from './receiver-health.ts'

export interface LastSeenWriter {
  addPosition(entry: StoredPosition): void
  addBatteries(reports: readonly BatteryReport[]): void
  /** Writes when it is time to; throws when the database does, and loses nothing. */
  write(): Promise<void>
  /** It is time. */
  hurry(): void
}

const everyMs = 5000
/** Kept through an outage. */
const mostBatteries = 20_000

/** `takeReceivers`: those received from since the last call. */
export function createLastSeenWriter(db: Database, takeReceivers: () => HeardReceiver[]): LastSeenWriter {
  const positions = new Map<string, StoredPosition>()
  const receivers = new Map<string, HeardReceiver>()
  const batteries = new Map<string, BatteryReport>()
  const strengths = new Map<string, StrengthReport>()
  let writtenAt = -everyMs
  return {
    addPosition(entry) {
      const { transmitterId, strength, timestamp: at } = entry
      positions.set(transmitterId, entry)
      if (strength) strengths.set(transmitterId, { transmitterId, ...strength, at })
    },
    addBatteries(reports) {
      for (const report of reports) {
        if (batteries.size < mostBatteries || batteries.has(report.transmitterId))
          batteries.set(report.transmitterId, report)
      }
    },
    async write() {
      if (performance.now() - writtenAt < everyMs) return
      for (const receiver of takeReceivers()) receivers.set(receiver.receiverId, receiver)
      await writeAll(positions, (rows) => touchTransmitters(db, rows))
      await writeAll(receivers, (rows) => touchReceivers(db, rows))
      await writeAll(batteries, (rows) => saveBatteries(db, rows))
      await writeAll(strengths, (rows) => saveStrengths(db, rows))
      writtenAt = performance.now()
    },
    hurry() {
      writtenAt = -everyMs
    },
  }
}

/** What came during the writing stays for the next time. */
async function writeAll<T>(waiting: Map<string, T>, write: (rows: readonly T[]) => Promise<void>): Promise<void> {
  const taken = [...waiting]
  if (taken.length === 0) return
  await write(taken.map(([, row]) => row))
  for (const [key, row] of taken) if (waiting.get(key) === row) waiting.delete(key)
}

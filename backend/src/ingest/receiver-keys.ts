// The keys of single receivers as the door needs them: in memory, read again every few seconds and when a receiver was changed.
// While the database is away the last ones stay good. Started by start-ingest.ts.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/schema.ts'
import { receiversByKeyHash } from './receiver-key-queries.ts'

export interface ReceiverKeys {
  receiverByKeyHash(hash: string): string | undefined
  /** Never throws. */
  refresh(): Promise<void>
  stop(): void
}

const everyMs = 5000

export async function startReceiverKeys(db: Database, log: FastifyBaseLogger): Promise<ReceiverKeys> {
  let known = new Map<string, string>()
  let failing = false
  const refresh = async () => {
    try {
      known = await receiversByKeyHash(db)
      failing = false
    } catch (error) {
      if (!failing) log.warn({ code: 'receiver_keys_unreadable', err: error }, "Receivers' keys stay as last read.")
      failing = true
    }
  }
  await refresh()
  const timer = setInterval(() => void refresh(), everyMs)
  timer.unref()
  return { receiverByKeyHash: (hash) => known.get(hash), refresh, stop: () => clearInterval(timer) }
}

// The keys of single receivers as the door needs them: in memory, read again when a receiver was changed, and now and then.
// While the database is away the last ones stay good. Started by start-ingest.ts.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Database } from '../database/schema.ts'
import { receiversByKeyHash } from './receiver-key-queries.ts'

export interface ReceiverKeys {
  receiverByKeyHash(hash: string): string | undefined
  readonly work: Repeated
}

export async function startReceiverKeys(db: Database, log: FastifyBaseLogger): Promise<ReceiverKeys> {
  let receiverIds = new Map<string, string>()
  const work = repeat({
    name: 'read-receiver-keys',
    everyMs: 60_000,
    log,
    whileFailing: "Receivers' keys stay as last read.",
    async work() {
      receiverIds = await receiversByKeyHash(db)
    },
  })
  await work.run()
  return { receiverByKeyHash: (hash) => receiverIds.get(hash), work }
}

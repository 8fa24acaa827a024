// Says in a transaction what it changes, so that every backend on the database hears of it when it is committed, and not otherwise.
// Called by http/run-change.ts and by what writes past it, such as the command line.
import { sql } from 'kysely'
import { z } from 'zod'
import { topics } from '@rollcall/contracts/topics'
import type { DatabaseTransaction } from '../database/schema.ts'

export const changesChannel = 'rollcall_changes'

export type Change = z.infer<typeof Change>
export const Change = z.object({
  topics: z.array(z.enum(topics)),
  /** `zones.change`: the row of the contract, or what else the audit log calls it. */
  row: z.string(),
  /** Null: several, or none. */
  entityId: z.string().nullable(),
  /** The backend that has acted upon it already. */
  from: z.string().nullable(),
})

export async function announceChange(tx: DatabaseTransaction, change: Change): Promise<void> {
  await sql`SELECT pg_notify(${changesChannel}, ${JSON.stringify(change)})`.execute(tx)
}

export const listenStatement = `LISTEN ${changesChannel}`

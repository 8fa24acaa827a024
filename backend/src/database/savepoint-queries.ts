// A part of a transaction that may fail by itself: PostgreSQL otherwise gives up the whole transaction after any error.
import { sql } from 'kysely'
import type { DatabaseTransaction } from './schema.ts'

export async function inSavepoint<T>(tx: DatabaseTransaction, work: () => Promise<T>): Promise<T> {
  await sql`SAVEPOINT part`.execute(tx)
  try {
    return await work()
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT part`.execute(tx)
    throw error
  } finally {
    await sql`RELEASE SAVEPOINT part`.execute(tx)
  }
}

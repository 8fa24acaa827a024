// Two edits of one thing at the same moment take turns, so that each record says what was really there before (rules 8).
import { sql } from 'kysely'
import type { DatabaseTransaction } from './schema.ts'

type Editable =
  | 'assets'
  | 'buildings'
  | 'departments'
  | 'emergency_contacts'
  | 'floors'
  | 'people'
  | 'receivers'
  | 'zone_types'
  | 'zones'

/** Until the transaction ends nobody else changes this row; whether it exists is asked afterwards. */
export async function lockRow(tx: DatabaseTransaction, table: Editable, id: string): Promise<void> {
  await sql`SELECT 1 FROM ${sql.table(table)} WHERE id = ${id} FOR UPDATE`.execute(tx)
}

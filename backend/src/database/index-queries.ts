// Builds an index while the table is used: nobody waits for it, however large the table is. Cannot be part of a transaction, so that a
// process that dies leaves half an index behind, which is taken away and built anew. Called by migrate.ts.
import { sql } from 'kysely'
import type { Database } from './schema.ts'

export type IndexPlan = {
  readonly name: string
  /** What follows ON. No partitioned table: PostgreSQL has no such way for them. */
  readonly on: string
  /** Without this one there is no index. */
  readonly extension?: string
}

/** `session` is one connection, outside a transaction. */
export async function buildIndexes(session: Database, plans: readonly IndexPlan[]): Promise<void> {
  for (const { name, on, extension } of plans) {
    if (extension && !(await hasExtension(session, extension))) continue
    const state = await stateOf(session, name)
    if (state === 'whole') continue
    if (state === 'half') await sql.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`).execute(session)
    await sql.raw(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${on}`).execute(session)
  }
}

async function stateOf(session: Database, name: string): Promise<'missing' | 'half' | 'whole'> {
  const { rows } = await sql<{ valid: boolean }>`
    SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass(${name})`.execute(session)
  if (!rows[0]) return 'missing'
  return rows[0].valid ? 'whole' : 'half'
}

async function hasExtension(session: Database, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_extension WHERE extname = ${name}`.execute(session)
  return rows.length > 0
}

// SQL of the load measurement: the floors that browsers look at. Called by load-bench.ts.
import { sql } from 'kysely'
import type { Database } from '@rollcall/backend/database/schema'

export async function floorIds(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM floors ORDER BY level`.execute(db)
  return rows.map(({ id }) => id)
}

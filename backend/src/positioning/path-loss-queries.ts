// What floors have taught about their walls: SQL only. Called by resume.ts and position-writer.ts.
import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { LearntPathLoss } from './path-loss-learner.ts'

export interface FloorPathLoss extends LearntPathLoss {
  floorId: string
}

export function readPathLosses(db: Database): Promise<FloorPathLoss[]> {
  return db.selectFrom('floorPathLoss').select(['floorId', 'configured', 'exponent', 'evidence']).execute()
}

/** As JSON: a row has an array of its own. Floors that were removed meanwhile are left out. */
export async function savePathLosses(db: Database, learnt: readonly FloorPathLoss[]): Promise<void> {
  const rows = learnt.map(({ floorId, ...rest }) => ({ floor_id: floorId, ...rest }))
  await sql`
    INSERT INTO floor_path_loss (floor_id, configured, exponent, evidence)
    SELECT f.id, e.configured, e.exponent, e.evidence
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS e (floor_id uuid, configured float8, exponent float8, evidence float8[])
    JOIN floors f ON f.id = e.floor_id
    ON CONFLICT (floor_id) DO UPDATE SET configured = excluded.configured, exponent = excluded.exponent,
      evidence = excluded.evidence`.execute(db)
}

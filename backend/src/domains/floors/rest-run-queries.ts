// SQL of what is made of badges at rest: one attempt at a time per floor, whichever backend was asked, and what became of the last.
import { sql } from 'kysely'
import type { FloorRests } from '@rollcall/contracts/domains/floors'
import type { Database, DatabaseTransaction } from '../../database/schema.ts'

/** Whoever began it and has not said more was ended in between: it takes a minute or two. */
const lostAfter = sql`interval '10 minutes'`

type Attempt = Pick<FloorRests, 'workingSince' | 'failed' | 'proposal'>

/** When it began, which names it; null: one is under way. */
export async function beginRun(tx: DatabaseTransaction, floorId: string): Promise<string | null> {
  const { rows } = await sql<{ beganAt: string }>`
    INSERT INTO floor_rest_runs AS last (floor_id, began_at) VALUES (${floorId}, date_trunc('milliseconds', clock_timestamp()))
    ON CONFLICT (floor_id) DO UPDATE SET began_at = excluded.began_at, ended_at = NULL, version = NULL
    WHERE last.ended_at IS NOT NULL OR last.began_at < now() - ${lostAfter}
    RETURNING began_at`.execute(tx)
  return rows[0]?.beganAt ?? null
}

/** False: it is not the one that is waited for any more. `version`: of its proposal; null: there is none. */
export async function endRun(db: Database, floorId: string, beganAt: string, version: number | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('floorRestRuns')
    .set({ endedAt: sql<Date>`clock_timestamp()`, version })
    .where('floorId', '=', floorId)
    .where('beganAt', '=', beganAt)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A proposal counts until it or a later one was put into use. */
export async function readRun(db: Database, floorId: string): Promise<Attempt> {
  const run = await db
    .selectFrom('floorRestRuns as run')
    .innerJoin('floors', 'floors.id', 'run.floorId')
    .leftJoin('floorCalibrations as made', (join) =>
      join
        .onRef('made.floorId', '=', 'run.floorId')
        .onRef('made.version', '=', 'run.version')
        .on('made.activatedAt', 'is', null)
        .on(sql`made.version`, '>', sql`coalesce((floors.calibration ->> 'version')::int, 0)`),
    )
    .select(['run.beganAt', 'run.version', 'made.proposal'])
    .select(sql<boolean>`run.ended_at IS NULL AND run.began_at >= now() - ${lostAfter}`.as('goesOn'))
    .where('run.floorId', '=', floorId)
    .executeTakeFirst()
  if (!run) return { workingSince: null, failed: false, proposal: null }
  const { goesOn, beganAt, version, proposal } = run
  return { workingSince: goesOn ? beganAt : null, failed: !goesOn && version === null, proposal }
}

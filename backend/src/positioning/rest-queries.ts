// Rests of badges in the database: SQL only. Written by position-writer.ts, counted by the calibrate handler, read in the thread that works
// out a calibration from them.
import { sql } from 'kysely'
import { mostRests } from '../database/kept-tables.ts'
import type { Database } from '../database/schema.ts'
import type { Rest } from './calibration/rests/rest.ts'
import { layoutOf } from './floor-layout.ts'
import type { FloorRest } from './rest-memory.ts'

/** Of one floor, however many backends gather them: one every ten seconds, so that the newest are of half a day. */
const often = { perWhile: 30, whileSeconds: 300 } as const

/** As JSON: each has lists of its own. Those of floors and badges that were removed meanwhile are left out. */
export async function saveRests(db: Database, rests: readonly FloorRest[]): Promise<void> {
  const rows = rests.map(({ floorId, transmitterId, endedAt, seconds, layout, heard }) => {
    const at = new Date(endedAt).toISOString()
    return { floor_id: floorId, transmitter_id: transmitterId, ended_at: at, seconds, layout, heard }
  })
  await sql`
    INSERT INTO floor_rests (floor_id, transmitter_id, ended_at, seconds, layout, heard)
    SELECT f.id, t.transmitter_id, e.ended_at, e.seconds, e.layout, e.heard
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS e (floor_id uuid, transmitter_id text, ended_at timestamptz,
      seconds float8, layout text, heard jsonb)
    JOIN floors f ON f.id = e.floor_id
    JOIN transmitters t ON t.transmitter_id = e.transmitter_id
    WHERE (SELECT count(*) FROM floor_rests r WHERE r.floor_id = e.floor_id AND r.ended_at <= e.ended_at
      AND r.ended_at > e.ended_at - make_interval(secs => ${often.whileSeconds})) < ${often.perWhile}`.execute(db)
}

/** The newest, in the order in which they ended. */
export async function readRests(db: Database, floorId: string, layout: string): Promise<Rest[]> {
  const newest = await ofFloor(db, floorId, layout).select(['transmitterId', 'seconds', 'heard']).execute()
  return newest.toReversed()
}

/** What a calibration of the floor may use now. */
export async function countRests(db: Database, floorId: string): Promise<{ count: number; since: string | null }> {
  const layout = await readLayout(db, floorId)
  return db
    .selectFrom(
      ofFloor(db, floorId, layout ?? '')
        .select('endedAt')
        .as('usable'),
    )
    .select((eb) => [sql<number>`count(*)::int`.as('count'), eb.fn.min<string | null>('usable.endedAt').as('since')])
    .executeTakeFirstOrThrow()
}

function ofFloor(db: Database, floorId: string, layout: string) {
  return db
    .selectFrom('floorRests')
    .where('floorId', '=', floorId)
    .where('layout', '=', layout)
    .orderBy('endedAt', 'desc')
    .limit(mostRests)
}

/** Null: there is no such floor. */
async function readLayout(db: Database, floorId: string): Promise<string | null> {
  const size = await db.selectFrom('floors').select(['widthM', 'heightM']).where('id', '=', floorId).executeTakeFirst()
  const hung = await db
    .selectFrom('receivers')
    .select(['receiverId', 'x', 'y', 'zM'])
    .where('floorId', '=', floorId)
    .where('x', 'is not', null)
    .where('y', 'is not', null)
    .$narrowType<{ x: number; y: number }>()
    .execute()
  return size ? layoutOf(size, hung) : null
}

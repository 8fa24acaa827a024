// SQL of walls and doors.
import { sql } from 'kysely'
import type { FloorWalls, Wall } from '@rollcall/contracts/domains/walls'
import { changedNow } from '../../database/row-queries.ts'
import type { Database } from '../../database/schema.ts'

/** A floor that never had any has none since it is there. */
export async function findWalls(db: Database, floorId: string): Promise<FloorWalls | undefined> {
  return db
    .selectFrom('floors')
    .leftJoin('floorWalls', 'floorWalls.floorId', 'floors.id')
    .select('floors.id')
    .select((eb) => eb.fn.coalesce('floorWalls.updatedAt', 'floors.createdAt').as('updatedAt'))
    .select(sql<Wall[]>`coalesce(floor_walls.walls, '[]')`.as('walls'))
    .where('floors.id', '=', floorId)
    .executeTakeFirst()
}

export async function writeWalls(db: Database, floorId: string, walls: readonly Wall[]): Promise<void> {
  const drawn = { walls: JSON.stringify(walls) }
  const updatedAt = changedNow('floorWalls.updatedAt')
  await db
    .insertInto('floorWalls')
    .values({ floorId, ...drawn, updatedAt: sql<Date>`clock_timestamp()` })
    .onConflict((there) => there.column('floorId').doUpdateSet({ ...drawn, updatedAt }))
    .execute()
}

// SQL of walls and doors.
import { sql } from 'kysely'
import type { FloorWalls, Wall } from '@rollcall/contracts/domains/walls'
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
  const values = { walls: JSON.stringify(walls), updatedAt: new Date() }
  await db
    .insertInto('floorWalls')
    .values({ floorId, ...values })
    .onConflict((there) => there.column('floorId').doUpdateSet(values))
    .execute()
}

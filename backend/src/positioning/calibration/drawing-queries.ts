// What is drawn on the plan of a floor: SQL only. Read where a calibration is worked out that goes by it.
import { sql } from 'kysely'
import type { Wall } from '@rollcall/contracts/domains/walls'
import type { Database } from '../../database/schema.ts'

export async function readDrawing(db: Database, floorId: string) {
  const [drawn, zones] = await Promise.all([
    db.selectFrom('floorWalls').select('walls').where('floorId', '=', floorId).executeTakeFirst(),
    db
      .selectFrom('zones')
      .innerJoin('zoneTypes', 'zoneTypes.id', 'zones.zoneTypeId')
      .select(['zones.id', 'zones.name', 'polygon'])
      .select(sql<string>`zone_types.name`.as('zoneType'))
      .where('floorId', '=', floorId)
      .orderBy('zones.id')
      .execute(),
  ])
  const walls: readonly Wall[] = drawn?.walls ?? []
  return { walls, zones }
}

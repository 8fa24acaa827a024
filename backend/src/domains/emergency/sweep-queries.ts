// SQL that writes which parts of a building were searched in an emergency: one row each, of the newest word. Used by sweeps.ts.
import type { Sweep } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'
import { fullFloorName } from '../floors/floor-name.ts'

type Place = { readonly floorId: string; readonly zoneId: string | null }

export type SweptPlace = { floorName: string; zoneName: string | null; zoneFloorId: string | null }

/** A floor of the emergency's buildings, and the zone if one is named. */
export function placeToSweep(
  db: Database,
  emergencyId: string,
  { floorId, zoneId }: Place,
): Promise<SweptPlace | undefined> {
  return db
    .selectFrom('floors as f')
    .innerJoin('emergencyBuildings as b', 'b.buildingId', 'f.buildingId')
    .leftJoin('zones as z', (join) => join.on('z.id', '=', zoneId))
    .select([fullFloorName('f').as('floorName'), 'z.name as zoneName', 'z.floorId as zoneFloorId'])
    .where('f.id', '=', floorId)
    .where('b.emergencyId', '=', emergencyId)
    .executeTakeFirst()
}

/** What floors and zones are called today; those that are gone have no name. */
export async function namesOfPlaces(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const named = db
    .selectFrom('floors')
    .select(['id', fullFloorName('floors').as('name')])
    .where('id', 'in', ids)
  const zones = db.selectFrom('zones').select(['id', 'name']).where('id', 'in', ids)
  const rows = await named.unionAll(zones).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export function findSweep(db: Database, emergencyId: string, { floorId, zoneId }: Place): Promise<Sweep | undefined> {
  return db
    .selectFrom('emergencySweeps')
    .select(['floorId', 'zoneId', 'state', 'changedBy as by', 'decidedAt', 'changedAt as at', 'note'])
    .where('emergencyId', '=', emergencyId)
    .where('floorId', '=', floorId)
    .where('zoneId', zoneId === null ? 'is' : '=', zoneId)
    .executeTakeFirst()
}

export async function writeSweep(db: Database, emergencyId: string, sweep: Sweep, version: number): Promise<void> {
  const { floorId, zoneId, state, by, decidedAt, at, note } = sweep
  const said = { state, changedBy: by, decidedAt, changedAt: at, note, version }
  await db
    .insertInto('emergencySweeps')
    .values({ emergencyId, floorId, zoneId, ...said })
    .onConflict((conflict) => conflict.columns(['emergencyId', 'floorId', 'zoneId']).doUpdateSet(said))
    .execute()
}

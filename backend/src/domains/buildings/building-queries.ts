// SQL of buildings.
import { sql } from 'kysely'
import type { Building, BuildingQuery, GatewayHealth } from '@rollcall/contracts/domains/buildings'
import type { z } from 'zod'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import { changedNow } from '../../database/row-queries.ts'
import type { Database, DatabaseTransaction } from '../../database/schema.ts'

function selectBuildings(db: Database) {
  return db
    .selectFrom('buildings')
    .select(['id', 'createdAt', 'updatedAt', 'name', 'code', 'address', 'latitude', 'longitude', 'timezone'])
    .select(['displayOrder', 'active'])
}

export function listBuildings(db: Database, query: z.output<typeof BuildingQuery>): Promise<Page<Building>> {
  let buildings = selectBuildings(db)
  if (query.active !== undefined) buildings = buildings.where('active', '=', query.active)
  if (query.q) buildings = buildings.where(contains(query.q, sql.ref('name'), sql.ref('code'), sql.ref('address')))
  return listPage(buildings, query, {
    fields: {
      displayOrder: sql.ref('displayOrder'),
      name: sql`lower(name)`,
      code: sql`lower(code)`,
      createdAt: sql.ref('createdAt'),
      updatedAt: sql.ref('updatedAt'),
    },
    fallback: 'displayOrder',
    unique: sql.ref('id'),
  })
}

export function findBuilding(db: Database, id: string): Promise<Building | undefined> {
  return selectBuildings(db).where('id', '=', id).executeTakeFirst()
}

/** Two who set the order at once do so one after the other. An alarm may refer to them all the same. */
export async function lockBuildings(tx: DatabaseTransaction): Promise<void> {
  await tx.selectFrom('buildings').select('id').orderBy('id').forNoKeyUpdate().execute()
}

export function buildingsInOrder(db: Database): Promise<Building[]> {
  return selectBuildings(db).orderBy('displayOrder').orderBy('id').execute()
}

/** The place in the order after the last building. */
export const lastPlace = sql<number>`(SELECT coalesce(max(display_order) + 1, 0) FROM buildings)`

/** Those not named keep their order, behind the named ones. */
export async function setOrder(db: Database, order: readonly string[]): Promise<void> {
  await sql`
    WITH ranked AS (
      SELECT id, row_number() OVER (ORDER BY array_position(${[...order]}::uuid[], id) NULLS LAST, display_order, id) - 1 AS place
      FROM buildings)
    UPDATE buildings SET display_order = ranked.place, updated_at = ${changedNow()}
    FROM ranked WHERE ranked.id = buildings.id AND buildings.display_order <> ranked.place`.execute(db)
}

export async function gatewayHealth(db: Database): Promise<z.input<typeof GatewayHealth>[]> {
  const buildings = await buildingsInOrder(db)
  const receivers = await db
    .selectFrom('receivers')
    .select(['id', 'receiverId', 'name', 'floorId', 'buildingId', 'lastSeenAt', 'status'])
    .where('buildingId', 'is not', null)
    .orderBy('name')
    .execute()
  return buildings.map((building) => {
    const here = receivers.filter(({ buildingId }) => buildingId === building.id)
    const silent = here
      .filter(({ status }) => status === 'offline')
      .map(({ id, receiverId, name, floorId, lastSeenAt }) => ({ id, receiverId, name, floorId, lastSeenAt }))
    const { length: offline } = silent
    return {
      buildingId: building.id,
      name: building.name,
      total: here.length,
      online: here.length - offline,
      offline,
      silent,
    }
  })
}

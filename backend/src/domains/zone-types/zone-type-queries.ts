// SQL of zone types.
import { sql } from 'kysely'
import type { ZoneType } from '@rollcall/contracts/domains/zone-types'
import { contains, listPage, type ListQuery, type Page } from '../../database/list-page.ts'
import type { Database } from '../../database/schema.ts'

function selectZoneTypes(db: Database) {
  return db
    .selectFrom('zoneTypes')
    .select(['zoneTypes.id', 'zoneTypes.createdAt', 'zoneTypes.updatedAt', 'zoneTypes.name', 'zoneTypes.colour'])
    .select(sql<number>`(SELECT count(*) FROM zones WHERE zones.zone_type_id = zone_types.id)`.as('zoneCount'))
}

export function listZoneTypes(db: Database, query: ListQuery & { q?: string | undefined }): Promise<Page<ZoneType>> {
  let types = selectZoneTypes(db)
  if (query.q) types = types.where(contains(query.q, sql.ref('zoneTypes.name')))
  return listPage(types, query, {
    fields: { name: sql`lower(zone_types.name)`, createdAt: sql.ref('zoneTypes.createdAt') },
    fallback: 'name',
    unique: sql.ref('zoneTypes.id'),
  })
}

export function findZoneType(db: Database, id: string): Promise<ZoneType | undefined> {
  return selectZoneTypes(db).where('zoneTypes.id', '=', id).executeTakeFirst()
}

export async function insertZoneType(db: Database, values: { name: string; colour: string }): Promise<string> {
  const { id } = await db.insertInto('zoneTypes').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateZoneType(
  db: Database,
  id: string,
  change: { name?: string | undefined; colour?: string | undefined },
): Promise<void> {
  await db
    .updateTable('zoneTypes')
    .set({ ...change, updatedAt: new Date() })
    .where('id', '=', id)
    .execute()
}

export async function deleteZoneType(db: Database, id: string): Promise<void> {
  await db.deleteFrom('zoneTypes').where('id', '=', id).execute()
}

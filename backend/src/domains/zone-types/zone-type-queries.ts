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

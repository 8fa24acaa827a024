// SQL of zones.
import { sql } from 'kysely'
import type { Zone, ZoneQuery } from '@rollcall/contracts/domains/zones'
import type { z } from 'zod'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import type { Database } from '../../database/schema.ts'

export function selectZones(db: Database) {
  return db
    .selectFrom('zones')
    .innerJoin('zoneTypes', 'zoneTypes.id', 'zones.zoneTypeId')
    .select(['zones.id', 'zones.createdAt', 'zones.updatedAt', 'zones.floorId', 'zones.name', 'zones.zoneTypeId'])
    .select(['zones.polygon', 'zones.isEmergency', 'zones.isMusterPoint', 'zones.isRestricted', 'zones.capacity'])
    .select(['zoneTypes.name as zoneTypeName', 'zoneTypes.colour'])
}

export function listZones(db: Database, query: z.output<typeof ZoneQuery>): Promise<Page<Zone>> {
  let zones = selectZones(db)
  if (query.floorId !== undefined) zones = zones.where('zones.floorId', '=', query.floorId)
  if (query.isMusterPoint !== undefined) zones = zones.where('zones.isMusterPoint', '=', query.isMusterPoint)
  if (query.q) zones = zones.where(contains(query.q, sql.ref('zones.name'), sql.ref('zoneTypes.name')))
  return listPage(zones, query, {
    fields: {
      name: sql`lower(zones.name)`,
      zoneTypeName: sql`lower(zone_types.name)`,
      capacity: sql.ref('zones.capacity'),
      createdAt: sql.ref('zones.createdAt'),
      updatedAt: sql.ref('zones.updatedAt'),
    },
    fallback: 'name',
    unique: sql.ref('zones.id'),
  })
}

export function emergencyZones(db: Database): Promise<Zone[]> {
  return selectZones(db)
    .where((eb) => eb.or([eb('zones.isEmergency', '=', true), eb('zones.isMusterPoint', '=', true)]))
    .orderBy('zones.name')
    .execute()
}

export function findZone(db: Database, id: string): Promise<Zone | undefined> {
  return selectZones(db).where('zones.id', '=', id).executeTakeFirst()
}

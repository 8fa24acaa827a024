// SQL of zones.
import { sql } from 'kysely'
import type { Zone, ZoneChange, ZoneCreate, ZoneQuery } from '@rollcall/contracts/domains/zones'
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

export async function insertZone(db: Database, zone: z.output<typeof ZoneCreate>): Promise<string> {
  const values = { ...zone, polygon: JSON.stringify(zone.polygon) }
  const { id } = await db.insertInto('zones').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateZone(db: Database, id: string, change: z.output<typeof ZoneChange>): Promise<void> {
  const { polygon, ...rest } = change
  const set = { ...rest, ...(polygon && { polygon: JSON.stringify(polygon) }), updatedAt: new Date() }
  await db.updateTable('zones').set(set).where('id', '=', id).execute()
}

export async function deleteZone(db: Database, id: string): Promise<void> {
  await db.deleteFrom('zones').where('id', '=', id).execute()
}

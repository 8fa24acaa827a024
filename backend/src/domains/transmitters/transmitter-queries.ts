// SQL of transmitters and of who carries them. Beacons are a view of the same table (rules 8).
import { sql } from 'kysely'
import type { EntityType } from '@rollcall/contracts/domains/positions'
import type { Transmitter, TransmitterQuery } from '@rollcall/contracts/domains/transmitters'
import type { z } from 'zod'
import { contains, listPage, type ListQuery, type Page, type Sorting } from '../../database/list-page.ts'
import { changedNow } from '../../database/row-queries.ts'
import type { Database } from '../../database/schema.ts'

function selectTransmitters(db: Database) {
  return db
    .selectFrom('transmitters as t')
    .select(['t.id', 't.createdAt', 't.updatedAt', 't.transmitterId', 't.name', 't.type', 't.entityType', 't.entityId'])
    .select(['t.txPower1m', 't.status', 't.batteryPct', 't.batteryMv', 't.batteryAt', 't.lastSeenAt', 't.entityName'])
    .select(['t.strengthDb', 't.strengthSureDb', 't.strengthAt'])
}

const sorting: Sorting = {
  fields: {
    transmitterId: sql.ref('t.transmitterId'),
    name: sql`lower(t.name)`,
    entityName: sql`lower(t.entity_name)`,
    type: sql`lower(t.type)`,
    entityType: sql.ref('t.entityType'),
    status: sql.ref('t.status'),
    batteryPct: sql.ref('t.batteryPct'),
    lastSeenAt: sql.ref('t.lastSeenAt'),
    strengthDb: sql.ref('t.strengthDb'),
    createdAt: sql.ref('t.createdAt'),
  },
  fallback: 'transmitterId',
  unique: sql.ref('t.id'),
}

type Filters = Partial<
  Pick<z.output<typeof TransmitterQuery>, 'entityType' | 'entityId' | 'status' | 'type' | 'buildingId' | 'q'>
>

export function listTransmitters(
  db: Database,
  query: ListQuery & Filters,
  { unassigned }: { unassigned: boolean },
): Promise<Page<Transmitter>> {
  let transmitters = selectTransmitters(db)
  if (unassigned) transmitters = transmitters.where('t.entityId', 'is', null).where('t.status', '=', 'in_stock')
  if (query.entityType !== undefined) transmitters = transmitters.where('t.entityType', '=', query.entityType)
  if (query.entityId !== undefined) transmitters = transmitters.where('t.entityId', '=', query.entityId)
  if (query.status !== undefined) transmitters = transmitters.where('t.status', '=', query.status)
  if (query.type !== undefined) transmitters = transmitters.where(sql`lower(t.type)`, '=', query.type.toLowerCase())
  if (query.buildingId !== undefined)
    transmitters = transmitters.where(sql<boolean>`EXISTS (SELECT FROM positions_current spot
      WHERE spot.transmitter_id = t.transmitter_id AND spot.building_id = ${query.buildingId})`)
  if (query.q) {
    const columns = ['t.transmitterId', 't.name', 't.type', 't.entityName']
    transmitters = transmitters.where(contains(query.q, ...columns.map((column) => sql.ref(column))))
  }
  return listPage(transmitters, query, sorting)
}

export function findTransmitter(db: Database, id: string): Promise<Transmitter | undefined> {
  return selectTransmitters(db).where('t.id', '=', id).executeTakeFirst()
}

/** Locked until the transaction ends: two assignments of one badge wait for each other. */
export function lockByRadioId(
  db: Database,
  transmitterId: string,
): Promise<{ id: string; entityId: string | null } | undefined> {
  return db
    .selectFrom('transmitters')
    .select(['id', 'entityId'])
    .where('transmitterId', '=', transmitterId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Whether the person or asset exists and is of that type. */
export async function carrierExists(db: Database, entityType: EntityType, entityId: string): Promise<boolean> {
  if (entityType === 'standalone') return false
  const row =
    entityType === 'asset'
      ? await db.selectFrom('assets').select('id').where('id', '=', entityId).executeTakeFirst()
      : await db
          .selectFrom('people')
          .select('id')
          .where('id', '=', entityId)
          .where('entityType', '=', entityType)
          .executeTakeFirst()
  return row !== undefined
}

/** A badge that nobody carries any more; one that is lost or retired stays so. */
export const takenBack = () => ({
  entityId: null,
  status: sql<Transmitter['status']>`CASE WHEN status = 'assigned' THEN 'in_stock' ELSE status END`,
  updatedAt: changedNow(),
})

/** Takes every badge from whoever is about to go, or to get another one. Answers their radio ids. */
export async function releaseCarried(db: Database, entityId: string, except?: string): Promise<string[]> {
  const released = await db
    .updateTable('transmitters')
    .set(takenBack())
    .where('entityId', '=', entityId)
    .$if(except !== undefined, (update) => update.where('id', '<>', except ?? ''))
    .returning('transmitterId')
    .execute()
  return released.map(({ transmitterId }) => transmitterId)
}

export function carriedBy(db: Database, entityType: EntityType, entityId: string): Promise<Transmitter[]> {
  return selectTransmitters(db)
    .where('t.entityType', '=', entityType)
    .where('t.entityId', '=', entityId)
    .orderBy('t.transmitterId')
    .execute()
}

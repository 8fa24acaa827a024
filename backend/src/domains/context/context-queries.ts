// SQL of the snapshots: buildings with floors, receivers, ambient devices.
import { sql } from 'kysely'
import type { AmbientDevice } from '@rollcall/contracts/channels'
import type { Database } from '../../database/schema.ts'

export type SiteFloor = { id: string; name: string; level: number; widthM: number; heightM: number; hasPlan: boolean }
export type SiteBuilding = { id: string; name: string; code: string | null; timezone: string; floors: SiteFloor[] }

/** Active buildings in display order, floors from the top down. */
export async function siteBuildings(db: Database): Promise<SiteBuilding[]> {
  const buildings = await db
    .selectFrom('buildings')
    .select(['id', 'name', 'code', 'timezone'])
    .where('active', '=', true)
    .orderBy('displayOrder')
    .orderBy('id')
    .execute()
  const floors = await db
    .selectFrom('floors')
    .select(['id', 'buildingId', 'name', 'level', 'widthM', 'heightM'])
    .select(sql<boolean>`plan_file IS NOT NULL`.as('hasPlan'))
    .orderBy('level', 'desc')
    .execute()
  return buildings.map((building) => ({
    ...building,
    floors: floors
      .filter((floor) => floor.buildingId === building.id)
      .map(({ id, name, level, widthM, heightM, hasPlan }) => ({ id, name, level, widthM, heightM, hasPlan })),
  }))
}

type ReceiverCounts = { receiversOnline: number; receiversTotal: number }

export async function receiverCounts(db: Database): Promise<ReceiverCounts> {
  const { rows } = await sql<ReceiverCounts>`
    SELECT count(*) FILTER (WHERE status = 'online') AS receivers_online, count(*) AS receivers_total FROM receivers`.execute(
    db,
  )
  return rows[0] as ReceiverCounts
}

/** Forgotten after 15 minutes unless seen (rules 8). */
export function ambientOnFloor(db: Database, floorId: string): Promise<AmbientDevice[]> {
  return db
    .selectFrom('ambientDevices as a')
    .innerJoin('receivers as r', 'r.receiverId', 'a.receiverId')
    .select(['a.deviceId', 'a.deviceType', 'a.manufacturer', 'a.receiverId', 'a.rssi'])
    .select(sql<number>`(extract(epoch FROM a.at) * 1000)::bigint`.as('timestamp'))
    .where('r.floorId', '=', floorId)
    .where('a.at', '>', sql<string>`now() - interval '15 minutes'`)
    .limit(2000)
    .execute()
}

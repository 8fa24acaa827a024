// SQL of the cluster proofs: the site of the recording, and what the backends wrote of it.
import { sql } from 'kysely'
import type { Database } from '../../backend/src/database/schema.ts'
import { badgeId, floorM, receivers, roomM, rooms } from './recording.ts'

export async function makeSite(db: Database, badges: number): Promise<void> {
  const building = await db.insertInto('buildings').values({ name: 'House' }).returning('id').executeTakeFirstOrThrow()
  const floor = { buildingId: building.id, name: 'Ground', level: 0, widthM: floorM.width, heightM: floorM.height }
  const { id: floorId } = await db.insertInto('floors').values(floor).returning('id').executeTakeFirstOrThrow()
  const type = { name: 'Room', colour: '#3f9163' }
  const { id: zoneTypeId } = await db.insertInto('zoneTypes').values(type).returning('id').executeTakeFirstOrThrow()
  const percent = (xM: number, yM: number) => ({ x: (xM / floorM.width) * 100, y: (yM / floorM.height) * 100 })
  for (const { name, xM, yM } of rooms) {
    const corners = [percent(xM, yM), percent(xM + roomM, yM), percent(xM + roomM, yM + roomM), percent(xM, yM + roomM)]
    const polygon = JSON.stringify(corners) as never
    await db.insertInto('zones').values({ floorId, name, zoneTypeId, polygon }).execute()
  }
  for (const { id, xM, yM } of receivers)
    await db
      .insertInto('receivers')
      .values({ receiverId: id, name: id, floorId, buildingId: building.id, ...percent(xM, yM), zM: 2.5 })
      .execute()
  const ids = Array.from({ length: badges }, (_, i) => badgeId(i))
  await sql`
    WITH person AS (
      INSERT INTO people (full_name, entity_type, employee_id) SELECT 'Bearer of ' || id, 'employee', id
      FROM unnest(${ids}::text[]) AS id RETURNING id, employee_id
    )
    INSERT INTO transmitters (transmitter_id, type, entity_type, entity_id) SELECT employee_id, 'other', 'employee', id FROM person`.execute(
    db,
  )
}

/** What the activity log says, without its times. */
export async function activityOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT a.type || ' ' || coalesce(a.transmitter_id, '-') || ' ' || coalesce(z.name, '-') AS line
    FROM activity a LEFT JOIN zones z ON z.id = a.zone_id WHERE a.transmitter_id IS NOT NULL ORDER BY 1`.execute(db)
  return rows.map(({ line }) => line)
}

export async function positionsOf(db: Database): Promise<Map<string, { at: number; xM: number; yM: number }>> {
  const rows = await db.selectFrom('positionsCurrent').select(['transmitterId', 'at', 'xM', 'yM']).execute()
  return new Map(rows.map(({ transmitterId, at, xM, yM }) => [transmitterId, { at: Date.parse(at), xM, yM }]))
}

export async function readUpTo(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('readingPositions').select('upTo').orderBy('partition').execute()
  return rows.map(({ upTo }) => upTo)
}

/** Where the leader listens, and how often it changed. */
export async function leaderOf(db: Database): Promise<{ port: number | null; epoch: number }> {
  const { rows } = await sql<{ address: string | null; epoch: number }>`
    SELECT alive.address, share.epoch FROM leases share JOIN leases alive ON alive.name = 'alive:' || share.owner
    WHERE share.name = 'share:0'`.execute(db)
  const { address = null, epoch = 0 } = rows[0] ?? {}
  return { port: address === null ? null : Number(new URL(address).port), epoch }
}

/** How many shares each backend has that is there. */
export async function partsOf(db: Database): Promise<number[]> {
  const { rows } = await sql<{ shares: number }>`
    SELECT count(share.name)::int AS shares FROM leases alive
    LEFT JOIN leases share ON share.owner = alive.owner AND share.name LIKE 'share:%'
    WHERE alive.name LIKE 'alive:%' GROUP BY alive.owner`.execute(db)
  return rows.map(({ shares }) => shares)
}

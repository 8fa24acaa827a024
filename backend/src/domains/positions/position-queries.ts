// SQL of positions: where everything is now, and where somebody was last seen. Where it was before is in history-queries.ts.
import { sql, type RawBuilder } from 'kysely'
import { positionAges, type PositionEntry, type Sighting } from '@rollcall/contracts/domains/positions'
import type { Database } from '../../database/schema.ts'
import { fullFloorName } from '../floors/floor-name.ts'

export const epochMs = (column: string) => sql<number>`(extract(epoch FROM ${sql.ref(column)}) * 1000)::bigint`

/** As an interval, for comparing with `at`: on site is whoever was seen within five minutes (rules 8). */
export const onSiteAge = sql`make_interval(secs => ${sql.lit(positionAges.lastSeenMs / 1000)})`

/** What is older than a day is history, not a place. */
export async function positionsOnFloor(db: Database, floorId: string): Promise<PositionEntry[]> {
  const rows = await db
    .selectFrom('positionsCurrent as p')
    .innerJoin('carriers as c', 'c.transmitterId', 'p.transmitterId')
    .select(['p.transmitterId', 'p.x', 'p.y', 'p.xM', 'p.yM', 'p.method', 'p.floorId', 'p.buildingId', 'p.zoneId'])
    .select([
      'p.accuracyM',
      'p.confidence',
      'p.receiverCount',
      'p.seq',
      'p.zoneProbability',
      'p.nearZoneId',
      'c.entityType',
      'c.entityId',
      'c.name',
    ])
    .select(epochMs('p.at').as('timestamp'))
    .where('p.floorId', '=', floorId)
    .where('p.at', '>', sql<string>`now() - interval '1 day'`)
    .execute()
  return rows.map(({ x, y, xM, yM, method, ...entry }) => ({
    ...entry,
    position: { x, y, xM, yM },
    positionMethod: method,
  }))
}

/** Whether a badge that this person or asset carries was last seen in that building. */
export function lastSeenIn(buildingId: string, entityId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM transmitters badge JOIN positions_current spot ON spot.transmitter_id = badge.transmitter_id
    WHERE badge.entity_id = ${entityId} AND spot.building_id = ${buildingId})`
}

/** Last sighting of whoever carries a badge, as JSON; the two arguments are columns of the surrounding query. */
export function lastSighting(
  entityType: RawBuilder<unknown>,
  entityId: RawBuilder<unknown>,
): RawBuilder<Sighting | null> {
  return sql<Sighting | null>`(
    SELECT jsonb_build_object(
      'at', to_char(spot.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'buildingId', spot.building_id,
      'floorId', spot.floor_id, 'floorName', ${fullFloorName('spot_floor')}, 'zoneId', spot.zone_id, 'zoneName', spot_zone.name,
      'nearZoneName', CASE WHEN spot.zone_id IS NULL THEN spot_near.name END)
    FROM transmitters badge
    JOIN positions_current spot ON spot.transmitter_id = badge.transmitter_id
    JOIN floors spot_floor ON spot_floor.id = spot.floor_id
    LEFT JOIN zones spot_zone ON spot_zone.id = spot.zone_id
    LEFT JOIN zones spot_near ON spot_near.id = spot.near_zone_id
    WHERE badge.entity_type = ${entityType} AND badge.entity_id = ${entityId}
    ORDER BY spot.at DESC LIMIT 1)`
}

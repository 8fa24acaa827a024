// SQL of positions: where everything is now, where it was, and where somebody was last seen.
import { sql, type RawBuilder } from 'kysely'
import {
  positionAges,
  type HistoryPoint,
  type PositionEntry,
  type PositionHistoryQuery,
  type Sighting,
} from '@rollcall/contracts/domains/positions'
import type { z } from 'zod'
import type { Database } from '../../database/schema.ts'

const epochMs = (column: string) => sql<number>`(extract(epoch FROM ${sql.ref(column)}) * 1000)::bigint`

/** As an interval, for comparing with `at`: on site is whoever was seen within five minutes (decisions 8). */
export const onSiteAge = sql`make_interval(secs => ${sql.lit(positionAges.lastSeenMs / 1000)})`

/** What is older than a day is history, not a place. */
export async function positionsOnFloor(db: Database, floorId: string): Promise<PositionEntry[]> {
  const rows = await db
    .selectFrom('positionsCurrent as p')
    .innerJoin('carriers as c', 'c.transmitterId', 'p.transmitterId')
    .select(['p.transmitterId', 'p.x', 'p.y', 'p.xM', 'p.yM', 'p.method', 'p.floorId', 'p.buildingId', 'p.zoneId'])
    .select(['p.accuracyM', 'p.confidence', 'p.receiverCount', 'p.seq', 'c.entityType', 'c.entityId', 'c.name'])
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

type History = { points: z.input<typeof HistoryPoint>[]; truncated: boolean }

/** Oldest first; when there is more than the limit, the newest points are the ones left out. */
export async function positionHistory(db: Database, query: z.output<typeof PositionHistoryQuery>): Promise<History> {
  let points = db
    .selectFrom('positionHistory as h')
    .select(['h.transmitterId', 'h.x', 'h.y', 'h.xM', 'h.yM', 'h.method', 'h.floorId', 'h.zoneId', 'h.accuracyM'])
    .select(epochMs('h.at').as('timestamp'))
    .where('h.at', '>=', query.from)
    .where('h.at', '<', query.to)
  if (query.transmitterId !== undefined)
    points = points.where('h.transmitterId', '=', query.transmitterId.toLowerCase())
  if (query.floorId !== undefined) points = points.where('h.floorId', '=', query.floorId)
  if (query.entityId !== undefined) {
    const carried = db
      .selectFrom('transmitters')
      .select('transmitters.transmitterId')
      .where('entityId', '=', query.entityId)
    points = points.where('h.transmitterId', 'in', carried)
  }
  const rows = await points
    .orderBy('h.at')
    .limit(query.limit + 1)
    .execute()
  return {
    points: rows.slice(0, query.limit).map(({ x, y, xM, yM, method, ...point }) => ({
      ...point,
      position: { x, y, xM, yM },
      positionMethod: method,
    })),
    truncated: rows.length > query.limit,
  }
}

/** Last sighting of whoever carries a badge, as JSON; the two arguments are columns of the surrounding query. */
export function lastSighting(
  entityType: RawBuilder<unknown>,
  entityId: RawBuilder<unknown>,
): RawBuilder<Sighting | null> {
  return sql<Sighting | null>`(
    SELECT jsonb_build_object(
      'at', to_char(spot.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'buildingId', spot.building_id,
      'floorId', spot.floor_id, 'floorName', spot_floor.name, 'zoneId', spot.zone_id, 'zoneName', spot_zone.name)
    FROM transmitters badge
    JOIN positions_current spot ON spot.transmitter_id = badge.transmitter_id
    JOIN floors spot_floor ON spot_floor.id = spot.floor_id
    LEFT JOIN zones spot_zone ON spot_zone.id = spot.zone_id
    WHERE badge.entity_type = ${entityType} AND badge.entity_id = ${entityId}
    ORDER BY spot.at DESC LIMIT 1)`
}

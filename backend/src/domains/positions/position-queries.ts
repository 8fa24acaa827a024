// SQL of positions: where everything is now, where it was, and where somebody was last seen.
import { sql, type RawBuilder } from 'kysely'
import {
  positionAges,
  type HistoryCarrier,
  type HistoryPoint,
  type PositionEntry,
  type PositionHistoryQuery,
  type PresenceQuery,
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

type History = {
  points: z.input<typeof HistoryPoint>[]
  carriers: z.input<typeof HistoryCarrier>[]
  truncated: boolean
}

/** Oldest first; when there is more than the limit, the newest points are the ones left out. */
export async function positionHistory(db: Database, query: z.output<typeof PositionHistoryQuery>): Promise<History> {
  let points = db
    .selectFrom('positionHistory as h')
    .select([
      'h.transmitterId',
      'h.x',
      'h.y',
      'h.xM',
      'h.yM',
      'h.method',
      'h.floorId',
      'h.zoneId',
      'h.accuracyM',
      'h.at',
    ])
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
  if (query.everySeconds !== undefined) {
    // A literal (an integer by its schema): DISTINCT ON and ORDER BY must hold the same expression, which two placeholders are not.
    const part = sql`floor(extract(epoch FROM h.at) / ${sql.lit(query.everySeconds)})`
    points = points
      .distinctOn([sql.ref('h.transmitterId'), part])
      .orderBy('h.transmitterId')
      .orderBy(part)
      .orderBy('h.at', 'desc')
  }
  const rows = await db
    .selectFrom(points.as('p'))
    .select(['p.transmitterId', 'p.x', 'p.y', 'p.xM', 'p.yM', 'p.method', 'p.floorId', 'p.zoneId', 'p.accuracyM'])
    .select(epochMs('p.at').as('timestamp'))
    .orderBy('p.at')
    .limit(query.limit + 1)
    .execute()
  const kept = rows.slice(0, query.limit)
  return {
    points: kept.map(({ x, y, xM, yM, method, ...point }) => ({
      ...point,
      position: { x, y, xM, yM },
      positionMethod: method,
    })),
    carriers: await carriersOf(db, [...new Set(kept.map(({ transmitterId }) => transmitterId))]),
    truncated: rows.length > query.limit,
  }
}

async function carriersOf(db: Database, transmitterIds: string[]): Promise<z.input<typeof HistoryCarrier>[]> {
  if (transmitterIds.length === 0) return []
  return db
    .selectFrom('carriers')
    .select(['transmitterId', 'entityType', 'entityId', 'name'])
    .where('transmitterId', '=', sql<string>`any(${transmitterIds}::text[])`)
    .execute()
}

/** How many transmitters were on the floor in each part of the span. */
export async function presenceOnFloor(db: Database, query: z.output<typeof PresenceQuery>): Promise<number[]> {
  const { rows } = await sql<{ part: number; transmitters: number }>`
    SELECT least(width_bucket(extract(epoch FROM at), extract(epoch FROM ${query.from}::timestamptz),
        extract(epoch FROM ${query.to}::timestamptz), ${query.parts}::int), ${query.parts}::int) AS part,
      count(DISTINCT transmitter_id)::int AS transmitters
    FROM position_history
    WHERE floor_id = ${query.floorId} AND at >= ${query.from} AND at < ${query.to}
    GROUP BY 1`.execute(db)
  const counts = new Map(rows.map(({ part, transmitters }) => [part, transmitters]))
  return Array.from({ length: query.parts }, (_, part) => counts.get(part + 1) ?? 0)
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

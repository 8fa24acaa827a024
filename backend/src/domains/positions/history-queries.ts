// SQL of the past: where transmitters were, and who carried them then.
import { sql } from 'kysely'
import type { HistoryCarrier, HistoryPoint, PositionHistoryQuery } from '@rollcall/contracts/domains/positions'
import type { z } from 'zod'
import type { Database } from '../../database/schema.ts'
import { epochMs } from './position-queries.ts'
import { lookAheadMs, smoothPast, type PastPoint } from '../../positioning/smooth-past.ts'

type History = {
  points: z.input<typeof HistoryPoint>[]
  carriers: HistoryCarrier[]
  truncated: boolean
}

/** Oldest first, smoothed by what came after each; when there is more than the limit, the newest points are the ones left out. */
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
    // Whoever carries the badge today may not have carried it then.
    const { entityId } = query
    points = points.innerJoin('transmitterCarriers as carried', (join) =>
      join
        .onRef('carried.transmitterId', '=', 'h.transmitterId')
        .on('carried.entityId', '=', entityId)
        .onRef('carried.fromAt', '<=', 'h.at')
        .on((eb) => eb.or([eb('carried.untilAt', 'is', null), eb('carried.untilAt', '>', eb.ref('h.at'))])),
    )
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
  const smoothed = new Map(smoothPast(await withWhatFollowed(db, kept)).map((point) => [keyOf(point), point]))
  return {
    points: kept.map(({ x, y, xM, yM, method, ...point }) => ({
      ...point,
      position: rounded(smoothed.get(keyOf(point)) ?? { x, y, xM, yM }),
      positionMethod: method,
    })),
    carriers: await carriersOf(db, query, [...new Set(kept.map(({ transmitterId }) => transmitterId))]),
    truncated: rows.length > query.limit,
  }
}

const keyOf = ({ transmitterId, timestamp }: Pick<PastPoint, 'transmitterId' | 'timestamp'>) =>
  `${transmitterId} ${timestamp}`

/** As exactly as positions are stored. */
function rounded({ x, y, xM, yM }: Pick<PastPoint, 'x' | 'y' | 'xM' | 'yM'>) {
  const to = (value: number, parts: number) => Math.round(value * parts) / parts
  return { x: to(x, 1000), y: to(y, 1000), xM: to(xM, 100), yM: to(yM, 100) }
}

/** These points and what came soon after them: also what was left out by thinning, on other floors, or beyond the end of the span. */
async function withWhatFollowed(db: Database, points: readonly Pick<PastPoint, 'transmitterId' | 'timestamp'>[]) {
  if (points.length === 0) return []
  const spans: { transmitterId: string; from: number; to: number }[] = []
  const newest = new Map<string, (typeof spans)[number]>()
  for (const { transmitterId, timestamp } of points) {
    const to = timestamp + lookAheadMs
    const open = newest.get(transmitterId)
    if (open && timestamp <= open.to) open.to = to
    else {
      // Times are stored more finely than in milliseconds.
      const span = { transmitterId, from: timestamp - 1, to }
      spans.push(span)
      newest.set(transmitterId, span)
    }
  }
  const time = (at: number) => new Date(at).toISOString()
  // OFFSET 0 keeps it one look into the index per span: a join might be planned as reading every badge's days.
  const { rows } = await sql<PastPoint>`
    SELECT h.transmitter_id, h.floor_id, h.accuracy_m, h.x, h.y, h.x_m, h.y_m, ${epochMs('h.at')} AS timestamp
    FROM unnest(${spans.map(({ transmitterId }) => transmitterId)}::text[], ${spans.map(({ from }) => time(from))}::timestamptz[],
      ${spans.map(({ to }) => time(to))}::timestamptz[]) AS s (id, from_at, to_at)
    CROSS JOIN LATERAL (
      SELECT * FROM position_history WHERE transmitter_id = s.id AND at >= s.from_at AND at < s.to_at OFFSET 0) AS h
    ORDER BY h.at`.execute(db)
  return rows
}

async function carriersOf(
  db: Database,
  { from, to }: z.output<typeof PositionHistoryQuery>,
  transmitterIds: string[],
): Promise<HistoryCarrier[]> {
  if (transmitterIds.length === 0) return []
  const { rows } = await sql<HistoryCarrier>`
    SELECT c.transmitter_id, c.entity_type, c.entity_id, coalesce(p.full_name, a.name, t.name, c.transmitter_id) AS name,
      CASE WHEN isfinite(c.from_at) THEN ${epochMs('c.from_at')} END AS "from", ${epochMs('c.until_at')} AS until
    FROM transmitter_carriers c LEFT JOIN transmitters t ON t.transmitter_id = c.transmitter_id
    LEFT JOIN people p ON p.id = c.entity_id LEFT JOIN assets a ON a.id = c.entity_id
    WHERE c.transmitter_id = any(${transmitterIds}::text[]) AND c.from_at < ${to} AND (c.until_at IS NULL OR c.until_at > ${from})
      AND (c.entity_id IS NULL OR p.id IS NOT NULL OR a.id IS NOT NULL)
    ORDER BY c.transmitter_id, c.from_at`.execute(db)
  return rows
}

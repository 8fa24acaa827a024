// SQL of how many people were on site and in each building: counted once a minute from the current positions and kept by the quarter of an
// hour and by the hour (migration 0083), so that no page ever scans the history. An account that is limited to buildings reads the same
// rows through its view, which shows it the sum of its buildings as the site (database/building-views.ts).
import { sql } from 'kysely'
import type { AlertKind } from '@rollcall/contracts/domains/alerts'
import type { Occupancy, OccupancyQuery } from '@rollcall/contracts/domains/dashboard'
import type { z } from 'zod'
import type { Database } from '../../database/schema.ts'
import { peopleOnSite } from '../positions/presence-queries.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Quarters are kept for so long (database/kept-tables.ts). */
const quartersMs = 2 * dayMs
/** Up to here the hours are told, and the days of longer spans: a month with the hour that a clock change adds. */
const hoursMs = 31 * dayMs + 60 * minuteMs

/** Called every minute by housekeeping.ts. A building in which nobody is counts as well: it is empty, not unknown. */
export async function recordOccupancy(db: Database): Promise<void> {
  const { places } = await peopleOnSite(db)
  await sql`
    WITH present AS (
      SELECT building_id, sum(people)::int AS people
      FROM unnest(${places.map(({ buildingId }) => buildingId)}::uuid[], ${places.map(({ people }) => people)}::int[]) AS p (building_id, people)
      GROUP BY 1
    ), counted AS (
      SELECT b.id AS building_id, coalesce(p.people, 0) AS people FROM buildings b LEFT JOIN present p ON p.building_id = b.id
      UNION ALL SELECT NULL::uuid, coalesce(sum(people), 0)::int FROM present
    )
    INSERT INTO occupancy AS known (building_id, minutes, at, most, mean, counts)
    SELECT building_id, minutes, date_bin(make_interval(mins => minutes), now(), 'epoch'), people, people, 1
    FROM counted, unnest(ARRAY[15, 60]) AS minutes
    ON CONFLICT (building_id, minutes, at) DO UPDATE SET most = greatest(known.most, excluded.most),
      mean = (known.mean * known.counts + excluded.mean) / (known.counts + 1), counts = known.counts + 1`.execute(db)
}

export type Quarter = { at: string; people: number }

/** Of the last day, or of the time since the first was recorded: before that nobody knows. */
export async function recordedOccupancy(db: Database): Promise<Quarter[]> {
  const { rows } = await sql<Quarter>`
    WITH quarters AS (SELECT at, most FROM occupancy WHERE building_id IS NULL AND minutes = 15 AND at > now() - interval '25 hours')
    SELECT slot AS at, coalesce(q.most, 0) AS people
    FROM generate_series(greatest(date_bin('15 minutes', now() - interval '1 day', 'epoch'),
      coalesce((SELECT min(at) FROM quarters), date_bin('15 minutes', now(), 'epoch'))), now(), interval '15 minutes') AS slot
    LEFT JOIN quarters q ON q.at = slot
    ORDER BY slot`.execute(db)
  return rows
}

type Span = z.output<typeof OccupancyQuery>
type Point = z.input<typeof Occupancy>['points'][number]

/** In the finest parts that are kept of all of it and that a picture can show; parts in which nothing was counted are left out. */
export async function occupancyIn(db: Database, { from, to, timezone }: Span, now = Date.now()) {
  const spanMs = Date.parse(to) - Date.parse(from)
  const minutes = spanMs <= quartersMs && Date.parse(from) >= now - quartersMs ? 15 : spanMs <= hoursMs ? 60 : 1440
  const part = minutes === 1440 ? sql`date_trunc('day', at, ${timezone})` : sql`at`
  const { rows } = await sql<Point & { counts: number }>`
    SELECT ${part} AS at, max(most) AS most, round((sum(mean * counts) / sum(counts))::numeric, 2)::float8 AS mean,
      sum(counts)::int AS counts
    FROM occupancy WHERE building_id IS NULL AND minutes = ${Math.min(60, minutes)} AND at >= ${from} AND at < ${to}
    GROUP BY 1 ORDER BY 1`.execute(db)
  const { rows: kept } = await sql<{ since: string | null }>`
    SELECT min(at) AS since FROM occupancy WHERE building_id IS NULL`.execute(db)
  const all = rows.reduce((sum, { counts }) => sum + counts, 0)
  const mean = rows.reduce((sum, point) => sum + point.mean * point.counts, 0) / all
  const points = rows.map(({ counts: _counts, ...point }) => point)
  return { minutes, points, mean: all === 0 ? null : mean, since: kept[0]?.since ?? null }
}

type Counted = Pick<z.input<typeof Occupancy>, 'visits' | 'alerts' | 'drills' | 'emergencies'>

/** Visits that began, alerts that were raised and emergencies that were triggered in the span. */
export async function eventsIn(db: Database, { from, to }: Span, kinds: readonly AlertKind[]) {
  const { rows } = await sql<Record<keyof Counted, number>>`
    WITH rung AS (SELECT mode FROM emergencies WHERE triggered_at >= ${from} AND triggered_at < ${to})
    SELECT (SELECT count(*) FROM rung WHERE mode = 'drill') AS drills, (SELECT count(*) FROM rung WHERE mode = 'live') AS emergencies,
      (SELECT count(*) FROM alerts WHERE kind = ANY (${kinds}::text[]) AND raised_at >= ${from} AND raised_at < ${to}) AS alerts,
      (SELECT count(*) FROM visits WHERE arrived_at IS NOT NULL AND coalesce(arrived_at, expected_at, created_at) >= ${from}
        AND coalesce(arrived_at, expected_at, created_at) < ${to}) AS visits`.execute(db)
  return rows[0]!
}

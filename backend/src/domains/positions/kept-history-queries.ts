// SQL of what is counted of the past as it happens (migrations 0029 and 0044): badges on a floor by the minute, where people spent each hour.
// What is older than the counting, or finer than it, is read from the history itself.
import { sql } from 'kysely'
import type { HeatQuery, PresenceQuery } from '@rollcall/contracts/domains/positions'
import type { z } from 'zod'
import type { Database } from '../../database/schema.ts'

/** How many transmitters were on the floor in each part of the span: where a part is a minute or more, the most in any of its minutes;
 * in shorter ones each that was there. */
export async function presenceOnFloor(db: Database, query: z.output<typeof PresenceQuery>): Promise<number[]> {
  const { floorId, from, to, parts } = query
  const part = (column: string) => sql`least(width_bucket(extract(epoch FROM ${sql.ref(column)}),
    extract(epoch FROM ${from}::timestamptz), extract(epoch FROM ${to}::timestamptz), ${parts}::int), ${parts}::int)`
  const isKept = Date.parse(to) - Date.parse(from) >= parts * 60_000 && (await isCounted(db, from))
  const { rows } = isKept
    ? await sql<{ part: number; transmitters: number }>`
        SELECT ${part('minute')} AS part, max(badges) AS transmitters FROM floor_minutes
        WHERE floor_id = ${floorId} AND minute >= ${from} AND minute < ${to} GROUP BY 1`.execute(db)
    : await sql<{ part: number; transmitters: number }>`
        SELECT ${part('at')} AS part, count(DISTINCT transmitter_id)::int AS transmitters FROM position_history
        WHERE floor_id = ${floorId} AND at >= ${from} AND at < ${to} GROUP BY 1`.execute(db)
  const counts = new Map(rows.map(({ part: number, transmitters }) => [number, transmitters]))
  return Array.from({ length: parts }, (_, index) => counts.get(index + 1) ?? 0)
}

type Cell = { x: number; y: number; minutes: number }

/** Of people only. An hour of which half lies in the span counts by half; of the present one there is only what has passed. `cellM`: the side of the squares. */
export async function heatOfFloor(db: Database, query: z.output<typeof HeatQuery>, cellM: number): Promise<Cell[]> {
  const { from, to } = query
  const minutes = (await isCounted(db, from)) ? countedMinutes(query) : storedMinutes(query)
  const { rows } = await sql<Cell>`
    SELECT floor(x_m::float8 / ${sql.lit(cellM)})::int AS x, floor(y_m::float8 / ${sql.lit(cellM)})::int AS y,
      sum(minutes * least(1, extract(epoch FROM least(hour + interval '1 hour', ${to}) - greatest(hour, ${from}))
        / greatest(60, extract(epoch FROM least(hour + interval '1 hour', now()) - hour))))::float8 AS minutes
    FROM (${minutes}) AS m WHERE hour < ${to} GROUP BY 1, 2`.execute(db)
  return rows
}

/** And the newest minute of each badge, which waits to be counted until the next one begins. */
function countedMinutes({ floorId, from, to }: z.output<typeof HeatQuery>) {
  return sql`SELECT hour, x_m, y_m, minutes FROM floor_heat
      WHERE floor_id = ${floorId} AND hour > ${from}::timestamptz - interval '1 hour' AND hour < ${to}
    UNION ALL SELECT date_bin('1 hour', c.minute, 'epoch'), floor(s.x_m)::int, floor(s.y_m)::int, 1
      FROM counted_minutes c JOIN transmitters t ON t.transmitter_id = c.transmitter_id
      CROSS JOIN LATERAL public.smoothed_place(c.transmitter_id, c.waiting_at) AS s
      WHERE c.floor_id = ${floorId} AND c.waiting_at IS NOT NULL AND s.x_m IS NOT NULL
        AND c.minute >= date_bin('1 hour', ${from}::timestamptz, 'epoch') AND c.minute < ${to}
        AND t.entity_id IS NOT NULL AND t.entity_type IN ('employee', 'visitor', 'contractor')`
}

/** The same from the history as it was stored, for the first day after counting began: to smooth it all would take too long. */
function storedMinutes({ floorId, from, to }: z.output<typeof HeatQuery>) {
  return sql`SELECT date_bin('1 hour', minute, 'epoch') AS hour, x_m, y_m, count(*)::int AS minutes FROM (
      SELECT DISTINCT ON (h.transmitter_id, date_bin('1 minute', h.at, 'epoch'))
        date_bin('1 minute', h.at, 'epoch') AS minute, floor(h.x_m)::int AS x_m, floor(h.y_m)::int AS y_m
      FROM position_history h JOIN transmitters t ON t.transmitter_id = h.transmitter_id
      WHERE h.floor_id = ${floorId} AND h.at >= date_bin('1 hour', ${from}::timestamptz, 'epoch')
        AND h.at < date_bin('1 hour', ${to}::timestamptz, 'epoch') + interval '1 hour'
        AND t.entity_id IS NOT NULL AND t.entity_type IN ('employee', 'visitor', 'contractor')
      ORDER BY h.transmitter_id, date_bin('1 minute', h.at, 'epoch'), h.at) AS first
    GROUP BY 1, 2, 3`
}

/** Whether everything since then was counted, and of its hour too. */
async function isCounted(db: Database, since: string): Promise<boolean> {
  const { rows } = await sql<{ counted: boolean }>`
    SELECT applied_at <= date_bin('1 hour', ${since}::timestamptz, 'epoch') AS counted FROM applied_migrations WHERE name = '0029-kept-history'`.execute(
    db,
  )
  return rows[0]?.counted ?? false
}

// SQL of how ready buildings were: a line for every change and one an hour. Written by readiness-watch.ts, read by the handlers,
// forgotten by housekeeping.
import { sql } from 'kysely'
import type { Readiness, ReadinessCode, ReadinessHistory } from '@rollcall/contracts/domains/readiness'
import type { Database } from '../../database/schema.ts'

/** The place of the number over all; a building's is its id. */
const site = 'site'

/** Answers whether a number is another than at the last time. */
export async function recordReadiness(db: Database, { score, buildings }: Readiness): Promise<boolean> {
  const lines = [{ place: site, score, reasons: buildings[0]!.reasons }, ...buildings.flatMap(lineOf)]
  const pointsByCode = lines.map(({ reasons }) =>
    JSON.stringify(Object.fromEntries(reasons.map(({ code, points }) => [code, points]))),
  )
  const { rows } = await sql<{ isNew: boolean }>`
    WITH e AS (
      SELECT u.*, last.score AS last_score, last.at AS last_at
      FROM unnest(${lines.map((line) => line.place)}::text[], ${lines.map((line) => line.score)}::int[],
        ${pointsByCode}::jsonb[]) AS u (place, score, reasons)
      LEFT JOIN LATERAL (SELECT h.score, h.at FROM readiness_history h WHERE h.place = u.place ORDER BY h.at DESC LIMIT 1) AS last ON true
    ), kept AS (
      INSERT INTO readiness_history (place, at, score, reasons)
      SELECT place, clock_timestamp(), score, reasons FROM e
      WHERE last_at IS NULL OR last_score <> score OR last_at < now() - interval '1 hour'
      ON CONFLICT DO NOTHING
    )
    SELECT last_score IS DISTINCT FROM score AS is_new FROM e`.execute(db)
  return rows.some(({ isNew }) => isNew)
}

function lineOf({ buildingId, score, reasons }: Readiness['buildings'][number]) {
  return buildingId === null ? [] : [{ place: buildingId, score, reasons }]
}

const mostPoints = 150
const mostChanges = 8

/** The lowest of each of the steps between then and now; a short fall is not lost between two of them. */
export async function readinessPoints(
  db: Database,
  buildingId: string | undefined,
  days: number,
): Promise<ReadinessHistory['points']> {
  const place = buildingId ?? site
  const { rows } = await sql<ReadinessHistory['points'][number]>`
    WITH span AS (
      SELECT greatest(now() - make_interval(days => ${days}), min(at)) AS start FROM readiness_history WHERE place = ${place}
      HAVING min(at) IS NOT NULL
    ), step AS (
      SELECT start, greatest((now() - start) / ${mostPoints}::int, interval '5 seconds') AS length FROM span
    )
    SELECT g.at, least(before.score, within.score) AS score
    FROM step CROSS JOIN LATERAL generate_series(start, now(), length) AS g (at)
    LEFT JOIN LATERAL (SELECT score FROM readiness_history WHERE place = ${place} AND at <= g.at ORDER BY at DESC LIMIT 1) AS before ON true
    LEFT JOIN LATERAL (SELECT min(score) AS score FROM readiness_history
      WHERE place = ${place} AND at > g.at AND at < g.at + length) AS within ON true
    UNION ALL
    SELECT now(), score FROM (SELECT score FROM readiness_history WHERE place = ${place} ORDER BY at DESC LIMIT 1) AS newest
    ORDER BY 1`.execute(db)
  return rows
}

type Line = { at: string; score: number; reasons: Points; lastScore: number; lastReasons: Points }
type Points = Partial<Record<ReadinessCode, number>>

export async function readinessChanges(
  db: Database,
  buildingId: string | undefined,
  days: number,
): Promise<ReadinessHistory['changes']> {
  const { rows } = await sql<Line>`
    SELECT * FROM (
      SELECT at, score, reasons, lag(score) OVER (ORDER BY at) AS last_score, lag(reasons) OVER (ORDER BY at) AS last_reasons
      FROM (SELECT * FROM readiness_history WHERE place = ${buildingId ?? site} AND at > now() - make_interval(days => ${days})
        ORDER BY at DESC LIMIT 1000) AS newest
    ) AS line WHERE last_score <> score ORDER BY at DESC LIMIT ${mostChanges}`.execute(db)
  return rows.map(({ at, score, reasons, lastScore, lastReasons }) => ({
    at,
    from: lastScore,
    to: score,
    because: becauseOf(lastReasons, reasons, Math.sign(lastScore - score)),
  }))
}

/** What costs most more than before, or least where the number rose. */
function becauseOf(before: Points, after: Points, direction: number): ReadinessCode | null {
  const codes = [...new Set([...Object.keys(before), ...Object.keys(after)])] as ReadinessCode[]
  const grown = (code: ReadinessCode) => direction * ((after[code] ?? 0) - (before[code] ?? 0))
  const [first] = codes.filter((code) => grown(code) > 0).toSorted((a, b) => grown(b) - grown(a))
  return first ?? null
}

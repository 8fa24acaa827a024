// SQL that fills a database for the history measurement: a day of positions on a few floors, counted as it is stored; years of emergencies
// and visits; a day of activity; a long audit log. Called by history-bench.ts.
import { sql } from 'kysely'
import type { Database } from '@rollcall/backend/database/schema'

export const floors = 5
const people = 10_000
/** Carry the badges that the history is of. */
const walkers = 2000

export async function fillSite(db: Database): Promise<string[]> {
  await sql`INSERT INTO buildings (name) VALUES ('Measured site')`.execute(db)
  const { rows } = await sql<{ id: string }>`INSERT INTO floors (building_id, name, level, width_m, height_m)
    SELECT b.id, 'Floor ' || n, n, 80, 50 FROM buildings b, generate_series(1, ${floors}::int) AS n RETURNING id`.execute(
    db,
  )
  await sql`INSERT INTO people (entity_type, employee_id, full_name)
    SELECT CASE WHEN n % 10 = 0 THEN 'visitor' ELSE 'employee' END, 'E' || n, 'Person ' || (n * 7919 % 1000003)
    FROM generate_series(1, ${people}::int) AS n`.execute(db)
  await sql`INSERT INTO transmitters (transmitter_id, type, entity_type, entity_id, status)
    SELECT '0a' || lpad(to_hex(substr(employee_id, 2)::int), 10, '0'), 'iBeacon', entity_type, id, 'assigned' FROM people`.execute(
    db,
  )
  await sql`INSERT INTO positions_current (transmitter_id, floor_id, building_id, x, y, x_m, y_m, method, accuracy_m, confidence,
      receiver_count, at, seq)
    SELECT t.transmitter_id, f.id, f.building_id, 50, 50, 40, 25, 'grid', 2, 0.9, 4, now(), row_number() OVER ()
    FROM transmitters t JOIN floors f ON f.level = ('x' || right(t.transmitter_id, 4))::bit(16)::int % ${floors}::int + 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** One hour of the day, `hoursAgo` before this one: rows as positioning stores them, in parts, with the counting. */
export async function fillHour(db: Database, hoursAgo: number, rows: number): Promise<void> {
  const perBadge = Math.ceil(rows / walkers)
  await sql`
    INSERT INTO position_history (at, transmitter_id, floor_id, x, y, x_m, y_m, method, accuracy_m)
    SELECT at, '0a' || lpad(to_hex(n), 10, '0'), f.id, x, y, x * 0.8, y * 0.5, 'grid', 2.5
    FROM (SELECT n, date_bin('1 hour', now(), 'epoch') - make_interval(hours => ${hoursAgo}::int) + i * (interval '1 hour' / ${perBadge}::int) AS at,
        50 + 40 * sin(n + i * 0.05) + random() * 3 AS x, 50 + 40 * cos(n * 3 + i * 0.03) + random() * 3 AS y
      FROM generate_series(1, ${walkers}::int) AS n, generate_series(0, ${perBadge}::int - 1) AS i) AS s
    JOIN floors f ON f.level = s.n % ${floors}::int + 1`.execute(db)
}

export async function fillEmergencies(db: Database, count: number): Promise<void> {
  await sql`INSERT INTO emergencies (scenario, mode, message, state, resolution, triggered_at, triggered_by_name, resolved_at)
    SELECT 'fire', 'drill', 'Drill ' || n, 'resolved', 'drill_complete', now() - make_interval(hours => n), 'Safety', now() - make_interval(hours => n)
    FROM generate_series(1, ${count}::int) AS n`.execute(db)
  await sql`INSERT INTO emergency_counts (emergency_id, status, people)
    SELECT e.id, s, 100 FROM emergencies e, unnest(ARRAY['accounted', 'unknown']) AS s ON CONFLICT DO NOTHING`.execute(
    db,
  )
}

export async function fillActivity(db: Database, count: number): Promise<void> {
  await sql`INSERT INTO activity (at, type, transmitter_id, text)
    SELECT now() - interval '23 hours' * n / ${count}::int, 'zone', '0a' || lpad(to_hex(n % ${people}::int + 1), 10, '0'),
      'Entered room ' || n % 977 FROM generate_series(1, ${count}::int) AS n`.execute(db)
}

export async function fillVisits(db: Database, count: number): Promise<void> {
  await sql`INSERT INTO visits (person_id, building_id, arrived_at, left_at, code)
    SELECT p.id, b.id, now() - make_interval(hours => n + 2), now() - make_interval(hours => n + 1), 'code' || row_number() OVER ()
    FROM buildings b, generate_series(1, ${count}::int / 1000) AS n,
      (SELECT id FROM people WHERE entity_type = 'visitor' ORDER BY employee_id LIMIT 1000) AS p`.execute(db)
}

export async function analyse(db: Database): Promise<void> {
  await sql`ANALYZE`.execute(db)
}

/** As if counting had begun only now: what is asked is then read from the history itself. */
export async function countSince(db: Database, at: Date): Promise<void> {
  await sql`UPDATE applied_migrations SET applied_at = ${at} WHERE name = '0029-kept-history'`.execute(db)
}

export async function historyRows(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM position_history`.execute(db)
  return rows[0]?.count ?? 0
}

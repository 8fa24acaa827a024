// SQL that fills a database for the backend measurement: a site of a given size, with everybody present and a month of history
// behind them. Everything grows in place, so that a larger site is a smaller one with more in it. Called by databases.ts.
import { sql } from 'kysely'
import { ensurePartitions } from '@rollcall/backend/database/partition-queries'
import type { Database } from '@rollcall/backend/database/schema'

/** `floors`: as many as so many people need, unless it is said. */
export type Size = { readonly people: number; readonly historyRows: number; readonly floors?: number }

/** People on one floor: a larger organisation has more floors, not fuller ones. */
const perFloor = 500
const zonesPerFloor = 20
const receiversPerFloor = 40
const historyDays = 30
const dayMs = 86_400_000

export async function growSite(db: Database, size: Size): Promise<void> {
  const { floors = Math.max(2, Math.ceil(size.people / perFloor)) } = size
  await sql`INSERT INTO buildings (name) VALUES ('Measured site') ON CONFLICT DO NOTHING`.execute(db)
  await sql`INSERT INTO zone_types (name, colour) VALUES ('Room', '#336699') ON CONFLICT DO NOTHING`.execute(db)
  await sql`INSERT INTO floors (building_id, name, level, width_m, height_m)
    SELECT b.id, 'Floor ' || level, level, 80, 50 FROM buildings b, generate_series(0, ${floors}::int - 1) AS level
    ON CONFLICT DO NOTHING`.execute(db)
  await sql`INSERT INTO zones (floor_id, name, zone_type_id, polygon, is_muster_point)
    SELECT f.id, 'Zone ' || n, t.id, jsonb_build_array(jsonb_build_object('x', n * 4, 'y', 0),
      jsonb_build_object('x', n * 4 + 4, 'y', 0), jsonb_build_object('x', n * 4, 'y', 100)), n = 0
    FROM floors f, zone_types t, generate_series(0, ${zonesPerFloor}::int - 1) AS n ON CONFLICT DO NOTHING`.execute(db)
  await sql`INSERT INTO receivers (receiver_id, name, building_id, floor_id, x, y, z_m, status, last_seen_at)
    SELECT '02' || lpad(to_hex(f.level), 4, '0') || lpad(to_hex(n), 6, '0'), 'Receiver ' || f.level || '-' || n, f.building_id, f.id,
      (n % 8) * 12.5 + 5, (n / 8) * 20 + 5, 2.6, 'online', now()
    FROM floors f, generate_series(0, ${receiversPerFloor}::int - 1) AS n ON CONFLICT DO NOTHING`.execute(db)
  await growPeople(db, size.people, floors)
  await growHistory(db, size, floors)
  await growLogs(db, size.people)
  await sql`ANALYZE`.execute(db)
}

const badge = (n: string) => sql.raw(`'0a' || lpad(to_hex(${n}), 10, '0')`)

async function growPeople(db: Database, people: number, floors: number): Promise<void> {
  await sql`INSERT INTO departments (name) SELECT 'Department ' || n FROM generate_series(1, 20) AS n ON CONFLICT DO NOTHING`.execute(
    db,
  )
  await sql`INSERT INTO people (entity_type, employee_id, full_name, email, phone, job_title, department_id)
    SELECT CASE n % 20 WHEN 0 THEN 'visitor' WHEN 1 THEN 'contractor' ELSE 'employee' END, 'E' || lpad(n::text, 6, '0'),
      'Person ' || lpad((n * 7919 % 1000003)::text, 7, '0'), 'p' || n || '@example.org', '+4416329' || lpad(n::text, 5, '0'), 'Engineer', d.id
    FROM generate_series(1, ${people}::int) AS n JOIN departments d ON d.name = 'Department ' || (n % 20 + 1)
    ON CONFLICT DO NOTHING`.execute(db)
  await sql`INSERT INTO assets (name, category, serial_number)
    SELECT 'Asset ' || n, 'Trolley', 'S' || n FROM generate_series(1, ${people}::int / 5) AS n ON CONFLICT DO NOTHING`.execute(
    db,
  )
  await sql`INSERT INTO transmitters (transmitter_id, type, entity_type, entity_id, status, battery_pct, battery_at, last_seen_at)
    SELECT ${badge('substr(p.employee_id, 2)::int')}, 'iBeacon', p.entity_type, p.id, 'assigned', substr(p.employee_id, 2)::int % 100 + 0.5, now(), now()
    FROM people p ON CONFLICT DO NOTHING`.execute(db)
  await sql`INSERT INTO transmitters (transmitter_id, type, entity_type, entity_id, status, battery_pct, battery_at, last_seen_at)
    SELECT ${badge('1000000 + substr(a.serial_number, 2)::int')}, 'iBeacon', 'asset', a.id, 'assigned', 80, now(), now()
    FROM assets a ON CONFLICT DO NOTHING`.execute(db)
  await sql`INSERT INTO positions_current (transmitter_id, floor_id, building_id, zone_id, x, y, x_m, y_m, method, accuracy_m,
      confidence, receiver_count, at, seq)
    SELECT t.transmitter_id, f.id, f.building_id, z.id, random() * 100, random() * 100, random() * 80, random() * 50, 'grid', 2.5,
      0.8, 5, now(), t.n
    FROM (SELECT transmitter_id, row_number() OVER (ORDER BY transmitter_id) AS n FROM transmitters) AS t
    JOIN floors f ON f.level = t.n % ${floors}::int
    JOIN zones z ON z.floor_id = f.id AND z.name = 'Zone ' || (t.n / ${floors}::int % ${zonesPerFloor}::int)
    ON CONFLICT (transmitter_id) DO UPDATE SET floor_id = excluded.floor_id, zone_id = excluded.zone_id`.execute(db)
}

/** Adds what is missing to the wanted number of rows, the same number on each day, every badge in turn. */
async function growHistory(db: Database, { people, historyRows }: Size, floors: number): Promise<void> {
  const { rows } = await sql<{ have: number }>`SELECT count(*) AS have FROM position_history`.execute(db)
  const perDay = Math.floor((historyRows - (rows[0]?.have ?? 0)) / historyDays)
  if (perDay <= 0) return
  const today = Math.floor(Date.now() / dayMs) * dayMs
  // Each call makes five days, from the one before to the third after.
  for (let day = 2 - historyDays; day <= 0; day += 5) await ensurePartitions(db, today + day * dayMs)
  await sql`SET statement_timeout = 0`.execute(db)
  for (let day = -historyDays; day < 0; day += 1) {
    const from = new Date(today + day * dayMs)
    await sql`INSERT INTO position_history (at, transmitter_id, floor_id, zone_id, x, y, x_m, y_m, method, accuracy_m)
      SELECT ${from}::timestamptz + g * interval '1 day' / ${perDay}::float8, ${badge(`g % ${people} + 1`)}, f.id, NULL,
        g % 1000 / 10.0, g % 900 / 9.0, g % 800 / 10.0, g % 500 / 10.0, 'grid', 2.5
      FROM generate_series(0, ${perDay}::int - 1) AS g JOIN floors f ON f.level = g % ${people}::int % ${floors}::int`.execute(
      db,
    )
  }
}

/** A day of activity, as many lines as a badge causes, and an audit log without a chain: it is only listed here. */
async function growLogs(db: Database, people: number): Promise<void> {
  await sql`INSERT INTO activity (at, type, transmitter_id, text)
    SELECT now() - g * interval '20 hours' / (${people}::int * 20), 'zone_entered', ${badge(`g % ${people} + 1`)}, 'Entered zone ' || g
    FROM generate_series((SELECT count(*) FROM activity), ${people}::int * 20 - 1) AS g`.execute(db)
  await sql`INSERT INTO audit_log (seq, id, at, action, resource, result, previous_hash, hash)
    SELECT g, gen_random_uuid(), now() - interval '1 day', 'zones.change', 'zones', 'success', '', ''
    FROM generate_series((SELECT seq + 1 FROM audit_head), ${people}::int * 20) AS g`.execute(db)
  await sql`UPDATE audit_head SET seq = (SELECT coalesce(max(seq), 0) FROM audit_log)`.execute(db)
}

/** Everybody was seen just now, and every receiver too. Time passes between building and measuring. */
export async function refreshPresence(db: Database): Promise<void> {
  // Rounded as positioning does.
  await sql`UPDATE positions_current SET at = now(), x = round(x::numeric, 3), y = round(y::numeric, 3),
    x_m = round(x_m::numeric, 2), y_m = round(y_m::numeric, 2)`.execute(db)
  await sql`UPDATE receivers SET last_seen_at = now(), status = 'online'`.execute(db)
}

export async function measuredIds(db: Database) {
  type Ids = Record<'building' | 'floor' | 'person' | 'zone' | 'badge' | 'department' | 'departmentName', string>
  const { rows } = await sql<Ids>`
    SELECT b.id AS building, f.id AS floor, p.id AS person, z.id AS zone, t.transmitter_id AS badge, d.id AS department,
      d.name AS department_name
    FROM buildings b JOIN floors f ON f.building_id = b.id AND f.level = 1 JOIN zones z ON z.floor_id = f.id AND z.name = 'Zone 3'
    JOIN people p ON p.employee_id = 'E000042' JOIN transmitters t ON t.entity_id = p.id
    JOIN departments d ON d.id = p.department_id`.execute(db)
  const found = rows[0]
  if (!found) throw new Error('The database holds no measured site.')
  return found
}

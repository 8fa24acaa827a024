// SQL of the past that a site file may bring (contracts/src/site.ts): positions, occupancy, batteries, drills with their rosters and
// timelines, alerts that are over. Called by site-import.ts in its transaction, before anything is live.
import { sql } from 'kysely'
import type { Site, SitePast } from '@rollcall/contracts/site'
import { ensureDays } from './database/partition-queries.ts'
import type { DatabaseTransaction } from './database/schema.ts'
import { storedSentence } from './database/stored-sentence.ts'
import { began, decided as decisionOf, ended } from './domains/emergency/timeline-words.ts'
import type { Keys } from './site-import-queries.ts'

type Point = SitePast['tracks'][number]['points'][number]

/** Rows in one statement. */
const mostRows = 20_000
/** As the demo building is located. */
const accuracyM = 2

export async function insertPast(tx: DatabaseTransaction, site: Site, past: SitePast, keys: Keys): Promise<void> {
  await insertTracks(tx, site, past, keys)
  await insertOccupancy(tx, past, keys)
  for (const rows of inParts(past.batteries))
    await tx
      .insertInto('batteryHistory')
      .values(rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) })))
      .execute()
  for (const drill of past.drills) await insertDrill(tx, drill, keys)
  for (const alert of past.alerts) await insertAlert(tx, alert)
}

/** Into the partition of their day: what is counted as it happens (migration 0029) begins with the installation, and of what is older
 * pages read the history itself. */
async function insertTracks(tx: DatabaseTransaction, site: Site, { tracks }: SitePast, keys: Keys): Promise<void> {
  const days = new Map<string, { badge: number; point: Point }[]>()
  for (const [badge, { points }] of tracks.entries())
    for (const point of points) {
      const day = new Date(point[0]).toISOString().slice(0, 10).replaceAll('-', '')
      const there = days.get(day)
      if (there) there.push({ badge, point })
      else days.set(day, [{ badge, point }])
    }
  await ensureDays(tx, [...days.keys()])
  const badges = tracks.map(({ transmitterId }) => transmitterId)
  const [widths, heights] = [site.floors.map(({ widthM }) => widthM), site.floors.map(({ heightM }) => heightM)]
  for (const [day, all] of days)
    for (const rows of inParts(all)) {
      const column = (index: 0 | 1 | 2 | 3 | 4) => rows.map(({ point }) => point[index])
      await sql`
        INSERT INTO ${sql.id(`position_history_${day}`)} (at, transmitter_id, floor_id, zone_id, x, y, x_m, y_m, method, accuracy_m)
        SELECT to_timestamp(p.at / 1000), (${badges}::text[])[p.badge + 1], (${keys.floors}::uuid[])[p.floor + 1],
          (${keys.zones}::uuid[])[p.zone + 1], 100 * p.x / (${widths}::float8[])[p.floor + 1],
          100 * p.y / (${heights}::float8[])[p.floor + 1], p.x, p.y, 'grid', ${accuracyM}
        FROM unnest(${column(0)}::float8[], ${rows.map(({ badge }) => badge)}::int[], ${column(1)}::int[],
          ${column(2)}::int[], ${column(3)}::float8[], ${column(4)}::float8[]) AS p (at, badge, floor, zone, x, y)`.execute(
        tx,
      )
    }
}

/** Of the site and of its building; of what was imported the mean of an hour is that of its quarters. What was counted here stays. */
async function insertOccupancy(tx: DatabaseTransaction, { occupancy }: SitePast, { building }: Keys): Promise<void> {
  const [at, people] = [occupancy.map((one) => one.at), occupancy.map((one) => one.people)]
  await sql`
    WITH quarters AS (SELECT to_timestamp(q.at / 1000) AS at, q.people FROM unnest(${at}::float8[], ${people}::int[]) AS q (at, people))
    INSERT INTO occupancy (building_id, minutes, at, most, mean, counts)
    SELECT place, minutes, date_bin(make_interval(mins => minutes), at, 'epoch'), max(people), avg(people), 15 * count(*)
    FROM quarters, unnest(ARRAY[NULL, ${building}]::uuid[]) AS place, unnest(ARRAY[15, 60]) AS minutes GROUP BY 1, 2, 3
    ON CONFLICT (building_id, minutes, at) DO NOTHING`.execute(tx)
}

async function insertDrill(tx: DatabaseTransaction, drill: SitePast['drills'][number], keys: Keys): Promise<void> {
  const { scenario, message, by } = drill
  const [triggeredAt, resolvedAt] = [new Date(drill.triggeredAt), new Date(drill.resolvedAt)]
  const { id } = await tx
    .insertInto('emergencies')
    .values({
      scenario,
      mode: 'drill',
      state: 'resolved',
      resolution: 'drill_complete',
      message,
      triggeredByName: by,
      triggeredAt,
      resolvedByName: by,
      resolvedAt,
      createdAt: triggeredAt,
      updatedAt: resolvedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('emergencyBuildings')
    .values({ emergencyId: id, buildingId: keys.building, active: false })
    .execute()
  const { rows } = await sql<{ transmitterId: string; personId: string; fullName: string }>`
    INSERT INTO emergency_roster (emergency_id, person_id, entity_type, employee_id, full_name, department_name, department_id,
      transmitter_id, status, method, changed_by, changed_at, decided_at, note, muster_point_id, building_id, floor_id, zone_id)
    SELECT ${id}, p.id, p.entity_type, p.employee_id, p.full_name, d.name, d.id, t.transmitter_id, 'accounted', k.method,
      ${by}, to_timestamp(k.at / 1000), to_timestamp(k.at / 1000), k.note, (${keys.zones}::uuid[])[k.muster_point + 1],
      ${keys.building}, z.floor_id, z.id
    FROM unnest(${drill.people.map(({ transmitterId }) => transmitterId)}::text[], ${drill.people.map(({ method }) => method)}::text[],
      ${drill.people.map(({ decidedAt }) => decidedAt)}::float8[], ${drill.people.map(({ note }) => note)}::text[],
      ${drill.people.map(({ musterPoint }) => musterPoint)}::int[], ${drill.people.map(({ zone }) => zone)}::int[])
      AS k (badge, method, at, note, muster_point, zone)
    JOIN transmitters t ON t.transmitter_id = k.badge JOIN people p ON p.id = t.entity_id
    LEFT JOIN departments d ON d.id = p.department_id LEFT JOIN zones z ON z.id = (${keys.zones}::uuid[])[k.zone + 1]
    RETURNING transmitter_id AS "transmitterId", person_id AS "personId", full_name AS "fullName"`.execute(tx)
  const people = new Map(rows.map((row) => [row.transmitterId, row]))
  const line = { emergencyId: id, actor: by }
  const decided = drill.people.toSorted((a, b) => a.decidedAt - b.decidedAt)
  await tx
    .insertInto('emergencyTimeline')
    .values([
      {
        ...line,
        type: 'triggered',
        at: triggeredAt,
        arrivedAt: triggeredAt,
        ...storedSentence(began('drill', rows.length)),
      },
      ...decided.map(({ transmitterId, method, decidedAt }) => {
        const { personId, fullName } = people.get(transmitterId)!
        const [at, status] = [new Date(decidedAt), 'accounted' as const]
        const sentence = storedSentence(decisionOf(fullName, status, method))
        return {
          ...line,
          type: 'accounted' as const,
          at,
          arrivedAt: at,
          personId,
          personName: fullName,
          status,
          ...sentence,
        }
      }),
      { ...line, type: 'resolved', at: resolvedAt, arrivedAt: resolvedAt, ...storedSentence(ended(0)) },
    ])
    .execute()
}

async function insertAlert(tx: DatabaseTransaction, alert: SitePast['alerts'][number]): Promise<void> {
  const { kind, of, by } = alert
  const times = sql`${new Date(alert.raisedAt)}, ${new Date(alert.acknowledgedAt)}, ${by}, ${new Date(alert.clearedAt)}`
  await (
    kind === 'receiver_offline'
      ? sql`INSERT INTO alerts (kind, subject, text, said, receiver_id, floor_id, raised_at, acknowledged_at, acknowledged_by, cleared_at)
        SELECT ${kind}, id::text, 'Receiver ' || name || ' is no longer heard.', jsonb_build_object('code', 'receiver_silent', 'values', jsonb_build_object('name', name)), id, floor_id, ${times}
        FROM receivers WHERE receiver_id = ${of}`
      : sql`INSERT INTO alerts (kind, subject, text, said, transmitter_id, raised_at, acknowledged_at, acknowledged_by, cleared_at)
        SELECT ${kind}, t.id::text, 'The badge of ' || c.name || ' has a low battery.', jsonb_build_object('code', 'battery_is_low', 'values', jsonb_build_object('name', c.name)), t.transmitter_id, ${times}
        FROM transmitters t JOIN carriers c ON c.transmitter_id = t.transmitter_id WHERE t.transmitter_id = ${of}`
  ).execute(tx)
}

function* inParts<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += mostRows) yield rows.slice(from, from + mostRows)
}

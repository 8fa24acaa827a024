// SQL of what the weather service last said about each building, and what followed from its warnings (rules 8).
import { sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { NwsPlace } from './nws-client.ts'

export type WeatherKind = 'conditions' | 'forecast' | 'alerts'
export type LocatedBuilding = { buildingId: string; buildingName: string; latitude: number; longitude: number }

/** Active buildings with a place on earth. */
export async function locatedBuildings(db: Database, buildingId?: string): Promise<LocatedBuilding[]> {
  const { rows } = await sql<LocatedBuilding>`
    SELECT id AS building_id, name AS building_name, latitude, longitude FROM buildings
    WHERE active AND latitude IS NOT NULL AND longitude IS NOT NULL AND (${buildingId ?? null}::uuid IS NULL OR id = ${buildingId ?? null})
    ORDER BY display_order, lower(name)`.execute(db)
  return rows
}

export type LastAnswer = LocatedBuilding & { answer: unknown; fetchedAt: string | null; ageMs: number | null }

export async function lastAnswers(db: Database, kind: WeatherKind, buildingId?: string): Promise<LastAnswer[]> {
  const { rows } = await sql<LastAnswer>`
    SELECT b.id AS building_id, b.name AS building_name, b.latitude, b.longitude, a.answer, a.fetched_at,
      extract(epoch FROM now() - a.fetched_at)::float8 * 1000 AS age_ms
    FROM buildings b LEFT JOIN weather_answers a ON a.building_id = b.id AND a.kind = ${kind}
    WHERE b.active AND b.latitude IS NOT NULL AND b.longitude IS NOT NULL
      AND (${buildingId ?? null}::uuid IS NULL OR b.id = ${buildingId ?? null})
    ORDER BY b.display_order, lower(b.name)`.execute(db)
  return rows
}

export async function saveAnswer(db: Database, buildingId: string, kind: WeatherKind, answer: unknown): Promise<void> {
  await sql`
    INSERT INTO weather_answers (building_id, kind, answer, fetched_at) VALUES (${buildingId}, ${kind}, ${JSON.stringify(answer)}, now())
    ON CONFLICT (building_id, kind) DO UPDATE SET answer = excluded.answer, fetched_at = excluded.fetched_at`.execute(
    db,
  )
}

/** What was said about the place where a building stood says nothing about the one where it stands now. */
export async function forgetAnswers(db: Database, buildingId: string): Promise<void> {
  await db.deleteFrom('weatherAnswers').where('buildingId', '=', buildingId).execute()
}

/** Undefined when the building was not looked up yet, or has moved since. */
export function findForecastPoint(
  db: Database,
  { buildingId, latitude, longitude }: LocatedBuilding,
): Promise<NwsPlace | undefined> {
  return db
    .selectFrom('weatherPlaces')
    .select(['forecastPath', 'stationPath'])
    .where('buildingId', '=', buildingId)
    .where('latitude', '=', latitude)
    .where('longitude', '=', longitude)
    .executeTakeFirst()
}

export async function saveForecastPoint(
  db: Database,
  { buildingId, latitude, longitude }: LocatedBuilding,
  place: NwsPlace,
): Promise<void> {
  const row = { latitude, longitude, ...place }
  await db
    .insertInto('weatherPlaces')
    .values({ buildingId, ...row })
    .onConflict((conflict) => conflict.column('buildingId').doUpdateSet(row))
    .execute()
}

/** False when this warning was acted upon before. */
export async function insertReaction(
  db: Database,
  buildingId: string,
  alertId: string,
  severity: string,
): Promise<boolean> {
  const row = await db
    .insertInto('weatherReactions')
    .values({ buildingId, alertId, severity })
    .onConflict((conflict) => conflict.doNothing())
    .returning('alertId')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether another warning of this severity was acted upon at this building within the cooldown. */
export async function isCoolingDown(
  db: Database,
  buildingId: string,
  alertId: string,
  severity: string,
  minutes: number,
): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM weather_reactions WHERE building_id = ${buildingId} AND severity = ${severity}
    AND alert_id <> ${alertId} AND at > now() - make_interval(mins => ${minutes}) LIMIT 1`.execute(db)
  return rows.length > 0
}

export async function linkReaction(
  db: Database,
  buildingId: string,
  alertId: string,
  emergencyId: string,
): Promise<void> {
  await db
    .updateTable('weatherReactions')
    .set({ emergencyId })
    .where('buildingId', '=', buildingId)
    .where('alertId', '=', alertId)
    .execute()
}

export function reactions(
  db: Database,
): Promise<{ buildingId: string; alertId: string; emergencyId: string | null }[]> {
  return db.selectFrom('weatherReactions').select(['buildingId', 'alertId', 'emergencyId']).execute()
}

/** A live one: a drill is taken over. */
export async function hasLiveEmergency(db: Database, buildingId: string): Promise<boolean> {
  const row = await db
    .selectFrom('emergencyBuildings as b')
    .innerJoin('emergencies as e', 'e.id', 'b.emergencyId')
    .select('e.id')
    .where('b.buildingId', '=', buildingId)
    .where('b.active', '=', true)
    .where('e.mode', '=', 'live')
    .executeTakeFirst()
  return row !== undefined
}

// SQL that reads where people are now, what the register says of them, and the little of the site that tells what that means. For the
// roster of an emergency thousands of people are read every few seconds, so nothing is looked up per row, and everything comes as a
// few long texts: as rows it would be a hundred thousand small objects every second, and collecting those takes longer than the rest.
// No field holds a tab or a newline; JSON never does.
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { photoUrl } from '../personnel/person-queries.ts'

/** `lines`: of each badge there the person, when, transmitter, position with accuracy as members of a JSON object, and battery or nothing. */
export type SpotsAtPlace = { buildingId: string; floorId: string; zoneId: string | null; lines: string }

/**
 * Where the badges of people are; without `personId` of everybody. In single precision, which PostgreSQL writes twice as fast and which
 * has all the digits that positioning stores.
 */
export async function readSpots(db: Database, personId?: string): Promise<SpotsAtPlace[]> {
  const { rows } = await sql<SpotsAtPlace>`
    SELECT c.building_id, c.floor_id, c.zone_id, string_agg(concat(t.entity_id, E'\t', c.at, E'\t', t.transmitter_id,
      E'\t"position":{"x":', c.x::float4, ',"y":', c.y::float4, ',"xM":', c.x_m::float4, ',"yM":', c.y_m::float4,
      '},"accuracyM":', c.accuracy_m::float4, E'\t', t.battery_pct::float4), E'\n') AS lines
    FROM transmitters t JOIN positions_current c ON c.transmitter_id = t.transmitter_id
    WHERE t.entity_type IN ('employee', 'visitor', 'contractor')
      AND ${personId === undefined ? sql`t.entity_id IS NOT NULL` : sql`t.entity_id = ${personId}`}
    GROUP BY c.building_id, c.floor_id, c.zone_id`.execute(db)
  return rows
}

/** What the register knows today: lines of the person, a tab, and members of a JSON object. Without `personId` of everybody. */
export async function readDetails(db: Database, personId?: string): Promise<string> {
  const json = (value: RawBuilder<unknown>) => sql`coalesce(to_json(${value})::text, 'null')`
  const [photo, phone, specialNeeds] = [photoUrl('p'), sql`p.phone`, sql`p.special_needs`].map(json)
  const { rows } = await sql<{ lines: string }>`
    SELECT coalesce(string_agg(concat(p.id, E'\t"photoUrl":', ${photo}, ',"phone":', ${phone}, ',"specialNeeds":', ${specialNeeds}),
      E'\n'), '') AS lines
    FROM people p WHERE (p.phone IS NOT NULL OR p.special_needs IS NOT NULL OR p.photo_file IS NOT NULL)
      ${personId === undefined ? sql`` : sql`AND p.id = ${personId}`}`.execute(db)
  return rows[0]?.lines ?? ''
}

export type ReceiverSpot = { floorId: string; xM: number | null; yM: number | null; online: boolean }
export type Surroundings = {
  floors: readonly { id: string; name: string }[]
  zones: readonly { id: string; name: string; leadsOutside: boolean }[]
  receivers: readonly ReceiverSpot[]
}

/** Areas that lead outside, by their name or that of their type. */
export const exitWords = String.raw`\m(exit|entrance|gate|lobby|reception|foyer|car park|parking)`

/** `Surroundings` as JSON. */
export async function readSurroundings(db: Database): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT json_build_object(
      'floors', ARRAY(SELECT json_build_object('id', id, 'name', name) FROM floors),
      'zones', ARRAY(SELECT json_build_object('id', z.id, 'name', z.name,
          'leadsOutside', z.name ~* ${exitWords} OR y.name ~* ${exitWords})
        FROM zones z JOIN zone_types y ON y.id = z.zone_type_id),
      'receivers', ARRAY(SELECT json_build_object('floorId', f.id, 'xM', v.x / 100 * f.width_m, 'yM', v.y / 100 * f.height_m,
          'online', v.status = 'online')
        FROM receivers v JOIN floors f ON f.id = v.floor_id))::text AS json`.execute(db)
  return rows[0]?.json ?? ''
}

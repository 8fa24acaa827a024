// SQL that reads where people are now, what the register says of them, and the little of the site that tells what that means. For the
// roster of an emergency thousands of people are read every few seconds, so nothing is looked up per row.
import { sql, type RawBuilder } from 'kysely'
import { parseTimestamp } from '../../database/connect.ts'
import type { Database } from '../../database/schema.ts'
import { photoUrl } from '../personnel/person-queries.ts'

/** Parts of JSON as PostgreSQL writes them: what thousands of badges say is passed on, not calculated with. */
export type Spot = {
  readonly at: string
  /** Building, floor and perhaps zone, with a space between them. */
  readonly place: string
  /** `{"x":…,"y":…,"xM":…,"yM":…}` */
  readonly position: string
  readonly accuracyM: string
  readonly batteryPct: string
  readonly transmitterId: string
}

/** Where the newest badge of each person is; without `personId` of everybody. */
export async function readSpots(db: Database, personId?: string): Promise<(personId: string) => Spot | undefined> {
  const lines = await readLines(
    db,
    sql`t.entity_id, c.at, concat_ws(' ', c.building_id, c.floor_id, c.zone_id),
      concat('{"x":', c.x, ',"y":', c.y, ',"xM":', c.x_m, ',"yM":', c.y_m, '}'), c.accuracy_m,
      coalesce(t.battery_pct::text, 'null'), t.transmitter_id`,
    sql`transmitters t JOIN positions_current c ON c.transmitter_id = t.transmitter_id
      WHERE t.entity_type IN ('employee', 'visitor', 'contractor')
        AND ${personId === undefined ? sql`t.entity_id IS NOT NULL` : sql`t.entity_id = ${personId}`}`,
  )
  return (id) => {
    const line = lines.get(id)
    if (line === undefined) return undefined
    const [at, place, position, accuracyM, batteryPct, transmitterId] = line.split('\t') as SpotFields
    return { at: parseTimestamp(at), place, position, accuracyM, batteryPct, transmitterId }
  }
}
type SpotFields = [string, string, string, string, string, string]

/** Which of the guarded fields the caller may see (decisions 11). */
export type Shown = { readonly phone: boolean; readonly specialNeeds: boolean }
export type DetailsOf = (personId: string, shown: Shown) => string

/** What the register knows today, as members of a JSON object. Without `personId` of everybody. */
export async function readDetails(db: Database, personId?: string): Promise<DetailsOf> {
  const json = (value: RawBuilder<unknown>) => sql`coalesce(to_json(${value})::text, 'null')`
  const [photo, phone, specialNeeds] = [photoUrl('p'), sql`p.phone`, sql`p.special_needs`].map(json)
  const lines = await readLines(
    db,
    sql`p.id, concat('"photoUrl":', ${photo}, ',"phone":', ${phone}, ',"specialNeeds":', ${specialNeeds})`,
    sql`people p WHERE (p.phone IS NOT NULL OR p.special_needs IS NOT NULL OR p.photo_file IS NOT NULL)
      ${personId === undefined ? sql`` : sql`AND p.id = ${personId}`}`,
  )
  return (id, shown) => {
    const line = lines.get(id) ?? '"photoUrl":null,"phone":null,"specialNeeds":null'
    if (shown.phone && shown.specialNeeds) return line
    // No value can hold these: JSON writes a quote inside one as \".
    const [phoneAt, needsAt] = [line.indexOf(',"phone":'), line.indexOf(',"specialNeeds":')]
    return (
      line.slice(0, phoneAt) +
      (shown.phone ? line.slice(phoneAt, needsAt) : '') +
      (shown.specialNeeds ? line.slice(needsAt) : '')
    )
  }
}

/**
 * The rest of each line by its first field. Thousands of rows come as one text: as rows they would be a hundred thousand small
 * objects every second, and collecting those takes longer than everything else. No field holds a tab or a newline; JSON never does.
 * Of several lines with the same first field the one with the highest second field stays.
 */
async function readLines(
  db: Database,
  fields: RawBuilder<unknown>,
  source: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ lines: string | null }>`
    SELECT string_agg(concat_ws(E'\t', ${fields}), E'\n') AS lines FROM ${source}`.execute(db)
  const byId = new Map<string, string>()
  for (const line of rows[0]?.lines?.split('\n') ?? []) {
    const tab = line.indexOf('\t')
    const [id, rest] = [line.slice(0, tab), line.slice(tab + 1)]
    const known = byId.get(id)
    if (known === undefined || known < rest) byId.set(id, rest)
  }
  return byId
}

export type ReceiverSpot = { floorId: string; xM: number | null; yM: number | null; online: boolean }
export type Surroundings = {
  floorNames: ReadonlyMap<string, string>
  zones: ReadonlyMap<string, { name: string; leadsOutside: boolean }>
  receivers: ReadonlyMap<string, readonly ReceiverSpot[]>
}

/** Areas that lead outside, by their name or that of their type. */
export const exitWords = String.raw`\m(exit|entrance|gate|lobby|reception|foyer|car park|parking)`

export async function readSurroundings(db: Database): Promise<Surroundings> {
  const [floors, zones, receivers] = await Promise.all([
    sql<{ id: string; name: string }>`SELECT id, name FROM floors`.execute(db),
    sql<{ id: string; name: string; leadsOutside: boolean }>`
      SELECT z.id, z.name, z.name ~* ${exitWords} OR y.name ~* ${exitWords} AS leads_outside
      FROM zones z JOIN zone_types y ON y.id = z.zone_type_id`.execute(db),
    sql<ReceiverSpot>`
      SELECT f.id AS floor_id, v.x / 100 * f.width_m AS x_m, v.y / 100 * f.height_m AS y_m, v.status = 'online' AS online
      FROM receivers v JOIN floors f ON f.id = v.floor_id`.execute(db),
  ])
  const byFloor = new Map<string, ReceiverSpot[]>(floors.rows.map(({ id }) => [id, []]))
  for (const receiver of receivers.rows) byFloor.get(receiver.floorId)?.push(receiver)
  return {
    floorNames: new Map(floors.rows.map(({ id, name }) => [id, name])),
    zones: new Map(zones.rows.map(({ id, ...zone }) => [id, zone])),
    receivers: byFloor,
  }
}

// SQL of who and what is on site: whoever was seen within five minutes (rules 8), each person once, where their newest badge is.
// Read by presence.ts, and once a minute for the occupancy; by nobody else: each of these looks at every badge.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { PersonType } from '@rollcall/contracts/domains/personnel'
import type { Database } from '../../database/schema.ts'
import { onSiteAge } from './position-queries.ts'

/** People in one place; no zone: somewhere else on the floor. */
export type PeopleAtPlace = { buildingId: string; floorId: string; zoneId: string | null; people: number }
export type PeopleOfKind = {
  entityType: z.infer<typeof PersonType>
  departmentId: string | null
  /** Of the register, not of the badge. */
  active: boolean
  people: number
}

type Row = { isPlace: boolean } & PeopleAtPlace & PeopleOfKind

export async function peopleOnSite(db: Database): Promise<{ places: PeopleAtPlace[]; kinds: PeopleOfKind[] }> {
  const { rows } = await sql<Row>`
    SELECT grouping(floor_id) = 0 AS is_place, building_id, floor_id, zone_id, entity_type, department_id, active, count(*) AS people
    FROM (
      SELECT DISTINCT ON (t.entity_id) t.entity_type, c.building_id, c.floor_id, c.zone_id, p.department_id,
        coalesce(p.status = 'active', false) AS active
      FROM positions_current c JOIN transmitters t ON t.transmitter_id = c.transmitter_id
      LEFT JOIN people p ON p.id = t.entity_id
      WHERE t.entity_type IN ('employee', 'visitor', 'contractor') AND t.entity_id IS NOT NULL AND c.at > now() - ${onSiteAge}
      ORDER BY t.entity_id, c.at DESC) AS newest
    GROUP BY GROUPING SETS ((building_id, floor_id, zone_id), (entity_type, department_id, active))`.execute(db)
  return { places: rows.filter(({ isPlace }) => isPlace), kinds: rows.filter(({ isPlace }) => !isPlace) }
}

export type FloorCount = { floorId: string; count: number }

/** Assets whose tag was seen within five minutes; a tag that is fixed to nothing is none. */
export async function assetsByFloor(db: Database): Promise<FloorCount[]> {
  const { rows } = await sql<FloorCount>`
    SELECT c.floor_id, count(*) AS count FROM positions_current c JOIN transmitters t ON t.transmitter_id = c.transmitter_id
    WHERE t.entity_type = 'asset' AND t.entity_id IS NOT NULL AND c.at > now() - ${onSiteAge} GROUP BY c.floor_id`.execute(
    db,
  )
  return rows
}

export type SiteTotals = {
  peopleTotal: number
  assetsTotal: number
  badgesTotal: number
  /** Heard within half a minute. */
  activeBadges: number
  lowBattery: number
  criticalBattery: number
}

export async function siteTotals(db: Database): Promise<SiteTotals> {
  const { rows } = await sql<SiteTotals>`
    SELECT (SELECT count(*) FROM people WHERE status = 'active') AS people_total,
      (SELECT count(*) FROM assets WHERE status <> 'retired') AS assets_total,
      count(*) AS badges_total, count(*) FILTER (WHERE c.at > now() - interval '30 seconds') AS active_badges,
      count(*) FILTER (WHERE t.battery_pct <= b.low AND t.battery_pct > b.critical) AS low_battery,
      count(*) FILTER (WHERE t.battery_pct <= b.critical) AS critical_battery
    FROM battery_thresholds b, transmitters t LEFT JOIN positions_current c ON c.transmitter_id = t.transmitter_id
    WHERE t.status <> 'retired'`.execute(db)
  return rows[0] as SiteTotals
}

/** The sequence number of the newest position. */
export async function newestSeq(db: Database): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    SELECT coalesce(max(c.seq), 0) AS seq
    FROM positions_current c JOIN transmitters t ON t.transmitter_id = c.transmitter_id`.execute(db)
  return rows[0]!.seq
}

// SQL of what is the matter right now: one SELECT per kind, all with the same columns (docs/decisions/0010). Read by
// watch-queries.ts, which compares them with the alerts there are.
import { sql, type RawBuilder } from 'kysely'
import type { AlertSettings } from '@rollcall/contracts/domains/settings'
import { brokenLinkWords, type CanaryLink } from '../../canary/canary.ts'
import { exitWords } from '../emergency/exit-words.ts'

/** The sentence by its code, as contracts/src/sentences.ts has it; `values`: pairs of names and columns. */
const said = (code: RawBuilder<unknown>, values: RawBuilder<unknown>) =>
  sql`jsonb_build_object('code', ${code}, 'values', jsonb_build_object(${values}))`

/** Columns: kind, subject, text, said, receiver_id, transmitter_id, floor_id, zone_id, emergency_id. */
export function causes(
  listeningSince: string,
  settings: AlertSettings,
  brokenLink: CanaryLink | null,
): RawBuilder<unknown> {
  const silent = (column: RawBuilder<unknown>, limit: string) =>
    sql`(${column} IS NOT NULL AND greatest(${column}, ${listeningSince}::timestamptz) < now() - ${limit}::interval)`
  const silentBadge = silent(sql.ref('t.last_seen_at'), '15 minutes')
  return sql.join(
    [
      emergencies,
      restrictedZones(settings.restrictedZoneStaff),
      capacity,
      sql`${silentBadges} WHERE ${silentBadge} AND ${isThingInUse}`,
      sql`${silentBadges} WHERE ${silentBadge} AND ${isPersonInside}`,
      // 90 s as in rules 8; one never heard is being installed.
      sql`${receivers} WHERE r.status = 'offline' AND ${silent(sql.ref('r.last_seen_at'), '90 seconds')}`,
      batteries(settings.criticalBattery),
      ...(brokenLink ? [brokenChain(brokenLink)] : []),
    ],
    sql` UNION ALL `,
  )
}

/** Drills alarm nobody. */
const emergencies = sql`
  SELECT 'emergency' AS kind, e.id::text AS subject,
    'Emergency: ' || replace(e.scenario, '_', ' ') || ' in ' || string_agg(b.name, ', ' ORDER BY b.name) || '.' AS text,
    ${said(sql`'alert_emergency'`, sql`'scenario', jsonb_build_object('code', 'scenario_' || e.scenario), 'places', string_agg(b.name, ', ' ORDER BY b.name)`)} AS said,
    NULL::uuid AS receiver_id, NULL AS transmitter_id, NULL::uuid AS floor_id, NULL::uuid AS zone_id, e.id AS emergency_id
  FROM emergencies e JOIN emergency_buildings eb ON eb.emergency_id = e.id JOIN buildings b ON b.id = eb.building_id
  WHERE e.state = 'active' AND e.mode = 'live' GROUP BY e.id`

/** Who is there now, and whoever entered within half a minute: a short visit must not fall between two looks. */
const restrictedZones = (staffToo: boolean) => sql`
  SELECT 'restricted_zone', c.transmitter_id || ' ' || z.id, c.name || ' is in ' || z.name || ', which is restricted.',
    ${said(sql`'in_restricted'`, sql`'name', c.name, 'zone', z.name`)},
    NULL, c.transmitter_id, z.floor_id, z.id, NULL
  FROM (
    SELECT transmitter_id, zone_id FROM positions_current WHERE at > now() - interval '5 minutes'
    UNION SELECT transmitter_id, zone_id FROM activity WHERE type = 'restricted_zone' AND at > now() - interval '30 seconds'
  ) AS seen
  JOIN zones z ON z.id = seen.zone_id AND z.is_restricted
  JOIN carriers c ON c.transmitter_id = seen.transmitter_id
  WHERE c.entity_type IN ('visitor', 'contractor') OR (${staffToo} AND c.entity_type = 'employee')`

/** Zones with more people than their capacity: people, not badges, heard within a minute. Columns: id, floor_id, name, capacity, people,
 * and the badge that came last. */
export const crowdedZones = sql`
  SELECT z.id, z.floor_id, z.name, z.capacity, count(DISTINCT t.entity_id) AS people,
    (array_agg(p.transmitter_id ORDER BY p.zone_since DESC NULLS LAST, p.transmitter_id))[1] AS last_badge
  FROM zones z JOIN positions_current p ON p.zone_id = z.id AND p.at > now() - interval '1 minute'
  JOIN transmitters t ON t.transmitter_id = p.transmitter_id AND t.entity_type IN ('employee', 'visitor', 'contractor')
  WHERE z.capacity IS NOT NULL GROUP BY z.id HAVING count(DISTINCT t.entity_id) > z.capacity`

export const crowdText = sql`z.name || ' holds ' || z.people || ' people, more than its ' || z.capacity || '.'`
export const crowdSaid = said(sql`'crowded'`, sql`'zone', z.name, 'people', z.people, 'capacity', z.capacity`)

const capacity = sql`
  SELECT 'capacity', z.id::text, ${crowdText}, ${crowdSaid}, NULL, NULL, z.floor_id, z.id, NULL FROM (${crowdedZones}) AS z`

const fellSilent = said(
  sql`CASE WHEN z.name IS NULL THEN 'badge_silent' ELSE 'badge_silent_in' END`,
  sql`'name', c.name, 'zone', coalesce(z.name, '')`,
)

const silentBadges = sql`
  SELECT 'device_offline', t.id::text,
    'The badge of ' || c.name || ' fell silent' || coalesce(' in ' || z.name, '') || '.'
      || CASE WHEN t.battery_pct <= b.critical THEN ' Its battery was at ' || round(t.battery_pct) || '\u00a0%.' ELSE '' END,
    CASE WHEN t.battery_pct <= b.critical
      THEN ${said(sql`'badge_silent_empty'`, sql`'text', ${fellSilent}, 'percent', round(t.battery_pct)`)} ELSE ${fellSilent} END,
    NULL, t.transmitter_id, p.floor_id, p.zone_id, NULL
  FROM transmitters t JOIN carriers c ON c.transmitter_id = t.transmitter_id CROSS JOIN battery_thresholds b
  LEFT JOIN positions_current p ON p.transmitter_id = t.transmitter_id
  LEFT JOIN zones z ON z.id = p.zone_id`

/** A thing in use is missed wherever it was. */
const isThingInUse = sql`t.status = 'assigned' AND t.entity_type = 'asset'
  AND t.entity_id IN (SELECT id FROM assets WHERE status IN ('available', 'in_use'))`

/** Areas by which people leave, by their name or that of their type, as the roster of an emergency judges them. */
const waysOut = sql`zones x JOIN zone_types y ON y.id = x.zone_type_id JOIN floors f ON f.id = x.floor_id
  WHERE x.is_muster_point OR x.name ~* ${exitWords} OR y.name ~* ${exitWords}`

/**
 * A person who went home is not missed: only one who was last in a room with no way outside, of a building whose ways outside are
 * known, where receivers still work, and with no other badge heard since. After twelve hours even they have gone. The cheap
 * conditions come first; the nearest receivers are looked for only when all of them hold.
 */
const isPersonInside = sql`t.status = 'assigned' AND c.person_status = 'active' AND t.last_seen_at > now() - interval '12 hours'
  AND p.zone_id NOT IN (SELECT x.id FROM ${waysOut}) AND p.building_id IN (SELECT f.building_id FROM ${waysOut})
  AND p.floor_id IN (SELECT floor_id FROM receivers WHERE status = 'online')
  AND EXISTS (SELECT FROM (SELECT r.status FROM receivers r WHERE r.floor_id = p.floor_id AND r.x IS NOT NULL
    ORDER BY (r.x - p.x) ^ 2 + (r.y - p.y) ^ 2 LIMIT 3) AS nearest WHERE nearest.status = 'online')
  AND NOT EXISTS (SELECT FROM transmitters o WHERE o.entity_type = t.entity_type AND o.entity_id = t.entity_id
    AND o.id <> t.id AND o.last_seen_at > t.last_seen_at)`

/** One at a time; where it gets stuck is part of the subject, for another link is another fault. */
const brokenChain = (link: CanaryLink) => sql`
  SELECT 'live_chain', ${link}::text, ${brokenLinkWords[link]}::text, ${said(sql`${`chain_${link}`}::text`, sql``)}, NULL, NULL, NULL, NULL, NULL`

const receivers = sql`
  SELECT 'receiver_offline', r.id::text, 'Receiver ' || r.name || ' is no longer heard.',
    ${said(sql`'receiver_silent'`, sql`'name', r.name`)}, r.id, NULL, r.floor_id, NULL, NULL
  FROM receivers r`

/** A battery that is reported at the threshold goes up and down by a percent: what is open stays so until it is clearly better. */
const leewayPct = 3

/** With the critical kind off, a critical battery is a low one. */
const batteries = (criticalToo: boolean) => sql`
  SELECT kind, id::text, 'The badge of ' || name || ' has ' || round(battery_pct) || '\u00a0% battery left.',
    ${said(sql`'battery_left'`, sql`'name', name, 'percent', round(battery_pct)`)}, NULL, transmitter_id, NULL, NULL, NULL
  FROM (
    SELECT t.id, t.transmitter_id, t.battery_pct, c.name, CASE
      WHEN ${criticalToo} AND t.battery_pct <= b.critical + CASE o.kind WHEN 'battery_critical' THEN ${leewayPct}::int ELSE 0 END
        THEN 'battery_critical'
      WHEN t.battery_pct <= b.low + CASE WHEN o.kind IS NULL THEN 0 ELSE ${leewayPct}::int END THEN 'battery_low' END AS kind
    FROM transmitters t JOIN carriers c ON c.transmitter_id = t.transmitter_id CROSS JOIN battery_thresholds b
    LEFT JOIN alerts o ON o.cleared_at IS NULL AND o.subject = t.id::text AND o.kind IN ('battery_low', 'battery_critical')
    WHERE t.status = 'assigned' AND t.battery_pct <= b.low + ${leewayPct}::int
  ) AS judged WHERE kind IS NOT NULL`

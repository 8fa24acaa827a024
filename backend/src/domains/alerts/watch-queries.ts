// SQL of the watch: takes its turn, compares what is the matter with the alerts there are, and queues messages (docs/decisions/0010).
// Called by alert-watch.ts, everything in one transaction.
import { sql } from 'kysely'
import { AlertKind, alertKinds } from '@rollcall/contracts/domains/alerts'
import type { AlertSettings } from '@rollcall/contracts/domains/settings'
import type { Said } from '@rollcall/contracts/sentences'
import type { CanaryLink } from '../../canary/canary.ts'
import type { Database } from '../../database/schema.ts'
import { causes, crowdedZones, crowdSaid, crowdText } from './cause-queries.ts'

export type Turn = { listeningSince: string; mayTell: boolean }

/** Waits for whoever looks at the same moment. After a pause of a minute silence is counted anew: nobody listened meanwhile. */
export async function takeTurn(tx: Database): Promise<Turn> {
  const { rows } = await sql<Turn>`
    UPDATE alert_watch SET looked_at = clock_timestamp(),
      listening_since = CASE WHEN looked_at < now() - interval '1 minute' THEN now() ELSE listening_since END
    RETURNING listening_since, coalesce(told_at < now() - interval '1 minute', true) AS may_tell`.execute(tx)
  return rows[0] ?? { listeningSince: new Date().toISOString(), mayTell: false }
}

/** The activity log says that a zone is too full once, and again after it emptied, with the badge that came last. Whether alerts of it are
 * wanted does not matter. */
export async function noteCrowds(tx: Database): Promise<void> {
  await sql`
    WITH crowded AS MATERIALIZED (${crowdedZones}), emptied AS (
      UPDATE zones SET full_since = NULL WHERE full_since IS NOT NULL AND id NOT IN (SELECT id FROM crowded)
    ), filled AS (
      UPDATE zones SET full_since = now() FROM crowded c WHERE zones.id = c.id AND full_since IS NULL RETURNING zones.id
    )
    INSERT INTO activity (at, type, transmitter_id, floor_id, zone_id, text, said)
    SELECT now(), 'capacity_exceeded', z.last_badge, z.floor_id, z.id, ${crowdText}, ${crowdSaid} FROM crowded z JOIN filled USING (id)`.execute(
    tx,
  )
}

export type Settled = { raised: number; again: number; cleared: number }

/**
 * Alerts whose cause is gone are cleared. A cause without an alert gets the one that was cleared within the cooldown back, as it was,
 * or else a new one.
 */
export async function settle(
  tx: Database,
  listeningSince: string,
  settings: AlertSettings,
  brokenLink: CanaryLink | null,
): Promise<Settled> {
  const enabledKinds = AlertKind.options.filter((kind) => settings[alertKinds[kind].setting])
  const { rows } = await sql<Settled>`
    WITH causes AS MATERIALIZED (
      SELECT * FROM (${causes(listeningSince, settings, brokenLink)}) AS every WHERE kind = ANY (${enabledKinds}::text[])
    ), gone AS (
      UPDATE alerts a SET cleared_at = now() WHERE a.cleared_at IS NULL
        AND NOT EXISTS (SELECT FROM causes c WHERE c.kind = a.kind AND c.subject = a.subject)
      RETURNING a.id
    ), fresh AS MATERIALIZED (
      SELECT c.*, (SELECT l.id FROM alerts l WHERE l.kind = c.kind AND l.subject = c.subject
        AND l.cleared_at > now() - make_interval(mins => ${settings.cooldownMinutes}) ORDER BY l.raised_at DESC LIMIT 1) AS recent
      FROM causes c
      WHERE NOT EXISTS (SELECT FROM alerts a WHERE a.kind = c.kind AND a.subject = c.subject AND a.cleared_at IS NULL)
    ), again AS (
      UPDATE alerts a SET cleared_at = NULL FROM fresh f WHERE a.id = f.recent RETURNING a.id
    ), raised AS (
      INSERT INTO alerts (kind, subject, text, said, receiver_id, transmitter_id, floor_id, zone_id, emergency_id)
      SELECT kind, subject, text, said, receiver_id, transmitter_id, floor_id, zone_id, emergency_id FROM fresh WHERE recent IS NULL
      RETURNING id
    )
    SELECT (SELECT count(*) FROM raised) AS raised, (SELECT count(*) FROM again) AS again,
      (SELECT count(*) FROM gone) AS cleared`.execute(tx)
  return rows[0] ?? { raised: 0, again: 0, cleared: 0 }
}

export type ToldAlert = { id: string; kind: AlertKind; text: string; said: Said | null }

/** Marks what is present as told, and answers the oldest of those that nobody takes care of yet. */
export async function takeUnannounced(tx: Database, most: number): Promise<ToldAlert[]> {
  const { rows } = await sql<ToldAlert>`
    WITH told AS (
      UPDATE alerts SET told_at = now() WHERE told_at IS NULL AND cleared_at IS NULL RETURNING id, kind, text, said, raised_at, acknowledged_at
    ), noted AS (UPDATE alert_watch SET told_at = now() WHERE EXISTS (SELECT FROM told) RETURNING told_at)
    SELECT id, kind, text, said FROM told, noted WHERE acknowledged_at IS NULL
    ORDER BY raised_at, text LIMIT ${most}`.execute(tx)
  return rows
}

export type Recipient = {
  id: string
  email: string
  displayName: string
  phone: string | null
  role: string
  permissions: string[]
  /** Those of the alerts that lie in buildings it does not see. */
  elsewhere: string[]
}

/** Whether the alert `a` lies in the buildings of the account `u`: the rule of database/building-views.ts, for any account. */
const isInTheirs = sql`(
  (a.floor_id IS NULL OR EXISTS (SELECT FROM floors f JOIN user_buildings b USING (building_id)
    WHERE f.id = a.floor_id AND b.user_id = u.id))
  AND (a.zone_id IS NULL OR EXISTS (SELECT FROM zones z JOIN floors f ON f.id = z.floor_id
    JOIN user_buildings b USING (building_id) WHERE z.id = a.zone_id AND b.user_id = u.id))
  AND (a.receiver_id IS NULL OR EXISTS (SELECT FROM receivers r JOIN user_buildings b USING (building_id)
    WHERE r.id = a.receiver_id AND b.user_id = u.id))
  AND (a.emergency_id IS NULL OR EXISTS (SELECT FROM emergency_buildings e JOIN user_buildings b USING (building_id)
    WHERE e.emergency_id = a.emergency_id AND b.user_id = u.id)))`

/** Active accounts, or the one of them, with the number of the emergency contact of the same address: accounts themselves have none. */
export async function listRecipients(
  tx: Database,
  alerts: readonly ToldAlert[],
  most: number,
  only: string | null = null,
): Promise<Recipient[]> {
  const ids = alerts.map(({ id }) => id)
  const { rows } = await sql<Recipient>`
    SELECT u.id, u.email, u.display_name, u.role,
      (SELECT c.phone FROM emergency_contacts c WHERE c.active AND c.phone IS NOT NULL AND lower(c.email) = lower(u.email)
        ORDER BY c.priority, c.id LIMIT 1) AS phone,
      ARRAY(SELECT p.permission FROM role_permissions p WHERE p.role = u.role) AS permissions,
      ARRAY(SELECT a.id FROM alerts a WHERE u.is_limited AND a.id = ANY (${ids}::uuid[]) AND NOT ${isInTheirs}) AS elsewhere
    FROM users u WHERE u.active AND (${only}::uuid IS NULL OR u.id = ${only}) ORDER BY u.created_at, u.id LIMIT ${most}`.execute(
    tx,
  )
  return rows
}

export type AlertMessage = {
  contactName: string
  channel: 'email' | 'sms'
  address: string
  subject: string
  text: string
}

/** Behind every message about an emergency. */
const lastPriority = 1000

export async function queueMessages(tx: Database, messages: readonly AlertMessage[]): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map((message) => ({ ...message, emergencyId: null, contactId: null, priority: lastPriority }))
  await tx.insertInto('notificationOutbox').values(rows).execute()
}

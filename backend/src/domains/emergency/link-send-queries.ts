// SQL of personal links that are mailed: whom, how far it got, whom none reached (rules 9). One row per person of an emergency, so that
// asking twice sends once. The link itself is made when it is sent (link-outbox.ts).
import { sql } from 'kysely'
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { Language } from '@rollcall/contracts/fields'
import type { LinkSending } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'
import type { Place } from './emergency-message.ts'

type Asking = { readonly personIds: readonly string[] | null; readonly again: boolean }

/**
 * Answers how many are concerned, and how many of them wait for a mail now. A link that was sent is renewed for whoever is named, and not within a minute: the second of
 * two taps must not send another.
 */
export async function queueLinks(db: Database, emergencyId: string, { personIds, again }: Asking) {
  const { rows } = await sql<{ state: string }>`
    INSERT INTO muster_link_sends AS s (emergency_id, person_id, state, detail)
    SELECT r.emergency_id, r.person_id, CASE WHEN p.email IS NULL THEN 'without_address' ELSE 'waiting' END,
      CASE WHEN p.email IS NULL THEN 'There is no e-mail address.' END
    FROM emergency_roster r LEFT JOIN people p ON p.id = r.person_id
    WHERE r.emergency_id = ${emergencyId}
      AND CASE WHEN ${personIds}::uuid[] IS NULL THEN r.status = 'unknown' ELSE r.person_id = ANY (${personIds}::uuid[]) END
    ON CONFLICT (emergency_id, person_id) DO UPDATE
    SET state = excluded.state, detail = excluded.detail, tries = 0, first_tried_at = NULL, due_at = now(), requested_at = now()
    WHERE s.state = 'not_needed' OR (${again} AND (s.state IN ('failed', 'without_address')
      OR (s.state = 'sent' AND ${personIds !== null} AND s.requested_at < now() - interval '1 minute')))
    RETURNING s.state`.execute(db)
  return { asked: rows.length, waiting: rows.filter(({ state }) => state === 'waiting').length }
}

export type WaitingLink = Pick<Emergency, 'scenario' | 'mode' | 'message'> & {
  emergencyId: string
  personId: string
  fullName: string
  email: string | null
  /** Still missing, in an emergency that goes on. */
  isNeeded: boolean
  organisation: string
  language: Language
  places: Place[]
  tries: number
  firstTriedAt: string
}

/** Takes them for a minute, longer than any attempt lasts. With everything that the mail says, as it is now. */
export async function takeLinksDue(db: Database, most: number): Promise<WaitingLink[]> {
  const { rows } = await sql<WaitingLink>`
    WITH due AS MATERIALIZED (
      SELECT s.emergency_id, s.person_id FROM muster_link_sends s WHERE s.state = 'waiting' AND s.due_at <= now()
      ORDER BY s.due_at LIMIT ${most} FOR UPDATE SKIP LOCKED
    )
    UPDATE muster_link_sends s
    SET tries = s.tries + 1, first_tried_at = coalesce(s.first_tried_at, now()), due_at = now() + interval '1 minute'
    FROM due JOIN emergencies e ON e.id = due.emergency_id
      JOIN emergency_roster r ON r.emergency_id = due.emergency_id AND r.person_id = due.person_id
      LEFT JOIN people p ON p.id = due.person_id
    WHERE s.emergency_id = due.emergency_id AND s.person_id = due.person_id
    RETURNING s.emergency_id, s.person_id, s.tries, s.first_tried_at, r.full_name, p.email, e.scenario, e.mode, e.message,
      e.state = 'active' AND r.status = 'unknown' AS is_needed,
      coalesce((SELECT g.value ->> 'organisation' FROM settings g WHERE g.name = 'general'), '') AS organisation,
      coalesce((SELECT g.value ->> 'language' FROM settings g WHERE g.name = 'general'), 'en') AS language,
      coalesce((SELECT jsonb_agg(jsonb_build_object('name', b.name, 'timezone', b.timezone) ORDER BY b.name)
        FROM emergency_buildings eb JOIN buildings b ON b.id = eb.building_id WHERE eb.emergency_id = e.id), '[]') AS places
    `.execute(db)
  return rows
}

type Person = Pick<WaitingLink, 'emergencyId' | 'personId'>
type Finished = 'sent' | 'failed' | 'without_address' | 'not_needed'

export async function finishLink(
  db: Database,
  { emergencyId, personId }: Person,
  state: Finished,
  detail: string | null,
) {
  await sql`
    UPDATE muster_link_sends SET state = ${state}, detail = ${detail}
    WHERE emergency_id = ${emergencyId} AND person_id = ${personId} AND state = 'waiting'`.execute(db)
}

export async function retryLink(
  db: Database,
  { emergencyId, personId }: Person,
  delayMs: number,
  detail: string | null,
) {
  await sql`
    UPDATE muster_link_sends SET due_at = now() + make_interval(secs => ${delayMs / 1000}), detail = ${detail}
    WHERE emergency_id = ${emergencyId} AND person_id = ${personId} AND state = 'waiting'`.execute(db)
}

/** Who waits for a link when a drill becomes real gets that of the emergency; links that were sent lead there, too (findLink). */
export async function carryWaitingLinks(db: Database, drillIds: readonly string[], liveId: string): Promise<void> {
  await sql`
    WITH dropped AS (
      UPDATE muster_link_sends SET state = 'not_needed', detail = 'The drill became an emergency.'
      WHERE emergency_id = ANY (${drillIds}::uuid[]) AND state = 'waiting' RETURNING person_id
    )
    INSERT INTO muster_link_sends (emergency_id, person_id)
    SELECT DISTINCT ${liveId}::uuid, d.person_id FROM dropped d
    JOIN emergency_roster r ON r.emergency_id = ${liveId} AND r.person_id = d.person_id
    ON CONFLICT DO NOTHING`.execute(db)
}

const mostUnreached = 100

export async function linkSendingOf(db: Database, emergencyId: string): Promise<Omit<LinkSending, 'canMail'>> {
  const { rows: counts } = await sql<Omit<LinkSending, 'canMail' | 'unreached' | 'unasked'>>`
    SELECT count(*) AS total, count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'sent') AS sent,
      count(*) FILTER (WHERE state = 'without_address') AS without_address, count(*) FILTER (WHERE state = 'failed') AS failed,
      count(*) FILTER (WHERE state = 'not_needed') AS not_needed
    FROM muster_link_sends WHERE emergency_id = ${emergencyId}`.execute(db)
  const { rows: unreached } = await sql<LinkSending['unreached'][number]>`
    SELECT s.person_id, r.full_name, coalesce(s.detail, '') AS detail
    FROM muster_link_sends s JOIN emergency_roster r USING (emergency_id, person_id)
    WHERE s.emergency_id = ${emergencyId} AND s.state IN ('failed', 'without_address') AND r.status = 'unknown'
    ORDER BY lower(r.full_name), s.person_id LIMIT ${mostUnreached}`.execute(db)
  const { rows: unasked } = await sql<LinkSending['unasked']>`
    SELECT count(p.email) AS with_address, count(*) - count(p.email) AS without_address
    FROM emergency_roster r LEFT JOIN people p ON p.id = r.person_id
    WHERE r.emergency_id = ${emergencyId} AND r.status = 'unknown' AND NOT EXISTS (
      SELECT FROM muster_link_sends s
      WHERE s.emergency_id = r.emergency_id AND s.person_id = r.person_id AND s.state <> 'not_needed')`.execute(db)
  const nobody = { total: 0, waiting: 0, sent: 0, withoutAddress: 0, failed: 0, notNeeded: 0 }
  return { ...nobody, ...counts[0], unreached, unasked: unasked[0] ?? { withAddress: 0, withoutAddress: 0 } }
}

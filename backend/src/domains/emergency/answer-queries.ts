// SQL of what contacts and wardens answer while it rings (rules 9), and of the links by which contacts do.
import { sql } from 'kysely'
import type { ContactLinkView } from '@rollcall/contracts/domains/contacts'
import type { EmergencyAnswer } from '@rollcall/contracts/domains/wardens'
import type { Database } from '../../database/schema.ts'
import { nextVersion } from './muster-queries.ts'

/** Everybody who is told and can answer, silent so far. A call is spoken: it carries no link. */
export async function askContacts(db: Database, emergencyId: string): Promise<void> {
  await sql`
    INSERT INTO emergency_answers (emergency_id, kind, answerer_id, name, role)
    SELECT DISTINCT o.emergency_id, 'contact', c.id, c.name, c.role
    FROM notification_outbox o JOIN emergency_contacts c ON c.id = o.contact_id
    WHERE o.emergency_id = ${emergencyId} AND o.channel <> 'voice' ON CONFLICT DO NOTHING`.execute(db)
}

type Said = Pick<EmergencyAnswer, 'kind' | 'id' | 'name' | 'answer'> & { readonly role?: string | null }

/** Answers what stands there then. The caller holds the emergency. */
export async function writeAnswer(db: Database, emergencyId: string, said: Said): Promise<EmergencyAnswer> {
  const version = await nextVersion(db, emergencyId)
  const { kind, id, name, answer, role = null } = said
  const { rows } = await sql<EmergencyAnswer>`
    INSERT INTO emergency_answers (emergency_id, kind, answerer_id, name, role, answer, at, version)
    VALUES (${emergencyId}, ${kind}, ${id}, ${name}, ${role}, ${answer}, now(), ${version})
    ON CONFLICT (emergency_id, kind, answerer_id) DO UPDATE SET answer = excluded.answer, at = now(), version = excluded.version
    RETURNING kind, answerer_id AS id, name, role, answer, at`.execute(db)
  return rows[0] as EmergencyAnswer
}

/** Those of these people who are wardens or deputies in the buildings of an emergency. */
export async function wardensAmong(db: Database, emergencyId: string, personIds: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT DISTINCT p.id, p.full_name AS name
    FROM people p JOIN warden_people m ON m.person_id = p.id JOIN wardens w ON w.id = m.warden_id
      JOIN emergency_buildings b ON b.building_id = w.building_id
    WHERE b.emergency_id = ${emergencyId} AND p.id = ANY (${personIds}::uuid[])`.execute(db)
  return rows
}

const linkLifetime = sql`interval '24 hours'`
/** A test is not urgent. */
const testLinkLifetime = sql`interval '7 days'`

type NewLink = {
  tokenHash: string
  contactId: string
  emergencyId: string | null
  testId: string | null
  channel: string
}

/** Nothing where the contact was deleted meanwhile. */
export async function insertContactLink(db: Database, link: NewLink): Promise<void> {
  const { tokenHash, contactId, emergencyId, testId, channel } = link
  await sql`
    INSERT INTO contact_links (token_hash, contact_id, emergency_id, test_id, channel, expires_at)
    SELECT ${tokenHash}, c.id, ${emergencyId}, ${testId}, ${channel},
      now() + CASE WHEN ${testId}::uuid IS NULL THEN ${linkLifetime} ELSE ${testLinkLifetime} END
    FROM emergency_contacts c WHERE c.id = ${contactId}`.execute(db)
}

type ContactLink = ContactLinkView & {
  contactId: string
  channel: string
  emergencyId: string | null
  testId: string | null
}

/** Of a drill that became an emergency, what the contact is asked there. Unknown, or past its time: there is none. */
export async function findContactLink(db: Database, tokenHash: string): Promise<ContactLink | undefined> {
  const { rows } = await sql<ContactLink>`
    SELECT l.contact_id, l.channel, l.test_id, e.id AS emergency_id, c.name,
      CASE WHEN e.id IS NOT NULL THEN jsonb_build_object('scenario', e.scenario, 'mode', e.mode, 'message', e.message,
        'state', e.state, 'triggeredAt', to_char(e.triggered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'boardPath', '/emergency/' || e.id, 'places', (
          SELECT coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'timezone', b.timezone) ORDER BY b.name), '[]')
          FROM emergency_buildings eb JOIN buildings b ON b.id = eb.building_id WHERE eb.emergency_id = e.id)) END AS emergency,
      CASE WHEN t.answered_at IS NOT NULL THEN 'received' ELSE a.answer END AS answer, coalesce(t.answered_at, a.at) AS answered_at
    FROM contact_links l JOIN emergency_contacts c ON c.id = l.contact_id
      LEFT JOIN contact_tests t ON t.id = l.test_id
      LEFT JOIN emergencies made ON made.id = l.emergency_id
      LEFT JOIN emergencies e ON e.id = coalesce(made.superseded_by, made.id)
      LEFT JOIN emergency_answers a ON a.emergency_id = e.id AND a.kind = 'contact' AND a.answerer_id = c.id
    WHERE l.token_hash = ${tokenHash} AND l.expires_at > now()`.execute(db)
  return rows[0]
}

/** A test is answered once; that the contact answered at all is what readiness asks for. */
export async function noteContactAnswered(
  db: Database,
  { contactId, testId, channel }: Pick<ContactLink, 'contactId' | 'testId' | 'channel'>,
): Promise<void> {
  await sql`
    UPDATE contact_tests SET answered_at = now(), answered_channel = ${channel} WHERE id = ${testId} AND answered_at IS NULL`.execute(
    db,
  )
  await sql`UPDATE emergency_contacts SET answered_at = now() WHERE id = ${contactId}`.execute(db)
}

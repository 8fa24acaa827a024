// SQL of messages to contacts: queued, taken to be sent, and what became of each (rules 9). Every attempt is recorded beside it.
import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Attempt, Outgoing } from './sender.ts'

type ToContacts = {
  readonly about?: 'began' | 'taken_over' | 'ended' | 'notice'
  readonly emergencyId: string | null
  readonly scenario: string
  readonly buildingIds: readonly string[]
  readonly subject: string
  readonly text: string
  /** For text messages and calls; absent: the text. */
  readonly short?: string
  /** Path of a page, which follows the text. */
  readonly link?: string
  /** Only these; absent: every channel of the contact. */
  readonly channels?: readonly string[]
  /** Only these contacts, whatever they are told of otherwise. */
  readonly contactIds?: readonly string[]
  /** Contacts who were told of these emergencies are told of this one, too, whatever it is and wherever. */
  readonly alsoToldOf?: readonly string[]
}

/** One message per contact and channel that this scenario and place concern. In the transaction of what it tells about. */
export async function queueForContacts(db: Database, message: ToContacts): Promise<void> {
  const { about = 'notice', emergencyId, scenario, buildingIds, subject, text, short = text, link = null } = message
  const { channels = null, alsoToldOf = [], contactIds = null } = message
  await sql`
    INSERT INTO notification_outbox (about, emergency_id, contact_id, contact_name, channel, address, subject, text, link, priority)
    SELECT ${about}, ${emergencyId}, c.id, c.name, channel,
      CASE channel WHEN 'email' THEN c.email WHEN 'webhook' THEN NULL ELSE c.phone END,
      ${subject}, CASE WHEN channel IN ('sms', 'voice') THEN ${short} ELSE ${text} END, ${link}, c.priority
    FROM emergency_contacts c, unnest(c.channels) AS channel
    WHERE c.active AND (${channels}::text[] IS NULL OR channel = ANY (${channels}::text[])) AND (
      c.id = ANY (${contactIds}::uuid[]) OR (${contactIds}::uuid[] IS NULL AND (c.scenarios = '{}' OR ${scenario} = ANY (c.scenarios))
        AND (c.building_ids = '{}' OR c.building_ids && ${buildingIds}::uuid[]))
      OR EXISTS (SELECT FROM notification_outbox told WHERE told.emergency_id = ANY (${alsoToldOf}::uuid[])
        AND told.contact_id = c.id AND told.channel = channel))`.execute(db)
}

/** The beginning of these emergencies is no longer worth telling: something newer is queued. */
export async function dropOutOfDate(db: Database, emergencyIds: readonly string[], why: string): Promise<void> {
  await sql`
    UPDATE notification_outbox SET state = 'out_of_date', detail = ${why}, at = now()
    WHERE emergency_id = ANY (${emergencyIds}::uuid[]) AND state = 'waiting'`.execute(db)
}

export type DueIn = { readonly channel: string; readonly alarm: boolean }

/** Where something is due. An alarm, being about an emergency, has its own lane, so that nothing else stands before it. */
export async function lanesDue(db: Database): Promise<DueIn[]> {
  const { rows } = await sql<DueIn>`
    SELECT DISTINCT channel, emergency_id IS NOT NULL AS alarm FROM notification_outbox
    WHERE state = 'waiting' AND due_at <= now()`.execute(db)
  return rows
}

export type Waiting = Omit<Outgoing, 'link' | 'answerLink'> & {
  id: string
  about: string
  testId: string | null
  contactId: string | null
  tries: number
  /** Path. */
  link: string | null
  firstTriedAt: string
  hasFailed: boolean
}

/**
 * Takes messages for a minute, longer than any attempt lasts: should this process die meanwhile, another one sends them then. The
 * newest emergency first, then by the order of the contacts.
 */
export async function takeDue(db: Database, { channel, alarm }: DueIn, most: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    WITH due AS MATERIALIZED (
      SELECT o.id FROM notification_outbox o
      WHERE o.state = 'waiting' AND o.channel = ${channel} AND o.due_at <= now() AND (o.emergency_id IS NOT NULL) = ${alarm}
      ORDER BY (SELECT e.triggered_at FROM emergencies e WHERE e.id = o.emergency_id) DESC NULLS LAST, o.priority, o.due_at
      LIMIT ${most} FOR UPDATE SKIP LOCKED
    )
    UPDATE notification_outbox o
    SET tries = tries + 1, first_tried_at = coalesce(first_tried_at, now()), due_at = now() + interval '1 minute'
    FROM due WHERE o.id = due.id
    RETURNING o.id, o.about, o.test_id, o.emergency_id, o.contact_id, o.contact_name, o.channel, o.address, o.subject, o.text, o.link, o.tries,
      o.first_tried_at, o.failed_at IS NOT NULL AS has_failed`.execute(db)
  return rows
}

/** Back among those that wait, unless it was dropped meanwhile. */
export async function putBack(db: Database, id: string, delayMs: number, detail: string | null): Promise<void> {
  await sql`
    UPDATE notification_outbox SET due_at = now() + make_interval(secs => ${delayMs / 1000}), detail = ${detail}, at = now(),
      failed_at = coalesce(failed_at, now())
    WHERE id = ${id} AND state = 'waiting'`.execute(db)
}

/** Delivered is delivered, even if it was dropped while it was on its way. */
export async function settle(
  db: Database,
  id: string,
  state: 'sent' | 'dry_run' | 'given_up',
  detail: string | null,
): Promise<void> {
  const replaced = state === 'given_up' ? ['waiting'] : ['waiting', 'out_of_date']
  await sql`
    UPDATE notification_outbox SET state = ${state}, detail = ${detail}, at = now(),
      failed_at = CASE WHEN ${state} = 'given_up' THEN coalesce(failed_at, now()) ELSE failed_at END
    WHERE id = ${id} AND state = ANY (${replaced}::text[])`.execute(db)
}

export async function recordAttempt(
  db: Database,
  { id, emergencyId, channel, contactName, contactId }: Waiting,
  { sender, result, detail }: Attempt,
): Promise<void> {
  // The contact may have been deleted while its message waited.
  const known = sql<string | null>`(SELECT id FROM emergency_contacts WHERE id = ${contactId})`
  await db
    .insertInto('emergencyNotifications')
    .values({ messageId: id, emergencyId, contactId: known, contactName, channel, sender, result, detail })
    .execute()
}

// SQL of messages that wait to be sent, and of the attempts made (rules 9).
import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Attempt, Outgoing } from './sender.ts'

type ToContacts = {
  readonly emergencyId: string | null
  readonly scenario: string
  readonly buildingIds: readonly string[]
  readonly subject: string
  readonly text: string
  /** Only these; absent: every channel of the contact. */
  readonly channels?: readonly string[]
}

/** One message per contact and channel that this scenario and place concern. In the transaction of what it tells about. */
export async function queueForContacts(db: Database, message: ToContacts): Promise<void> {
  const { emergencyId, scenario, buildingIds, subject, text, channels = null } = message
  await sql`
    INSERT INTO notification_outbox (emergency_id, contact_id, contact_name, channel, address, subject, text, priority)
    SELECT ${emergencyId}, c.id, c.name, channel, CASE channel WHEN 'email' THEN c.email WHEN 'webhook' THEN NULL ELSE c.phone END,
      ${subject}, ${text}, c.priority
    FROM emergency_contacts c, unnest(c.channels) AS channel
    WHERE c.active AND (c.scenarios = '{}' OR ${scenario} = ANY (c.scenarios))
      AND (c.building_ids = '{}' OR c.building_ids && ${buildingIds}::uuid[])
      AND (${channels}::text[] IS NULL OR channel = ANY (${channels}::text[]))`.execute(db)
}

export type Waiting = Outgoing & { id: string; contactId: string | null; tries: number }

/** Takes messages for a minute: should this process die meanwhile, another one sends them then. */
export async function takeDue(db: Database, most: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    UPDATE notification_outbox SET tries = tries + 1, due_at = now() + interval '1 minute'
    WHERE id IN (SELECT id FROM notification_outbox WHERE due_at <= now() ORDER BY priority, due_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id, emergency_id, contact_id, contact_name, channel, address, subject, text, tries`.execute(db)
  return rows
}

export async function putBack(db: Database, id: string, delayMs: number): Promise<void> {
  await sql`UPDATE notification_outbox SET due_at = now() + make_interval(secs => ${delayMs / 1000}) WHERE id = ${id}`.execute(
    db,
  )
}

export async function takeOut(db: Database, id: string): Promise<void> {
  await db.deleteFrom('notificationOutbox').where('id', '=', id).execute()
}

export async function recordAttempt(
  db: Database,
  { emergencyId, channel, contactName }: Outgoing,
  contactId: string | null,
  { sender, result, detail }: Attempt,
): Promise<void> {
  // The contact may have been deleted while its message waited.
  const known = sql<string | null>`(SELECT id FROM emergency_contacts WHERE id = ${contactId})`
  await db
    .insertInto('emergencyNotifications')
    .values({ emergencyId, contactId: known, contactName, channel, sender, result, detail })
    .execute()
}

// SQL of test messages to contacts: whom, how far it got, who answered (rules 9). They go out through the outbox like all messages.
import { sql } from 'kysely'
import type { ContactTest } from '@rollcall/contracts/domains/contacts'
import type { Database } from '../../database/schema.ts'

type Message = { readonly subject: string; readonly text: string; readonly short: string; readonly spoken: string }

/** Without ids every active contact. Who was asked within a minute is not asked again: the second of two taps sends nothing. Answers
 * how many are asked. */
export async function queueTests(
  db: Database,
  contactIds: readonly string[] | null,
  requestedBy: string,
  { subject, text, short, spoken }: Message,
): Promise<number> {
  const { rows } = await sql`
    WITH asked AS (
      UPDATE emergency_contacts SET tested_at = now()
      WHERE CASE WHEN ${contactIds}::uuid[] IS NULL THEN active ELSE id = ANY (${contactIds}::uuid[]) END
        AND (tested_at IS NULL OR tested_at < now() - interval '1 minute') AND channels <> '{}'
      RETURNING *
    ), test AS (
      INSERT INTO contact_tests (contact_id, requested_by) SELECT id, ${requestedBy} FROM asked RETURNING id, contact_id
    ), queued AS (
      INSERT INTO notification_outbox (about, contact_id, contact_name, channel, address, subject, text, priority, test_id)
      SELECT 'test', c.id, c.name, channel, CASE channel WHEN 'email' THEN c.email WHEN 'webhook' THEN NULL ELSE c.phone END,
        ${subject}, CASE channel WHEN 'sms' THEN ${short} WHEN 'voice' THEN ${spoken} ELSE ${text} END, c.priority, test.id
      FROM asked c JOIN test ON test.contact_id = c.id, unnest(c.channels) AS channel
    )
    SELECT id FROM test`.execute(db)
  return rows.length
}

/** The newest of each contact. */
export async function newestTests(db: Database): Promise<ContactTest[]> {
  const { rows } = await sql<ContactTest>`
    SELECT DISTINCT ON (t.contact_id) t.contact_id, t.requested_at, t.requested_by, t.answered_at, t.answered_channel,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('channel', o.channel, 'state', o.state, 'detail', o.detail,
          'at', to_char(o.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY o.channel), '[]')
        FROM notification_outbox o WHERE o.test_id = t.id) AS messages
    FROM contact_tests t ORDER BY t.contact_id, t.requested_at DESC`.execute(db)
  return rows
}

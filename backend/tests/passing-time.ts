// What waits to be sent, some minutes later: nothing sleeps, and the schedule is the real one.
import { sql } from 'kysely'
import type { TestBackend } from './a-backend.ts'
import { eventually } from './eventually.ts'

/** As if so many minutes had passed for every message and link that was tried and waits; then the senders have a turn. */
export async function minutesLater({ db, backend }: TestBackend, minutes: number): Promise<void> {
  const past = sql`make_interval(mins => ${minutes})`
  // One that is on its way right now would be sent by a second hand.
  await eventually('the attempts under way', async () => {
    const { rows } = await sql`SELECT FROM notification_outbox o WHERE state = 'waiting' AND failed_at IS NOT NULL
      AND tries > (SELECT count(*) FROM emergency_notifications n WHERE n.message_id = o.id)`.execute(db)
    return rows.length === 0
  })
  await sql`
    UPDATE notification_outbox SET due_at = due_at - ${past}, first_tried_at = first_tried_at - ${past}
    WHERE state = 'waiting' AND failed_at IS NOT NULL`.execute(db)
  await sql`
    UPDATE muster_link_sends SET due_at = due_at - ${past}, first_tried_at = first_tried_at - ${past},
      requested_at = requested_at - ${past} WHERE state <> 'waiting' OR detail IS NOT NULL`.execute(db)
  const senders = backend.background.all.filter(({ name }) => name === 'send-messages' || name === 'send-links')
  await Promise.all(senders.map((sender) => sender.run()))
}

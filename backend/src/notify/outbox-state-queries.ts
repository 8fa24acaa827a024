// SQL of how much waits to be sent, and since when: messages to contacts, personal links, pushes. Read by expose-metrics.ts.
import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Seconds; 0: nothing waits. */
export type OutboxState = {
  readonly outbox: string
  readonly waiting: number
  /** Since it was queued. */
  readonly oldest: number
  /** Since it was to be tried. */
  readonly overdue: number
}

export async function readOutboxes(db: Database): Promise<readonly OutboxState[]> {
  const { rows } = await sql<OutboxState>`
    WITH waiting AS (
      SELECT 'messages' AS outbox, queued_at AS since, due_at FROM notification_outbox WHERE state = 'waiting'
      UNION ALL
      SELECT 'links', requested_at, due_at FROM muster_link_sends WHERE state = 'waiting'
      UNION ALL
      SELECT 'pushes', CASE m.about WHEN 'ended' THEN e.resolved_at ELSE e.triggered_at END, m.due_at
      FROM push_messages m JOIN emergencies e ON e.id = m.emergency_id
      WHERE m.state = 'waiting' AND (m.about = 'ended' OR e.state = 'active')
    )
    SELECT o.outbox, count(w.due_at)::int AS waiting,
      coalesce(greatest(0, extract(epoch FROM now() - min(w.since))), 0)::float8 AS oldest,
      coalesce(greatest(0, extract(epoch FROM now() - min(w.due_at))), 0)::float8 AS overdue
    FROM unnest(ARRAY['messages', 'links', 'pushes']) AS o (outbox) LEFT JOIN waiting w USING (outbox)
    GROUP BY o.outbox`.execute(db)
  return rows
}

/** When the database itself was started, seconds since 1970. */
export async function readDatabaseStart(db: Database): Promise<number> {
  const { rows } = await sql<{
    started: number
  }>`SELECT extract(epoch FROM pg_postmaster_start_time())::float8 AS started`.execute(db)
  return rows[0]?.started ?? Number.NaN
}

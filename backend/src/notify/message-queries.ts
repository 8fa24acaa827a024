// SQL that reads how messages to contacts stand: the list of who was told, and how many did not arrive (rules 9).
import { sql } from 'kysely'
import type { emergency, NotificationMessage } from '@rollcall/contracts/domains/emergency'
import type { QueryOf } from '@rollcall/contracts/endpoint'
import { contains, listPage, type Page } from '../database/list-page.ts'
import type { Database } from '../database/schema.ts'

/** Messages that were tried and have not arrived, whether still tried or given up. For the board, which reads it often. */
export async function undeliveredOf(db: Database, emergencyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM notification_outbox
    WHERE emergency_id = ${emergencyId} AND failed_at IS NOT NULL AND state IN ('waiting', 'given_up')`.execute(db)
  return rows[0]?.count ?? 0
}

/** What changed last comes first. */
export function listMessages(
  db: Database,
  emergencyId: string,
  query: QueryOf<typeof emergency.messages>,
): Promise<Page<NotificationMessage>> {
  let messages = db
    .selectFrom('notificationOutbox')
    .select(['id', 'contactId', 'contactName', 'state', 'queuedAt', 'at', 'tries', 'detail'])
    .select(sql<NotificationMessage['channel']>`channel`.as('channel'))
    .select(sql<NotificationMessage['about']>`about`.as('about'))
    .select(sql<string | null>`CASE WHEN state = 'waiting' THEN due_at END`.as('nextTryAt'))
    .where('emergencyId', '=', emergencyId)
    .where('about', '<>', 'notice')
  if (query.state !== undefined) messages = messages.where('state', '=', query.state)
  if (query.q) messages = messages.where(contains(query.q, sql.ref('contactName'), sql.ref('detail')))
  const sorting = { fields: { at: sql.ref('at') }, fallback: '-at', unique: sql.ref('id'), neverNull: true } as const
  return listPage(messages, query, sorting)
}

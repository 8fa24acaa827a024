// SQL that reads how messages to contacts stand: the list of who was told, and how many did not arrive (rules 9).
import { sql } from 'kysely'
import type { emergency, NotificationMessage } from '@rollcall/contracts/domains/emergency'
import type { QueryOf } from '@rollcall/contracts/endpoint'
import { contains, listPage, type Page } from '../database/list-page.ts'
import type { Database } from '../database/schema.ts'

/** Messages about the emergency `e` of the surrounding query that were tried and have not arrived, still tried or given up. */
export const undelivered = sql<number>`(SELECT count(*) FROM notification_outbox o
  WHERE o.emergency_id = e.id AND o.failed_at IS NOT NULL AND o.state IN ('waiting', 'given_up'))`

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

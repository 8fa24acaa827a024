// SQL of what happened in an emergency: its timeline and the attempts to tell contacts. Decisions add their lines by themselves
// (muster-queries.ts).
import { sql } from 'kysely'
import type { EmergencyEvent, NotificationAttempt } from '@rollcall/contracts/domains/emergency'
import type { Said } from '@rollcall/contracts/sentences'
import type { z } from 'zod'
import { contains, listPage, type ListQuery, type Page } from '../../database/list-page.ts'
import { storedSentence } from '../../database/stored-sentence.ts'
import type { Database } from '../../database/schema.ts'

type Entry = {
  emergencyId: string
  type: 'triggered' | 'changed' | 'searched' | 'notified' | 'answered' | 'resolved'
  actor: string | null
  said: Said
  /** When it was decided, and when we heard of it; ISO 8601. Absent: now. */
  at?: string
  arrivedAt?: string
}

export async function addToTimeline(db: Database, entry: Entry): Promise<void> {
  await db
    .insertInto('emergencyTimeline')
    .values({ ...entry, ...storedSentence(entry.said) })
    .execute()
}

/** Rows of one report; a timeline that long is cut, not refused. */
const longestTimeline = 50_000

/** In the order in which it was decided, with the status each person got. */
export function timelineOf(db: Database, emergencyId: string) {
  return selectEvents(db)
    .select('t.status')
    .where('t.emergencyId', '=', emergencyId)
    .orderBy('t.at')
    .orderBy('t.seq')
    .limit(longestTimeline)
    .execute()
}

function selectEvents(db: Database) {
  return db
    .selectFrom('emergencyTimeline as t')
    .select([
      't.id',
      't.emergencyId as eventId',
      't.at',
      't.arrivedAt',
      't.type',
      't.personId',
      't.personName',
      't.actor',
      't.text',
      't.said',
    ])
}

type EventQuery = ListQuery & { q?: string | undefined; eventId?: string | undefined }

/** Newest first. */
export function listEvents(db: Database, query: EventQuery): Promise<Page<z.input<typeof EmergencyEvent>>> {
  let events = selectEvents(db)
  if (query.eventId !== undefined) events = events.where('t.emergencyId', '=', query.eventId)
  if (query.q) events = events.where(contains(query.q, sql.ref('t.text'), sql.ref('t.personName'), sql.ref('t.actor')))
  const seq = sql.ref('t.seq')
  return listPage(events, query, { fields: { at: seq }, fallback: '-at', unique: seq, neverNull: true })
}

/** Without an emergency: about alerts and weather warnings. */
export function listNotifications(
  db: Database,
  emergencyId: string | null,
  query: ListQuery & { q?: string | undefined },
): Promise<Page<z.input<typeof NotificationAttempt>>> {
  let attempts = db
    .selectFrom('emergencyNotifications')
    .select(['id', 'messageId', 'at', 'contactId', 'contactName', 'sender', 'result', 'detail'])
    .select(sql<z.input<typeof NotificationAttempt>['channel']>`channel`.as('channel'))
    .where('emergencyId', emergencyId === null ? 'is' : '=', emergencyId)
  if (query.q) attempts = attempts.where(contains(query.q, sql.ref('contactName'), sql.ref('detail')))
  const sorting = { fields: { at: sql.ref('at') }, fallback: '-at', unique: sql.ref('id'), neverNull: true } as const
  return listPage(attempts, query, sorting)
}

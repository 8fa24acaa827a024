// SQL of receivers. Metres come from the floor's size; the status is kept by housekeeping (rules 8).
import { sql } from 'kysely'
import type { DiscoveredReceiver, Receiver, ReceiverQuery } from '@rollcall/contracts/domains/receivers'
import { said } from '@rollcall/contracts/sentences'
import { storedSentence } from '../../database/stored-sentence.ts'
import type { z } from 'zod'
import { contains, listPage, type Page } from '../../database/list-page.ts'
import type { Database } from '../../database/schema.ts'

export function selectReceivers(db: Database) {
  return db
    .selectFrom('receivers as r')
    .leftJoin('floors as f', 'f.id', 'r.floorId')
    .select(['r.id', 'r.createdAt', 'r.updatedAt', 'r.receiverId', 'r.name', 'r.kind', 'r.buildingId', 'r.floorId'])
    .select(['r.x', 'r.y', 'r.zM', 'r.rssiOffsetDb', 'r.status', 'r.lastSeenAt', 'r.clockSkewMs', 'r.keyIssuedAt'])
    .select([sql<number | null>`r.x * f.width_m / 100`.as('xM'), sql<number | null>`r.y * f.height_m / 100`.as('yM')])
}

export function listReceivers(db: Database, query: z.output<typeof ReceiverQuery>): Promise<Page<Receiver>> {
  let receivers = selectReceivers(db)
  if (query.buildingId !== undefined) receivers = receivers.where('r.buildingId', '=', query.buildingId)
  if (query.floorId !== undefined) receivers = receivers.where('r.floorId', '=', query.floorId)
  if (query.status !== undefined) receivers = receivers.where('r.status', '=', query.status)
  if (query.q)
    receivers = receivers.where(contains(query.q, sql.ref('r.name'), sql.ref('r.receiverId'), sql.ref('r.kind')))
  return listPage(receivers, query, {
    fields: {
      name: sql`lower(r.name)`,
      receiverId: sql.ref('r.receiverId'),
      status: sql.ref('r.status'),
      lastSeenAt: sql.ref('r.lastSeenAt'),
      createdAt: sql.ref('r.createdAt'),
    },
    fallback: 'name',
    unique: sql.ref('r.id'),
  })
}

export function findReceiver(db: Database, id: string): Promise<Receiver | undefined> {
  return selectReceivers(db).where('r.id', '=', id).executeTakeFirst()
}

/** A receiver that was heard before it was registered is no longer "discovered". */
export async function deleteHeardReceiver(db: Database, receiverId: string): Promise<void> {
  await db.deleteFrom('heardReceivers').where('receiverId', '=', receiverId).execute()
}

export async function buildingOfFloor(db: Database, floorId: string): Promise<string | undefined> {
  const row = await db.selectFrom('floors').select('buildingId').where('id', '=', floorId).executeTakeFirst()
  return row?.buildingId
}

export function discoveredReceivers(db: Database): Promise<z.input<typeof DiscoveredReceiver>[]> {
  return db
    .selectFrom('heardReceivers')
    .select(['receiverId', 'firstSeenAt', 'lastSeenAt', 'readings', 'transmittersHeard'])
    .where('receiverId', 'not in', (eb) => eb.selectFrom('receivers').select('receivers.receiverId'))
    .orderBy('lastSeenAt', 'desc')
    .limit(500)
    .execute()
}

export type StatusChange = { id: string; receiverId: string; name: string; status: 'online' | 'offline' }

/** Online is who was heard in the last 90 seconds. Answers those whose status changed. */
export async function reevaluateStatus(db: Database): Promise<StatusChange[]> {
  const { rows } = await sql<StatusChange>`
    UPDATE receivers SET status = judged.status
    FROM (SELECT id, CASE WHEN last_seen_at > now() - interval '90 seconds' THEN 'online' ELSE 'offline' END AS status
      FROM receivers) AS judged
    WHERE judged.id = receivers.id AND judged.status <> receivers.status
    RETURNING receivers.id, receivers.receiver_id, receivers.name, receivers.status`.execute(db)
  return rows
}

export async function countByStatus(db: Database): Promise<{ online: number; offline: number }> {
  const rows = await db
    .selectFrom('receivers')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const of = (status: string) => rows.find((row) => row.status === status)?.count ?? 0
  return { online: of('online'), offline: of('offline') }
}

export async function recordStatusChanges(db: Database, changes: readonly StatusChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ receiverId, name, status }) => ({
    type: status === 'online' ? ('receiver_online' as const) : ('receiver_offline' as const),
    receiverId,
    ...storedSentence(said(status === 'online' ? 'receiver_back' : 'receiver_silent', { name })),
  }))
  await db.insertInto('activity').values(rows).execute()
}

// SQL of push notifications: the keys, which browsers, what each is to be told, and what became of it (rules 9).
import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'

type SealedKeys = { readonly publicKey: string; readonly privateSealed: Buffer }

/** As they are, or as they are now: another backend may have made them first. */
export async function pushKeys(db: Database, make?: () => SealedKeys): Promise<SealedKeys | undefined> {
  const read = () => db.selectFrom('pushKeys').select(['publicKey', 'privateSealed']).executeTakeFirst()
  const there = await read()
  if (there || !make) return there
  await db
    .insertInto('pushKeys')
    .values(make())
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return read()
}

/** `anew`: null where it is sealed as it should be. */
export async function sealPushKeysAnew(db: Database, anew: (sealed: Buffer) => Buffer | null): Promise<void> {
  const privateSealed = anew((await pushKeys(db))?.privateSealed ?? Buffer.alloc(0))
  if (privateSealed) await db.updateTable('pushKeys').set({ privateSealed }).execute()
}

/**
 * Whatever began or ended within half an hour and was not queued yet, for each browser that subscribed before, of an active account that
 * accounts for people. That it is over is for those who were told that it began. Found here, not in the transaction of an alarm, which
 * waits for nothing.
 */
export async function queuePushes(db: Database): Promise<void> {
  await sql`
    INSERT INTO push_messages (subscription_id, emergency_id, about)
    SELECT s.id, e.id, 'began' FROM emergencies e JOIN push_subscriptions s ON s.created_at <= e.triggered_at
    JOIN users u ON u.id = s.user_id AND u.active
    WHERE e.state = 'active' AND e.triggered_at > now() - interval '30 minutes' AND EXISTS (
      SELECT FROM role_permissions g WHERE g.role = u.role AND g.permission = 'emergency.account')
      AND (NOT u.is_limited OR EXISTS (SELECT FROM user_buildings ub JOIN emergency_buildings eb ON eb.building_id = ub.building_id
        WHERE ub.user_id = u.id AND eb.emergency_id = e.id))
    UNION ALL
    SELECT m.subscription_id, e.id, 'ended' FROM emergencies e
    JOIN push_messages m ON m.emergency_id = e.id AND m.about = 'began' AND m.state = 'sent'
    WHERE e.state = 'resolved' AND e.superseded_by IS NULL AND e.resolved_at > now() - interval '30 minutes'
    ON CONFLICT DO NOTHING`.execute(db)
}

export type WaitingPush = {
  readonly subscriptionId: string
  readonly emergencyId: string
  readonly about: 'began' | 'ended'
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly tries: number
  readonly firstTriedAt: string
}

/** Taken for a minute, longer than an attempt lasts. That something began is not told once it is over. */
export async function takePushes(db: Database, most: number): Promise<WaitingPush[]> {
  const { rows } = await sql<WaitingPush>`
    WITH due AS MATERIALIZED (
      SELECT m.subscription_id, m.emergency_id, m.about FROM push_messages m JOIN emergencies e ON e.id = m.emergency_id
      WHERE m.state = 'waiting' AND m.due_at <= now() AND (m.about = 'ended' OR e.state = 'active')
      ORDER BY e.triggered_at DESC, m.due_at LIMIT ${most} FOR UPDATE OF m SKIP LOCKED
    )
    UPDATE push_messages m SET tries = m.tries + 1, first_tried_at = coalesce(m.first_tried_at, now()),
      due_at = now() + interval '1 minute'
    FROM due JOIN push_subscriptions s ON s.id = due.subscription_id
    WHERE (m.subscription_id, m.emergency_id, m.about) = (due.subscription_id, due.emergency_id, due.about)
    RETURNING m.subscription_id, m.emergency_id, m.about, s.endpoint, s.p256dh, s.auth, m.tries, m.first_tried_at`.execute(
    db,
  )
  return rows
}

type Outcome = {
  readonly state: 'sent' | 'given_up' | 'waiting'
  readonly pauseMs?: number
  readonly detail: string | null
}

export async function settlePush(
  db: Database,
  push: WaitingPush,
  { state, pauseMs = 0, detail }: Outcome,
): Promise<void> {
  await sql`
    UPDATE push_messages SET state = ${state}, detail = ${detail}, due_at = now() + make_interval(secs => ${pauseMs / 1000})
    WHERE subscription_id = ${push.subscriptionId} AND emergency_id = ${push.emergencyId} AND about = ${push.about}`.execute(
    db,
  )
}

/** The browser is gone, or takes nothing from us any more. */
export async function dropSubscription(db: Database, id: string): Promise<void> {
  await db.deleteFrom('pushSubscriptions').where('id', '=', id).execute()
}

// SQL that forgets: ambient devices, activity of more than a day, spent one-time tokens and keys, old messages about alerts and weather.
import { sql } from 'kysely'
import type { Database } from './schema.ts'

/** Who carried what is told as long as where it was. */
export async function forgetOldCarriers(db: Database, before: Date): Promise<void> {
  await sql`DELETE FROM transmitter_carriers WHERE until_at < ${before}`.execute(db)
}

/** Visits that ended, or that never began. An open one stays, whatever its age. */
export async function forgetOldVisits(db: Database, before: Date): Promise<void> {
  await sql`DELETE FROM visits WHERE (left_at IS NOT NULL OR arrived_at IS NULL)
    AND coalesce(left_at, expected_at, created_at) < ${before}`.execute(db)
}

export async function forgetOldRows(db: Database, ambientDays: number): Promise<void> {
  await sql`DELETE FROM ambient_devices WHERE at < now() - make_interval(days => ${ambientDays})`.execute(db)
  // The page shows 24 hours; one more day serves whoever looks a little late.
  await sql`DELETE FROM activity WHERE at < now() - interval '2 days'`.execute(db)
  await sql`DELETE FROM phone_beacon_tokens WHERE expires_at < now() - interval '30 days'`.execute(db)
  await sql`DELETE FROM emergency_keys WHERE used_at < now() - interval '24 hours'`.execute(db)
  await sql`DELETE FROM revoked_tokens WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM unknown_sign_ins WHERE until_at < now()`.execute(db)
  await sql`DELETE FROM contact_links WHERE expires_at < now()`.execute(db)
  // Those about an emergency belong to its report.
  await sql`DELETE FROM emergency_notifications WHERE emergency_id IS NULL AND at < now() - interval '30 days'`.execute(
    db,
  )
  await sql`DELETE FROM notification_outbox WHERE emergency_id IS NULL AND state <> 'waiting' AND at < now() - interval '30 days'`.execute(
    db,
  )
  await sql`DELETE FROM heard_receivers WHERE last_seen_at < now() - interval '7 days'`.execute(db)
}

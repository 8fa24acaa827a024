// SQL that forgets: ambient devices, activity of more than a day, spent one-time tokens.
import { sql } from 'kysely'
import type { Database } from './schema.ts'

export async function forgetOldRows(db: Database, ambientDays: number): Promise<void> {
  await sql`DELETE FROM ambient_devices WHERE at < now() - make_interval(days => ${ambientDays})`.execute(db)
  // The page shows 24 hours; one more day serves whoever looks a little late.
  await sql`DELETE FROM activity WHERE at < now() - interval '2 days'`.execute(db)
  await sql`DELETE FROM phone_beacon_tokens WHERE expires_at < now() - interval '30 days'`.execute(db)
  await sql`DELETE FROM revoked_tokens WHERE expires_at < now()`.execute(db)
  await sql`DELETE FROM heard_receivers WHERE last_seen_at < now() - interval '7 days'`.execute(db)
}

// Whether the database can be written: a read-only standby and a full disk still answer questions. Called by ready-check.ts.
import { sql } from 'kysely'
import type { Database } from './schema.ts'

export async function writeSomething(db: Database): Promise<void> {
  await sql`INSERT INTO write_checks (name, at) VALUES ('ready', now())
    ON CONFLICT (name) DO UPDATE SET at = excluded.at`.execute(db)
}

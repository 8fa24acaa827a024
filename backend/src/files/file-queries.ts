// SQL of the files that lie in the database. Called by file-store.ts and move-files.ts.
import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** What is there stays: a name never gets other bytes. */
export async function putFile(db: Database, name: string, bytes: Uint8Array): Promise<void> {
  await sql`INSERT INTO stored_files (name, content) VALUES (${name}, ${Buffer.from(bytes)})
    ON CONFLICT (name) DO NOTHING`.execute(db)
}

export async function readStoredFile(db: Database, name: string): Promise<Buffer | null> {
  const { rows } = await sql<{ content: Buffer }>`SELECT content FROM stored_files WHERE name = ${name}`.execute(db)
  return rows[0]?.content ?? null
}

export async function removeFile(db: Database, name: string): Promise<void> {
  await sql`DELETE FROM stored_files WHERE name = ${name}`.execute(db)
}

export async function storedNames(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM stored_files`.execute(db)
  return rows.map(({ name }) => name)
}

/** What nothing shows any more: the plans of a building that was removed, an upload whose change failed. Called by housekeeping.ts. */
export async function forgetUnusedFiles(db: Database): Promise<void> {
  await sql`DELETE FROM stored_files s WHERE stored_at < now() - interval '1 day'
    AND NOT EXISTS (SELECT 1 FROM floors WHERE plan_file = s.name)
    AND NOT EXISTS (SELECT 1 FROM people WHERE photo_file = s.name)`.execute(db)
}

// An older version meets a database that a newer one has changed: it refuses with one sentence and touches nothing.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../src/database/migrate.ts'
import { aBackend, type TestBackend } from './a-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await aBackend()
})
afterAll(() => backend.stop())

it('refuses a database that knows more than this version does', async () => {
  const { db } = backend
  await sql`INSERT INTO applied_migrations (name) VALUES ('9998-from-later'), ('9999-from-even-later')`.execute(db)
  // As if this version had one to run: it must not.
  await sql`DELETE FROM applied_migrations WHERE name = '0017-visits'`.execute(db)
  await expect(migrate(db)).rejects.toThrow(
    'A newer version of Rollcall has changed this database (9998-from-later, 9999-from-even-later). Start that version, or restore a backup from before it.',
  )
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM applied_migrations WHERE name = '0017-visits'`.execute(db)
  expect(rows).toEqual([{ n: 0 }])
})

// An index of a large table is built beside the work that goes on: nobody waits for it, and what a killed process leaves of one is mended.
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connect } from '../src/database/connect.ts'
import { migrate } from '../src/database/migrate.ts'
import { builtBeside } from '../src/database/migrations/0037-built-beside.ts'
import { aBackend, type TestBackend } from './a-backend.ts'

let backend: TestBackend
let writer: Client
beforeAll(async () => {
  backend = await aBackend()
  writer = new Client({ connectionString: backend.url })
  await writer.connect()
})
afterAll(async () => {
  await writer.end()
  await backend.stop()
})

const insert = `INSERT INTO activity (type, text) VALUES ('entered', 'X')`

async function validIndexes(): Promise<Record<string, boolean>> {
  const { rows } = await sql<{ name: string; valid: boolean }>`SELECT c.relname AS name, indisvalid AS valid
    FROM pg_index JOIN pg_class c ON c.oid = indexrelid
    WHERE c.relname IN (${sql.join(builtBeside.map(({ name }) => name))})`.execute(backend.db)
  return Object.fromEntries(rows.map(({ name, valid }) => [name, valid]))
}
const all = Object.fromEntries(builtBeside.map(({ name }) => [name, true]))

/** As a database of the version before. */
beforeEach(async () => {
  for (const { name } of builtBeside) await sql.raw(`DROP INDEX ${name}`).execute(backend.db)
  await sql`DELETE FROM applied_migrations WHERE name = '0037-built-beside'`.execute(backend.db)
})

/** A transaction that has written holds up every builder of an index; one that is built otherwise would hold up everybody else. */
async function whileWriting(work: () => Promise<void>): Promise<void> {
  await writer.query('BEGIN')
  await writer.query(insert)
  await work().finally(() => writer.query('COMMIT'))
}

const builder = () =>
  sql<{ pid: number }>`SELECT pid FROM pg_stat_activity WHERE datname = current_database()
    AND query LIKE 'CREATE INDEX%' AND wait_event_type = 'Lock'`
    .execute(backend.db)
    .then(({ rows }) => rows[0]?.pid ?? null)

it('lets others write while it waits, and is whole in the end', async () => {
  let migrated: Promise<string[]> | undefined
  await whileWriting(async () => {
    migrated = migrate(backend.db)
    await expect.poll(builder).not.toBeNull()
    const other = new Client({ connectionString: backend.url, lock_timeout: 500 })
    await other.connect()
    await other.query(insert).finally(() => other.end())
  })
  expect(await migrated).toEqual(['0037-built-beside'])
  expect(await validIndexes()).toEqual(all)
})

it('is mended after the process that built it was killed', async () => {
  const { db, close } = connect({ url: backend.url, poolSize: 2 })
  await whileWriting(async () => {
    const broken = migrate(db).then(
      () => 'not broken',
      (error: Error) => error.message,
    )
    await expect.poll(builder).not.toBeNull()
    await sql`SELECT pg_terminate_backend(${await builder()})`.execute(backend.db)
    expect(await broken).toContain('terminating connection')
  }).finally(close)
  expect(Object.values(await validIndexes())).toContain(false)
  expect(await migrate(backend.db)).toEqual(['0037-built-beside'])
  expect(await validIndexes()).toEqual(all)
})

it('is done once when several processes start at the same time', async () => {
  const processes = Array.from({ length: 3 }, () => connect({ url: backend.url, poolSize: 2 }))
  const done = await Promise.all(processes.map(({ db }) => migrate(db)))
  await Promise.all(processes.map(({ close }) => close()))
  expect(done.flat()).toEqual(['0037-built-beside'])
  expect(await validIndexes()).toEqual(all)
})

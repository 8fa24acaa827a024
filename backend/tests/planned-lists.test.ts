// The first page of a list is planned once for each connection: PostgreSQL takes the plan that fits all values
// (docs/decisions/0071-statements-are-planned-once.md). A later one costs no more than the first.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Connection } from '../src/database/connect.ts'
import { listPresent } from '../src/domains/dashboard/present-people-queries.ts'
import { listPeople } from '../src/domains/personnel/person-queries.ts'
import type { Database } from '../src/database/schema.ts'
import { aDatabase, type TestDatabase } from './a-database.ts'

let database: TestDatabase
let connection: Connection
beforeAll(async () => {
  database = await aDatabase()
  // One, so that all is asked of the same.
  connection = connect({ url: database.url, poolSize: 1 })
  const { db } = connection
  await sql`INSERT INTO people (entity_type, employee_id, full_name)
    SELECT 'employee', 'E' || n, 'Person ' || n FROM generate_series(1, 2000) AS n`.execute(db)
  await sql`ANALYZE`.execute(db)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const first = { page: 1, pageSize: 25 }
const noOne = async () => ({ people: [] }) as never

it.each([
  ['people', () => listPeople(connection.db, { ...first, entityType: 'employee' })],
  ['who is present', () => listPresent(connection.db, first, true, noOne)],
])('%s', async (_, list) => {
  const before = await plansOf()
  for (let time = 0; time < 15; time += 1) await list()
  const after = await plansOf()
  const named = after.filter(
    ({ name, statement }) => !before.some((one) => one.name === name) && /order by/.test(statement),
  )
  expect(named).toHaveLength(1)
  // From the fifth time on it has a name; then five times are planned to compare.
  expect(named[0]).toMatchObject({ customPlans: 5, genericPlans: 6 })
})

it.each(['fullName', '-fullName'])(
  'pages by %s follow each other, and a late one looks up only what it shows',
  async (sort) => {
    const pageOf = (page: number, db = connection.db) =>
      listPeople(db, { page, pageSize: 100, entityType: 'employee', sort })
    const seen: string[] = []
    for (let page = 1; page <= 21; page += 1) seen.push(...(await pageOf(page)).items.map(({ fullName }) => fullName))
    const ordered = Array.from({ length: 2000 }, (_, n) => `Person ${n + 1}`.toLowerCase())
    const { rows } = await sql<{
      name: string
    }>`SELECT name FROM unnest(${ordered}::text[]) AS name ORDER BY name`.execute(connection.db)
    const names = rows.map(({ name }) => name)
    expect(seen.map((name) => name.toLowerCase())).toEqual(sort === 'fullName' ? names : names.toReversed())

    const looksFor = (page: number) =>
      connection.db.transaction().execute(async (tx) => {
        const before = await looksAtBadges(tx)
        await pageOf(page, tx)
        return (await looksAtBadges(tx)) - before
      })
    expect([await looksFor(1), await looksFor(20)]).toEqual([100, 100])
  },
)

/** How often this connection has looked for a badge so far. */
async function looksAtBadges(db: Database): Promise<number> {
  const { rows } = await sql<{ looks: number }>`
    SELECT seq_scan + idx_scan AS looks FROM pg_stat_xact_user_tables WHERE relname = 'transmitters'`.execute(db)
  return Number(rows[0]?.looks)
}

async function plansOf() {
  const { rows } = await sql<{ name: string; statement: string; customPlans: number; genericPlans: number }>`
    SELECT name, statement, custom_plans, generic_plans FROM pg_prepared_statements`.execute(connection.db)
  return rows
}

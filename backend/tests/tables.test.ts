// The types of the tables are those of the migrations: `npx vitest run --project backend tests/tables.test.ts -u` writes them anew.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDatabase, type TestDatabase } from './a-database.ts'
import { generateTables } from './generate-tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(async () => database?.drop())

it('every table and view has the columns that the migrations give it', async () => {
  await expect(await generateTables(database.connection.db)).toMatchFileSnapshot('../src/database/tables.generated.ts')
})

// How a denial gets into the audit log (rules 5): what happens while the database cannot take it, and when its count is written.
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { systemOrigin } from '../src/audit/audit-entry.ts'
import { createDenials, type Denials } from '../src/http/denials.ts'
import { aDatabase, type TestDatabase } from './a-database.ts'

let database: TestDatabase
let denials: Denials
let lines: Record<string, unknown>[] = []
let count = 0
const log = pino(new Writable({ write: (line, _, done) => done(void lines.push(JSON.parse(String(line)))) }))
beforeAll(async () => {
  database = await aDatabase()
  denials = createDenials(database.connection.db, log)
})
afterEach(() => {
  vi.restoreAllMocks()
  lines = []
})
afterAll(() => database.drop())

/** Another kind of denial each time: the tests do not count each other's. */
const aDenial = () => {
  const action = `rooms.enter${++count}`
  const deny = (requestId: string) =>
    denials.record({ ...systemOrigin, requestId }, { action, resource: 'rooms' }, 'forbidden')
  const records = async () => {
    const all = database.connection.db.selectFrom('auditLog').where('action', '=', action).orderBy('seq')
    return await all.select(['seq', 'count', 'requestId', sql<string>`xmin::text`.as('writtenBy')]).execute()
  }
  return { action, deny, records, counts: async () => (await records()).map((row) => row.count) }
}
const rename = (from: string, to: string) =>
  sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(database.connection.db)
const isWaiting = async () => {
  const { rows } = await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
    AND wait_event_type = 'Lock' AND query LIKE 'update%'`.execute(database.connection.db)
  return rows.length > 0
}

it('stands in the process log, each one, while it cannot be written, and is recorded as soon as it can', async () => {
  const { action, deny, records } = aDenial()
  await rename('audit_log', 'audit_log_away')
  await Promise.all([deny('one'), deny('two'), denials.work.run()])
  await deny('three')
  await rename('audit_log_away', 'audit_log')
  const kind = { level: 50, code: 'denial_not_recorded', action, result: 'denied', after: { reason: 'forbidden' } }
  const missed = ['one', 'two', 'three'].map((requestId) => ({ ...kind, requestId, err: { code: '42P01' } }))
  expect(lines).toMatchObject(missed.map((line) => ({ ...line, msg: expect.stringContaining('denial') })))
  await deny('four')
  await deny('five')
  await denials.work.run()
  expect(await records()).toMatchObject([{ requestId: 'four', count: 2 }])
  expect(lines).toHaveLength(3)
})

it('is counted for exactly a minute', async () => {
  const { deny, counts } = aDenial()
  const begun = Math.ceil(performance.now())
  const clock = vi.spyOn(performance, 'now').mockReturnValue(begun)
  await deny('one')
  clock.mockReturnValue(begun + 59_999)
  await deny('two')
  clock.mockReturnValue(begun + 60_000)
  await deny('three')
  expect(await counts()).toEqual([2, 1])
  clock.mockReturnValue(begun + 120_000)
  await denials.work.run()
  await deny('four')
  expect(await counts()).toEqual([2, 1, 1])
})

it('is written again only when it was repeated', async () => {
  const { deny, records } = aDenial()
  await deny('one')
  const [first] = await records()
  await denials.work.run()
  expect(await records()).toEqual([first])
  await deny('two')
  await denials.work.run()
  const [second] = await records()
  expect(second).toMatchObject({ seq: first?.seq, count: 2 })
  await denials.work.run()
  expect(await records()).toEqual([second])
})

it('is counted too when it comes at the end of its minute, while the count is being written', async () => {
  const { deny, records, counts } = aDenial()
  await deny('one')
  await deny('two')
  const [{ seq = 0 } = {}] = await records()
  let written: Promise<void> | undefined
  const begun = performance.now()
  await database.connection.db.transaction().execute(async (tx) => {
    await tx.selectFrom('auditLog').select('seq').where('seq', '=', seq).forUpdate().execute()
    written = denials.work.run()
    await expect.poll(isWaiting).toBe(true)
    await deny('three')
    vi.spyOn(performance, 'now').mockReturnValue(begun + 60_000)
  })
  await written
  expect(await counts()).toEqual([2])
  await denials.work.run()
  expect(await counts()).toEqual([3])
})

it('keeps the count until it can be written', async () => {
  const { deny, counts } = aDenial()
  await deny('one')
  await deny('two')
  await rename('audit_log', 'audit_log_away')
  await denials.work.run()
  expect(lines).toMatchObject([
    { code: 'background_work_failed', work: 'count-denials', msg: expect.stringMatching(/later/) },
  ])
  await rename('audit_log_away', 'audit_log')
  await denials.work.run()
  expect(await counts()).toEqual([2])
})

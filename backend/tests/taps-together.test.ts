// Decisions on one board wait for each other in the backend, not on connections: however many tap at once, one connection writes them,
// together, and everything else that is urgent has the others (rules 9).
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { aSeenPerson } from './a-seen-person.ts'
import { eventually } from './eventually.ts'
import { aFloor } from './site-things.ts'

let backend: TestBackend
let admin: Caller
let safety: Caller
const sessions: Client[] = []
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  safety = await backend.as('safety')
})
afterEach(() => letGo())
afterAll(() => backend.stop())

let floor: { id: string; buildingId: string }
let id: string
let people: string[]
beforeEach(async () => {
  floor = await aFloor(admin)
  const place = { floorId: floor.id, buildingId: floor.buildingId }
  people = []
  for (let n = 0; n < 6; n += 1) people.push((await aSeenPerson(backend.db, admin, place)).id)
  id = (await trigger(safety, floor.buildingId)).body.data.id
})

const trigger = (by: Caller, buildingId: string) =>
  by('POST', '/api/emergency/trigger', { scenario: 'fire', scope: { buildingIds: [buildingId] } })
const tap = (by: Caller, body: object) => by('POST', `/api/emergency/${id}/account`, { status: 'accounted', ...body })

/** Somebody else's transaction, until it is let go. */
async function hold(statement: string): Promise<void> {
  const session = new Client({ connectionString: backend.url })
  await session.connect()
  sessions.push(session)
  await session.query('BEGIN')
  await session.query(statement)
}
async function letGo(): Promise<void> {
  await Promise.all(sessions.splice(0).map((session) => session.end()))
}
const holdBoard = () => hold(`SELECT 1 FROM emergencies WHERE id = '${id}' FOR NO KEY UPDATE`)

/** What the backend's sessions wait for. */
async function waiting(application: string): Promise<number> {
  const session = new Client({ connectionString: backend.url })
  await session.connect()
  const { rows } = await session.query(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = $1 AND wait_event_type = 'Lock'`,
    [application],
  )
  await session.end()
  return (rows[0] as { waiting: number }).waiting
}

describe('many taps on one board at once', () => {
  it('take one connection: the active list and another alarm are answered while they wait', async () => {
    const elsewhere = (await aFloor(admin)).buildingId
    await holdBoard()
    const taps = Array.from({ length: 40 }, (_, n) =>
      tap(safety, { personId: people[n % people.length], note: `Tap ${n}` }),
    )
    await eventually('a tap that waits', async () => (await waiting('rollcall-backend-urgent')) > 0)
    // So many that every tap has come to where it waits.
    for (let n = 0; n < 40; n += 1) expect((await safety('GET', '/api/emergency/active')).status).toBe(200)
    expect((await trigger(safety, elsewhere)).status).toBe(201)
    expect(await waiting('rollcall-backend-urgent')).toBeLessThanOrEqual(1)
    await letGo()
    // The board was held for longer than a tap may wait, where the machine is slow.
    const late = (await Promise.all(taps)).filter(({ status }) => status !== 200)
    expect(new Set(late.map(({ body }) => body.error.code))).toEqual(
      new Set(late.length > 0 ? ['database_unavailable'] : []),
    )
    expect((await tap(safety, { personId: people[0], status: 'excused' })).status).toBe(200)
  })

  it('and so do whole lists, searches and the answers of wardens', async () => {
    const { floorId, ids } = { floorId: floor.id, ids: people.slice(0, 2) }
    await holdBoard()
    const first = safety('POST', `/api/emergency/${id}/account-many`, { ids, status: 'accounted' })
    await eventually('a list that waits', async () => (await waiting('rollcall-backend-urgent')) > 0)
    const others = Array.from({ length: 10 }, (_, n) => [
      safety('POST', `/api/emergency/${id}/account-many`, { ids, status: 'excused', note: `List ${n}` }),
      safety('POST', `/api/emergency/${id}/sweeps`, { floorId, zoneId: null, state: 'searched', note: `${n}` }),
      safety('POST', `/api/emergency/${id}/warden-answer`, { answer: 'on_it' }),
    ])
    for (let n = 0; n < 40; n += 1) expect((await safety('GET', '/api/emergency/active')).status).toBe(200)
    expect(await waiting('rollcall-backend-urgent')).toBeLessThanOrEqual(1)
    await letGo()
    await Promise.all([first, ...others.flat()])
    // Whatever became of those before.
    const list = await safety('POST', `/api/emergency/${id}/account-many`, { ids, status: 'needs_help' })
    expect(list).toMatchObject({ status: 200, body: { data: { updated: 2 } } })
  })

  it('have an answer and a record each', async () => {
    const [first, second, third, linked, late] = people
    const email = (await aUser(backend.db, { role: 'operator' })).email
    const operator = backend.withToken(await tokenOf(backend.nobody, email))
    const { body } = await safety('POST', `/api/emergency/${id}/links`, { personIds: [linked] })
    await tap(safety, { personId: late, status: 'needs_help' })
    const before = new Date(Date.now() - 60_000).toISOString()
    await holdBoard()
    const all = [tap(safety, { personId: first })]
    await eventually('a tap that waits', async () => (await waiting('rollcall-backend-urgent')) > 0)
    all.push(
      tap(operator, { personId: second, note: 'At the gate' }),
      tap(operator, { personId: third, status: 'needs_help' }),
      tap(safety, { personId: third, status: 'accounted', note: 'Helped' }),
      tap(operator, { personId: late, decidedAt: before }),
      tap(operator, { personId: floor.id }),
      backend.nobody('POST', body.data[0].path, { status: 'accounted' }),
    )
    for (const _ of [1, 2]) await safety('GET', '/api/emergency/active')
    await letGo()
    const replies = await Promise.all(all)
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 409, 404, 200])
    expect(replies[4]?.body.error.code).toBe('decided_since')
    const board = (await safety('GET', `/api/emergency/muster?eventId=${id}`)).body.data
    const statusOf = (personId: string | undefined) =>
      board.people.find((one: { personId: string }) => one.personId === personId).status
    expect([first, second, linked, late].map(statusOf)).toEqual(['accounted', 'accounted', 'accounted', 'needs_help'])
    const { items } = (await admin('GET', `/api/audit/logs?entityId=${id}&sort=seq`)).body.data
    const recordsOf = (personId: string | undefined): { after: { status: string }; requestId: string }[] =>
      items.filter(({ after }: { after: { personId?: string } | null }) => after?.personId === personId)
    expect(recordsOf(first)).toMatchObject([{ action: 'muster.account', actor: { role: 'safety' } }])
    const said = { status: 'accounted', note: 'At the gate' }
    expect(recordsOf(second)).toMatchObject([{ actor: { email }, before: { status: 'unknown' }, after: said }])
    expect(recordsOf(linked)).toMatchObject([{ action: 'muster.answerLink', actor: null }])
    expect(recordsOf(late)).toHaveLength(1)
    // Whichever came first: the other knows of it.
    const twice = recordsOf(third)
    expect(twice).toMatchObject([{ before: { status: 'unknown' } }, { before: twice[0]?.after }])
    expect(statusOf(third)).toBe(twice[1]?.after.status)
    const ofThese = [first, second, third, linked].flatMap(recordsOf)
    expect(new Set(ofThese.map(({ requestId }) => requestId)).size).toBe(5)
  })
})

it('one that cannot be written takes none of those with it that wait beside it', async () => {
  await sql`CREATE FUNCTION refuse_odd() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.note = 'Odd' THEN RAISE EXCEPTION 'odd'; END IF; RETURN NEW; END $$`.execute(backend.db)
  await sql`CREATE TRIGGER odd BEFORE UPDATE ON emergency_roster FOR EACH ROW EXECUTE FUNCTION refuse_odd()`.execute(
    backend.db,
  )
  await holdBoard()
  const first = tap(safety, { personId: people[0] })
  await eventually('a tap that waits', async () => (await waiting('rollcall-backend-urgent')) > 0)
  const others = [{ note: 'Odd' }, {}, {}].map((said, n) => tap(safety, { personId: people[n + 1], ...said }))
  for (const _ of [1, 2]) await safety('GET', '/api/emergency/active')
  await letGo()
  const statuses = (await Promise.all([first, ...others])).map(({ status }) => status)
  await sql`DROP TRIGGER odd ON emergency_roster`.execute(backend.db)
  expect(statuses).toEqual([200, 500, 200, 200])
})

describe('the audit chain, which every change takes last', () => {
  /** Transactions of ordinary changes that have come as far as they come. */
  const arrived = async () => {
    const session = new Client({ connectionString: backend.url })
    await session.connect()
    const { rows } = await session.query(`SELECT count(*)::int AS arrived FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'rollcall-backend'
        AND (wait_event_type = 'Lock' OR (state = 'idle in transaction' AND query LIKE '%pg_notify%'))`)
    await session.end()
    return (rows[0] as { arrived: number }).arrived
  }
  /** How many of five that came earlier were written before a tap. */
  const writtenBefore = async (personId: string): Promise<number> => {
    const { seq } = await backend.db.selectFrom('auditHead').select('seq').executeTakeFirstOrThrow()
    await hold('SELECT 1 FROM audit_head FOR UPDATE')
    const changes = [1, 2, 3, 4, 5].map((n) => admin('POST', '/api/mgmt/departments', { name: `${seq}, ${n}` }))
    await eventually('five changes', async () => (await arrived()) === 5)
    const tapped = tap(safety, { personId })
    await eventually('a tap that waits', async () => (await waiting('rollcall-backend-urgent')) > 0)
    await letGo()
    const statuses = (await Promise.all([tapped, ...changes])).map(({ status }) => status)
    const rows = await backend.db
      .selectFrom('auditLog')
      .select('action')
      .where('seq', '>', seq)
      .orderBy('seq')
      .execute()
    expect(statuses).toEqual([200, 201, 201, 201, 201, 201])
    return rows.findIndex(({ action }) => action === 'muster.account')
  }

  it('has two ordinary changes at most before a tap', async () => {
    // Whoever has waited for seconds goes on: on a machine that stands still meanwhile the best counts.
    const all: number[] = []
    for (const personId of people.slice(0, 3)) all.push(await writtenBefore(personId))
    expect(Math.min(...all)).toBeLessThanOrEqual(2)
  })
})

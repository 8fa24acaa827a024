// People at a muster point are accounted for by themselves (rules 9: auto_zone): after ten seconds of readings, all at once, and never
// against what somebody decided.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aSeenPerson, see } from './a-seen-person.ts'
import { aFloor, aZone } from './site-things.ts'

let backend: TestBackend
let safety: Caller
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  safety = await backend.as('safety')
})
afterAll(() => backend.stop())

let place: { floorId: string; buildingId: string }
let gate: string
beforeEach(async () => {
  const floor = await aFloor(admin)
  place = { floorId: floor.id, buildingId: floor.buildingId }
  gate = (await aZone(admin, { floorId: floor.id, name: 'North gate', isMusterPoint: true })).id
})

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
const somebody = () => aSeenPerson(backend.db, admin, place)
/** At the gate, for so many seconds when it was heard last. */
const stand = (
  { transmitterId }: { transmitterId: string },
  forSeconds: number,
  secondsAgo = 1,
  musterZoneId = gate,
) => {
  const musterSince = ago(secondsAgo + forSeconds)
  return see(backend.db, transmitterId, place, { secondsAgo, musterZoneId, musterProbability: 0.995, musterSince })
}
const trigger = async (): Promise<string> => {
  const asked = { scenario: 'fire', scope: { buildingIds: [place.buildingId] } }
  return (await safety('POST', '/api/emergency/trigger', asked)).body.data.id
}
const triggeredAgo = async (seconds: number): Promise<string> => {
  const id = await trigger()
  const triggeredAt = ago(seconds)
  await backend.db.updateTable('emergencies').set({ triggeredAt }).where('id', '=', id).execute()
  return id
}
const look = () => backend.backend.background.all.find(({ name }) => name === 'account-at-muster-points')!.run()
type Row = {
  personId: string
  status: string
  method: string | null
  decidedAt: string | null
  [field: string]: unknown
}
const board = async (id: string) => {
  const { people, version } = (await safety('GET', `/api/emergency/muster?eventId=${id}`)).body.data
  const rows = new Map((people as Row[]).map((row) => [row.personId, row]))
  return { version: version as number, rowOf: (person: { id: string }) => rows.get(person.id) }
}

// holds rules 9-8
it('accounts for whoever was there for ten seconds of readings, dated by when they were full', async () => {
  const [stays, arrives, silent] = [await somebody(), await somebody(), await somebody()]
  const id = await triggeredAgo(60)
  const since = ago(16)
  const there = { musterZoneId: gate, musterProbability: 0.95, movedAt: ago(20) }
  await see(backend.db, stays.transmitterId, place, { ...there, secondsAgo: 1, musterSince: since })
  await stand(arrives, 9.9)
  // Heard there for long, but nothing since: it proves nothing about now.
  await stand(silent, 60, 31)
  await look()
  const { rowOf } = await board(id)
  const decidedAt = new Date(since.getTime() + 10_000).toISOString()
  expect(rowOf(stays)).toMatchObject({ status: 'accounted', method: 'auto_zone', by: 'North gate', decidedAt })
  expect(rowOf(stays)).toMatchObject({ musterPointId: gate, evidence: { accuracyM: 3 } })
  expect([rowOf(arrives)?.status, rowOf(silent)?.status]).toEqual(['unknown', 'unknown'])
  const audit = await admin('GET', `/api/audit/logs?action=muster.autoAccount&entityId=${id}`)
  expect(audit.body.data.items).toHaveLength(1)
  const events = await safety('GET', `/api/emergency/events?eventId=${id}`)
  expect(events.body.data.items.filter((one: { type: string }) => one.type === 'accounted')).toHaveLength(1)
})

it('does not date it before the alarm, and counts no muster point of another emergency', async () => {
  const [early, elsewhere] = [await somebody(), await somebody()]
  const other = await aFloor(admin)
  const otherGate = await aZone(admin, { floorId: other.id, name: 'Other gate', isMusterPoint: true })
  const id = await trigger()
  await stand(early, 600)
  await stand(elsewhere, 600, 1, otherGate.id)
  await look()
  const { rowOf } = await board(id)
  const { triggeredAt } = (await safety('GET', `/api/emergency/${id}`)).body.data
  expect(rowOf(early)).toMatchObject({ status: 'accounted', decidedAt: triggeredAt })
  expect(rowOf(elsewhere)?.status).toBe('unknown')
})

it('asks for more of whoever did not walk, or did not come, since it rang', async () => {
  const people = await Promise.all([somebody(), somebody(), somebody(), somebody(), somebody()])
  const [atADesk, neverWalked, getsUp, stoodThere, came] = people
  const id = await triggeredAgo(60)
  const [before, since] = [ago(600), ago(20)]
  const at = (person: typeof came, musterProbability: number, movedAt: Date | undefined, musterSince: Date) =>
    see(backend.db, person.transmitterId, place, { musterZoneId: gate, musterProbability, movedAt, musterSince })
  await at(atADesk, 0.98, before, since)
  await at(neverWalked, 0.98, undefined, since)
  await at(getsUp, 0.98, since, before)
  await at(stoodThere, 0.995, before, before)
  await at(came, 0.85, since, since)
  await look()
  const { rowOf } = await board(id)
  expect(people.map((person) => rowOf(person)?.status)).toEqual([
    'unknown',
    'unknown',
    'unknown',
    'accounted',
    'accounted',
  ])
})

it('leaves a decision alone, and believes a badge again only when it came anew', async () => {
  const [hurt, missing] = [await somebody(), await somebody()]
  const id = await trigger()
  const account = (personId: string, status: string) =>
    safety('POST', `/api/emergency/${id}/account`, { personId, status, decidedAt: new Date().toISOString() })
  await account(hurt.id, 'needs_help')
  await stand(hurt, 20)
  await stand(missing, 20)
  await look()
  expect((await board(id)).rowOf(missing)?.status).toBe('accounted')
  // The badge lies at the gate; its owner does not stand there.
  expect((await account(missing.id, 'unknown')).status).toBe(200)
  await stand(missing, 200, 0)
  await look()
  const after = await board(id)
  expect([after.rowOf(hurt)?.status, after.rowOf(missing)?.status]).toEqual(['needs_help', 'unknown'])
  // Seen to come again since: here the decision is moved back, for a test does not wait ten seconds.
  const decidedAt = ago(120)
  await backend.db.updateTable('emergencyRoster').set({ decidedAt }).where('personId', '=', missing.id).execute()
  await stand(missing, 20)
  await look()
  expect((await board(id)).rowOf(missing)?.status).toBe('accounted')
})

it('accounts for five hundred people in one change', async () => {
  const first = await somebody()
  const id = await trigger()
  const { version } = await board(id)
  await crowd(id, 500)
  await stand(first, 20)
  await look()
  const { counts, version: after } = (await safety('GET', `/api/emergency/muster?eventId=${id}`)).body.data
  expect(counts).toMatchObject({ accounted: 501, unknown: 0 })
  expect(after).toBe(version + 1)
  const audit = await admin('GET', `/api/audit/logs?action=muster.autoAccount&entityId=${id}`)
  expect(audit.body.data.items).toHaveLength(1)
})

/** People on the roster who stand at the gate, written past the backend. */
async function crowd(emergencyId: string, count: number): Promise<void> {
  const { db } = backend
  const people = Array.from({ length: count }, (_, i) => ({
    id: randomUUID(),
    entityType: 'employee' as const,
    employeeId: `C-${i}`,
    fullName: `Person ${i}`,
  }))
  const badges = people.map(({ id, entityType }, i) => {
    return { transmitterId: `cc${String(i).padStart(10, '0')}`, type: 'other' as const, entityType, entityId: id }
  })
  await db.insertInto('people').values(people).execute()
  await db.insertInto('transmitters').values(badges).execute()
  await sql`
    INSERT INTO emergency_roster (emergency_id, person_id, entity_type, employee_id, full_name, transmitter_id)
    SELECT ${emergencyId}, p.id, p.entity_type, p.employee_id, p.full_name, t.transmitter_id
    FROM people p JOIN transmitters t ON t.entity_id = p.id WHERE p.employee_id LIKE 'C-%'`.execute(db)
  await sql`
    INSERT INTO positions_current (transmitter_id, floor_id, building_id, x, y, x_m, y_m, method, accuracy_m, confidence,
      receiver_count, at, seq, muster_zone_id, muster_probability, muster_since)
    SELECT t.transmitter_id, ${place.floorId}, ${place.buildingId}, 1, 1, 1, 1, 'grid', 3, 0.9, 4, now(), 1, ${gate}, 0.995,
      now() - interval '20 seconds'
    FROM transmitters t WHERE t.transmitter_id LIKE 'cc%'`.execute(db)
}

// Planned drills: what became of each follows from the drills there were, contacts are reminded once, and those who were hear of a change
// (rules 9).
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { remindOfDrills } from '../src/domains/emergency/drill-reminders.ts'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBuilding } from './site-things.ts'

let backend: TestBackend
let admin: Caller
let safety: Caller
let contactId: string
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  safety = await backend.as('safety')
  const contact = { name: 'Ann', email: 'ann@example.org', scenarios: ['medical'] }
  contactId = (await admin('POST', '/api/emergency/contacts', contact)).body.data.id
  await admin('POST', '/api/emergency/contacts', { name: 'Ben', email: 'ben@example.org' })
})
afterAll(() => backend.stop())
beforeEach(() => backend.db.deleteFrom('notificationOutbox').execute())

const hours = 3_600_000
const from = (ms: number) => new Date(Date.now() + ms).toISOString()
const path = '/api/emergency/drills'

async function aPlan(fields: object = {}) {
  const buildingId = (await aBuilding(admin)).id
  const reply = await safety('POST', path, {
    buildingId,
    scenario: 'fire',
    plannedAt: from(30 * 24 * hours),
    ...fields,
  })
  expect(reply.status).toBe(201)
  return reply.body.data
}
/** As if it had been planned for then. */
const moveTo = (id: string, at: string) =>
  sql`UPDATE planned_drills SET planned_at = ${at} WHERE id = ${id}`.execute(backend.db)
const stateOf = async (id: string) => {
  const { body } = await safety('GET', `${path}?pageSize=200`)
  return body.data.items.find((one: { id: string }) => one.id === id)
}
const openIds = async () =>
  (await safety('GET', `${path}?open=true&pageSize=200`)).body.data.items.map((one: { id: string }) => one.id)
async function aDrill(buildingId: string): Promise<string> {
  const trigger = { scenario: 'evacuation', mode: 'drill', scope: { buildingIds: [buildingId] } }
  return (await safety('POST', '/api/emergency/trigger', trigger)).body.data.id
}
const queued = () =>
  backend.db
    .selectFrom('notificationOutbox')
    .select(['contactName', 'subject', 'text', 'link'])
    .orderBy('queuedAt')
    .execute()

describe('a planned drill', () => {
  it('is planned for a time to come, in a building and for contacts that exist', async () => {
    const buildingId = (await aBuilding(admin)).id
    const body = { buildingId, scenario: 'fire', plannedAt: from(-hours) }
    expect((await safety('POST', path, body)).body.error.issues?.[0]?.path).toBe('plannedAt')
    const nobody = { ...body, plannedAt: from(hours), contactIds: [buildingId] }
    expect((await safety('POST', path, nobody)).body.error.issues?.[0]?.path).toBe('contactIds')
    const nowhere = { ...body, plannedAt: from(hours), buildingId: contactId }
    expect((await safety('POST', path, nowhere)).body.error.issues?.[0]?.path).toBe('buildingId')
    expect((await (await backend.as('operator'))('POST', path, body)).status).toBe(403)
  })
  it('is held by a drill of its building on its day, whatever is practised', async () => {
    const plan = await aPlan()
    expect(plan.state).toBe('planned')
    await moveTo(plan.id, from(0))
    const emergencyId = await aDrill(plan.buildingId)
    expect(await stateOf(plan.id)).toMatchObject({ state: 'held', emergencyId, heldAt: expect.any(String) })
    expect(await openIds()).not.toContain(plan.id)
  })
  it('is missed when its day is over without one, until a drill is held', async () => {
    const plan = await aPlan()
    await moveTo(plan.id, from(-50 * hours))
    expect(await stateOf(plan.id)).toMatchObject({ state: 'missed', emergencyId: null })
    expect(await openIds()).toContain(plan.id)
    const emergencyId = await aDrill(plan.buildingId)
    expect(await stateOf(plan.id)).toMatchObject({ state: 'held', emergencyId })
  })
  it('stays missed when the next planned one is held', async () => {
    const first = await aPlan()
    const second = await aPlan({ buildingId: first.buildingId })
    await moveTo(first.id, from(-50 * hours))
    await moveTo(second.id, from(0))
    await aDrill(first.buildingId)
    expect(await stateOf(second.id)).toMatchObject({ state: 'held' })
    expect(await stateOf(first.id)).toMatchObject({ state: 'missed' })
    expect(await openIds(), 'nothing is left to be done about it').not.toContain(first.id)
  })
  it('is not overwritten by somebody who read it before another change', async () => {
    const plan = await aPlan()
    const ifMatch = { headers: { 'if-match': `"${plan.updatedAt}"` } }
    expect((await safety('PUT', `${path}/${plan.id}`, { note: 'One.' }, ifMatch)).status).toBe(200)
    expect((await admin('PUT', `${path}/${plan.id}`, { note: 'Two.' }, ifMatch)).status).toBe(412)
  })
})

describe('the reminder of a planned drill', () => {
  it('goes once, when it is near, to those who would be told of such a drill', async () => {
    const far = await aPlan({ remindHours: 24 })
    const near = await aPlan({ plannedAt: from(23 * hours), remindHours: 24, note: 'Bring a torch.' })
    await remindOfDrills(backend.db)
    await remindOfDrills(backend.db)
    expect(await queued()).toEqual([
      {
        contactName: 'Ben',
        subject: expect.stringMatching(/^Planned: fire drill at /),
        text: expect.stringContaining('Bring a torch.'),
        link: '/emergency/drills',
      },
    ])
    expect((await stateOf(near.id)).remindedAt).toEqual(expect.any(String))
    expect((await stateOf(far.id)).remindedAt).toBeNull()
  })
  it('goes to the contacts that were chosen, and to nobody when none is wanted', async () => {
    await aPlan({ plannedAt: from(2 * hours), contactIds: [contactId] })
    await aPlan({ plannedAt: from(2 * hours), remindHours: 0 })
    await remindOfDrills(backend.db)
    expect((await queued()).map(({ contactName }) => contactName)).toEqual(['Ann'])
  })
  it('is followed by a word when the drill is moved or called off, and comes again', async () => {
    const plan = await aPlan({ plannedAt: from(2 * hours) })
    await remindOfDrills(backend.db)
    await backend.db.deleteFrom('notificationOutbox').execute()
    await safety('PUT', `${path}/${plan.id}`, { plannedAt: from(3 * hours) })
    expect((await queued()).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Moved: /)])
    await remindOfDrills(backend.db)
    await safety('DELETE', `${path}/${plan.id}`)
    expect((await queued()).map(({ subject }) => subject.split(':')[0])).toEqual(['Moved', 'Planned', 'Called off'])
  })
})

describe('PUT /api/emergency/drills/{id}', () => {
  it('is refused to whoever read the plan before somebody else changed it', async () => {
    const { id, updatedAt } = await aPlan()
    const change = (by: Caller, note: string) =>
      by('PUT', `${path}/${id}`, { note }, { headers: { 'if-match': `"${updatedAt}"` } })
    expect((await change(admin, 'Theirs')).status).toBe(200)
    const late = await change(safety, 'Mine')
    expect([late.status, late.body.error.code]).toEqual([412, 'changed_since'])
    const { items } = (await safety('GET', path)).body.data
    expect(items.find((one: { id: string }) => one.id === id).note).toBe('Theirs')
  })
})

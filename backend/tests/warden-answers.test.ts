// Wardens when it rings: on whose list everybody is, wherever they walk, and what a warden answers.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { aSeenPerson, see } from './a-seen-person.ts'
import { aDepartment, aFloor, aPerson, aZone } from './site-things.ts'

let backend: TestBackend
let admin: Caller
let safety: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  safety = await backend.as('safety')
})
afterAll(() => backend.stop())

let buildingId: string
let floorId: string
beforeEach(async () => {
  const floor = await aFloor(admin)
  buildingId = floor.buildingId
  floorId = floor.id
})

const trigger = async (mode: string) =>
  String(
    (await safety('POST', '/api/emergency/trigger', { scenario: 'fire', mode, scope: { buildingIds: [buildingId] } }))
      .body.data.id,
  )
type Listed = { personId: string; departmentId: string | null; atTrigger: object | null }
const people = async (eventId: string, as = safety): Promise<Listed[]> =>
  (await as('GET', `/api/emergency/muster?eventId=${eventId}`)).body.data.people

async function aWardenAccount() {
  const { email } = await aUser(backend.db, { role: 'operator' })
  const { id } = await aPerson(admin, { email })
  return { id, as: backend.withToken(await tokenOf(backend.nobody, email)) }
}

describe('the muster board', () => {
  it('knows where everybody was when it began, also after they walked out and the drill became real', async () => {
    const zone = await aZone(admin, { floorId })
    const yard = await aZone(admin, { floorId, isMusterPoint: true })
    const { id: departmentId } = await aDepartment(admin)
    const place = { buildingId, floorId, zoneId: zone.id }
    const { id, transmitterId } = await aSeenPerson(backend.db, admin, place, { departmentId })
    const drill = await trigger('drill')
    const there = { personId: id, departmentId, atTrigger: place }
    expect(await people(drill)).toMatchObject([there])
    await see(backend.db, transmitterId, { ...place, zoneId: yard.id })
    expect(await people(drill)).toMatchObject([there])
    const live = await trigger('live')
    expect(await people(live)).toMatchObject([there])
    // Whoever may not see places sees the department alone.
    expect(await people(live, await backend.as('viewer'))).toMatchObject([{ departmentId, atTrigger: null }])
  })

  it('counts a visitor to the department and the building of the visit', async () => {
    const { id: departmentId } = await aDepartment(admin)
    const host = await aPerson(admin, { departmentId })
    const visitor = { fullName: 'Ida Guest' }
    await admin('POST', '/api/visits', { visitor, buildingId, hostId: host.id, arrived: true })
    expect(await people(await trigger('test'))).toMatchObject([
      { departmentId, atTrigger: { buildingId, floorId: null, zoneId: null } },
    ])
  })
})

describe('POST /api/emergency/{id}/warden-answer', () => {
  it('is told to every board, may change, and is carried into the emergency that a drill becomes', async () => {
    const { id: personId, as } = await aWardenAccount()
    const deputy = await aPerson(admin)
    await safety('POST', '/api/wardens', { buildingId, personIds: [personId, deputy.id] })
    const eventId = await trigger('drill')
    const { wardens, myPersonIds } = (await as('GET', `/api/emergency/${eventId}/wardens`)).body.data
    expect([wardens.length, myPersonIds]).toEqual([1, [personId]])
    const { version } = (await safety('GET', `/api/emergency/muster?eventId=${eventId}`)).body.data
    for (const answer of ['cannot_come', 'on_it'])
      expect((await as('POST', `/api/emergency/${eventId}/warden-answer`, { answer })).body.data).toMatchObject([
        { kind: 'warden', id: personId, answer },
      ])
    const board = (await safety('GET', `/api/emergency/muster?eventId=${eventId}&since=${version}`)).body.data
    expect(board.answers).toMatchObject([{ kind: 'warden', id: personId, answer: 'on_it' }])
    const live = await trigger('live')
    expect((await safety('GET', `/api/emergency/muster?eventId=${live}`)).body.data.answers).toMatchObject([
      { kind: 'warden', id: personId, answer: 'on_it' },
    ])
  })

  it('is refused of whoever answers for nobody there, and once it is over', async () => {
    const { id: personId, as } = await aWardenAccount()
    const eventId = await trigger('test')
    const path = `/api/emergency/${eventId}/warden-answer`
    expect((await as('POST', path, { answer: 'on_it' })).status).toBe(409)
    await safety('POST', '/api/wardens', { buildingId, personIds: [personId] })
    expect((await as('POST', path, { answer: 'on_it' })).status).toBe(200)
    await safety('PUT', `/api/emergency/${eventId}`, { state: 'resolved', resolution: 'drill_complete' })
    expect((await as('POST', path, { answer: 'on_it' })).status).toBe(409)
  })
})

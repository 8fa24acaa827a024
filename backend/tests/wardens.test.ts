// Wardens: who answers for which area or department, what nobody answers for, and whose list a signed-in account has.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBackend, aUser, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
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

const name = (body: object) => safety('POST', '/api/wardens', body)
const uncovered = async () => (await safety('GET', '/api/wardens/uncovered')).body.data

describe('POST /api/wardens', () => {
  it('names who answers for a zone and the deputies in their order', async () => {
    const [first, second] = [await aPerson(admin), await aPerson(admin)]
    const zone = await aZone(admin, { floorId, name: 'Laboratory' })
    const { status, body } = await name({ buildingId, zoneId: zone.id, personIds: [second.id, first.id] })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ buildingId, zoneName: 'Laboratory', floorId: null, departmentIds: [] })
    expect(body.data.people.map(({ personId }: { personId: string }) => personId)).toEqual([second.id, first.id])

    const changed = await safety('PUT', `/api/wardens/${body.data.id}`, { personIds: [first.id] })
    expect(changed.body.data.people).toMatchObject([{ personId: first.id, canSignIn: false }])
  })

  it('refuses two for one area, a zone of another building, a visitor, and an area that is two things', async () => {
    const { id } = await aPerson(admin)
    const visitor = await aPerson(admin, { entityType: 'visitor' })
    const elsewhere = await aZone(admin)
    expect((await name({ buildingId, floorId, personIds: [id] })).status).toBe(201)
    const again = await name({ buildingId, floorId, personIds: [id] })
    expect([again.status, again.body.error.issues?.length]).toEqual([409, 1])
    expect((await name({ buildingId, zoneId: elsewhere.id, personIds: [id] })).status).toBe(400)
    expect((await name({ buildingId, personIds: [visitor.id] })).status).toBe(400)
    expect((await name({ buildingId, floorId, departmentId: floorId, personIds: [id] })).status).toBe(400)
    expect((await name({ buildingId, personIds: [] })).status).toBe(400)
    expect((await name({ buildingId, personIds: [id, id] })).status).toBe(400)
  })
})

describe('PUT /api/wardens/{id}', () => {
  // holds rules 8-4
  it('is refused to whoever read it before somebody else changed the deputies', async () => {
    const [first, second, third] = [await aPerson(admin), await aPerson(admin), await aPerson(admin)]
    const { id, updatedAt } = (await name({ buildingId, floorId, personIds: [first.id] })).body.data
    const change = (by: Caller, personIds: string[]) =>
      by('PUT', `/api/wardens/${id}`, { personIds }, { headers: { 'if-match': `"${updatedAt}"` } })
    expect((await change(admin, [first.id, second.id])).status).toBe(200)
    const late = await change(safety, [first.id, third.id])
    expect([late.status, late.body.error.code]).toEqual([412, 'changed_since'])
    const { people } = (await safety('GET', `/api/wardens/${id}`)).body.data
    expect(people.map(({ personId }: { personId: string }) => personId)).toEqual([first.id, second.id])
  })
})

describe('GET /api/wardens/uncovered', () => {
  const openAreas = async () =>
    (await uncovered()).areas
      .filter((area: { buildingId: string }) => area.buildingId === buildingId)
      .map(({ zoneName }: { zoneName: string | null }) => zoneName)

  it('names a floor, then the zones beside those that have somebody, and nothing once the floor has', async () => {
    const { id } = await aPerson(admin)
    const zone = await aZone(admin, { floorId, name: 'Kitchen' })
    await aZone(admin, { floorId, name: 'Workshop' })
    expect(await openAreas()).toEqual([null])
    await name({ buildingId, zoneId: zone.id, personIds: [id] })
    expect(await openAreas()).toEqual(['Workshop'])
    await name({ buildingId, floorId, personIds: [id] })
    expect(await openAreas()).toEqual([])
  })

  it('counts an area again whose people have all left the register, and lets the deputy follow', async () => {
    const [first, deputy] = [await aPerson(admin), await aPerson(admin)]
    const { body } = await name({ buildingId, personIds: [first.id, deputy.id] })
    await admin('DELETE', `/api/personnel/${first.id}`)
    const { people } = (await safety('GET', `/api/wardens/${body.data.id}`)).body.data
    expect(people).toMatchObject([{ personId: deputy.id }])
    expect(await openAreas()).toEqual([])
    await admin('DELETE', `/api/personnel/${deputy.id}`)
    expect(await openAreas()).toEqual([null])
  })

  it('names departments with people, unless they or one above them has somebody', async () => {
    const above = await aDepartment(admin, { name: 'Research above' })
    const below = await aDepartment(admin, { name: 'Research below', parentId: above.id })
    const { id } = await aPerson(admin, { departmentId: below.id })
    const named = async () =>
      (await uncovered()).departments
        .map(({ departmentName }: { departmentName: string }) => departmentName)
        .filter((one: string) => one.startsWith('Research'))
    expect(await named()).toEqual(['Research below'])
    const { body } = await name({ buildingId, departmentId: above.id, personIds: [id] })
    expect(body.data.departmentIds.toSorted()).toEqual([above.id, below.id].toSorted())
    expect(await named()).toEqual([])
  })
})

describe('GET /api/wardens/mine', () => {
  it('finds the account in the register by its address, as first and as deputy', async () => {
    const { email } = await aUser(backend.db, { role: 'operator' })
    const me = await aPerson(admin, { email: email.toUpperCase() })
    const other = await aPerson(admin)
    const mine = (await name({ buildingId, floorId, personIds: [me.id] })).body.data
    const standingIn = (await name({ buildingId, personIds: [other.id, me.id] })).body.data
    const somebodys = await aFloor(admin)
    await name({ buildingId: somebodys.buildingId, personIds: [other.id] })
    const caller = backend.withToken(await tokenOf(backend.nobody, email))
    const { body } = await caller('GET', '/api/wardens/mine')
    expect(body.data.personIds).toEqual([me.id])
    expect(body.data.wardens.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [mine.id, standingIn.id].toSorted(),
    )
    expect(body.data.buildings).toMatchObject([{ id: buildingId }])
    expect(mine.people).toMatchObject([{ personId: me.id, canSignIn: true }])
  })

  it('is empty for whoever answers for nobody', async () => {
    expect((await safety('GET', '/api/wardens/mine')).body.data).toEqual({ personIds: [], wardens: [], buildings: [] })
  })
})
